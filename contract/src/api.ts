import { brandRoutes } from './catalog/brands.ts';
import { bulkEditRoutes } from './catalog/bulk-edits.ts';
import { categoryRoutes } from './catalog/categories.ts';
import { productBulkRoutes } from './catalog/product-bulk.ts';
import { productStoreRoutes } from './catalog/product-stores.ts';
import { productRoutes } from './catalog/products.ts';
import { recordBulkRoutes } from './catalog/record-bulk.ts';
import { subProductRoutes } from './catalog/sub-products.ts';
import { taxRoutes } from './catalog/taxes.ts';
import { vendorRoutes } from './catalog/vendors.ts';
import type { Route } from './core/route.ts';
import { coinRoutes } from './customers/coins.ts';
import { creditRoutes } from './customers/credits.ts';
import { customerGroupRoutes } from './customers/customer-groups.ts';
import { customerRoutes } from './customers/customers.ts';
import { giftCardRoutes } from './customers/gift-cards.ts';
import { subscriptionPlanRoutes } from './customers/subscription-plans.ts';
import { subscriptionRoutes } from './customers/subscriptions.ts';
import { bookRoutes } from './finance/books.ts';
import { commissionSimulatorRoutes } from './finance/commission-simulator.ts';
import { payoutRoutes } from './finance/payouts.ts';
import { reconciliationRoutes } from './finance/reconciliation.ts';
import { statementRoutes } from './finance/statements.ts';
import { vendorClaimRoutes } from './finance/vendor-claims.ts';
import { driftRoutes } from './ledgers/drift.ts';
import { assortmentRoutes } from './locations/assortments.ts';
import { locationRateRoutes } from './locations/location-rates.ts';
import { locationRoutes } from './locations/locations.ts';
import { payoutAccountRoutes } from './locations/payout-accounts.ts';
import { dashboardRoutes } from './overview/dashboard.ts';
import { productScheduleRoutes, storeScheduleRoutes } from './overview/report-schedules.ts';
import { reportRoutes } from './overview/reports.ts';
import { searchRoutes } from './overview/search.ts';
import { shellRoutes } from './overview/shell.ts';
import { dispatchRoutes, tripRoutes } from './sales/dispatch/dispatch.ts';
import { disputeRoutes } from './sales/disputes.ts';
import { documentRoutes } from './sales/documents.ts';
import { driverRoutes } from './sales/drivers.ts';
import { handInRoutes } from './sales/hand-ins.ts';
import { mainOrderRoutes } from './sales/main-orders/main-orders.ts';
import { orderBulkRoutes } from './sales/order-bulk.ts';
import { orderMessageRoutes } from './sales/order-messages.ts';
import { orderOwnerRoutes } from './sales/order-owners.ts';
import { orderDetailRoutes } from './sales/orders/order-details.ts';
import { orderRoutes } from './sales/orders/orders.ts';
import { paymentRoutes } from './sales/payments.ts';
import { promotionRoutes } from './sales/promotions/promotions.ts';
import { recallRoutes } from './sales/recalls.ts';
import { refundRoutes } from './sales/refunds/refunds.ts';
import { returnRoutes } from './sales/returns/returns.ts';
import { sellabilityRoutes } from './sales/sellability.ts';
import { customerCareRoutes } from './service/customer-care.ts';
import { messageDraftRoutes } from './service/message-drafts.ts';
import { messageRoutes } from './service/messages.ts';
import { supportRoutes } from './service/support.ts';
import { apiKeyRoutes } from './system/api-keys.ts';
import { assistantDraftRoutes } from './system/assistant-drafts.ts';
import { auditRoutes } from './system/audit.ts';
import { authRoutes } from './system/auth/auth.ts';
import { secondFactorRoutes } from './system/auth/second-factors.ts';
import { backupRoutes } from './system/backups.ts';
import { bulkActionRoutes } from './system/bulk-actions.ts';
import { changeRoutes } from './system/changes.ts';
import { exportRoutes } from './system/exports.ts';
import { geocodingRoutes } from './system/geocoding.ts';
import { importRoutes } from './system/imports/imports.ts';
import { jobRoutes } from './system/jobs.ts';
import { mailRoutes } from './system/mails.ts';
import { notificationRoutes } from './system/notifications.ts';
import { possibleDuplicateRoutes } from './system/possible-duplicates.ts';
import { profileRoutes } from './system/profile.ts';
import { pushRoutes } from './system/push.ts';
import { savedViewRoutes } from './system/saved-views.ts';
import { settingsRoutes } from './system/settings.ts';
import { userSessionRoutes } from './system/users/user-sessions.ts';
import { userRoutes } from './system/users/users.ts';
import { webhookRoutes } from './system/webhooks/webhooks.ts';
import { connectionRoutes } from './warehouse/connections.ts';
import { expiryRoutes } from './warehouse/expiry.ts';
import { inventoryRoutes } from './warehouse/inventory.ts';
import { priceRoutes } from './warehouse/prices.ts';
import { stockCountRoutes } from './warehouse/stock-counts.ts';
import { syncRoutes } from './warehouse/sync.ts';
import { transferRoutes } from './warehouse/transfers.ts';

/** Every resource of the API, one per line. */
export const api = {
  auth: authRoutes,
  users: userRoutes,
  userSessions: userSessionRoutes,
  profile: profileRoutes,
  secondFactors: secondFactorRoutes,
  audit: auditRoutes,
  mails: mailRoutes,
  geocoding: geocodingRoutes,
  brands: brandRoutes,
  taxes: taxRoutes,
  categories: categoryRoutes,
  products: productRoutes,
  subProducts: subProductRoutes,
  bulkEdits: bulkEditRoutes,
  productBulk: productBulkRoutes,
  productStores: productStoreRoutes,
  recordBulk: recordBulkRoutes,
  sellability: sellabilityRoutes,
  locations: locationRoutes,
  locationRates: locationRateRoutes,
  payoutAccounts: payoutAccountRoutes,
  assortments: assortmentRoutes,
  prices: priceRoutes,
  vendors: vendorRoutes,
  inventory: inventoryRoutes,
  transfers: transferRoutes,
  stockCounts: stockCountRoutes,
  sync: syncRoutes,
  notifications: notificationRoutes,
  push: pushRoutes,
  expiry: expiryRoutes,
  drift: driftRoutes,
  backups: backupRoutes,
  customers: customerRoutes,
  customerGroups: customerGroupRoutes,
  subscriptionPlans: subscriptionPlanRoutes,
  subscriptions: subscriptionRoutes,
  customerCare: customerCareRoutes,
  coins: coinRoutes,
  credits: creditRoutes,
  giftCards: giftCardRoutes,
  disputes: disputeRoutes,
  orders: orderRoutes,
  orderDetails: orderDetailRoutes,
  orderMessages: orderMessageRoutes,
  orderOwners: orderOwnerRoutes,
  orderBulk: orderBulkRoutes,
  documents: documentRoutes,
  drivers: driverRoutes,
  handIns: handInRoutes,
  dispatch: dispatchRoutes,
  trips: tripRoutes,
  mainOrders: mainOrderRoutes,
  payments: paymentRoutes,
  refunds: refundRoutes,
  promotions: promotionRoutes,
  recalls: recallRoutes,
  returns: returnRoutes,
  statements: statementRoutes,
  payouts: payoutRoutes,
  books: bookRoutes,
  vendorClaims: vendorClaimRoutes,
  reconciliation: reconciliationRoutes,
  commissionSimulator: commissionSimulatorRoutes,
  support: supportRoutes,
  messages: messageRoutes,
  messageDrafts: messageDraftRoutes,
  settings: settingsRoutes,
  apiKeys: apiKeyRoutes,
  assistantDrafts: assistantDraftRoutes,
  webhooks: webhookRoutes,
  connections: connectionRoutes,
  changes: changeRoutes,
  jobs: jobRoutes,
  imports: importRoutes,
  exports: exportRoutes,
  bulkActions: bulkActionRoutes,
  search: searchRoutes,
  dashboard: dashboardRoutes,
  reports: reportRoutes,
  storeReportSchedules: storeScheduleRoutes,
  productReportSchedules: productScheduleRoutes,
  shell: shellRoutes,
  savedViews: savedViewRoutes,
  possibleDuplicates: possibleDuplicateRoutes,
} as const satisfies Record<string, Record<string, Route>>;

type Api = typeof api;
type Listed<Routes> = {
  [Name in keyof Routes]: Routes[Name] extends { list: { exportAs: infer Export extends string } }
    ? Export
    : never;
}[keyof Routes];
/** The export names that routes of the API declare. */
export type ExportName = { [Resource in keyof Api]: Listed<Api[Resource]> }[keyof Api];

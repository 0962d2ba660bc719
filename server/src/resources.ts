import { api } from '@aisle/contract/api';
import { bulkActions } from '@aisle/contract/bulk-actions';
import type { Route } from '@aisle/contract/core/route';
import { tools } from '@aisle/contract/tools';
import { brandConstraints, brandHandlers } from './catalog/brands/brands.routes.ts';
import {
  bulkEditHandlers,
  productBulkHandlers,
  recordBulkHandlers,
} from './catalog/bulk-edits/bulk-edits.routes.ts';
import { categoryConstraints, categoryHandlers } from './catalog/categories/categories.routes.ts';
import { productImport } from './catalog/product-imports/product-import.ts';
import { productStoreHandlers } from './catalog/product-stores/product-stores.routes.ts';
import { productHandlers } from './catalog/products/products.routes.ts';
import { subProductConstraints, subProductHandlers } from './catalog/sub-products/sub-products.routes.ts';
import { taxConstraints, taxHandlers } from './catalog/taxes/taxes.routes.ts';
import { vendorImport } from './catalog/vendor-imports/vendor-import.ts';
import { vendorConstraints, vendorHandlers } from './catalog/vendors/vendors.routes.ts';
import { changedRecords } from './changed-records.ts';
import type { Handler, Handlers, TokenCheck } from './core/http/serve.ts';
import { coinHandlers } from './customers/coins/coins.routes.ts';
import { creditHandlers } from './customers/credits/credits.routes.ts';
import {
  customerGroupConstraints,
  customerGroupHandlers,
} from './customers/customer-groups/customer-groups.routes.ts';
import { customerImport } from './customers/customer-imports/customer-import.ts';
import { customerConstraints, customerHandlers } from './customers/customers/customers.routes.ts';
import { giftCardHandlers } from './customers/gift-cards/gift-cards.routes.ts';
import {
  subscriptionPlanConstraints,
  subscriptionPlanHandlers,
} from './customers/subscription-plans/subscription-plans.routes.ts';
import {
  subscriptionConstraints,
  subscriptionHandlers,
} from './customers/subscriptions/subscriptions.routes.ts';
import { exportable } from './exports.ts';
import { bookHandlers } from './finance/books/books.routes.ts';
import { commissionSimulatorHandlers } from './finance/commission-simulator/commission-simulator.routes.ts';
import { payoutHandlers } from './finance/payouts/payouts.routes.ts';
import { reconciliationHandlers } from './finance/reconciliation/reconciliation.routes.ts';
import { statementConstraints, statementHandlers } from './finance/statements/statements.routes.ts';
import { vendorClaimHandlers } from './finance/vendor-claims/vendor-claims.routes.ts';
import { driftHandlers } from './ledgers/drift/drift.routes.ts';
import { stockConstraints } from './ledgers/stock/stock.ts';
import { locationRateHandlers } from './locations/location-rates/location-rates.routes.ts';
import { assortmentHandlers } from './locations/locations/assortments.routes.ts';
import { locationConstraints, locationHandlers } from './locations/locations/locations.routes.ts';
import { payoutAccountHandlers } from './locations/locations/payout-accounts.routes.ts';
import { dashboardHandlers } from './overview/dashboard/dashboard.routes.ts';
import {
  productScheduleHandlers,
  storeScheduleHandlers,
} from './overview/report-schedules/report-schedules.routes.ts';
import { reportHandlers } from './overview/reports/reports.routes.ts';
import { searchHandlers } from './overview/search/search.routes.ts';
import { shellHandlers } from './overview/shell/shell.routes.ts';
import { dispatchHandlers, tripHandlers } from './sales/dispatch/dispatch.routes.ts';
import { tripOf } from './sales/dispatch/locked-trip.ts';
import { disputeHandlers } from './sales/disputes/disputes.routes.ts';
import { documentHandlers } from './sales/documents/documents.routes.ts';
import { driverHandlers } from './sales/drivers/drivers.routes.ts';
import { handInConstraints, handInHandlers } from './sales/hand-ins/hand-ins.routes.ts';
import { mainOrderConstraints, mainOrderHandlers } from './sales/main-orders/main-orders.routes.ts';
import { simulationHandlers } from './sales/main-orders/promotions/simulate.ts';
import { orderBulkHandlers } from './sales/order-bulk/order-bulk.routes.ts';
import { orderMessageHandlers } from './sales/order-messages/order-messages.routes.ts';
import { orderOwnerHandlers } from './sales/order-owners/order-owners.routes.ts';
import { orderDetailHandlers } from './sales/orders/details/order-details.routes.ts';
import { orderHandlers } from './sales/orders/orders.routes.ts';
import { paymentHandlers } from './sales/payments/payments.routes.ts';
import { promotionGoodsImport } from './sales/promotions/goods-import/goods-import.ts';
import { promotionConstraints, promotionHandlers } from './sales/promotions/promotions.routes.ts';
import { recallHandlers } from './sales/recalls/recalls.routes.ts';
import { refundConstraints, refundHandlers } from './sales/refunds/refunds.routes.ts';
import { returnHandlers } from './sales/returns/returns.routes.ts';
import { sellabilityHandlers } from './sales/sellability/sellability.routes.ts';
import { customerCareHandlers } from './service/customer-care/customer-care.routes.ts';
import { inboundMailHandlers } from './service/inbound-mail/inbound-mail.routes.ts';
import { readLinkToken } from './service/messages/link-token.ts';
import { messageDraftHandlers } from './service/messages/message-drafts.routes.ts';
import { messageHandlers } from './service/messages/messages.routes.ts';
import { supportHandlers } from './service/support/support.routes.ts';
import { apiKeyHandlers } from './system/api-keys/api-keys.routes.ts';
import { assistantDraftHandlers } from './system/assistant-drafts/assistant-drafts.routes.ts';
import type { DraftSources } from './system/assistant-drafts/assistant-drafts.service.ts';
import { auditHandlers } from './system/audit/audit.routes.ts';
import { authHandlers } from './system/auth/auth.routes.ts';
import { mustBeConfirmed } from './system/auth/confirmation.ts';
import { secondFactorHandlers } from './system/auth/factors/second-factors.routes.ts';
import { backupHandlers } from './system/backups/backups.routes.ts';
import type { BulkActionSources } from './system/bulk-actions/bulk-action-work.ts';
import { bulkActionHandlers } from './system/bulk-actions/bulk-actions.routes.ts';
import { changeHandlers } from './system/change-feed/change-feed.routes.ts';
import { exportHandlers } from './system/exports/exports.routes.ts';
import type { ExportSources } from './system/exports/exports.service.ts';
import { geocodingHandlers } from './system/geocoding/geocoding.routes.ts';
import { importHandlers } from './system/imports/imports.routes.ts';
import { jobHandlers } from './system/jobs/jobs.routes.ts';
import { mailHandlers } from './system/mails/mails.routes.ts';
import { notificationHandlers } from './system/notifications/notifications.routes.ts';
import { possibleDuplicateHandlers } from './system/possible-duplicates/possible-duplicates.routes.ts';
import { profileHandlers } from './system/profile/profile.routes.ts';
import { pushHandlers } from './system/push/push.routes.ts';
import { savedViewConstraints, savedViewHandlers } from './system/saved-views/saved-views.routes.ts';
import { settingsHandlers } from './system/settings/settings.routes.ts';
import { userSessionHandlers } from './system/users/user-sessions.routes.ts';
import { userConstraints, userHandlers } from './system/users/users.routes.ts';
import { webhookHandlers } from './system/webhooks/webhooks.routes.ts';
import { connectionHandlers } from './warehouse/connections/connections.routes.ts';
import { expiryConstraints, expiryHandlers } from './warehouse/expiry/expiry.routes.ts';
import { inventoryHandlers } from './warehouse/inventory/inventory.routes.ts';
import { priceImport } from './warehouse/located-imports/price-import.ts';
import { stockImport } from './warehouse/located-imports/stock-import.ts';
import { priceHandlers } from './warehouse/prices/prices.routes.ts';
import { stockCountHandlers } from './warehouse/stock-counts/stock-counts.routes.ts';
import { syncHandlers } from './warehouse/sync/sync.routes.ts';
import { transferHandlers } from './warehouse/transfers/transfers.routes.ts';

export const exportSources: ExportSources = { findHandler: (route) => findHandler(route), lists: exportable };

export const bulkActionSources: BulkActionSources = {
  findHandler: (route) => findHandler(route),
  actions: bulkActions,
};

export const recordReaders = changedRecords((route) => findHandler(route));

/** The tools of assistants, which become drafts for people. */
export const assistantTools = tools;
const draftSources: DraftSources = { findHandler: (route) => findHandler(route), tools };

/** Resources that can be imported from a file. */
export const imported = {
  products: productImport,
  customers: customerImport,
  vendors: vendorImport,
  prices: priceImport,
  stock: stockImport,
  promotionGoods: promotionGoodsImport,
};

/** Each resource of the contract with its handlers. A resource without handlers does not compile. */
const handlers: { [Name in keyof typeof api]: Handlers<(typeof api)[Name]> } = {
  auth: authHandlers,
  users: userHandlers,
  userSessions: userSessionHandlers,
  profile: profileHandlers,
  secondFactors: secondFactorHandlers,
  audit: auditHandlers,
  mails: mailHandlers,
  geocoding: geocodingHandlers,
  brands: brandHandlers,
  taxes: taxHandlers,
  categories: categoryHandlers,
  products: productHandlers,
  subProducts: subProductHandlers,
  sellability: sellabilityHandlers,
  bulkEdits: bulkEditHandlers,
  productBulk: productBulkHandlers,
  productStores: productStoreHandlers,
  recordBulk: recordBulkHandlers,
  locations: locationHandlers,
  locationRates: locationRateHandlers,
  payoutAccounts: payoutAccountHandlers,
  assortments: assortmentHandlers,
  prices: priceHandlers,
  vendors: vendorHandlers,
  inventory: inventoryHandlers,
  transfers: transferHandlers,
  stockCounts: stockCountHandlers,
  sync: syncHandlers,
  notifications: notificationHandlers,
  push: pushHandlers,
  expiry: expiryHandlers,
  drift: driftHandlers,
  backups: backupHandlers,
  customers: customerHandlers,
  customerGroups: customerGroupHandlers,
  subscriptionPlans: subscriptionPlanHandlers,
  subscriptions: subscriptionHandlers,
  customerCare: customerCareHandlers(Object.values(exportable)),
  coins: coinHandlers,
  credits: creditHandlers,
  giftCards: giftCardHandlers,
  orders: orderHandlers,
  orderDetails: orderDetailHandlers,
  orderMessages: orderMessageHandlers,
  orderOwners: orderOwnerHandlers,
  orderBulk: orderBulkHandlers,
  disputes: disputeHandlers,
  documents: documentHandlers,
  drivers: driverHandlers,
  handIns: handInHandlers,
  dispatch: dispatchHandlers,
  trips: tripHandlers,
  mainOrders: mainOrderHandlers,
  payments: paymentHandlers,
  refunds: refundHandlers,
  promotions: { ...promotionHandlers, ...simulationHandlers },
  recalls: recallHandlers,
  returns: returnHandlers,
  statements: statementHandlers,
  payouts: payoutHandlers,
  books: bookHandlers,
  vendorClaims: vendorClaimHandlers,
  reconciliation: reconciliationHandlers,
  commissionSimulator: commissionSimulatorHandlers,
  support: { ...supportHandlers, ...inboundMailHandlers },
  messages: messageHandlers,
  messageDrafts: messageDraftHandlers,
  settings: settingsHandlers(mustBeConfirmed),
  apiKeys: apiKeyHandlers,
  assistantDrafts: assistantDraftHandlers(draftSources),
  webhooks: webhookHandlers,
  connections: connectionHandlers((route) => findHandler(route)),
  changes: changeHandlers(recordReaders),
  jobs: jobHandlers,
  imports: importHandlers(imported),
  search: searchHandlers,
  dashboard: dashboardHandlers,
  reports: reportHandlers(exportSources),
  storeReportSchedules: storeScheduleHandlers,
  productReportSchedules: productScheduleHandlers,
  shell: shellHandlers,
  possibleDuplicates: possibleDuplicateHandlers,
  savedViews: savedViewHandlers((route) => findHandler(route)),
  exports: exportHandlers(exportSources),
  bulkActions: bulkActionHandlers(bulkActionSources),
};

interface OpenedByToken {
  permission: 'public';
  path: `${string}{token}${string}`;
}
type WithToken<Routes> = { [Name in keyof Routes]: Routes[Name] extends OpenedByToken ? Name : never };
/** Resources with public routes that are opened by a token in the path. */
type TokenResource = {
  [Name in keyof typeof api]: WithToken<(typeof api)[Name]>[keyof (typeof api)[Name]] extends never
    ? never
    : Name;
}[keyof typeof api];

/** Token checks by resource. A resource without its check does not compile. */
const tokenChecks: Record<TokenResource, TokenCheck> = {
  trips: ({ tx }, token) => tripOf(tx, token),
  messages: async ({ services }, token) => readLinkToken(services.unsubscribeKey, 'unsubscribe', token),
};

/** The resources without their types, for code that iterates over all of them. */
export const resources = Object.entries(api).map(([name, routes]) => ({
  routes: routes as Record<string, Route>,
  handlers: handlers[name as keyof typeof api] as unknown as Record<string, Handler<Route>>,
  tokenCheck: (tokenChecks as Partial<Record<string, TokenCheck>>)[name],
}));

const findHandler: ExportSources['findHandler'] = (route) => {
  for (const { routes, handlers: own } of resources) {
    const found = Object.keys(routes).find((name) => routes[name] === route);
    if (found) return own[found]!;
  }
  throw new Error(`${route.path} is not part of the API`);
};

/** Maps each database constraint to the problem returned for the request that violated it. */
export const constraintProblems = {
  ...brandConstraints,
  ...taxConstraints,
  ...categoryConstraints,
  ...subProductConstraints,
  ...locationConstraints,
  ...vendorConstraints,
  ...stockConstraints,
  ...expiryConstraints,
  ...customerConstraints,
  ...customerGroupConstraints,
  ...subscriptionPlanConstraints,
  ...subscriptionConstraints,
  ...mainOrderConstraints,
  ...savedViewConstraints,
  ...promotionConstraints,
  ...refundConstraints,
  ...statementConstraints,
  ...handInConstraints,
  ...userConstraints,
};

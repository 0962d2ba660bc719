import { apiKeyRoutes } from './api-keys.ts';
import { assortmentRoutes } from './assortments.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { brandRoutes } from './brands.ts';
import { bulkEditRoutes } from './bulk-edits.ts';
import { categoryRoutes } from './categories.ts';
import type { Route } from './core/route.ts';
import { customerRoutes } from './customers.ts';
import { dashboardRoutes } from './dashboard.ts';
import { dispatchRoutes, tripRoutes } from './dispatch.ts';
import { documentRoutes } from './documents.ts';
import { driftRoutes } from './drift.ts';
import { driverRoutes } from './drivers.ts';
import { expiryRoutes } from './expiry.ts';
import { exportRoutes } from './exports.ts';
import { importRoutes } from './imports.ts';
import { inventoryRoutes } from './inventory.ts';
import { jobRoutes } from './jobs.ts';
import { locationRateRoutes } from './location-rates.ts';
import { locationRoutes } from './locations.ts';
import { mailRoutes } from './mails.ts';
import { mainOrderRoutes } from './main-orders.ts';
import { notificationRoutes } from './notifications.ts';
import { orderBulkRoutes } from './order-bulk.ts';
import { orderRoutes } from './orders.ts';
import { paymentRoutes } from './payments.ts';
import { payoutAccountRoutes } from './payout-accounts.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { profileRoutes } from './profile.ts';
import { recallRoutes } from './recalls.ts';
import { refundRoutes } from './refunds.ts';
import { returnRoutes } from './returns.ts';
import { savedViewRoutes } from './saved-views.ts';
import { searchRoutes } from './search.ts';
import { sellabilityRoutes } from './sellability.ts';
import { settingsRoutes } from './settings.ts';
import { shellRoutes } from './shell.ts';
import { stockCountRoutes } from './stock-counts.ts';
import { subProductRoutes } from './sub-products.ts';
import { taxRoutes } from './taxes.ts';
import { transferRoutes } from './transfers.ts';
import { userRoutes } from './users.ts';
import { vendorRoutes } from './vendors.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every resource of the API, one line each. */
export const api = {
  auth: authRoutes,
  users: userRoutes,
  profile: profileRoutes,
  audit: auditRoutes,
  mails: mailRoutes,
  brands: brandRoutes,
  taxes: taxRoutes,
  categories: categoryRoutes,
  products: productRoutes,
  subProducts: subProductRoutes,
  bulkEdits: bulkEditRoutes,
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
  notifications: notificationRoutes,
  expiry: expiryRoutes,
  drift: driftRoutes,
  customers: customerRoutes,
  orders: orderRoutes,
  orderBulk: orderBulkRoutes,
  documents: documentRoutes,
  drivers: driverRoutes,
  dispatch: dispatchRoutes,
  trips: tripRoutes,
  mainOrders: mainOrderRoutes,
  payments: paymentRoutes,
  refunds: refundRoutes,
  recalls: recallRoutes,
  returns: returnRoutes,
  settings: settingsRoutes,
  apiKeys: apiKeyRoutes,
  webhooks: webhookRoutes,
  jobs: jobRoutes,
  imports: importRoutes,
  exports: exportRoutes,
  search: searchRoutes,
  dashboard: dashboardRoutes,
  shell: shellRoutes,
  savedViews: savedViewRoutes,
} as const satisfies Record<string, Record<string, Route>>;

import type { ExportName } from '@aisle/contract/api';
import { brandExports } from './catalog/brands/brands.exports.ts';
import { bulkEditExports } from './catalog/bulk-edits/bulk-edits.exports.ts';
import { categoryExports } from './catalog/categories/categories.exports.ts';
import { productExports } from './catalog/product-imports/products.exports.ts';
import { subProductExports } from './catalog/sub-products/sub-products.exports.ts';
import { taxExports } from './catalog/taxes/taxes.exports.ts';
import { vendorExports } from './catalog/vendors/vendors.exports.ts';
import { creditExports } from './customers/credits/credits.exports.ts';
import { customerGroupExports } from './customers/customer-groups/customer-groups.exports.ts';
import { customerExports } from './customers/customer-imports/customers.exports.ts';
import { giftCardExports } from './customers/gift-cards/gift-cards.exports.ts';
import { subscriptionPlanExports } from './customers/subscription-plans/subscription-plans.exports.ts';
import { subscriptionExports } from './customers/subscriptions/subscriptions.exports.ts';
import { bookExports } from './finance/books/books.exports.ts';
import { payoutExports } from './finance/payouts/payouts.exports.ts';
import { reconciliationExports } from './finance/reconciliation/reconciliation.exports.ts';
import { statementExports } from './finance/statements/statements.exports.ts';
import { vendorClaimExports } from './finance/vendor-claims/vendor-claims.exports.ts';
import { assortmentExports } from './locations/locations/assortments.exports.ts';
import { locationExports } from './locations/locations/locations.exports.ts';
import { reportExports } from './overview/reports/reports.exports.ts';
import { disputeExports } from './sales/disputes/disputes.exports.ts';
import { driverExports } from './sales/drivers/drivers.exports.ts';
import { handInExports } from './sales/hand-ins/hand-ins.exports.ts';
import { mainOrderExports } from './sales/main-orders/main-orders.exports.ts';
import { orderBulkExports } from './sales/order-bulk/order-bulk.exports.ts';
import { orderExports } from './sales/orders/orders.exports.ts';
import { paymentExports } from './sales/payments/payments.exports.ts';
import { promotionExports } from './sales/promotions/promotions.exports.ts';
import { recallExports } from './sales/recalls/recalls.exports.ts';
import { refundExports } from './sales/refunds/refunds.exports.ts';
import { returnExports } from './sales/returns/returns.exports.ts';
import { messageDraftExports } from './service/messages/message-drafts.exports.ts';
import { messageExports } from './service/messages/messages.exports.ts';
import { supportExports } from './service/support/support.exports.ts';
import { auditExports } from './system/audit/audit.exports.ts';
import type { Exportable } from './system/exports/exportable.ts';
import { userExports } from './system/users/users.exports.ts';
import { expiryExports } from './warehouse/expiry/expiry.exports.ts';
import { inventoryExports } from './warehouse/inventory/inventory.exports.ts';
import { priceExports } from './warehouse/located-imports/prices.exports.ts';
import { stockCountExports } from './warehouse/stock-counts/stock-counts.exports.ts';
import { transferExports } from './warehouse/transfers/transfers.exports.ts';

/** The export definition of each exportable list. A list without one does not compile. */
export const exportable: Record<ExportName, Exportable> = {
  ...brandExports,
  ...bulkEditExports,
  ...categoryExports,
  ...productExports,
  ...subProductExports,
  ...taxExports,
  ...vendorExports,
  ...customerExports,
  ...creditExports,
  ...customerGroupExports,
  ...giftCardExports,
  ...subscriptionPlanExports,
  ...subscriptionExports,
  ...bookExports,
  ...vendorClaimExports,
  ...payoutExports,
  ...statementExports,
  ...reconciliationExports,
  ...assortmentExports,
  ...locationExports,
  ...reportExports,
  ...disputeExports,
  ...driverExports,
  ...handInExports,
  ...mainOrderExports,
  ...orderBulkExports,
  ...orderExports,
  ...paymentExports,
  ...promotionExports,
  ...recallExports,
  ...refundExports,
  ...returnExports,
  ...messageExports,
  ...messageDraftExports,
  ...supportExports,
  ...auditExports,
  ...userExports,
  ...expiryExports,
  ...inventoryExports,
  ...priceExports,
  ...stockCountExports,
  ...transferExports,
};

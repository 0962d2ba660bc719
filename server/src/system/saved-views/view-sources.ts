import { brandRoutes } from '@aisle/contract/catalog/brands';
import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import type { ListSearch } from '@aisle/contract/core/list-search';
import type { Route } from '@aisle/contract/core/route';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { bookRoutes } from '@aisle/contract/finance/books';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { handInRoutes } from '@aisle/contract/sales/hand-ins';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders';
import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { refundRoutes } from '@aisle/contract/sales/refunds';
import { returnRoutes } from '@aisle/contract/sales/returns';
import { messageRoutes } from '@aisle/contract/service/messages';
import { supportRoutes, usualTicketFilters } from '@aisle/contract/service/support';
import { auditRoutes } from '@aisle/contract/system/audit';
import { importRoutes } from '@aisle/contract/system/imports';
import type { ViewList } from '@aisle/contract/system/saved-views';
import { userRoutes } from '@aisle/contract/system/users';
import { webhookRoutes } from '@aisle/contract/system/webhooks';
import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';

/** What a view lists: the route of the tab that it is on, and the filters that the tab itself sets. */
export interface ViewSource {
  route: Route;
  fixed?: Record<string, unknown> | undefined;
}
/** Null for what has no rows to count. */
type SourceOf = (search: ListSearch) => ViewSource | null;

const only =
  (route: Route): SourceOf =>
  () => ({ route });

const inventoryTabs: Record<string, Route> = {
  levels: inventoryRoutes.levels,
  lots: inventoryRoutes.list,
  movements: inventoryRoutes.movements,
  asOf: inventoryRoutes.asOf,
};
/** A link with the status of lots and no tab means lots. */
const levelStatuses: readonly unknown[] = [undefined, 'out', 'low'];
const inventory: SourceOf = ({ tab, status }) => ({
  route:
    inventoryTabs[String(tab)] ??
    (levelStatuses.includes(status) ? inventoryRoutes.levels : inventoryRoutes.list),
});

const statements: SourceOf = ({ tab = 'open' }) => {
  if (tab === 'due') return { route: statementRoutes.due };
  if (tab === 'runs') return { route: payoutRoutes.runs };
  return { route: statementRoutes.list, fixed: tab === 'all' ? {} : { status: tab } };
};

/** The lists whose views can be saved, by the path of their screen. */
export const viewSources: Record<ViewList, SourceOf> = {
  '/orders': only(orderRoutes.list),
  '/orders/checkouts': only(mainOrderRoutes.list),
  '/orders/returns': only(returnRoutes.list),
  '/orders/steps': only(orderBulkRoutes.list),
  '/payments': ({ tab }) => ({ route: tab === 'refunds' ? refundRoutes.list : paymentRoutes.list }),
  '/statements': statements,
  '/books/journals': only(bookRoutes.journals),
  '/products': only(productRoutes.list),
  '/products/variants': only(subProductRoutes.list),
  '/products/bulk-edits': only(bulkEditRoutes.list),
  '/brand': only(brandRoutes.list),
  '/tax': only(taxRoutes.list),
  '/inventory': inventory,
  '/inventory/transfers': only(transferRoutes.list),
  '/inventory/counts': only(stockCountRoutes.list),
  '/expiry': only(expiryRoutes.lots),
  '/expiry/mark-downs': only(expiryRoutes.markDowns),
  '/recalls': only(recallRoutes.list),
  '/locations': only(locationRoutes.list),
  '/vendors': only(vendorRoutes.list),
  '/driver': only(driverRoutes.list),
  '/driver/hand-ins': only(handInRoutes.list),
  '/customers': only(customerRoutes.list),
  '/subscription': only(subscriptionPlanRoutes.list),
  '/subscription-history': ({ tab = 'upcoming' }) => ({
    route: subscriptionRoutes.list,
    fixed: { status: tab },
  }),
  '/supports': (search) => ({ route: supportRoutes.list, fixed: usualTicketFilters(search) }),
  '/messages/history': only(messageRoutes.list),
  '/imports': only(importRoutes.list),
  '/settings/webhooks': only(webhookRoutes.list),
  '/users': only(userRoutes.list),
  '/audit': only(auditRoutes.list),
  // A report has a row for each location or product, whatever it is about.
  '/location_report': () => null,
  '/report/product': () => null,
};

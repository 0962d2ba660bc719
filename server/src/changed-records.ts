import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import type { Handler } from './core/http/serve.ts';
import { changedLines } from './sales/orders/lines/changed-lines.queries.ts';
import { changedPayments } from './sales/payments/payments.queries.ts';
import { byItem, type RecordReaders, rowsOfList } from './system/change-feed/record-reader.ts';
import { changedAssignments, changedPrices } from './warehouse/prices/changed-items.queries.ts';

/** How `GET changes` reads the records of each topic: as rows of the topic's list, if it has one. */
export function changedRecords(findHandler: (route: Route) => Handler<Route>): RecordReaders {
  const rowsOf = (route: Route) => rowsOfList(findHandler, route);
  return {
    order: rowsOf(api.orders.list),
    orderLine: changedLines,
    dispatch: rowsOf(api.orders.list),
    return: rowsOf(api.returns.list),
    refund: rowsOf(api.refunds.list),
    payment: changedPayments,
    stock: rowsOfList(findHandler, api.inventory.levels, byItem),
    price: changedPrices,
    product: rowsOf(api.products.list),
    subProduct: rowsOf(api.subProducts.list),
    category: rowsOf(api.categories.list),
    assignment: changedAssignments,
    customer: rowsOf(api.customers.list),
    ticket: rowsOf(api.support.list),
    subscription: rowsOf(api.subscriptions.list),
    statement: rowsOf(api.statements.list),
    payout: rowsOf(api.statements.list),
    promotion: rowsOf(api.promotions.list),
    giftCard: rowsOf(api.giftCards.list),
  };
}

import { z } from 'zod';
import { Id } from '../core/fields.ts';
import { pageOf } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { OrderBoard } from './order-board.ts';
import { OrderLinesEdit } from './order-lines.ts';
import { OrderCount, OrderCountsInput, OrderPage, OrderRow } from './order-list.ts';
import { PaymentDetails } from './order-payments.ts';
import { CancelledLines, DriverAssignment, OrderCancel, OrderNote, OrderStep } from './order-steps.ts';
import { Order, SteppedOrder } from './order-view.ts';
import { MoneyPlan } from './refunds.ts';
import { Sellable, StockSearch } from './sellables.ts';

export const orderRoutes = routes({
  list: {
    method: 'POST',
    path: '/order/list',
    permission: 'order_list',
    summary: 'A page of orders',
    body: OrderPage,
    data: pageOf(OrderRow),
    reads: true,
  },
  /** The filters except the status, which the counts are grouped by. */
  counts: {
    method: 'POST',
    path: '/order/counts',
    permission: 'order_list',
    summary: 'How many orders of each status there are, within a search and filters',
    body: OrderCountsInput,
    data: z.array(OrderCount),
    reads: true,
  },
  board: {
    method: 'POST',
    path: '/order/board',
    permission: 'order_list',
    summary: 'What is to be done now, at one location or all',
    body: z.strictObject({ locationId: Id.optional() }),
    data: OrderBoard,
    reads: true,
  },
  view: {
    method: 'GET',
    path: '/order/view/{id}',
    permission: 'order_view',
    summary: 'One order with everything that belongs to it',
    data: Order,
    reads: true,
  },
  /** Also takes `cancel_order` or `order_edit`, depending on the step. */
  updateStatus: {
    method: 'PUT',
    path: '/order/update-status/{id}',
    permission: 'order_view',
    summary: 'Takes an order, or its dispatch, one step further',
    body: OrderStep,
    data: SteppedOrder,
    message: 'Order updated',
    problems: [
      'orders.step-not-possible',
      'orders.hand-over-code',
      'orders.nothing-picked',
      'drivers.not-free',
      'version-stale',
    ],
    changes: ['orders', 'mainOrders', 'stock', 'dispatch', 'drivers'],
  },
  assignDriver: {
    method: 'PUT',
    path: '/order/assign-driver/{id}',
    permission: 'order_edit',
    summary: 'Offers an order to a driver, or gives it to one who has agreed',
    body: DriverAssignment,
    data: Order,
    message: 'Driver asked',
    problems: ['orders.step-not-possible', 'drivers.not-free', 'version-stale'],
    changes: ['orders', 'mainOrders', 'drivers', 'dispatch'],
  },
  cancel: {
    method: 'POST',
    path: '/order/cancel-order/{id}',
    permission: 'cancel_order',
    summary: 'Cancels an order, or some of its lines',
    body: OrderCancel,
    data: Order,
    message: 'Order cancelled',
    problems: ['orders.step-not-possible', 'orders.not-editable', 'version-stale'],
    changes: ['orders', 'mainOrders', 'stock'],
  },
  cancelPlan: {
    method: 'POST',
    path: '/order/cancel-plan/{id}',
    permission: 'order_view',
    summary: 'What cancelling an order, or some of its lines, would do to everybody’s money',
    body: z.strictObject({ lines: CancelledLines.optional() }),
    data: MoneyPlan,
    reads: true,
  },
  addNote: {
    method: 'POST',
    path: '/order/add-note/{id}',
    permission: 'order_edit',
    summary: 'Writes a note for colleagues into the timeline of an order',
    body: OrderNote,
    data: Order,
    message: 'Note added',
    changes: ['orders'],
  },
  editLines: {
    method: 'PUT',
    path: '/order/edit-lines/{id}',
    permission: 'order_edit',
    summary: 'Changes what is ordered, or notes what was picked, weighed, substituted or added',
    body: OrderLinesEdit,
    data: Order,
    message: 'Lines saved',
    problems: [
      'orders.not-editable',
      'orders.nothing-left',
      'orders.minimum-not-met',
      'orders.above-authorised',
      'orders.not-sellable',
      'stock.not-enough',
      'version-stale',
    ],
    changes: ['orders', 'mainOrders', 'stock'],
  },
  searchInventory: {
    method: 'POST',
    path: '/order/search-inventory',
    permission: 'order_list',
    summary: 'What can be sold now at a location, or at that of an order',
    body: StockSearch,
    data: z.array(Sellable),
    reads: true,
  },
  paymentDetails: {
    method: 'GET',
    path: '/payment-details/order/{id}',
    permission: 'order_view',
    summary: 'What was paid, refunded and posted for an order',
    data: PaymentDetails,
    reads: true,
  },
});

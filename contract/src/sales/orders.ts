import { z } from 'zod';
import { Id } from '../core/fields.ts';
import { pageOf } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { OrderBoard } from './order-board.ts';
import { OrderLinesEdit } from './order-lines.ts';
import { OrderCount, OrderCountsInput, OrderPage, OrderRow } from './order-list.ts';
import { PaymentDetails } from './order-payments.ts';
import {
  CancelledLines,
  DriverAssignment,
  OrderCancel,
  OrderNote,
  OrderStep,
  StepUndo,
} from './order-steps.ts';
import { Order, SteppedOrder } from './order-view.ts';
import { MoneyPlan } from './refunds.ts';
import { Sellable, StockSearch } from './sellables.ts';

export const orderRoutes = routes({
  list: {
    method: 'POST',
    path: '/order/list',
    permission: 'order_list',
    summary: 'Lists orders',
    body: OrderPage,
    data: pageOf(OrderRow),
    reads: true,
  },
  /** The filters except the status, which the counts are grouped by. */
  counts: {
    method: 'POST',
    path: '/order/counts',
    permission: 'order_list',
    summary: 'Counts orders by status, within a search and filters',
    body: OrderCountsInput,
    data: z.array(OrderCount),
    reads: true,
  },
  board: {
    method: 'POST',
    path: '/order/board',
    permission: 'order_list',
    summary: 'Lists open orders for the queue, at one location or all',
    body: z.strictObject({ locationId: Id.optional() }),
    data: OrderBoard,
    reads: true,
  },
  view: {
    method: 'GET',
    path: '/order/view/{id}',
    permission: 'order_view',
    summary: 'Shows an order with all its details',
    data: Order,
    reads: true,
  },
  /** Also takes `cancel_order` or `order_edit`, depending on the step. */
  updateStatus: {
    method: 'PUT',
    path: '/order/update-status/{id}',
    permission: 'order_view',
    summary: 'Moves an order or its dispatch one step further',
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
  undoStep: {
    method: 'POST',
    path: '/order/undo-step/{id}',
    permission: 'order_edit',
    summary: 'Undoes the last step, for the person who took it, for a minute and while nothing else happened',
    body: StepUndo,
    data: SteppedOrder,
    message: 'Step undone',
    problems: ['orders.not-undoable', 'version-stale'],
    changes: ['orders', 'mainOrders', 'dispatch', 'drivers'],
  },
  assignDriver: {
    method: 'PUT',
    path: '/order/assign-driver/{id}',
    permission: 'order_edit',
    summary: 'Offers an order to a driver, or assigns one who already agreed',
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
    summary: 'Cancels an order or some of its lines',
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
    summary: 'Previews the effect of cancelling an order or some of its lines on payments and payout',
    body: z.strictObject({ lines: CancelledLines.optional() }),
    data: MoneyPlan,
    reads: true,
  },
  addNote: {
    method: 'POST',
    path: '/order/add-note/{id}',
    permission: 'order_edit',
    summary: 'Adds an internal note to the timeline of an order',
    body: OrderNote,
    data: Order,
    message: 'Note added',
    changes: ['orders'],
  },
  editLines: {
    method: 'PUT',
    path: '/order/edit-lines/{id}',
    permission: 'order_edit',
    summary: 'Changes the lines of an order, including picked, weighed, substituted and added items',
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
    summary: "Lists what can be sold now at a location or at an order's location",
    body: StockSearch,
    data: z.array(Sellable),
    reads: true,
  },
  paymentDetails: {
    method: 'GET',
    path: '/payment-details/order/{id}',
    permission: 'order_view',
    summary: 'Shows payments, refunds and ledger entries of an order',
    data: PaymentDetails,
    reads: true,
  },
});

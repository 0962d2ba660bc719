import { z } from 'zod';
import { Id, requiredText } from '../../core/fields.ts';
import { pageOf } from '../../core/page.ts';
import { routes } from '../../core/route.ts';
import { MoneyPlan } from '../refunds/refunds.ts';
import { OrderBoard } from './order-board.ts';
import { OrderExplanation } from './order-explanation.ts';
import { LinePicture, OrderEditPlan, OrderLinesDraft, OrderLinesEdit, OrderPick } from './order-lines.ts';
import { OrderCount, OrderCountsInput, OrderPage, OrderRow } from './order-list.ts';
import { PaymentDetails } from './order-payments.ts';
import {
  CancelledLines,
  CancelOrder,
  DriverAssignment,
  NewOrderNote,
  OrderStep,
  StepUndo,
  TakeOver,
} from './order-steps.ts';
import { Order, SteppedOrder } from './order-view.ts';
import { Sellable, StockSearch } from './sellables.ts';

/** The effect of a cancellation on everyone's money, and the order that is left. Nothing is lost or gained if it ends. */
export const OrderCancelPlan = MoneyPlan.extend(
  OrderEditPlan.pick({ total: true, lost: true, gained: true }).shape,
);
export type OrderCancelPlan = z.infer<typeof OrderCancelPlan>;

export const orderRoutes = routes('orders', {
  list: {
    method: 'POST',
    path: '/order/list',
    permission: 'order_list',
    summary: 'Lists orders',
    body: OrderPage,
    data: pageOf(OrderRow),
    reads: true,
    list: { screen: '/orders', exportAs: 'orders' },
  },
  /** All filters except the status, which the counts are grouped by. */
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
    apiScope: 'orders',
    placedByKey: true,
    summary: 'Shows an order with all its details',
    /** `why=1` adds to each line how its total came about. */
    query: z.strictObject({ why: z.enum(['1']).optional() }),
    data: Order,
    reads: true,
  },
  explain: {
    method: 'GET',
    path: '/order/explain',
    permission: 'order_view',
    summary: 'Explains where an order is, how long each step took, and why it is late',
    /** The number, such as O-100042, or the ID. */
    query: z.strictObject({ order: requiredText('Order', 100) }),
    data: OrderExplanation,
    reads: true,
  },
  /** Cancelling requires `cancel_order`, all other steps `order_edit`. */
  updateStatus: {
    method: 'PUT',
    path: '/order/update-status/{id}',
    permission: 'order_edit',
    orPermission: 'cancel_order',
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
  takeOver: {
    method: 'PUT',
    path: '/order/take-over/{id}',
    permission: 'order_edit',
    forKeys: false,
    summary: 'Assigns the order to the current user for picking',
    body: TakeOver,
    data: SteppedOrder,
    message: "You're picking this order now",
    problems: ['orders.not-picking', 'version-stale'],
    changes: ['orders'],
  },
  pictures: {
    method: 'GET',
    path: '/order/pictures/{id}',
    permission: 'order_view',
    summary: 'The photos of the products on an order',
    data: z.array(LinePicture),
    reads: true,
  },
  assignDriver: {
    method: 'PUT',
    path: '/order/assign-driver/{id}',
    permission: 'order_edit',
    summary: 'Offers an order to a driver, or assigns one who already agreed',
    body: DriverAssignment,
    data: Order,
    message: 'Request sent to driver',
    problems: ['orders.step-not-possible', 'drivers.not-free', 'version-stale'],
    changes: ['orders', 'mainOrders', 'drivers', 'dispatch'],
  },
  cancel: {
    method: 'POST',
    path: '/order/cancel-order/{id}',
    permission: 'cancel_order',
    apiScope: 'orders',
    placedByKey: true,
    summary: 'Cancels an order or some of its lines',
    body: CancelOrder,
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
    data: OrderCancelPlan,
    reads: true,
  },
  addNote: {
    method: 'POST',
    path: '/order/add-note/{id}',
    permission: 'order_edit',
    summary: 'Adds an internal note to the timeline of an order',
    body: NewOrderNote,
    data: Order,
    message: 'Note added',
    changes: ['orders'],
  },
  editPlan: {
    method: 'POST',
    path: '/order/edit-plan/{id}',
    permission: 'order_view',
    summary: 'Previews an edit of the lines: the new total, and promotions lost and gained',
    body: OrderLinesDraft,
    data: OrderEditPlan,
    reads: true,
    problems: ['orders.not-editable', 'orders.not-sellable'],
  },
  editLines: {
    method: 'PUT',
    path: '/order/edit-lines/{id}',
    permission: 'order_edit',
    summary: 'Changes the lines of an order, including picked, weighed, substituted and added items',
    body: OrderLinesEdit,
    data: Order,
    message: 'Items saved',
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
  pickLine: {
    method: 'PUT',
    path: '/order/pick/{id}',
    permission: 'order_edit',
    summary: 'Saves the pick of one line, one added item or the number of bags, while an order is picked',
    body: OrderPick,
    data: Order,
    message: 'Pick saved',
    problems: [
      'orders.not-picking',
      'orders.not-editable',
      'orders.above-authorised',
      'orders.not-sellable',
      'stock.not-enough',
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

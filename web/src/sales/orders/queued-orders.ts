import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import {
  type DispatchStatus,
  dispatchStatuses,
  headlineOf,
  type OrderStatus,
} from '@aisle/contract/sales/orders/order-flow';
import type { Picker } from '@aisle/contract/sales/orders/order-labels';
import type { OrderPick } from '@aisle/contract/sales/orders/order-lines';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import type { QueuedWrite } from '../../core/offline/write-queue.ts';
import type { Step } from './actions/step-labels.ts';

export interface QueuedSteps {
  steps: readonly Step[];
  /** The order version that the user saw; null: use the version after the user's previous queued write. */
  version: number | null;
}
export interface QueuedPick {
  pick: OrderPick;
  /** The substitute or the added item, shown until the server has its line. */
  item?: Sellable | undefined;
  by: Picker;
  /** The total of the order with this pick and those before it. */
  total: number;
}
/** The unsent picks of an order, oldest first. */
export const picksOf = (orderId: string, held: readonly QueuedWrite[]): QueuedPick[] =>
  held
    .filter(({ kind, subject, refused }) => kind === 'orderPick' && subject === orderId && !refused)
    .map(({ body }) => body as QueuedPick);

type Shown = Pick<OrderRow, '_id' | 'status' | 'dispatchStatus' | 'fulfilment' | 'total'> &
  Partial<Pick<BoardRow, 'cashDue'>>;
/** The order after its queued steps. */
export function withQueuedWrites<State extends Shown>(order: State, held: readonly QueuedWrite[]): State {
  let { status, dispatchStatus } = order;
  for (const { kind, subject, refused, body } of held) {
    if (kind !== 'orderSteps' || subject !== order._id || refused) continue;
    for (const step of (body as QueuedSteps).steps) {
      if (isDispatch(step)) dispatchStatus = step;
      else {
        status = step as OrderStatus;
        if (step === 'awaitingForDelivery' && dispatchStatus === 'awaiting') dispatchStatus = 'inQueue';
      }
    }
  }
  if (status === order.status && dispatchStatus === order.dispatchStatus) return order;
  const next = { ...order, ...priceOf(order, held), status, dispatchStatus };
  return { ...next, headlineStatus: headlineOf(next) };
}
/** The total and the cash to collect with queued picks applied. */
function priceOf({ _id, total, cashDue }: Shown, held: readonly QueuedWrite[]): Partial<Shown> {
  const after = picksOf(_id, held).at(-1)?.total ?? total;
  return { total: after, ...(cashDue && { cashDue: Math.max(0, cashDue + after - total) }) };
}
const isDispatch = (step: string): step is DispatchStatus =>
  (dispatchStatuses as readonly string[]).includes(step);

/** The user's step reached the server and only its response was lost: the order has the target status, set by this user. */
export function isTakenBy(name: string, order: Order, step: Step): boolean {
  if (order.status !== step && order.dispatchStatus !== step) return false;
  const latest = order.events.findLast(({ to }) => to === step);
  return latest?.by === name;
}

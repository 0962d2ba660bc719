import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import {
  type DispatchStatus,
  dispatchStatuses,
  headlineOf,
  type OrderStatus,
} from '@aisle/contract/sales/orders/order-flow';
import type { OrderLinesEdit } from '@aisle/contract/sales/orders/order-lines';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { QueuedWrite } from '../../core/offline/write-queue.ts';
import type { Step } from './actions/step-labels.ts';

export interface QueuedSteps {
  steps: readonly Step[];
  /** The order version that the user saw; null: use the version after the user's previous queued write. */
  version: number | null;
}
export interface QueuedPicks {
  edit: Omit<OrderLinesEdit, 'version'>;
  version: number | null;
  /** The change of the total. */
  totalChange?: number;
}
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
  const picks = held.find(
    ({ kind, subject, refused }) => kind === 'orderPicks' && subject === _id && !refused,
  );
  const change = (picks?.body as QueuedPicks | undefined)?.totalChange ?? 0;
  return { total: total + change, ...(cashDue && { cashDue: Math.max(0, cashDue + change) }) };
}
const isDispatch = (step: string): step is DispatchStatus =>
  (dispatchStatuses as readonly string[]).includes(step);

/** The user's step reached the server and only its response was lost: the order has the target status, set by this user. */
export function isTakenBy(name: string, order: Order, step: Step): boolean {
  if (order.status !== step && order.dispatchStatus !== step) return false;
  const latest = order.events.findLast(({ to }) => to === step);
  return latest?.by === name;
}

/** The order already has these picks, so sending them again would change nothing. */
export function hasPicks({ lines = [], add = [], bags }: QueuedPicks['edit'], order: Order): boolean {
  if (bags !== undefined && bags !== order.bags) return false;
  const has = (subProductId: string) =>
    order.lines.some((line) => line.subProductId === subProductId && !line.removed);
  return (
    add.every(({ subProductId }) => has(subProductId)) &&
    lines.every(({ lineId, substituteId, pickedQuantity, quantity }) => {
      const line = order.lines.find(({ _id }) => _id === lineId);
      if (!line || (substituteId && !has(substituteId))) return false;
      if (substituteId) return true;
      if (pickedQuantity !== undefined && line.pickedQuantity !== pickedQuantity) return false;
      return quantity === undefined || (quantity === 0 ? line.removed : line.quantity === quantity);
    })
  );
}

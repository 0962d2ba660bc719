import type { Permission } from '@aisle/contract/permissions';
import {
  type BoardKey,
  type BoardRow,
  boardColumns,
  type OrderBoard,
} from '@aisle/contract/sales/orders/order-board';
import { allowedSteps, type OrderState } from '@aisle/contract/sales/orders/order-flow';
import type { Picker } from '@aisle/contract/sales/orders/order-labels';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import { promisedAt } from '@aisle/contract/sales/orders/promise';
import type { QueuedWrite } from '../../../core/offline/write-queue.ts';
import { lateness } from '../../../ui/values/when.ts';
import { plansFor, type StepPlan } from '../actions/step-labels.ts';
import { withQueuedWrites } from '../queued-orders.ts';

export const columnTitles: Record<BoardKey, string> = {
  new: 'New',
  picking: 'Picking',
  ready: 'Ready',
  out: 'Out',
};
export interface BoardColumn extends Omit<OrderBoard['columns'][number], 'records'> {
  orders: BoardRow[];
}

const columnOf = (status: string): BoardKey | undefined =>
  boardColumns.find(({ statuses }) => (statuses as readonly string[]).includes(status))?.key;

/** The board with queued writes applied, earliest promised time first. */
export function boardWith(
  board: OrderBoard | undefined,
  held: readonly QueuedWrite[],
  me: Picker,
): BoardColumn[] {
  const all = (board?.columns ?? []).flatMap(({ records }) => records);
  const after = all.map((order) => {
    const shown = withQueuedWrites(order, held);
    const isStarted = shown.status === 'processing' && order.status !== 'processing';
    return isStarted ? { ...shown, picker: me } : shown;
  });
  return boardColumns.map(({ key }) => {
    const { records = [], ...column } = board?.columns.find((one) => one.key === key) ?? {
      key,
      totalRecords: 0,
      totalIsEstimate: false,
      oldestAt: null,
    };
    const orders = after.filter(({ status }) => columnOf(status) === key);
    return {
      ...column,
      totalRecords: column.totalRecords + orders.length - records.length,
      orders: orders.sort((a, b) => promisedAt(a) - promisedAt(b)),
    };
  });
}

const plansOf = (order: OrderRow, held: ReadonlySet<Permission>) => {
  const state: OrderState = order;
  return plansFor({ ...order, allowed: allowedSteps(state, held) });
};
/** The action of a card's button. */
export type CardAction =
  | { kind: 'step'; label: string; plan: StepPlan }
  /** Opens the pick list of the user's own order. */
  | { kind: 'open'; label: string }
  | { kind: 'takeOver'; label: string };

/** The default next step of an order; an order in picking opens its pick list. */
export function cardAction(
  order: BoardRow,
  held: ReadonlySet<Permission>,
  userId: string,
): CardAction | undefined {
  const { first: plan } = plansOf(order, held);
  if (!plan) return undefined;
  if (order.status === 'processing') {
    if (order.picker?._id === userId) return { kind: 'open', label: 'Continue picking' };
    return { kind: 'takeOver', label: order.picker ? 'Take over' : 'Continue picking' };
  }
  if (plan.asks === 'code' && order.handOverCode) return { kind: 'step', label: 'Hand over', plan };
  return plan.asks ? undefined : { kind: 'step', label: plan.label, plan };
}

export const isMine = ({ picker }: BoardRow, userId: string): boolean => picker?._id === userId;

/** The order to pick after another one: the user's own unfinished ones and new ones, in the sequence of the queue. */
export const nextToPick = (
  columns: readonly BoardColumn[],
  after: string,
  userId: string,
): BoardRow | undefined =>
  columns
    .flatMap(({ key, orders }) =>
      orders.filter((order) => key === 'new' || (key === 'picking' && isMine(order, userId))),
    )
    .filter(({ _id }) => _id !== after)
    .sort((a, b) => promisedAt(a) - promisedAt(b))[0];

/** The number of orders past their promised time; returning orders don't count. */
export const countLate = (orders: readonly BoardRow[], now: number): number =>
  orders.filter((order) => !order.comingBackFrom && lateness(promisedAt(order), now).isLate).length;

/** The plan for dropping a card on a column, if any steps lead there. */
export function planInto(
  order: OrderRow,
  key: BoardKey,
  held: ReadonlySet<Permission>,
): StepPlan | undefined {
  const { first, others } = plansOf(order, held);
  if (columnOf(order.status) === key) return undefined;
  return [first, ...others].find((plan) => plan && !plan.asks && columnOf(plan.steps.at(-1)!) === key);
}

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
import { standing } from '../queued-orders.ts';

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

/** The board as it will be after the held writes are sent; the earliest promise is on top. */
export function boardWith(
  board: OrderBoard | undefined,
  held: readonly QueuedWrite[],
  me: Picker,
): BoardColumn[] {
  const all = (board?.columns ?? []).flatMap(({ records }) => records);
  const after = all.map((order) => {
    const shown = standing(order, held);
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
/** What the button of a card does. */
export type CardAction =
  | { kind: 'step'; label: string; plan: StepPlan }
  /** Goes to the pick list of one's own order. */
  | { kind: 'open'; label: string }
  | { kind: 'takeOver'; label: string };

/** The usual next step of this order; an order that is being picked leads to its pick list. */
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

/** How many of these orders are past their promise; what is on its way back has none. */
export const countLate = (orders: readonly BoardRow[], now: number): number =>
  orders.filter((order) => !order.comingBackFrom && lateness(promisedAt(order), now).isLate).length;

/** What dropping a card on a column would do: the steps that lead there, where there are any. */
export function planInto(
  order: OrderRow,
  key: BoardKey,
  held: ReadonlySet<Permission>,
): StepPlan | undefined {
  const { first, others } = plansOf(order, held);
  if (columnOf(order.status) === key) return undefined;
  return [first, ...others].find((plan) => plan && !plan.asks && columnOf(plan.steps.at(-1)!) === key);
}

import type { Permission } from '@aisle/contract/permissions';
import {
  type BoardKey,
  type BoardRow,
  boardColumns,
  type OrderBoard,
} from '@aisle/contract/sales/order-board';
import { allowedSteps, type OrderState } from '@aisle/contract/sales/order-flow';
import type { OrderRow } from '@aisle/contract/sales/order-list';
import { promisedAt } from '@aisle/contract/sales/promise';
import type { HeldWrite } from '../../core/held-writes.ts';
import { standing } from './held-orders.ts';
import { plansFor, type StepPlan } from './step-words.ts';

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
export function boardWith(board: OrderBoard | undefined, held: readonly HeldWrite[]): BoardColumn[] {
  const all = (board?.columns ?? []).flatMap(({ records }) => records);
  const after = all.map((order) => standing(order, held));
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
/** What the button of a card does: the usual next step of this order. */
export const nextPlan = (order: OrderRow, held: ReadonlySet<Permission>): StepPlan | undefined =>
  plansOf(order, held).first;

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

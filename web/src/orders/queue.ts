import { allowedSteps, type HeadlineStatus, type OrderState } from '@aisle/contract/order-flow';
import type { OrderRow } from '@aisle/contract/orders';
import type { Permission } from '@aisle/contract/permissions';
import { spanText } from '../ui/when.ts';
import { orderTabs } from './order-tabs.ts';
import { plansFor, type StepPlan } from './step-words.ts';

export interface QueueColumn {
  key: string;
  title: string;
  statuses: readonly HeadlineStatus[];
}
/** The board: what the tabs call live, less what waits for money or is a problem. */
export const queueColumns: readonly QueueColumn[] = ['new', 'picking', 'ready', 'out'].map((key) => {
  const tab = orderTabs.find((one) => one.key === key)!;
  return { key, title: tab.label, statuses: tab.statuses.filter((status) => status !== 'pending') };
});

/** How long one may take without a promised time. */
const usualMs = 60 * 60_000;
/** Until when it was promised. */
export const promisedAt = ({ slot, createdAt }: Pick<OrderRow, 'slot' | 'createdAt'>): number =>
  slot ? Date.parse(slot.to) : Date.parse(createdAt) + usualMs;

/** "20 min left", or "5 min late". */
export function lateness(
  order: Pick<OrderRow, 'slot' | 'createdAt'>,
  now: number,
): { isLate: boolean; text: string } {
  const left = promisedAt(order) - now;
  return left < 0
    ? { isLate: true, text: `${spanText(-left)} late` }
    : { isLate: false, text: `${spanText(left)} left` };
}

/** What the button of a card does: the usual next step of this order. */
export function nextPlan(order: OrderRow, held: ReadonlySet<Permission>): StepPlan | undefined {
  const state: OrderState = order;
  return plansFor({ ...order, allowed: allowedSteps(state, held) }).first;
}

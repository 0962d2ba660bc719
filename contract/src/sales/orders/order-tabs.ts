import { openRefundStatuses } from '../refunds/refund-status-groups.ts';
import {
  doneReturnStatuses,
  openReturnStatuses,
  rejectedReturnStatuses,
  returnStatusesIn,
} from '../returns/return-status-groups.ts';
import { dispatchStatuses, type HeadlineStatus } from './order-flow.ts';
import { closedStatuses, statusesIn } from './order-status-groups.ts';

/** The tabs of the order list, in the sequence of the work. */
export const orderTabNames = ['new', 'picking', 'ready', 'out', 'done', 'problems'] as const;
export type OrderTab = (typeof orderTabNames)[number];

/** Each headline status belongs to exactly one tab. */
export const orderTabs: Record<OrderTab, readonly HeadlineStatus[]> = {
  new: statusesIn('unpaid', 'new'),
  picking: statusesIn('picking'),
  ready: [...statusesIn('ready'), ...dispatchStatuses],
  out: statusesIn('out'),
  done: [...closedStatuses, ...doneReturnStatuses, ...rejectedReturnStatuses, 'refunded'],
  problems: [...openReturnStatuses, ...returnStatusesIn('failed'), ...openRefundStatuses],
};

/** The tab that matches a filter on the headline status, if any. Older addresses and saved views name a tab like this. */
export function tabOfStatuses(chosen: unknown): OrderTab | undefined {
  const names = [chosen].flat().filter((name) => typeof name === 'string');
  return orderTabNames.find((tab) => {
    const statuses: readonly string[] = orderTabs[tab];
    return statuses.length === names.length && statuses.every((status) => names.includes(status));
  });
}

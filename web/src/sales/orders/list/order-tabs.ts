import { dispatchStatuses, type HeadlineStatus } from '@aisle/contract/sales/orders/order-flow';
import { closedStatuses, statusesIn } from '@aisle/contract/sales/orders/order-status-groups';
import { openRefundStatuses } from '@aisle/contract/sales/refunds/refund-status-groups';
import {
  doneReturnStatuses,
  openReturnStatuses,
  rejectedReturnStatuses,
  returnStatusesIn,
} from '@aisle/contract/sales/returns/return-status-groups';

interface OrderTab {
  key: string;
  label: string;
  statuses: readonly HeadlineStatus[];
}

/** Each headline status belongs to exactly one tab. */
export const orderTabs: readonly OrderTab[] = [
  { key: 'new', label: 'New', statuses: statusesIn('unpaid', 'new') },
  { key: 'picking', label: 'Picking', statuses: statusesIn('picking') },
  {
    key: 'ready',
    label: 'Ready',
    statuses: [...statusesIn('ready'), ...dispatchStatuses],
  },
  { key: 'out', label: 'Out', statuses: statusesIn('out') },
  {
    key: 'done',
    label: 'Done',
    statuses: [...closedStatuses, ...doneReturnStatuses, ...rejectedReturnStatuses, 'refunded'],
  },
  {
    key: 'problems',
    label: 'Problems',
    statuses: [...openReturnStatuses, ...returnStatusesIn('failed'), ...openRefundStatuses],
  },
];

/** The tab that matches a filter on the headline status, if any. */
export function tabOf(chosen: unknown): OrderTab | undefined {
  const names = [chosen].flat().filter((name) => typeof name === 'string');
  return orderTabs.find(
    ({ statuses }) => statuses.length === names.length && statuses.every((status) => names.includes(status)),
  );
}

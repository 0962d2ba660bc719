import type { HeadlineStatus } from '@aisle/contract/sales/order-flow';

export interface OrderTab {
  key: string;
  label: string;
  statuses: readonly HeadlineStatus[];
}

/** Every headline status is in exactly one of them, so that the tabs part the orders. */
export const orderTabs: readonly OrderTab[] = [
  { key: 'new', label: 'New', statuses: ['pending', 'orderPlaced'] },
  { key: 'picking', label: 'Picking', statuses: ['processing'] },
  {
    key: 'ready',
    label: 'Ready',
    statuses: [
      'prepared',
      'pickup',
      'awaitingForDelivery',
      'awaiting',
      'inQueue',
      'driverConfirmationPending',
      'driverConfirmed',
      'driverConfirmationCompleted',
      'offQueue',
    ],
  },
  { key: 'out', label: 'Out', statuses: ['outOfDelivery'] },
  {
    key: 'done',
    label: 'Done',
    statuses: [
      'delivered',
      'returned',
      'replaced',
      'refunded',
      'cancelled',
      'rejected',
      'failed',
      'expired',
      'returnRejected',
      'replacementRejected',
    ],
  },
  {
    key: 'problems',
    label: 'Problems',
    statuses: [
      'requested',
      'approved',
      'driverApproved',
      'driverOnTheWay',
      'driverPickedUp',
      'locationReceived',
      'received',
      'locationReceivedAndPickup',
      'returnFailed',
      'replacementFailed',
      'refundInitiated',
      'refundProcessing',
      'refundFailed',
    ],
  },
];

/** The tab that matches a filter on the headline status, if any. */
export function tabOf(chosen: unknown): OrderTab | undefined {
  const names = [chosen].flat().filter((name) => typeof name === 'string');
  return orderTabs.find(
    ({ statuses }) => statuses.length === names.length && statuses.every((status) => names.includes(status)),
  );
}

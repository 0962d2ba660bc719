import type { HeadlineStatus } from '@aisle/contract/order-flow';

export interface OrderTab {
  key: string;
  label: string;
  statuses: readonly HeadlineStatus[];
  /** What a shop works through: worth a number. */
  isLive: boolean;
}

/** Every headline status is in exactly one of them, so that the tabs part the orders. */
export const orderTabs: readonly OrderTab[] = [
  { key: 'new', label: 'New', statuses: ['pending', 'orderPlaced'], isLive: true },
  { key: 'picking', label: 'Picking', statuses: ['processing'], isLive: true },
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
    isLive: true,
  },
  { key: 'out', label: 'Out', statuses: ['outOfDelivery'], isLive: true },
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
    isLive: false,
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
    isLive: true,
  },
];

/** The tab that a filter on the headline status stands for; none where it is another choice. */
export function tabOf(chosen: unknown): OrderTab | undefined {
  const names = [chosen].flat().filter((name) => typeof name === 'string');
  return orderTabs.find(
    ({ statuses }) => statuses.length === names.length && statuses.every((status) => names.includes(status)),
  );
}

import type { HeadlineStatus } from '@aisle/contract/sales/orders/order-flow';
import { statusLabels } from '@aisle/contract/sales/orders/status-labels';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const families: Record<HeadlineStatus, StatusFamily> = {
  pending: 'waiting',
  orderPlaced: 'waiting',
  processing: 'working',
  prepared: 'working',
  awaitingForDelivery: 'working',
  pickup: 'working',
  outOfDelivery: 'working',
  delivered: 'good',
  cancelled: 'off',
  rejected: 'bad',
  failed: 'bad',
  expired: 'bad',

  awaiting: 'waiting',
  inQueue: 'waiting',
  driverConfirmationPending: 'waiting',
  driverConfirmed: 'working',
  driverConfirmationCompleted: 'working',
  offQueue: 'off',

  requested: 'waiting',
  approved: 'waiting',
  driverApproved: 'working',
  driverOnTheWay: 'working',
  driverPickedUp: 'working',
  locationReceived: 'working',
  received: 'working',
  locationReceivedAndPickup: 'working',
  returned: 'good',
  replaced: 'good',
  returnRejected: 'bad',
  replacementRejected: 'bad',
  returnFailed: 'bad',
  replacementFailed: 'bad',

  refundInitiated: 'working',
  refundProcessing: 'working',
  refunded: 'good',
  refundFailed: 'bad',
};

const isStatus = (status: string): status is HeadlineStatus => Object.hasOwn(families, status);
/** The label of a status; a key other than the 36 statuses stays as it is. */
export function statusLabel(status: string, fulfilment?: 'delivery' | 'pickup'): string {
  if (status === 'delivered' && fulfilment === 'pickup') return 'Picked up';
  return isStatus(status) ? statusLabels[status] : status;
}
export const statusFamily = (status: string): StatusFamily => (isStatus(status) ? families[status] : 'off');

interface OrderStatusProps {
  status: string;
  /** Names the end of a pickup order, where the screen shows orders of both kinds. */
  fulfilment?: 'delivery' | 'pickup';
}
export const OrderStatus = ({ status, fulfilment }: OrderStatusProps) => (
  <StatusBadge family={statusFamily(status)} label={statusLabel(status, fulfilment)} />
);

import type { HeadlineStatus } from '@aisle/contract/sales/orders/order-flow';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

interface Look {
  label: string;
  family: StatusFamily;
}
const looks: Record<HeadlineStatus, Look> = {
  pending: { label: 'Waiting for payment', family: 'waiting' },
  orderPlaced: { label: 'New', family: 'waiting' },
  processing: { label: 'Picking', family: 'working' },
  prepared: { label: 'Prepared', family: 'working' },
  awaitingForDelivery: { label: 'Ready for delivery', family: 'working' },
  pickup: { label: 'Ready for pickup', family: 'working' },
  outOfDelivery: { label: 'Out for delivery', family: 'working' },
  delivered: { label: 'Delivered', family: 'good' },
  cancelled: { label: 'Cancelled', family: 'off' },
  rejected: { label: 'Rejected', family: 'bad' },
  failed: { label: 'Payment failed', family: 'bad' },
  expired: { label: 'Payment expired', family: 'bad' },

  awaiting: { label: 'Delivery not planned', family: 'waiting' },
  inQueue: { label: 'Waiting for a driver', family: 'waiting' },
  driverConfirmationPending: { label: 'Offered to driver', family: 'waiting' },
  driverConfirmed: { label: 'Driver accepted', family: 'working' },
  driverConfirmationCompleted: { label: 'Handed to the driver', family: 'working' },
  offQueue: { label: 'Own staff delivery', family: 'off' },

  requested: { label: 'Return requested', family: 'waiting' },
  approved: { label: 'Return approved', family: 'waiting' },
  driverApproved: { label: 'Pickup scheduled', family: 'working' },
  driverOnTheWay: { label: 'Driver on the way', family: 'working' },
  driverPickedUp: { label: 'Driver has the items', family: 'working' },
  locationReceived: { label: 'Back at the store', family: 'working' },
  received: { label: 'Received', family: 'working' },
  locationReceivedAndPickup: { label: 'Exchanged', family: 'working' },
  returned: { label: 'Returned', family: 'good' },
  replaced: { label: 'Replaced', family: 'good' },
  returnRejected: { label: 'Return rejected', family: 'bad' },
  replacementRejected: { label: 'Replacement rejected', family: 'bad' },
  returnFailed: { label: 'Return failed', family: 'bad' },
  replacementFailed: { label: 'Replacement failed', family: 'bad' },

  refundInitiated: { label: 'Refund started', family: 'working' },
  refundProcessing: { label: 'Refund in progress', family: 'working' },
  refunded: { label: 'Refunded', family: 'good' },
  refundFailed: { label: 'Refund failed', family: 'bad' },
};

const isStatus = (status: string): status is HeadlineStatus => Object.hasOwn(looks, status);
/** The label of a status; a key other than the 36 statuses stays as it is. */
export const statusLabel = (status: string): string => (isStatus(status) ? looks[status].label : status);
export const statusFamily = (status: string): StatusFamily =>
  isStatus(status) ? looks[status].family : 'off';

export const OrderStatus = ({ status }: { status: string }) => (
  <StatusBadge family={statusFamily(status)} label={statusLabel(status)} />
);

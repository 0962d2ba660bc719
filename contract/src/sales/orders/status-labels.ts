import type { HeadlineStatus } from './order-flow.ts';

/** The statuses of orders, deliveries, returns and refunds as people read them, on screens and in messages. */
export const statusLabels: Record<HeadlineStatus, string> = {
  pending: 'Waiting for payment',
  orderPlaced: 'New',
  processing: 'Picking',
  prepared: 'Prepared',
  awaitingForDelivery: 'Ready for delivery',
  pickup: 'Ready for pickup',
  outOfDelivery: 'Out for delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  failed: 'Payment failed',
  expired: 'Payment expired',

  awaiting: 'Delivery not planned',
  inQueue: 'Waiting for a driver',
  driverConfirmationPending: 'Offered to driver',
  driverConfirmed: 'Driver accepted',
  driverConfirmationCompleted: 'Handed to the driver',
  offQueue: 'Store staff delivery',

  requested: 'Return requested',
  approved: 'Return approved',
  driverApproved: 'Pickup scheduled',
  driverOnTheWay: 'Driver on the way',
  driverPickedUp: 'Driver has the items',
  locationReceived: 'Back at the store',
  received: 'Received',
  locationReceivedAndPickup: 'Exchanged',
  returned: 'Returned',
  replaced: 'Replaced',
  returnRejected: 'Return rejected',
  replacementRejected: 'Replacement rejected',
  returnFailed: 'Return failed',
  replacementFailed: 'Replacement failed',

  refundInitiated: 'Refund started',
  refundProcessing: 'Refund in progress',
  refunded: 'Refunded',
  refundFailed: 'Refund failed',
};

import type { DispatchStatus, OrderStatus } from './order-flow.ts';

// The step tables of the product specification, written out again for the tests of contract and server.

export const orderTable: Record<OrderStatus, OrderStatus[]> = {
  pending: ['orderPlaced', 'failed', 'expired', 'cancelled'],
  orderPlaced: ['processing', 'rejected', 'cancelled'],
  processing: ['prepared', 'rejected', 'cancelled'],
  prepared: ['awaitingForDelivery', 'pickup', 'cancelled'],
  awaitingForDelivery: ['outOfDelivery', 'cancelled'],
  pickup: ['delivered', 'cancelled'],
  outOfDelivery: ['delivered', 'awaitingForDelivery'],
  delivered: [],
  cancelled: [],
  rejected: [],
  failed: [],
  expired: [],
};
export const dispatchTable: Record<DispatchStatus, DispatchStatus[]> = {
  awaiting: ['inQueue', 'offQueue'],
  inQueue: ['driverConfirmationPending', 'offQueue'],
  driverConfirmationPending: ['driverConfirmed', 'inQueue', 'offQueue'],
  driverConfirmed: ['driverConfirmationCompleted', 'inQueue', 'offQueue'],
  driverConfirmationCompleted: ['inQueue'],
  offQueue: ['inQueue'],
};

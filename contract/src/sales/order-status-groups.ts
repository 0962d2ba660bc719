import { type OrderStatus, orderStatuses } from './order-flow.ts';

/** Ended before anything was handed over: nothing is owed, and its slot and goods are free again. */
export const calledOffStatuses = [
  'cancelled',
  'rejected',
  'failed',
  'expired',
] as const satisfies OrderStatus[];

/** Not counted as a sale: called off, or not paid for yet. */
export const notSoldStatuses = ['pending', ...calledOffStatuses] as const satisfies OrderStatus[];

/** Accepted and not arrived yet: what the location works on, and what can be late. */
export const activeStatuses = [
  'orderPlaced',
  'processing',
  'prepared',
  'awaitingForDelivery',
  'pickup',
  'outOfDelivery',
] as const satisfies OrderStatus[];

/** Somebody still has to do something about it. */
export const openStatuses = ['pending', ...activeStatuses] as const satisfies OrderStatus[];

/** Nothing happens to the order itself any more; it may still be returned or refunded. */
export const closedStatuses = ['delivered', ...calledOffStatuses] as const satisfies OrderStatus[];

const isIn = (group: readonly OrderStatus[]) => (status: OrderStatus) => group.includes(status);
export const isCalledOff = isIn(calledOffStatuses);
export const isActive = isIn(activeStatuses);
export const isOpen = isIn(openStatuses);
export const isClosed = isIn(closedStatuses);

export const soldStatuses = orderStatuses.filter((status) => !isIn(notSoldStatuses)(status));

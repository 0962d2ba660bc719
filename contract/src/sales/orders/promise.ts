import type { OrderRow } from './order-list.ts';

/** Without a slot an order is promised this long after it was placed. `promised_at` in SQL says the same. */
export const promisedMinutes = 60;

/** By when the customer was promised the order, in milliseconds. */
export const promisedAt = ({ slot, createdAt }: Pick<OrderRow, 'slot' | 'createdAt'>): number =>
  slot ? Date.parse(slot.to) : Date.parse(createdAt) + promisedMinutes * 60_000;

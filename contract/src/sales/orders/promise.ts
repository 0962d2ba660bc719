import type { OrderRow } from './order-list.ts';

/** An order without a slot is promised this long after it was placed. `promised_at` in SQL does the same. */
export const promisedMinutes = 60;

/** The time by which the order was promised, in milliseconds. */
export const promisedAt = ({ slot, createdAt }: Pick<OrderRow, 'slot' | 'createdAt'>): number =>
  slot ? Date.parse(slot.to) : Date.parse(createdAt) + promisedMinutes * 60_000;

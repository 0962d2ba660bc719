import type { OrderRow } from '@aisle/contract/order-list';

/** How long one may take without a promised time. */
const usualMs = 60 * 60_000;

/** Until when it was promised. */
export const promisedAt = ({ slot, createdAt }: Pick<OrderRow, 'slot' | 'createdAt'>): number =>
  slot ? Date.parse(slot.to) : Date.parse(createdAt) + usualMs;

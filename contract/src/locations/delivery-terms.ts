import { z } from 'zod';
import { Amount } from '../core/money.ts';
import { formatCount } from '../core/pluralize.ts';

/** The delivery fee for the customer. A location without custom terms uses those of the marketplace. */
export const DeliveryFee = z.strictObject({
  base: Amount,
  perMile: Amount,
  freeAbove: Amount.nullable().optional(),
});
export type DeliveryFee = z.infer<typeof DeliveryFee>;

/**
 * How a location divides its opening hours into delivery slots. A location without this rule offers the marketplace's slots.
 */
export const DeliverySlotRule = z.strictObject({
  lengthMinutes: wholeNumber('Length', 15, 12 * 60),
  /** The maximum number of orders in a slot; null for no limit. */
  capacity: wholeNumber('Orders per slot', 1, 10_000).nullable(),
  /** The minimum time in minutes between choosing a slot and its start. */
  leadMinutes: wholeNumber('Lead time', 0, 14 * 24 * 60),
});
export type DeliverySlotRule = z.infer<typeof DeliverySlotRule>;

function wholeNumber(label: string, from: number, to: number) {
  const message = `${label}: a whole number from ${from} to ${formatCount(to)}`;
  return z.int({ error: message }).min(from, message).max(to, message);
}

import { againstSlot, daysLookedAhead, isOpenDuring, opensSoon } from '@aisle/contract/locations/opening';
import type { QuoteInput, QuoteProblem } from '@aisle/contract/sales/main-orders/main-orders';
import type { Tx } from '../../../core/db/db.ts';
import { refusal } from '../../orders/lines/selling-rule.ts';
import { type BasketLocation, countInSlot, holdSlot } from '../basket.queries.ts';

type When = Pick<QuoteInput, 'slot' | 'fulfilment'>;
const nothing: ReadonlyMap<string, number> = new Map();

/** How full the wanted slot is at each location that bounds its slots; nothing where none does. */
export async function bookedInSlot(
  tx: Tx,
  locations: readonly BasketLocation[],
  { slot, fulfilment }: When,
  isPlacing: boolean,
): Promise<ReadonlyMap<string, number>> {
  if (!slot || fulfilment === 'pickup') return nothing;
  const ids = locations.filter(({ deliverySlots }) => deliverySlots?.capacity != null).map(({ id }) => id);
  if (ids.length === 0) return nothing;
  // The same moment may be written in many ways.
  const from = new Date(slot.from).toISOString();
  if (isPlacing) await holdSlot(tx, ids, from);
  return countInSlot(tx, ids, from);
}

/** What the hours and slots of a location have against the time that is wanted, or against any. */
export function againstHours(location: BasketLocation, when: When, booked: number): QuoteProblem[] {
  const { name, deliverySlots: rule } = location;
  const { slot, fulfilment } = when;
  const now = Date.now();
  if (!opensSoon(location, now)) {
    return [refusal('location-closed', `${name} is closed for the next ${daysLookedAhead} days`)];
  }
  if (!slot) return [];
  if (!isOpenDuring(location, slot)) return [refusal('not-deliverable', `${name} is closed at that time`)];
  if (fulfilment === 'pickup' || !rule) return [];

  const against = againstSlot(location, rule, slot, now);
  if (against === 'not-a-slot') {
    return [refusal('not-deliverable', `${name} delivers in fixed slots. Choose one of them`)];
  }
  if (against === 'too-soon') {
    return [refusal('not-deliverable', `${name} needs more time for that slot. Choose a later one`)];
  }
  if (rule.capacity !== null && booked >= rule.capacity) {
    return [refusal('slot-full', `That slot is full at ${name}. Choose another one`)];
  }
  return [];
}

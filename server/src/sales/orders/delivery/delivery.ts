import type { Address } from '@aisle/contract/core/fields';
import { isInPolygon, postalKey } from '@aisle/contract/locations/delivery-area';
import { daysLookedAhead, isOpenDuring, opensSoon, slotProblem } from '@aisle/contract/locations/opening';
import type { QuoteInput, QuoteProblem } from '@aisle/contract/sales/main-orders/main-orders';
import type { Settings } from '@aisle/contract/system/settings';
import type { Tx } from '../../../core/db/db.ts';
import { deliveryFeeFor, distanceBetween } from '../lines/pricing.ts';
import { refusal } from '../lines/selling-rule.ts';
import { countInSlot, holdSlot, type OrderLocation } from './delivery.queries.ts';

/** The delivery fee by the rule of a location, else by the one in the settings. */
export function deliveryFeeAt(
  location: OrderLocation | undefined,
  settings: Settings,
  { itemsTotal, distanceKm }: { itemsTotal: number; distanceKm: number | null },
): number {
  const { feeBase, feePerMile, freeAbove } = settings.deliveryInfo;
  const rule = location?.deliveryFee ?? { base: feeBase, perMile: feePerMile, freeAbove };
  return deliveryFeeFor(rule, itemsTotal, distanceKm);
}

/**
 * Why a location doesn't deliver to an address, with coordinates where they are known; null if it does. A circle is not
 * checked where the distance is not known.
 */
export function areaProblem(location: OrderLocation, address: Address | null): string | null {
  const { name, deliveryArea: area } = location;
  if (!address) return null;
  if (area === null) {
    const distanceKm = distanceBetween(location, address);
    return distanceKm !== null && distanceKm > location.deliveryRadiusKm
      ? `${name} doesn't deliver that far`
      : null;
  }
  if (area.kind === 'postalCodes') {
    return area.codes.includes(postalKey(address.postalCode))
      ? null
      : `${name} doesn't deliver to postal code ${address.postalCode}`;
  }
  const { latitude, longitude } = address;
  if (latitude == null || longitude == null) {
    return `${name} delivers to an area on the map, but this address has no known position`;
  }
  return isInPolygon({ latitude, longitude }, area.points)
    ? null
    : `This address is outside the delivery area of ${name}`;
}

type When = Pick<QuoteInput, 'slot' | 'fulfilment'>;
const nothing: ReadonlyMap<string, number> = new Map();

/** How full the wanted slot is at each location that bounds its slots; nothing where none does. */
export async function bookedInSlot(
  tx: Tx,
  locations: readonly OrderLocation[],
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
export function hoursProblem(location: OrderLocation, when: When, booked: number): QuoteProblem[] {
  const { name, deliverySlots: rule } = location;
  const { slot, fulfilment } = when;
  const now = Date.now();
  if (!opensSoon(location, now)) {
    return [refusal('location-closed', `${name} is closed for the next ${daysLookedAhead} days`)];
  }
  if (!slot) return [];
  if (!isOpenDuring(location, slot)) return [refusal('not-deliverable', `${name} is closed at that time`)];
  if (fulfilment === 'pickup' || !rule) return [];

  const against = slotProblem(location, rule, slot, now);
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

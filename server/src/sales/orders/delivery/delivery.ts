import type { Address } from '@aisle/contract/core/fields';
import { isInPolygon, postalKey } from '@aisle/contract/locations/delivery-area';
import { daysLookedAhead, isOpenDuring, opensSoon, slotProblem } from '@aisle/contract/locations/opening';
import type { QuoteInput, QuoteProblem } from '@aisle/contract/sales/main-orders/main-orders';
import type { Settings } from '@aisle/contract/system/settings';
import type { Tx } from '../../../core/db/db.ts';
import { deliveryFeeFor, distanceBetween } from '../lines/pricing.ts';
import { refusal } from '../lines/selling-rule.ts';
import { countInSlot, lockSlot, type OrderLocation } from './delivery.queries.ts';

/** The delivery fee by the location's rule, otherwise by the settings. */
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
 * Why a location doesn't deliver to an address; null if it does. The address has coordinates if they are known. A radius is not
 * checked if the distance is unknown.
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

/** The number of orders in the requested slot at each location with limited slots; empty if no location has any. */
export async function bookedInSlot(
  tx: Tx,
  locations: readonly OrderLocation[],
  { slot, fulfilment }: When,
  isPlacing: boolean,
): Promise<ReadonlyMap<string, number>> {
  if (!slot || fulfilment === 'pickup') return nothing;
  const ids = locations.filter(({ deliverySlots }) => deliverySlots?.capacity != null).map(({ id }) => id);
  if (ids.length === 0) return nothing;
  // Normalizes the time, which has several notations.
  const from = new Date(slot.from).toISOString();
  if (isPlacing) await lockSlot(tx, ids, from);
  return countInSlot(tx, ids, from);
}

/** Why the hours and slots of a location don't allow the requested time, or any time. */
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

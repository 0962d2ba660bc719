import { kmToMiles } from '@aisle/contract/core/dates';
import { kmBetween } from '@aisle/contract/core/distance';
import { countItems } from '@aisle/contract/sales/orders/item-count';

/** The unit and line counts of an order, as stored in its row. */
export function itemCounts(lines: Parameters<typeof countItems>[0]): {
  unitCount: number;
  lineCount: number;
} {
  const { units, lines: lineCount } = countItems(lines);
  return { unitCount: units, lineCount };
}

interface FeeRule {
  base: number;
  perMile: number;
  freeAbove?: number | null | undefined;
}

/** The delivery fee, or only the base fee if the distance is unknown. */
export function deliveryFeeFor(rule: FeeRule, itemsTotal: number, distanceKm: number | null): number {
  if (rule.freeAbove != null && itemsTotal >= rule.freeAbove) return 0;
  return rule.base + Math.round(rule.perMile * kmToMiles(distanceKm ?? 0));
}

interface Place {
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}
/** The straight-line distance, to the meter; null if a point has no coordinates. */
export function distanceBetween(a: Place, b: Place | null | undefined): number | null {
  if (a.latitude == null || a.longitude == null || b?.latitude == null || b.longitude == null) return null;
  const { latitude, longitude } = b;
  return kmBetween({ latitude: a.latitude, longitude: a.longitude }, { latitude, longitude });
}

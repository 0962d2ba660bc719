import { addQuantities } from '@aisle/contract/core/quantity';

export interface RequestedQuantity {
  subProductId: string;
  quantity: number;
  /** The minimum quantity in one order. */
  least: number;
}
/** A location and the quantity of each sub-product that it can sell now. Sub-products that can't be sold are omitted. */
export interface SellableStock {
  locationId: string;
  has: ReadonlyMap<string, number>;
}
interface Part {
  locationId: string;
  subProductId: string;
  quantity: number;
}
export interface Split {
  parts: Part[];
  /** The quantities that no location has. */
  missing: { subProductId: string; quantity: number }[];
}

/**
 * Splits an order over few locations: repeatedly picks the location with the most complete lines, or the first if several have
 * as many. Lines stay whole if a location has the full quantity.
 */
export function splitOver(shelves: readonly SellableStock[], wants: readonly RequestedQuantity[]): Split {
  const parts: Part[] = [];
  const used: SellableStock[] = [];
  let left = [...wants];
  for (;;) {
    const open = shelves.filter((shelf) => !used.includes(shelf));
    const counts = open.map((shelf) => left.filter((want) => hasAll(shelf, want)).length);
    const most = Math.max(0, ...counts);
    const best = open[counts.indexOf(most)];
    if (most === 0 || !best) break;
    used.push(best);
    for (const { subProductId, quantity } of left.filter((want) => hasAll(best, want))) {
      parts.push({ locationId: best.locationId, subProductId, quantity });
    }
    left = left.filter((want) => !hasAll(best, want));
  }
  // Locations that are already part of the split come first.
  const inOrder = [...used, ...shelves.filter((shelf) => !used.includes(shelf))];
  const missing = left.flatMap((want) => {
    const rest = takeFromEach(inOrder, want, parts);
    return rest > 0 ? [{ subProductId: want.subProductId, quantity: rest }] : [];
  });
  return { parts, missing };
}

const hasAll = ({ has }: SellableStock, { subProductId, quantity }: RequestedQuantity): boolean =>
  (has.get(subProductId) ?? 0) >= quantity;

/** Takes the available quantity of one sub-product from each location in turn. Returns the missing quantity. */
function takeFromEach(
  shelves: readonly SellableStock[],
  { subProductId, quantity, least }: RequestedQuantity,
  parts: Part[],
): number {
  let left = quantity;
  for (const { locationId, has } of shelves) {
    const piece = Math.min(left, has.get(subProductId) ?? 0);
    if (piece < least || piece <= 0) continue;
    parts.push({ locationId, subProductId, quantity: piece });
    left = addQuantities(left, -piece);
  }
  return left;
}

import { addQuantities } from '@aisle/contract/core/quantity';

export interface Want {
  subProductId: string;
  quantity: number;
  /** Less than this of it is not sold in one order. */
  least: number;
}
/** A location and how much of each it could sell right now; goods that can't be sold at all are left out. */
export interface Shelf {
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
  /** What is nowhere to be had. */
  missing: { subProductId: string; quantity: number }[];
}

/**
 * Parts what somebody wants over as few locations as it takes: each time the one that has most of what is left,
 * the better one (they come in that order) where two have as much. A line is kept whole where any has all of it.
 */
export function splitOver(shelves: readonly Shelf[], wants: readonly Want[]): Split {
  const parts: Part[] = [];
  const used: Shelf[] = [];
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
  // From those that take part already, as long as they have any of it.
  const inOrder = [...used, ...shelves.filter((shelf) => !used.includes(shelf))];
  const missing = left.flatMap((want) => {
    const rest = inPieces(inOrder, want, parts);
    return rest > 0 ? [{ subProductId: want.subProductId, quantity: rest }] : [];
  });
  return { parts, missing };
}

const hasAll = ({ has }: Shelf, { subProductId, quantity }: Want): boolean =>
  (has.get(subProductId) ?? 0) >= quantity;

/** Takes of one thing what each location has; gives what is left. */
function inPieces(shelves: readonly Shelf[], { subProductId, quantity, least }: Want, parts: Part[]): number {
  let left = quantity;
  for (const { locationId, has } of shelves) {
    const piece = Math.min(left, has.get(subProductId) ?? 0);
    if (piece < least || piece <= 0) continue;
    parts.push({ locationId, subProductId, quantity: piece });
    left = addQuantities(left, -piece);
  }
  return left;
}

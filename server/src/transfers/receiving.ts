import { addQuantities } from '@aisle/contract/core/quantity';
import type { LineShare } from './transfer-lines.queries.ts';

/** What of a lot came in, beside what was sent of it. */
export interface Came extends LineShare {
  /** Below 0: so much was missing; above: so much more came. */
  difference: number;
  damaged: number;
}

/**
 * Spreads what came in of a line over the lots it was sent from: what is missing is missing of those taken last,
 * what is over belongs to the last, and damaged is what is left of them, from the last.
 */
export function spreadOver(
  shares: readonly LineShare[],
  { received, damaged }: { received: number; damaged: number },
): Came[] {
  const came: Came[] = shares.map((share) => ({ ...share, difference: 0, damaged: 0 }));
  const sent = addQuantities(...shares.map((share) => share.quantity));
  let missing = addQuantities(sent, -received);
  const last = came.at(-1);
  if (last && missing < 0) last.difference = -missing;
  let broken = damaged;
  for (const share of came.toReversed()) {
    if (missing > 0) {
      const gone = Math.min(missing, share.quantity);
      share.difference = -gone;
      missing = addQuantities(missing, -gone);
    }
    share.damaged = Math.min(broken, addQuantities(share.quantity, share.difference));
    broken = addQuantities(broken, -share.damaged);
  }
  return came;
}

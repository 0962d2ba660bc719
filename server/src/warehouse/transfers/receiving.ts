import { addQuantities } from '@aisle/contract/core/quantity';
import type { LineShare } from './transfer-lines.queries.ts';

/** The received quantity of a lot compared with the quantity sent. */
export interface ReceivedLine extends LineShare {
  /** Negative if units are missing, positive if more arrived than was sent. */
  difference: number;
  damaged: number;
}

/**
 * Distributes the received quantity of a line over its lots: shortages come from the last lots, extra items belong to the last
 * lot, and damage is taken from the last lots that arrived.
 */
export function spreadOver(
  shares: readonly LineShare[],
  { received, damaged }: { received: number; damaged: number },
): ReceivedLine[] {
  const came: ReceivedLine[] = shares.map((share) => ({ ...share, difference: 0, damaged: 0 }));
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

import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { AdjustReason } from '@aisle/contract/warehouse/stock-levels';
import { awaitAll } from '../../core/await-all.ts';
import type { Tx } from '../../core/db/db.ts';
import { problem } from '../../core/problem.ts';
import {
  holdLevels,
  type LockedLevel,
  type LockedLot,
  lotsInStock,
  subProductNames,
} from '../../ledgers/stock/stock.queries.ts';
import { distributeOverLots, type LotShare } from '../../ledgers/stock/stock.ts';

type Level = Pick<LockedLevel, 'onHand' | 'reserved' | 'expired'>;

/** The sellable quantity that isn't reserved. */
const freeOf = ({ onHand, reserved, expired }: Level) =>
  Math.max(0, addQuantities(onHand, -expired, -reserved));

/**
 * The quantity of a lot, or of all lots, that can be removed without breaking a reservation: sellable stock that isn't
 * reserved, and expired stock if sellable stock covers the reservations.
 */
export function maxRemovable(level: Level, lot?: { onHand: number; expired: boolean }): number {
  const unneeded = Math.max(0, addQuantities(level.onHand, -level.reserved));
  const fromExpired = Math.min(level.expired, unneeded);
  if (!lot) return addQuantities(freeOf(level), fromExpired);
  return Math.min(lot.onHand, lot.expired ? fromExpired : freeOf(level));
}

interface LossRequest {
  locationId: string;
  subProductId: string;
  lotId?: string | null | undefined;
  /** Greater than 0. */
  quantity: number;
  reason: AdjustReason;
}

/**
 * Chooses the lots for a loss, unless the request names one: expired lots first for waste, sellable lots for other reasons,
 * each by earliest expiration.
 */
export async function chooseLots(tx: Tx, taking: LossRequest): Promise<LotShare[]> {
  const { locationId, subProductId, quantity } = taking;
  const [[level], lots] = await awaitAll([
    holdLevels(tx, locationId, [subProductId]),
    lotsInStock(tx, locationId, [subProductId]),
  ]);
  const named = taking.lotId ? lots.filter((lot) => lot.id === taking.lotId) : lots;
  const there = addQuantities(...named.map((lot) => lot.onHand));
  if (!level || there < quantity) throw await shortageProblem(tx, taking, there);
  const max = maxRemovable(level, taking.lotId ? named[0] : undefined);
  if (quantity > max) throw problem('stock.reserved', { reserved: level.reserved, most: max });
  if (taking.lotId) return distributeOverLots(subProductId, quantity, named);

  return shareLoss(taking, level, lots);
}

/** Distributes a loss over the lots of a level; waste takes expired ones first. */
export function shareLoss(
  { subProductId, quantity, reason }: Pick<LossRequest, 'subProductId' | 'quantity' | 'reason'>,
  level: Level,
  lots: readonly LockedLot[],
): LotShare[] {
  const expired = lots.filter((lot) => lot.expired);
  const sellable = lots.filter((lot) => !lot.expired);
  const wasted = Math.min(
    quantity,
    reason === 'waste' ? maxExpired(level) : Math.max(0, addQuantities(quantity, -freeOf(level))),
  );
  return [
    ...distributeOverLots(subProductId, wasted, expired),
    ...distributeOverLots(subProductId, addQuantities(quantity, -wasted), sellable),
  ];
}

const maxExpired = (level: Level) =>
  Math.min(level.expired, Math.max(0, addQuantities(level.onHand, -level.reserved)));

async function shortageProblem(tx: Tx, { subProductId, quantity }: LossRequest, there: number) {
  const sold = (await subProductNames(tx, [subProductId])).get(subProductId);
  return problem('stock.not-enough', {
    lines: `${sold?.name} (${sold?.sku}): ${formatQuantity(quantity)} to remove, ${formatQuantity(there)} on hand`,
  });
}

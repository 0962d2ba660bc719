import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { AdjustReason } from '@aisle/contract/stock-levels';
import { inTurn, type Tx } from '../core/db.ts';
import { problem } from '../core/problem.ts';
import { type HeldLevel, holdLevels, lotsInStock, subProductNames } from '../stock/stock.queries.ts';
import { type LotShare, shareOut } from '../stock/stock.ts';

type Level = Pick<HeldLevel, 'onHand' | 'reserved' | 'expired'>;

/** What can be sold and was promised to nobody. */
const freeOf = ({ onHand, reserved, expired }: Level) =>
  Math.max(0, addQuantities(onHand, -expired, -reserved));

/**
 * How much of a lot, or of all of them, can go without breaking a promise to an order: what can be sold only
 * as far as it is free, what is expired as far as no promise hangs on it for want of anything better.
 */
export function mostThatCanGo(level: Level, lot?: { onHand: number; expired: boolean }): number {
  const unneeded = Math.max(0, addQuantities(level.onHand, -level.reserved));
  const fromExpired = Math.min(level.expired, unneeded);
  if (!lot) return addQuantities(freeOf(level), fromExpired);
  return Math.min(lot.onHand, lot.expired ? fromExpired : freeOf(level));
}

interface Taking {
  locationId: string;
  subProductId: string;
  lotId?: string | null | undefined;
  /** Above 0. */
  quantity: number;
  reason: AdjustReason;
}

/**
 * The lots from which a loss is taken. Unless somebody names one: what went to waste from the expired ones
 * first, anything else from what could still be sold, each the earliest expiry first.
 */
export async function chooseLots(tx: Tx, taking: Taking): Promise<LotShare[]> {
  const { locationId, subProductId, quantity, reason } = taking;
  const [[level], lots] = await inTurn(
    holdLevels(tx, locationId, [subProductId]),
    lotsInStock(tx, locationId, [subProductId]),
  );
  const named = taking.lotId ? lots.filter((lot) => lot.id === taking.lotId) : lots;
  const there = addQuantities(...named.map((lot) => lot.onHand));
  if (!level || there < quantity) throw await tooLittle(tx, taking, there);
  const most = mostThatCanGo(level, taking.lotId ? named[0] : undefined);
  if (quantity > most) throw problem('stock.reserved', { reserved: level.reserved, most });
  if (taking.lotId) return shareOut(subProductId, quantity, named);

  const expired = lots.filter((lot) => lot.expired);
  const sellable = lots.filter((lot) => !lot.expired);
  const wasted = Math.min(
    quantity,
    reason === 'waste' ? mostOfExpired(level) : Math.max(0, addQuantities(quantity, -freeOf(level))),
  );
  return [
    ...shareOut(subProductId, wasted, expired),
    ...shareOut(subProductId, addQuantities(quantity, -wasted), sellable),
  ];
}

const mostOfExpired = (level: Level) =>
  Math.min(level.expired, Math.max(0, addQuantities(level.onHand, -level.reserved)));

async function tooLittle(tx: Tx, { subProductId, quantity }: Taking, there: number) {
  const sold = (await subProductNames(tx, [subProductId])).get(subProductId);
  return problem('stock.not-enough', {
    lines: `${sold?.name} (${sold?.sku}): ${formatQuantity(quantity)} to go, ${formatQuantity(there)} there`,
  });
}

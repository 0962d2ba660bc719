import { formatNumber } from '@aisle/contract/core/numbers';
import { addQuantities } from '@aisle/contract/core/quantity';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import {
  holdLevels,
  type LockedLevel,
  type LockedLot,
  lotsInStock,
  lotsToAddTo,
} from '../../ledgers/stock/stock.queries.ts';
import { distributeOverLots, type LotShare, moveStock } from '../../ledgers/stock/stock.ts';
import { insertLots } from '../inventory/lots.queries.ts';
import { type Difference, differencesOf, savePosted } from './count-items.queries.ts';
import type { LockedCount } from './stock-counts.queries.ts';

/**
 * Posts the difference that each item had when it was counted. Later sales have already changed the ledger and stay as they
 * are. All items together take a few statements. A shortage of reserved stock stays in the ledger until the order is settled;
 * the item shows it.
 */
export async function postDifferences(tx: Tx, actor: Actor, count: LockedCount): Promise<void> {
  const differences = await differencesOf(tx, count);
  const ids = differences.map(({ subProductId }) => subProductId);
  const levels = new Map(
    (await holdLevels(tx, count.locationId, ids)).map((level) => [level.subProductId, level]),
  );
  const less = differences.filter(({ difference }) => difference < 0);
  const more = differences.filter(({ difference }) => difference > 0);
  const lots = await lotsInStock(
    tx,
    count.locationId,
    less.map(({ subProductId }) => subProductId),
  );
  const lotsOf = Map.groupBy(lots, (lot) => lot.subProductId);
  const shares = [
    ...less.flatMap((item) =>
      takenFrom(item, levels.get(item.subProductId), lotsOf.get(item.subProductId) ?? []),
    ),
    ...(await addedTo(tx, actor, count, more)),
  ];
  await moveStock(
    tx,
    shares.map(({ subProductId, lotId, quantity }) => ({
      locationId: count.locationId,
      subProductId,
      lotId,
      kind: 'count',
      onHand: quantity,
      causeKind: 'count',
      causeId: count.id,
      userId: actor.userId,
      note: `Count ${formatNumber('count', count.number)}`,
    })),
  );
  const moved = new Map<string, number>();
  for (const { subProductId, quantity } of shares) {
    moved.set(subProductId, addQuantities(moved.get(subProductId) ?? 0, quantity));
  }
  await savePosted(
    tx,
    count,
    ids.map((subProductId) => ({ subProductId, quantity: moved.get(subProductId) ?? 0 })),
  );
}

/** Takes losses from sellable lots first, earliest expiration first, then from expired lots. */
function takenFrom(
  { subProductId, difference }: Difference,
  level: LockedLevel | undefined,
  lots: LockedLot[],
): LotShare[] {
  if (!level) return [];
  const unneeded = Math.max(0, addQuantities(level.onHand, -level.reserved));
  const good = Math.max(0, addQuantities(level.onHand, -level.expired, -level.reserved));
  const ofGood = Math.min(-difference, good);
  const ofExpired = Math.min(
    addQuantities(-difference, -ofGood),
    level.expired,
    addQuantities(unneeded, -ofGood),
  );
  const sellable = lots.filter((lot) => !lot.expired);
  const expired = lots.filter((lot) => lot.expired);
  return [
    ...distributeOverLots(subProductId, ofGood, sellable),
    ...distributeOverLots(subProductId, Math.max(0, ofExpired), expired),
  ].map((share) => ({ ...share, quantity: -share.quantity }));
}

/** Adds gains to the lot received last, or to a new lot if there is none. */
async function addedTo(
  tx: Tx,
  actor: Actor,
  { locationId }: LockedCount,
  more: readonly Difference[],
): Promise<LotShare[]> {
  if (more.length === 0) return [];
  const toLots = await lotsToAddTo(
    tx,
    more.map(({ subProductId }) => ({ locationId, subProductId })),
  );
  const known = new Map(toLots.map(({ subProductId, lotId }) => [subProductId, lotId]));
  const fresh = more
    .filter(({ subProductId }) => !known.has(subProductId))
    .map(({ subProductId, difference }) => ({ id: newId(), subProductId, quantity: difference }));
  if (fresh.length > 0) await insertLots(tx, { locationId }, actor.userId, fresh);
  const lotOf = new Map([...known, ...fresh.map(({ subProductId, id }) => [subProductId, id] as const)]);
  return more.map(({ subProductId, difference }) => ({
    subProductId,
    lotId: lotOf.get(subProductId)!,
    quantity: difference,
  }));
}

import { addQuantities } from '@aisle/contract/core/quantity';
import { stockCountNumber } from '@aisle/contract/stock-counts';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { insertLots } from '../inventory/lots.queries.ts';
import { type HeldLevel, type HeldLot, holdLevels, lotsInStock } from '../stock/stock.queries.ts';
import { type LotShare, moveStock, shareOut } from '../stock/stock.ts';
import { type Difference, differencesOf, lotsToAddTo, savePosted } from './count-items.queries.ts';
import type { CountInHand } from './stock-counts.queries.ts';

/**
 * Moves the ledger by what every item differed when it was counted: sales since then have moved it already, and
 * stay as they are. All items in a few statements, however many they are. What is missing but was promised to an
 * order stays in the books until that order is settled; the item tells so.
 */
export async function postDifferences(tx: Tx, actor: Actor, count: CountInHand): Promise<void> {
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
      note: `Count ${stockCountNumber(count.number)}`,
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

/** What is missing is missing of what could be sold, the earliest expiry first; then of what is expired. */
function takenFrom(
  { subProductId, difference }: Difference,
  level: HeldLevel | undefined,
  lots: HeldLot[],
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
    ...shareOut(subProductId, ofGood, sellable),
    ...shareOut(subProductId, Math.max(0, ofExpired), expired),
  ].map((share) => ({ ...share, quantity: -share.quantity }));
}

/** What there is more of belongs to the lot received last; what was never received begins one. */
async function addedTo(
  tx: Tx,
  actor: Actor,
  { locationId }: CountInHand,
  more: readonly Difference[],
): Promise<LotShare[]> {
  if (more.length === 0) return [];
  const known = await lotsToAddTo(
    tx,
    locationId,
    more.map(({ subProductId }) => subProductId),
  );
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

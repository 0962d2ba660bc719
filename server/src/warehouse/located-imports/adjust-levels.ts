import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { AdjustReason } from '@aisle/contract/warehouse/stock-levels';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import {
  holdLevels,
  type LockedLevel,
  type LockedLot,
  lotsInStock,
} from '../../ledgers/stock/stock.queries.ts';
import { type LotShare, moveStock, type StockMovement } from '../../ledgers/stock/stock.ts';
import { maxRemovable, shareLoss } from '../inventory/adjustment.ts';
import { insertLots } from '../inventory/lots.queries.ts';
import { lotsToAddTo } from '../stock-counts/count-items.queries.ts';
import type { LocationIds } from './located.queries.ts';
import { locationKey } from './located-rows.ts';

interface LevelChange extends LocationIds {
  reason: AdjustReason;
  note: string;
  /** Returns the change of the level, once it is locked. */
  by(onHand: number): number;
}
export type LevelOutcome = { quantity: number; onHand: number } | { refused: string };

/**
 * Posts many adjustments in a few statements per location: differences go to the ledger, and the levels follow. Skips
 * adjustments that the stock doesn't allow, with the reason.
 */
export async function adjustLevels(
  tx: Tx,
  actor: Actor,
  causeId: string,
  changes: readonly LevelChange[],
): Promise<Map<string, LevelOutcome>> {
  const outcomes = new Map<string, LevelOutcome>();
  // All code locks locations, and levels within one, in ID order.
  const byLocation = [...Map.groupBy(changes, ({ locationId }) => locationId)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [locationId, here] of byLocation) {
    const posted = await adjustAt(tx, { actor, locationId, causeId }, here);
    for (const [key, outcome] of posted) outcomes.set(key, outcome);
  }
  return outcomes;
}

interface Here {
  actor: Actor;
  locationId: string;
  causeId: string;
}
async function adjustAt(
  tx: Tx,
  here: Here,
  changes: readonly LevelChange[],
): Promise<Map<string, LevelOutcome>> {
  const { actor, locationId } = here;
  const ids = changes.map(({ subProductId }) => subProductId).sort();
  const levels = new Map((await holdLevels(tx, locationId, ids)).map((level) => [level.subProductId, level]));
  const lots = Map.groupBy(await lotsInStock(tx, locationId, ids), ({ subProductId }) => subProductId);
  const outcomes = new Map<string, LevelOutcome>();
  const shares: (LotShare & { change: LevelChange })[] = [];
  const gains: (LevelChange & { quantity: number })[] = [];
  for (const change of changes) {
    const level = levels.get(change.subProductId) ?? noLevel(change.subProductId);
    const quantity = change.by(level.onHand);
    const refused = quantity < 0 ? refusal(level, -quantity) : undefined;
    outcomes.set(
      locationKey(change),
      refused === undefined ? { quantity, onHand: level.onHand } : { refused },
    );
    if (refused !== undefined || quantity === 0) continue;
    if (quantity > 0) gains.push({ ...change, quantity });
    else shares.push(...lossOf(change, -quantity, level, lots.get(change.subProductId) ?? []));
  }
  shares.push(...(await gainsOf(tx, here, gains)));
  await moveStock(
    tx,
    shares.map((share) => movementOf(here, share)),
  );
  await recordChanges(
    tx,
    actor,
    changes.flatMap((change) => {
      const outcome = outcomes.get(locationKey(change))!;
      if ('refused' in outcome || outcome.quantity === 0) return [];
      const { reason, note, subProductId } = change;
      const { onHand, quantity } = outcome;
      const before = { onHand };
      const after = { onHand: addQuantities(onHand, quantity), quantity, reason, note };
      return [{ action: 'adjust', resource: 'inventory', recordId: subProductId, locationId, before, after }];
    }),
  );
  return outcomes;
}

const noLevel = (subProductId: string): LockedLevel => ({ subProductId, onHand: 0, reserved: 0, expired: 0 });

/** The reason why a quantity can't be taken from a level; undefined if it can. */
export function refusal(level: Omit<LockedLevel, 'subProductId'>, quantity: number): string | undefined {
  if (quantity > level.onHand) return `Only ${formatQuantity(level.onHand)} on hand`;
  const max = maxRemovable(level);
  if (quantity <= max) return undefined;
  return `${formatQuantity(level.reserved)} reserved for orders: on hand can't go below ${formatQuantity(addQuantities(level.onHand, -max))}`;
}

const lossOf = (change: LevelChange, quantity: number, level: LockedLevel, lots: readonly LockedLot[]) =>
  shareLoss({ ...change, quantity }, level, lots).map((share) => ({
    ...share,
    quantity: -share.quantity,
    change,
  }));

/** Adds gains to the lots received last, or to new lots if there are none. */
async function gainsOf(
  tx: Tx,
  { actor, locationId }: Here,
  gains: readonly (LevelChange & { quantity: number })[],
) {
  if (gains.length === 0) return [];
  const ids = gains.map(({ subProductId }) => subProductId);
  const known = await lotsToAddTo(tx, locationId, ids);
  const fresh = gains
    .filter(({ subProductId }) => !known.has(subProductId))
    .map(({ subProductId, quantity }) => ({ id: newId(), subProductId, quantity }));
  if (fresh.length > 0) await insertLots(tx, { locationId }, actor.userId, fresh);
  const lotOf = new Map([...known, ...fresh.map(({ subProductId, id }) => [subProductId, id] as const)]);
  return gains.map((change) => ({
    subProductId: change.subProductId,
    lotId: lotOf.get(change.subProductId)!,
    quantity: change.quantity,
    change,
  }));
}

const movementOf = (
  { actor, locationId, causeId }: Here,
  { subProductId, lotId, quantity, change: { reason, note } }: LotShare & { change: LevelChange },
): StockMovement => ({
  locationId,
  subProductId,
  lotId,
  kind: reason,
  onHand: quantity,
  causeKind: reason === 'count' ? 'count' : 'adjustment',
  causeId,
  userId: actor.userId,
  note,
});

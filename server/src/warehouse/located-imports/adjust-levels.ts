import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { AdjustReason } from '@aisle/contract/warehouse/stock-levels';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { LockedLevel } from '../../ledgers/stock/stock.queries.ts';
import { maxRemovable } from '../inventory/adjustment.ts';
import { closeCountNotices } from '../inventory/levels.queries.ts';
import { StockPosting } from '../inventory/stock-posting.ts';
import type { LocationIds } from './located.queries.ts';
import { locationKey } from './located-rows.ts';

interface LevelChange extends LocationIds {
  reason: AdjustReason;
  note: string;
  /** Returns the change of the level, once it is locked. */
  by(onHand: number): number;
}
export type LevelOutcome = { quantity: number; onHand: number } | { refused: string };
type Level = Omit<LockedLevel, 'subProductId'>;
const noLevel: Level = { onHand: 0, reserved: 0, expired: 0 };

/**
 * Posts many adjustments in a few statements: differences go to the ledger, and the levels follow. Skips adjustments that the
 * stock doesn't allow, with the reason.
 */
export async function adjustLevels(
  tx: Tx,
  actor: Actor,
  causeId: string,
  changes: readonly LevelChange[],
): Promise<Map<string, LevelOutcome>> {
  const posting = await StockPosting.lock(tx, actor, changes);
  const outcomes = new Map<string, LevelOutcome>();
  for (const { by, reason, ...change } of changes) {
    const level = posting.levelOf(change) ?? noLevel;
    const { onHand } = level;
    const quantity = by(onHand);
    const refused = quantity < 0 ? refusal(level, -quantity) : undefined;
    outcomes.set(locationKey(change), refused === undefined ? { quantity, onHand } : { refused });
    if (refused !== undefined || quantity === 0) continue;
    const causeKind = reason === 'count' ? 'count' : 'adjustment';
    const cause = { ...change, kind: reason, causeKind, causeId } as const;
    if (quantity < 0) posting.take(cause, -quantity);
    else posting.add(cause, quantity);
  }
  await posting.post(tx);
  await closeCountNotices(
    tx,
    changes.filter(
      (change) => change.reason === 'count' && !('refused' in outcomes.get(locationKey(change))!),
    ),
  );
  await recordChanges(
    tx,
    actor,
    changes.flatMap((change) => {
      const outcome = outcomes.get(locationKey(change))!;
      if ('refused' in outcome || outcome.quantity === 0) return [];
      const { reason, note, subProductId, locationId } = change;
      const { onHand, quantity } = outcome;
      const before = { onHand };
      const after = { onHand: addQuantities(onHand, quantity), quantity, reason, note };
      return [{ action: 'adjust', resource: 'inventory', recordId: subProductId, locationId, before, after }];
    }),
  );
  return outcomes;
}

/** The reason why a quantity can't be taken from a level; undefined if it can. */
export function refusal(level: Level, quantity: number): string | undefined {
  if (quantity > level.onHand) return `Only ${formatQuantity(level.onHand)} on hand`;
  const max = maxRemovable(level);
  if (quantity <= max) return undefined;
  return `${formatQuantity(level.reserved)} reserved for orders: on hand can't go below ${formatQuantity(addQuantities(level.onHand, -max))}`;
}

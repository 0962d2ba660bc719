import { type CellChange, type CellConflict, isListChange } from '@aisle/contract/warehouse/prices';
import type { LockedSubProduct } from '../../catalog/sub-products/sub-products.queries.ts';
import type { Tx } from '../../core/db/db.ts';
import { problem } from '../../core/problem.ts';
import { columnOf } from './list-prices.service.ts';
import { type LockedCell, lastChanges, type Place } from './prices.queries.ts';

export const keyOf = ({ locationId, subProductId }: Place): string => `${locationId} ${subProductId}`;

/** The locked records of a request: cells by location and sub-product, sub-products by ID. */
export interface Held {
  cells: ReadonlyMap<string, LockedCell>;
  subProducts: ReadonlyMap<string, LockedSubProduct>;
}

/** The current value, and for a location's cell the time of its last change. */
function currentOf(
  change: CellChange,
  { cells, subProducts }: Held,
): { theirs: CellConflict['theirs']; at: string | null } {
  if (isListChange(change)) {
    return { theirs: subProducts.get(change.subProductId)![columnOf[change.field]], at: null };
  }
  const cell = cells.get(keyOf(change))!;
  return { theirs: cell[change.field], at: change.field === 'onHand' ? cell.stockAt : cell.offerAt };
}

/** Rejects the whole request if another user changed one of its cells since it was read. */
export async function rejectChanged(tx: Tx, changes: readonly CellChange[], held: Held): Promise<void> {
  const meanwhile = changes.flatMap((change, index) => {
    const { theirs, at } = currentOf(change, held);
    // Setting the same value is not a conflict.
    if (theirs === change.was || theirs === change.to) return [];
    const { subProductId, field } = change;
    return [
      { index, locationId: isListChange(change) ? null : change.locationId, subProductId, field, theirs, at },
    ];
  });
  if (meanwhile.length === 0) return;
  const last = await lastChanges(tx, meanwhile);
  const conflicts = meanwhile.map(
    ({ index: _, ...conflict }, position): CellConflict => ({
      ...conflict,
      by: last[position]?.name ?? null,
      at: last[position]?.at ?? null,
    }),
  );
  throw problem(
    'prices.changed-meanwhile',
    { count: conflicts.length },
    {
      data: { conflicts },
      fields: meanwhile.map(({ index }) => ({
        path: `changes.${index}.was`,
        message: 'Someone else changed this while you were editing',
      })),
    },
  );
}

import type { ShelvesInput, ShelvesResult } from '@aisle/contract/warehouse/stock-levels';
import { recordChange } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { mustReach, nameOf, subProductsNamed } from '../naming.ts';
import { updateShelves } from './shelves.queries.ts';

/** Sets the shelves of items. Saves valid rows and returns the others with a reason. */
export async function shelve(
  tx: Tx,
  actor: Actor,
  { locationId, rows }: ShelvesInput,
): Promise<ShelvesResult> {
  await mustReach(tx, locationId);
  const idOf = await subProductsNamed(tx, rows);
  const shelves = new Map<string, string | null>();
  const rejected: ShelvesResult['rejected'] = [];
  rows.forEach((row, index) => {
    const id = idOf(row);
    if (!id) rejected.push({ row: index + 1, reason: `No sub-product has ${nameOf(row)}` });
    else if (shelves.has(id)) rejected.push({ row: index + 1, reason: 'Listed twice' });
    else shelves.set(id, row.shelf);
  });
  const placed = [...shelves].map(([subProductId, shelf]) => ({ subProductId, shelf }));
  const changed = placed.length > 0 ? await updateShelves(tx, locationId, placed) : 0;
  if (changed > 0) {
    await recordChange(tx, actor, {
      action: 'shelve',
      resource: 'inventory',
      recordId: locationId,
      locationId,
      after: { changed, rows: placed.slice(0, 100) },
    });
  }
  return { changed, rejected };
}

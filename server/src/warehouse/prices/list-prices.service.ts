import { pricingIssues } from '@aisle/contract/catalog/sub-products';
import type { FieldError } from '@aisle/contract/core/envelope';
import type { CellChange, ListChange } from '@aisle/contract/warehouse/prices';
import { isListChange } from '@aisle/contract/warehouse/prices';
import { type LockedSubProduct, updateSubProducts } from '../../catalog/sub-products/sub-products.queries.ts';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { announce } from '../../core/live-events.ts';
import { problem } from '../../core/problem.ts';

type Locked = ReadonlyMap<string, LockedSubProduct>;
/** The column of sub-products for a list price field. */
export const columnOf = { listPrice: 'price', salePrice: 'salePrice' } as const;

/** Changes list and sale prices of several sub-products with one statement, and one history entry for each sub-product. */
export async function saveListPrices(
  tx: Tx,
  actor: Actor,
  changes: readonly CellChange[],
  locked: Locked,
): Promise<void> {
  const after = withChanges(changes.filter(isListChange), locked);
  if (after.size === 0) return;
  rejectInvalidPrices(changes, after);
  await updateSubProducts(tx, [...after.values()]);
  await recordChanges(
    tx,
    actor,
    [...after.values()].map((row) => {
      const before = locked.get(row.id)!;
      const changed = (['price', 'salePrice'] as const).filter((column) => before[column] !== row[column]);
      const of = (one: LockedSubProduct) =>
        Object.fromEntries(changed.map((column) => [column, one[column]]));
      return {
        action: 'edit',
        resource: 'subProducts',
        recordId: row.id,
        before: of(before),
        after: of(row),
      };
    }),
  );
  for (const permission of ['assign_subProduct', 'sub_product_edit'] as const) {
    await announce(tx, { topic: 'prices', action: 'changed', permission });
  }
}

/** The sub-products after the changes, without unchanged ones. */
function withChanges(changes: readonly ListChange[], locked: Locked): Map<string, LockedSubProduct> {
  const after = new Map<string, LockedSubProduct>();
  for (const { subProductId, field, to } of changes) {
    const row = after.get(subProductId) ?? locked.get(subProductId)!;
    if (row[columnOf[field]] === to) continue;
    after.set(subProductId, { ...row, [columnOf[field]]: to });
  }
  return after;
}

/** Reports a sale price that isn't below the price at the cells of this request that cause it. */
function rejectInvalidPrices(
  changes: readonly CellChange[],
  after: ReadonlyMap<string, LockedSubProduct>,
): void {
  const fields = changes.flatMap((change, index): FieldError[] => {
    const row = isListChange(change) ? after.get(change.subProductId) : undefined;
    const [issue] = row ? pricingIssues({ price: row.price, salePrice: row.salePrice }) : [];
    return issue ? [{ path: `changes.${index}.to`, message: issue.message }] : [];
  });
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
}

import type { BulkValue } from '@aisle/contract/catalog/bulk-change';
import type { FactChange, ProductTarget } from '@aisle/contract/catalog/product-bulk';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { announce } from '../../core/live-events.ts';
import { type BulkRow, type RowResult, writeRows } from '../../system/bulk/bulk.queries.ts';
import type { BulkKind } from '../../system/bulk/bulk.ts';
import { specificationsOf } from '../categories/specifications/specifications.queries.ts';
import {
  lockProducts,
  namesOf,
  productKind,
  productsToChange,
  type ReadProduct,
  writeParts,
} from './product-edits.queries.ts';
import { type ProductParts, productEffect } from './product-effects.ts';

type Field = FactChange['field'];
/** A bulk edit of the products themselves. */
export interface ProductFactRequest {
  target: ProductTarget;
  change: FactChange;
}
const gone = 'No longer exists';
const edited = 'Edited since';

/** Changes one field of many products. */
export const productChanges = {
  kind: productKind,
  jobs: { change: 'productBulkEdit', undo: 'productBulkEditUndo' },
  write: ({ tx }, id, { target }) => writeRows(tx, id, productsToChange(target)),
  change: async ({ tx, actor }, { change }, rows) => {
    const held = await heldFor(tx, change);
    return saveRows(tx, actor, { field: change.field, rows }, ({ position }, product) => {
      if (!product) return { position, outcome: 'refused', reason: gone };
      const effect = productEffect(change, product.parts, held);
      return effect.outcome === 'refused' ? { position, ...effect } : { position, reason: null, ...effect };
    });
  },
  undo: ({ tx, actor }, { change }, rows) =>
    saveRows(tx, actor, { field: change.field, rows }, ({ position, before, version }, product) => {
      const reason = !product ? gone : product.version !== version ? edited : null;
      if (reason) return { position, outcome: 'kept', reason };
      const { shown: _, ...set } = before ?? {};
      return { position, outcome: 'undone', set };
    }),
  announce: (tx) =>
    announce(tx, { topic: 'bulkEdits', action: 'changed-in-bulk', permission: 'sub_product_list' }),
} satisfies BulkKind<ProductFactRequest>;

/** The specifications of the category that products move to. */
export const heldFor = (tx: Tx, change: FactChange) =>
  change.field === 'categoryId' ? specificationsOf(tx, change.to) : Promise.resolve([]);

/** The outcome of a row; `set` are the new parts of the product. */
type Decision = RowResult & { set?: Partial<ProductParts> };

/** Locks the products of these rows, decides on each and saves the new values, in a few statements for all rows. */
async function saveRows(
  tx: Tx,
  actor: Actor,
  { field, rows }: { field: Field; rows: readonly BulkRow[] },
  decide: (row: BulkRow, product: ReadProduct | undefined) => Decision,
): Promise<RowResult[]> {
  const locked = await lockProducts(
    tx,
    rows.map(({ recordId }) => recordId),
    field,
  );
  const byId = new Map(locked.map((product) => [product.id, product]));
  const decided = rows.map((row) => {
    const product = byId.get(row.recordId);
    return { product, decision: decide(row, product) };
  });
  const writes = decided.flatMap(({ product, decision: { set } }) =>
    product && set ? [{ product, set }] : [],
  );
  const show = await shownValues(tx, field, [
    ...locked.map(({ parts }) => parts),
    ...writes.map(({ set }) => set),
  ]);
  await writeParts(
    tx,
    field,
    writes.map(({ product, set }) => ({ id: product.id, ...set })),
  );
  await recordChanges(
    tx,
    actor,
    writes.map(({ product, set }) => ({
      action: 'edit',
      resource: 'products',
      recordId: product.id,
      version: product.version + 1,
      before: { [field]: product.parts[field] },
      after: { [field]: set[field] },
    })),
  );
  return decided.map(({ product, decision: { set, ...result } }) => {
    if (!product || result.outcome === 'undone' || result.outcome === 'kept') return result;
    const before = { ...product.parts, shown: show(product.parts) };
    if (!set) return { ...result, before, after: { shown: before.shown } };
    return { ...result, before, after: { shown: show(set) }, version: product.version + 1 };
  });
}

/** Display texts of this field's values: the names of the records that they refer to. */
export async function shownValues(
  tx: Tx,
  field: Field,
  all: readonly Partial<ProductParts>[],
): Promise<(parts: Partial<ProductParts>) => BulkValue> {
  const ids = new Set(all.flatMap((parts) => [parts.categoryId, parts.brandId, ...(parts.taxIds ?? [])]));
  const names = await namesOf(
    tx,
    field,
    [...ids].filter((id) => typeof id === 'string'),
  );
  return (parts) => {
    const value = parts[field];
    if (value === undefined || value === null) return null;
    if (Array.isArray(value)) return value.map((one) => names.get(one) ?? one).join(', ') || null;
    return typeof value === 'string' ? (names.get(value) ?? value) : value;
  };
}

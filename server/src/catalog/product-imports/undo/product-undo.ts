import { recordChanges } from '../../../core/changes/record-change.ts';
import type { ImportContext, UndoResult, WrittenRow } from '../../../system/imports/imported-resource.ts';
import { writeProductTaxes } from '../../products/products.queries.ts';
import { sideOf, written } from '../reading/cells.queries.ts';
import { lockCatalogRecords, patchProducts, patchSubProducts } from '../writing/product-writes.queries.ts';
import {
  deleteEmptyProducts,
  deleteSubProducts,
  markProductsUndone,
  type NotedProduct,
  recordedProducts,
  usedSince,
} from './product-undo.queries.ts';

/** Each row was written to a product. */
type ProductRow = WrittenRow & { productId: string };

/** Undoes rows of an import, except those whose records were used or changed since. */
export async function undoRows(
  context: ImportContext,
  written: readonly WrittenRow[],
): Promise<UndoResult[]> {
  const rows = written as readonly ProductRow[];
  if (rows.length === 0) return [];
  const { tx, actor, importId } = context;
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  const now = await lockCatalogRecords(
    tx,
    productIds,
    rows.flatMap(({ recordId }) => recordId ?? []),
  );
  const noted = await recordedProducts(tx, importId, productIds);
  const used = await usedSince(tx, newOnes(rows));
  const verdicts = rows.map((row) => ({
    row,
    reason: reasonToKeep(row, now, noted.get(row.productId), used),
  }));
  const undone = verdicts.filter(({ reason }) => reason === null).map(({ row }) => row);

  await removeNew(context, newOnes(undone, now.subProducts), undone);
  await restoreSubProducts(context, undone);
  await restoreProducts(context, undone, noted);
  await deleteEmptyProducts(tx, actor, importId, productIds);
  return verdicts.map(({ row, reason }) => ({
    row: row.row,
    undo: reason === null ? 'undone' : 'kept',
    reason,
  }));
}

type Now = Awaited<ReturnType<typeof lockCatalogRecords>>;
const newOnes = (rows: readonly ProductRow[], there?: ReadonlyMap<string, number>): string[] =>
  rows
    .filter(({ kind }) => kind === 'new')
    .flatMap(({ recordId }) => recordId ?? [])
    .filter((id) => there?.has(id) ?? true);

const changesProduct = (row: ProductRow): boolean =>
  Object.keys(sideOf(row.changes, 'before', true)).length > 0;

function reasonToKeep(
  row: ProductRow,
  now: Now,
  noted: NotedProduct | undefined,
  used: ReadonlySet<string>,
): string | null {
  const isNew = row.kind === 'new';
  const version = row.recordId === null ? null : now.subProducts.get(row.recordId);
  // An added record that was deleted since then is already undone.
  if (version === undefined) return isNew ? null : 'Deleted since the import';
  if (version !== row.version) return 'Changed since the import';
  if (isNew && used.has(row.recordId!)) return 'Has had stock or orders since the import';
  if (!noted || noted.undone || (!isNew && !changesProduct(row))) return null;
  return now.products.get(row.productId) === noted.version
    ? null
    : 'Its product was changed since the import';
}

async function removeNew(
  { tx, actor }: ImportContext,
  ids: readonly string[],
  rows: readonly ProductRow[],
): Promise<void> {
  await deleteSubProducts(tx, ids);
  const gone = new Set(ids);
  await recordChanges(
    tx,
    actor,
    rows
      .filter(({ recordId }) => gone.has(recordId ?? ''))
      .map(({ recordId, productId, changes }) => ({
        action: 'delete',
        resource: 'subProducts',
        recordId: recordId!,
        before: sideOf(changes, 'after', false),
        snapshot: { productId },
      })),
  );
}

async function restoreSubProducts({ tx, actor }: ImportContext, rows: readonly ProductRow[]): Promise<void> {
  const changed = rows
    .filter(({ kind, recordId }) => kind === 'changed' && recordId !== null)
    .map(({ recordId, changes }) => ({
      id: recordId!,
      values: written(sideOf(changes, 'before', false), 'subProduct'),
      before: sideOf(changes, 'after', false),
    }))
    .filter(({ values }) => Object.keys(values).length > 0);
  await patchSubProducts(tx, changed);
  await recordChanges(
    tx,
    actor,
    changed.map(({ id, values: after, before }) => ({
      action: 'edit',
      resource: 'subProducts',
      recordId: id,
      before,
      after,
    })),
  );
}

/** Restores the products that the rows changed, each once. */
async function restoreProducts(
  { tx, actor, importId }: ImportContext,
  rows: readonly ProductRow[],
  noted: ReadonlyMap<string, NotedProduct>,
): Promise<void> {
  const open = rows.filter((row) => {
    const product = noted.get(row.productId);
    return product && !product.isNew && !product.undone && changesProduct(row);
  });
  const ids = [...new Set(open.map(({ productId }) => productId))];
  if (ids.length === 0) return;
  await patchProducts(
    tx,
    ids.map((id) => ({ id, values: noted.get(id)!.before })),
  );
  const taxed = ids.filter((id) =>
    open.some((row) => row.productId === id && row.changes.some(({ field }) => field === 'taxes')),
  );
  await writeProductTaxes(
    tx,
    taxed.map((id) => ({ id, taxIds: (noted.get(id)!.before.taxIds as string[] | undefined) ?? [] })),
  );
  await markProductsUndone(tx, importId, ids);
  const firsts = ids.map((id) => open.find(({ productId }) => productId === id)!);
  await recordChanges(
    tx,
    actor,
    firsts.map(({ productId, changes }) => ({
      action: 'edit',
      resource: 'products',
      recordId: productId,
      before: sideOf(changes, 'after', true),
      after: sideOf(changes, 'before', true),
    })),
  );
}

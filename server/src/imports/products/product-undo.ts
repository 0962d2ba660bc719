import type { Actor } from '../../core/actor.ts';
import { auditAll } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import {
  deleteEmptyProducts,
  deleteTaken,
  markProductsUndone,
  markRows,
  type NotedProduct,
  notedProducts,
  type TakenRow,
  usedSince,
} from './product-undo.queries.ts';
import { lockCatalogue, patchProducts, patchSubProducts } from './product-writes.queries.ts';
import { sideOf } from './values.ts';

/** Takes some rows of an import back, but for those that were used or changed since. */
export async function undoRows(
  tx: Tx,
  actor: Actor,
  importId: string,
  rows: readonly TakenRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  const now = await lockCatalogue(
    tx,
    productIds,
    rows.flatMap(({ subProductId }) => subProductId ?? []),
  );
  const noted = await notedProducts(tx, importId, productIds);
  const used = await usedSince(tx, newOnes(rows));
  const verdicts = rows.map((row) => ({
    row,
    reason: reasonToKeep(row, now, noted.get(row.productId), used),
  }));
  const going = verdicts.filter(({ reason }) => reason === null).map(({ row }) => row);

  await removeNew(tx, actor, newOnes(going, now.subProducts), going);
  await putBack(tx, actor, going);
  await putBackProducts(tx, actor, importId, going, noted);
  await deleteEmptyProducts(tx, importId, productIds);
  await markRows(
    tx,
    importId,
    verdicts.map(({ row, reason }) => ({ row: row.row, undo: reason === null ? 'undone' : 'kept', reason })),
  );
}

type Now = Awaited<ReturnType<typeof lockCatalogue>>;
const newOnes = (rows: readonly TakenRow[], there?: ReadonlyMap<string, number>): string[] =>
  rows
    .filter(({ kind }) => kind === 'new')
    .flatMap(({ subProductId }) => subProductId ?? [])
    .filter((id) => there?.has(id) ?? true);

const changesProduct = (row: TakenRow): boolean =>
  Object.keys(sideOf(row.changes, 'before', true)).length > 0;

function reasonToKeep(
  row: TakenRow,
  now: Now,
  noted: NotedProduct | undefined,
  used: ReadonlySet<string>,
): string | null {
  const isNew = row.kind === 'new';
  const version = row.subProductId === null ? null : now.subProducts.get(row.subProductId);
  // What was added and is gone already needs no taking back.
  if (version === undefined) return isNew ? null : 'It was deleted since';
  if (version !== row.version) return 'It was changed since';
  if (isNew && used.has(row.subProductId!)) return 'It has had stock or orders since';
  if (!noted || noted.undone || (!isNew && !changesProduct(row))) return null;
  return now.products.get(row.productId) === noted.version ? null : 'Its product was changed since';
}

async function removeNew(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  rows: readonly TakenRow[],
): Promise<void> {
  await deleteTaken(tx, ids);
  const gone = new Set(ids);
  await auditAll(
    tx,
    actor,
    rows
      .filter(({ subProductId }) => gone.has(subProductId ?? ''))
      .map(({ subProductId, changes }) => ({
        action: 'delete',
        resource: 'subProducts',
        recordId: subProductId!,
        before: sideOf(changes, 'after', false),
      })),
  );
}

async function putBack(tx: Tx, actor: Actor, rows: readonly TakenRow[]): Promise<void> {
  const changed = rows
    .filter(({ kind, subProductId }) => kind === 'changed' && subProductId !== null)
    .map(({ subProductId, changes }) => ({
      id: subProductId!,
      values: sideOf(changes, 'before', false),
      before: sideOf(changes, 'after', false),
    }))
    .filter(({ values }) => Object.keys(values).length > 0);
  await patchSubProducts(tx, changed);
  await auditAll(
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

/** What the rows have changed of their products, each put back once. */
async function putBackProducts(
  tx: Tx,
  actor: Actor,
  importId: string,
  rows: readonly TakenRow[],
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
  await markProductsUndone(tx, importId, ids);
  const firsts = ids.map((id) => open.find(({ productId }) => productId === id)!);
  await auditAll(
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

import { sql } from 'kysely';
import { changeRows, recordChanges } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import { withSavepoint } from '../../../core/db/savepoint.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { deleteCategories } from '../../categories/categories.queries.ts';

export interface NotedProduct {
  isNew: boolean;
  before: Record<string, unknown>;
  version: number;
  undone: boolean;
}
export async function recordedProducts(
  tx: Tx,
  importId: string,
  ids: readonly string[],
): Promise<Map<string, NotedProduct>> {
  const rows = await tx
    .selectFrom('import_products')
    .select(['product_id as id', 'is_new as isNew', 'version', 'undone'])
    .select(sql<NotedProduct['before']>`before`.as('before'))
    .where('import_id', '=', importId)
    .where(sql<boolean>`product_id = ANY (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...noted }) => [id, noted]));
}

/** Sub-products that were ever in stock or ordered, which means that they have a stock level. */
export async function usedSince(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT sub_product_id AS id FROM stock_levels
    WHERE sub_product_id = ANY (${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function deleteSubProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM sub_products WHERE id = ANY (${ids}::uuid[])`.execute(tx);
}

/** Deletes products that the import added, if they have no sub-products and weren't changed. */
export async function deleteEmptyProducts(
  tx: Tx,
  actor: Actor,
  importId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    WITH deleted AS (
      DELETE FROM products p USING import_products noted
      WHERE noted.import_id = ${importId} AND noted.product_id = ANY (${ids}::uuid[]) AND noted.is_new
        AND p.id = noted.product_id AND p.version = noted.version
        AND NOT EXISTS (SELECT FROM sub_products s WHERE s.product_id = p.id)
      RETURNING p.id, p.name, p.version, p.status
    ), ${deletions(actor, 'products')} SELECT`.execute(tx);
}

/** Records the deletion of the rows of `deleted`. */
const deletions = (actor: Actor, resource: 'products' | 'brands') =>
  changeRows(
    actor,
    {
      resource,
      action: 'delete',
      recordId: sql`id`,
      version: sql`version`,
      before: sql`jsonb_build_object('name', name, 'version', version)`,
      snapshot: sql`jsonb_build_object('name', name, 'status', status)`,
    },
    sql`FROM deleted`,
  );

export async function markProductsUndone(tx: Tx, importId: string, ids: readonly string[]): Promise<void> {
  await sql`UPDATE import_products SET undone = true
    WHERE import_id = ${importId} AND product_id = ANY (${ids}::uuid[])`.execute(tx);
}

/** Marks the rows of products that stay because other sub-products were added to them. */
export async function explainRemainingProducts(tx: Tx, importId: string): Promise<void> {
  await sql`UPDATE import_rows r
    SET undo = 'kept', undo_reason = 'The sub-product was removed; its product stays, as others were added to it'
    FROM import_products noted JOIN products p ON p.id = noted.product_id
    WHERE noted.import_id = ${importId} AND noted.is_new AND r.import_id = ${importId}
      AND r.product_id = noted.product_id AND r.kind = 'new' AND r.undo = 'undone'
      AND NOT EXISTS (SELECT FROM import_rows kept WHERE kept.import_id = ${importId}
        AND kept.product_id = p.id AND kept.undo = 'kept')`.execute(tx);
}

/** Deletes brands and categories that the import added, if they are empty and weren't changed. */
export async function removeLocations(tx: Tx, actor: Actor, importId: string): Promise<void> {
  for (const level of [3, 2, 1]) {
    await unlessReferenced(tx, async () => {
      const deleted = await deleteCategories(
        tx,
        sql`c.id IN (SELECT record_id FROM import_places WHERE import_id = ${importId} AND resource = 'categories')
          AND c.level = ${level} AND c.version = 1
          AND NOT EXISTS (SELECT FROM categories below WHERE below.parent_id = c.id)
          AND NOT EXISTS (SELECT FROM products p WHERE p.category_id = c.id)`,
      );
      const changes = deleted.map(({ id, ...before }) => ({
        action: 'delete' as const,
        resource: 'categories' as const,
        recordId: id,
        before,
      }));
      await recordChanges(tx, actor, changes);
    });
  }
  await unlessReferenced(tx, () =>
    sql`WITH deleted AS (
        DELETE FROM brands b USING import_places noted
        WHERE noted.import_id = ${importId} AND noted.resource = 'brands' AND b.id = noted.record_id
          AND b.version = 1 AND NOT EXISTS (SELECT FROM products p WHERE p.brand_id = b.id)
        RETURNING b.id, b.name, b.version, b.status
      ), ${deletions(actor, 'brands')} SELECT`.execute(tx),
  );
}

/** Keeps records that others refer to. */
async function unlessReferenced(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  try {
    await withSavepoint(tx, work);
  } catch (error) {
    if (!/^23/.test((error as { code?: string }).code ?? '')) throw error;
  }
}

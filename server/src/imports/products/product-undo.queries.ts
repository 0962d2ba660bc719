import type { ImportChange } from '@aisle/contract/imports';
import { sql } from 'kysely';
import type { Tx } from '../../core/db.ts';
import { orTakeBack } from './product-writes.queries.ts';

/** A row that an import has written, and how it left what it wrote. */
export interface TakenRow {
  row: number;
  kind: 'new' | 'changed';
  changes: ImportChange[];
  /** Null where it is about a product alone. */
  subProductId: string | null;
  version: number | null;
  productId: string;
}

/** The last rows that nobody has looked at yet. */
export async function takenRows(tx: Tx, importId: string, limit: number): Promise<TakenRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select([
      'row_number as row',
      'kind',
      'changes',
      'sub_product_id as subProductId',
      'sub_product_version as version',
      'product_id as productId',
    ])
    .where('import_id', '=', importId)
    .where('taken', '=', true)
    .where('undo', 'is', null)
    .orderBy('row_number', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as TakenRow[];
}

export interface NotedProduct {
  isNew: boolean;
  before: Record<string, unknown>;
  version: number;
  undone: boolean;
}
export async function notedProducts(
  tx: Tx,
  importId: string,
  ids: readonly string[],
): Promise<Map<string, NotedProduct>> {
  const rows = await tx
    .selectFrom('import_products')
    .select(['product_id as id', 'is_new as isNew', 'before', 'version', 'undone'])
    .where('import_id', '=', importId)
    .where(sql<boolean>`product_id = ANY (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...noted }) => [id, noted as unknown as NotedProduct]));
}

/** Whatever was ever in stock or ordered has a stock level. */
export async function usedSince(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT sub_product_id AS id FROM stock_levels
    WHERE sub_product_id = ANY (${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function deleteTaken(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM sub_products WHERE id = ANY (${ids}::uuid[])`.execute(tx);
}

/** Products that the import added go when nothing is left below them and nobody has changed them. */
export async function deleteEmptyProducts(tx: Tx, importId: string, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM products p USING import_products noted
    WHERE noted.import_id = ${importId} AND noted.product_id = ANY (${ids}::uuid[]) AND noted.is_new
      AND p.id = noted.product_id AND p.version = noted.version
      AND NOT EXISTS (SELECT FROM sub_products s WHERE s.product_id = p.id)`.execute(tx);
}

export async function markProductsUndone(tx: Tx, importId: string, ids: readonly string[]): Promise<void> {
  await sql`UPDATE import_products SET undone = true
    WHERE import_id = ${importId} AND product_id = ANY (${ids}::uuid[])`.execute(tx);
}

interface Mark {
  row: number;
  undo: 'undone' | 'kept';
  reason: string | null;
}
export async function markRows(tx: Tx, importId: string, marks: readonly Mark[]): Promise<void> {
  await sql`UPDATE import_rows r SET undo = given.undo, undo_reason = given.reason
    FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS given ("row" integer, undo text, reason text)
    WHERE r.import_id = ${importId} AND r.row_number = given."row"`.execute(tx);
}
export const keepRow = (tx: Tx, importId: string, row: number, reason: string): Promise<void> =>
  markRows(tx, importId, [{ row, undo: 'kept', reason }]);

/** A product that stays although its own rows went: others were added below it. */
export async function sayWhatStays(tx: Tx, importId: string): Promise<void> {
  await sql`UPDATE import_rows r
    SET undo = 'kept', undo_reason = 'The sub-product was removed; its product stays, as others were added to it'
    FROM import_products noted JOIN products p ON p.id = noted.product_id
    WHERE noted.import_id = ${importId} AND noted.is_new AND r.import_id = ${importId}
      AND r.product_id = noted.product_id AND r.kind = 'new' AND r.undo = 'undone'
      AND NOT EXISTS (SELECT FROM import_rows kept WHERE kept.import_id = ${importId}
        AND kept.product_id = p.id AND kept.undo = 'kept')`.execute(tx);
}

/** Brands and categories that came with the import go where nothing is in them and nobody has changed them. */
export async function removePlaces(tx: Tx, importId: string): Promise<void> {
  for (const level of [3, 2, 1]) {
    await orLeave(tx, () =>
      sql`DELETE FROM categories c USING import_places noted
        WHERE noted.import_id = ${importId} AND noted.resource = 'categories' AND c.id = noted.record_id
          AND c.level = ${level} AND c.version = 1
          AND NOT EXISTS (SELECT FROM categories below WHERE below.parent_id = c.id)
          AND NOT EXISTS (SELECT FROM products p WHERE p.category_id = c.id)`.execute(tx),
    );
  }
  await orLeave(tx, () =>
    sql`DELETE FROM brands b USING import_places noted
      WHERE noted.import_id = ${importId} AND noted.resource = 'brands' AND b.id = noted.record_id
        AND b.version = 1 AND NOT EXISTS (SELECT FROM products p WHERE p.brand_id = b.id)`.execute(tx),
  );
}

/** What something else holds on to stays. */
async function orLeave(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  try {
    await orTakeBack(tx, work);
  } catch (error) {
    if (!/^23/.test((error as { code?: string }).code ?? '')) throw error;
  }
}

import type { Page } from '@aisle/contract/core/page';
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import { type ImportRow, type ImportRowPage, shownErrors } from '@aisle/contract/system/imports/import-rows';
import type { Import } from '@aisle/contract/system/imports/imports';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import type { CellProblem, RowResult, UndoResult, WrittenRow } from './imported-resource.ts';

/** Returns a page of rows, in the order of the file. */
export async function listRows(
  tx: Tx,
  kinds: readonly ImportKind[],
  request: ImportRowPage,
): Promise<Page<ImportRow>> {
  const { search, filters, sort } = request;
  let filtered = tx
    .selectFrom('import_rows as r')
    .where(sql<boolean>`r.import_id IN (SELECT id FROM imports WHERE kind = ANY (${kinds}::text[]))`);
  if (filters.importId) filtered = filtered.where('r.import_id', '=', filters.importId);
  if (filters.kind) filtered = filtered.where('r.kind', '=', filters.kind);
  if (filters.undo) filtered = filtered.where('r.undo', '=', filters.undo).where('r.taken', '=', true);
  if (search) {
    filtered = filtered.where(hasWords(search, 'r.sku', 'r.name'));
  }
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('r.import_id'), sql.ref('r.row_number')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      query
        .select(sql<string>`r.import_id || '-' || r.row_number`.as('_id'))
        .select([
          'r.import_id as importId',
          'r.row_number as row',
          'r.sku',
          'r.name',
          'r.taken',
          'r.undo_reason as undoReason',
        ])
        .select([
          sql<ImportRow['kind']>`r.kind`.as('kind'),
          sql<ImportRow['changes']>`r.changes`.as('changes'),
          sql<ImportRow['problems']>`r.problems`.as('problems'),
          sql<ImportRow['undo']>`r.undo`.as('undo'),
        ]),
  });
}

/** Returns how many rows of each kind the check counted. */
export async function countsOf(tx: Tx, importId: string): Promise<Record<string, number> | null> {
  const row = await tx.selectFrom('imports').select('counts').where('id', '=', importId).executeTakeFirst();
  return (row?.counts ?? null) as Record<string, number> | null;
}

export async function firstErrors(tx: Tx, id: string): Promise<Import['errors']> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', sql<CellProblem[]>`problems`.as('problems')])
    .where('import_id', '=', id)
    .where('kind', '=', 'error')
    .orderBy('row_number')
    .limit(shownErrors)
    .execute();
  return rows
    .flatMap(({ row_number, problems }) =>
      problems.map(({ column, message }) => ({ row: row_number, column, message })),
    )
    .slice(0, shownErrors);
}

export async function clearRows(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('import_rows').where('import_id', '=', id).execute();
}

/** Saves the results of compared or written rows. */
export async function saveRows(
  tx: Tx,
  importId: string,
  results: readonly RowResult[],
  taken: boolean,
): Promise<void> {
  const rows = results.map(({ row, kind, sku, name, changes, problems, cells, written }) => ({
    row,
    kind,
    sku: sku && storable(sku),
    name: name && storable(name),
    changes,
    problems: problems.map(({ column, value, message }) => ({
      column,
      value: value && storable(value),
      message,
    })),
    cells: cells?.map(storable) ?? null,
    taken: taken && written !== undefined,
    ...written,
  }));
  await sql`
    INSERT INTO import_rows (import_id, row_number, kind, sku, name, changes, problems, cells, taken,
      record_id, record_version, product_id, location_id, promotion_id)
    SELECT ${importId}::uuid, "row", kind, sku, name, changes, problems, cells, taken, "recordId", version,
      "productId", "locationId", "promotionId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("row" integer, kind text, sku text,
      name text, changes jsonb, problems jsonb, cells text[], taken boolean, "recordId" uuid,
      version integer, "productId" uuid, "locationId" uuid, "promotionId" uuid)
    ON CONFLICT (import_id, row_number) DO UPDATE SET kind = excluded.kind, sku = excluded.sku,
      name = excluded.name, changes = excluded.changes, problems = excluded.problems, cells = excluded.cells,
      taken = excluded.taken, record_id = excluded.record_id, record_version = excluded.record_version,
      product_id = excluded.product_id, location_id = excluded.location_id, promotion_id = excluded.promotion_id`.execute(
    tx,
  );
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** Returns the next rejected rows, for the error file. */
export async function errorsAfter(tx: Tx, id: string, row: number, limit: number) {
  return tx
    .selectFrom('import_rows')
    .select(['row_number as row'])
    .select([sql<CellProblem[]>`problems`.as('problems'), sql<string[]>`cells`.as('cells')])
    .where('import_id', '=', id)
    .where('kind', '=', 'error')
    .where('row_number', '>', row)
    .orderBy('row_number')
    .limit(limit)
    .execute();
}

export async function countUndone(tx: Tx, id: string): Promise<{ rows: number; kept: number }> {
  const { rows } = await sql<{ rows: number; kept: number }>`
    SELECT count(*) FILTER (WHERE undo = 'undone') AS rows, count(*) FILTER (WHERE undo = 'kept') AS kept
    FROM import_rows WHERE import_id = ${id} AND taken AND undo IS NOT NULL`.execute(tx);
  return rows[0]!;
}

/** Returns the last written rows that are neither undone nor kept yet. */
export async function writtenRows(tx: Tx, importId: string, limit: number): Promise<WrittenRow[]> {
  return tx
    .selectFrom('import_rows')
    .select([
      'row_number as row',
      sql<WrittenRow['kind']>`kind`.as('kind'),
      sql<WrittenRow['changes']>`changes`.as('changes'),
      'record_id as recordId',
      'record_version as version',
      'product_id as productId',
      'location_id as locationId',
      'promotion_id as promotionId',
    ])
    .where('import_id', '=', importId)
    .where('taken', '=', true)
    .where('undo', 'is', null)
    .orderBy('row_number', 'desc')
    .limit(limit)
    .execute();
}

export async function markRows(tx: Tx, importId: string, results: readonly UndoResult[]): Promise<void> {
  if (results.length === 0) return;
  await sql`UPDATE import_rows r SET undo = given.undo, undo_reason = given.reason
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS given ("row" integer, undo text, reason text)
    WHERE r.import_id = ${importId} AND r.row_number = given."row"`.execute(tx);
}

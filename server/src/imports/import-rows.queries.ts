import type { Page } from '@aisle/contract/core/page';
import { type Import, type ImportRow, type ImportRowPage, shownErrors } from '@aisle/contract/imports';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { containing } from '../core/search-text.ts';
import type { Outcome } from './products/product-batch.ts';
import type { CellProblem } from './products/product-rows.ts';

/** A page of rows, the topmost first. Their numbers are known from the check: nothing is counted. */
export async function listRows(tx: Tx, request: ImportRowPage): Promise<Page<ImportRow>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('import_rows as r');
  if (filters.importId) filtered = filtered.where('r.import_id', '=', filters.importId);
  if (filters.kind) filtered = filtered.where('r.kind', '=', filters.kind);
  if (filters.undo) filtered = filtered.where('r.undo', '=', filters.undo).where('r.taken', '=', true);
  if (search) {
    const like = containing(search);
    filtered = filtered.where((is) => is.or([is('r.sku', 'ilike', like), is('r.name', 'ilike', like)]));
  }
  const page = await listPage(tx, filtered, {
    request,
    order: { columns: [sql.ref('r.import_id'), sql.ref('r.row_number')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      query
        .select(sql<string>`r.import_id || '-' || r.row_number`.as('_id'))
        .select([
          'r.import_id as importId',
          'r.row_number as row',
          'r.kind',
          'r.sku',
          'r.name',
          'r.changes',
          'r.problems',
          'r.taken',
          'r.undo',
          'r.undo_reason as undoReason',
        ]),
  });
  return page as unknown as Page<ImportRow>;
}

/** How many rows of a kind an import has, as its check has counted them. */
export async function countsOf(tx: Tx, importId: string): Promise<Record<string, number> | null> {
  const row = await tx.selectFrom('imports').select('counts').where('id', '=', importId).executeTakeFirst();
  return (row?.counts ?? null) as Record<string, number> | null;
}

export async function firstErrors(tx: Tx, id: string): Promise<Import['errors']> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'problems'])
    .where('import_id', '=', id)
    .where('kind', '=', 'error')
    .orderBy('row_number')
    .limit(shownErrors)
    .execute();
  return rows
    .flatMap(({ row_number, problems }) =>
      (problems as unknown as CellProblem[]).map(({ column, message }) => ({
        row: row_number,
        column,
        message,
      })),
    )
    .slice(0, shownErrors);
}

export async function clearRows(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('import_rows').where('import_id', '=', id).execute();
}

/** Keeps what was found of these rows, or what was done with them. */
export async function saveRows(
  tx: Tx,
  importId: string,
  outcomes: readonly Outcome[],
  taken: boolean,
): Promise<void> {
  const rows = outcomes.map(({ said: _, existing: __, written, cells, ...outcome }) => ({
    ...outcome,
    sku: outcome.sku && storable(outcome.sku),
    name: outcome.name && storable(outcome.name),
    problems: outcome.problems.map(({ value, ...rest }) => ({ ...rest, value: value && storable(value) })),
    cells: cells?.map(storable) ?? null,
    taken: taken && written !== undefined,
    ...written,
  }));
  await sql`
    INSERT INTO import_rows (import_id, row_number, kind, sku, name, changes, problems, cells, taken,
      sub_product_id, sub_product_version, product_id)
    SELECT ${importId}::uuid, "row", kind, sku, name, changes, problems, cells, taken, "subProductId", version,
      "productId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("row" integer, kind text, sku text,
      name text, changes jsonb, problems jsonb, cells text[], taken boolean, "subProductId" uuid,
      version integer, "productId" uuid)
    ON CONFLICT (import_id, row_number) DO UPDATE SET kind = excluded.kind, sku = excluded.sku,
      name = excluded.name, changes = excluded.changes, problems = excluded.problems, cells = excluded.cells,
      taken = excluded.taken, sub_product_id = excluded.sub_product_id,
      sub_product_version = excluded.sub_product_version, product_id = excluded.product_id`.execute(tx);
}

const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** The next wrong rows behind one, for the file that gives them back. */
export async function errorsBehind(tx: Tx, id: string, row: number, limit: number) {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number as row', 'problems', 'cells'])
    .where('import_id', '=', id)
    .where('kind', '=', 'error')
    .where('row_number', '>', row)
    .orderBy('row_number')
    .limit(limit)
    .execute();
  return rows as unknown as { row: number; problems: CellProblem[]; cells: string[] }[];
}

export async function undoneSoFar(tx: Tx, id: string): Promise<{ rows: number; kept: number }> {
  const { rows } = await sql<{ rows: number; kept: number }>`
    SELECT count(*) FILTER (WHERE undo = 'undone') AS rows, count(*) FILTER (WHERE undo = 'kept') AS kept
    FROM import_rows WHERE import_id = ${id} AND taken AND undo IS NOT NULL`.execute(tx);
  return rows[0]!;
}

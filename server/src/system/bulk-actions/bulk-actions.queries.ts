import type { Page } from '@aisle/contract/core/page';
import type { BulkActionRow, BulkActionRowPage, BulkActionRun } from '@aisle/contract/system/bulk-actions';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { listPage } from '../../core/list/list.ts';
import { writeRows } from '../bulk/bulk.queries.ts';
import { type ChangeRead, getChange } from '../bulk/changes.queries.ts';

export const kind = 'bulkActions';

/** Stores the records that an action changes, and returns their number. */
export const writeRecords = (tx: Tx, id: string, recordIds: readonly string[]): Promise<number> =>
  writeRows(
    tx,
    id,
    sql`SELECT record_id, NULL::uuid AS location_id
      FROM unnest(${[...recordIds]}::uuid[]) WITH ORDINALITY AS given (record_id, place) ORDER BY place`,
  );

/** `about` is the name of the action. */
export const findRun = (tx: Tx, id: string): Promise<ChangeRead<string>> =>
  getChange(tx, { kind, about: sql<string>`b.request ->> 'name'` }, id, 'This bulk action');

const shownReasons = 5;
/** The most frequent reasons why rows weren't changed or restored. */
export async function findReasons(tx: Tx, id: string): Promise<BulkActionRun['reasons']> {
  const { rows } = await sql<BulkActionRun['reasons'][number]>`
    SELECT reason, count(*) AS count FROM bulk_rows WHERE change_id = ${id} AND reason IS NOT NULL
    GROUP BY reason ORDER BY 2 DESC, 1 LIMIT ${shownReasons}`.execute(tx);
  return rows;
}

type Row = Omit<BulkActionRow, 'name'> & { storedName: string | null };
/** The results in the order of the list; with `recordIds`, only those of these records. */
export function listRows(
  tx: Tx,
  id: string,
  request: BulkActionRowPage,
  recordIds: readonly string[] | undefined,
): Promise<Page<Row>> {
  const { filters, sort } = request;
  let filtered = tx.selectFrom('bulk_rows as r').where('r.change_id', '=', id);
  if (filters.outcome) filtered = filtered.where('r.outcome', '=', filters.outcome);
  if (recordIds) filtered = filtered.where(sql<boolean>`r.record_id = ANY (${[...recordIds]}::uuid[])`);
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('r.position')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      query.select([
        sql<string>`r.change_id || ':' || r.position`.as('_id'),
        'r.record_id as recordId',
        sql<string | null>`r.before ->> 'name'`.as('storedName'),
        sql<Row['outcome']>`r.outcome`.as('outcome'),
        'r.reason',
      ]),
  });
}

export async function findRecordIds(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('bulk_rows').select('record_id').where('change_id', '=', id).execute();
  return rows.map(({ record_id }) => record_id);
}

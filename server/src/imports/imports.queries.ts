import type { Page } from '@aisle/contract/core/page';
import {
  type Import,
  type ImportCounts,
  type ImportMapping,
  type ImportOptions,
  type ImportPage,
  type ImportStatus,
  shownErrors,
} from '@aisle/contract/imports';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { containing } from '../core/search-text.ts';
import type { Storage } from '../core/storage.ts';
import type { BadRow, CellProblem } from './product-rows.ts';

/** A job that was broken off says so itself: the import only knows that it was begun. */
const status = sql<ImportStatus>`CASE
  WHEN i.status IN ('checking', 'importing') AND j.status IN ('failed', 'cancelled') THEN j.status
  ELSE i.status END`;
const createdBy = sql<
  string | null
>`(SELECT first_name || ' ' || last_name FROM users u WHERE u.id = i.created_by)`;
const brief = [
  'i.id as _id',
  'i.kind',
  'i.file_name as fileName',
  'i.bytes',
  'i.counts',
  'i.job_id as jobId',
  'i.created_at as createdAt',
] as const;
const withJob = (tx: Tx) => tx.selectFrom('imports as i').leftJoin('jobs as j', 'j.id', 'i.job_id');

type Brief = Omit<
  Import,
  'delimiter' | 'columns' | 'sample' | 'mapping' | 'options' | 'errors' | 'errorFileUrl' | 'problem'
>;
export async function listImports(tx: Tx, request: ImportPage): Promise<Page<Brief>> {
  const { search, filters, sort } = request;
  let filtered = withJob(tx);
  if (search) filtered = filtered.where('i.file_name', 'ilike', containing(search));
  if (filters.kind !== undefined) filtered = filtered.where('i.kind', '=', filters.kind);
  if (filters.status !== undefined) filtered = filtered.where(status, '=', filters.status);
  const page = await listPage(tx, filtered, {
    request,
    order: { columns: [sql.ref('i.created_at'), sql.ref('i.id')], direction: sort?.order ?? 'desc' },
    select: (query) => query.select([...brief, status.as('status'), createdBy.as('createdBy')]),
  });
  return page as unknown as Page<Brief>;
}

export async function getImport(tx: Tx, storage: Storage, id: string): Promise<Import> {
  const row = await withJob(tx)
    .select([...brief, status.as('status'), createdBy.as('createdBy')])
    .select([
      'i.delimiter',
      'i.columns',
      'i.sample',
      'i.mapping',
      'i.options',
      'i.error_file_key as errorFileKey',
    ])
    .select('j.error as problem')
    .where('i.id', '=', id)
    .executeTakeFirst();
  const { errorFileKey, ...found } = mustFind(row, 'Import');
  return {
    ...(found as unknown as Omit<Import, 'errors' | 'errorFileUrl'>),
    errors: await firstErrors(tx, id),
    errorFileUrl:
      errorFileKey &&
      `${storage.url(errorFileKey)}&name=${encodeURIComponent(`Rows to correct - ${found.fileName}`)}`,
  };
}

async function firstErrors(tx: Tx, id: string): Promise<Import['errors']> {
  const rows = await tx
    .selectFrom('import_errors')
    .select(['row_number', 'problems'])
    .where('import_id', '=', id)
    .orderBy('row_number')
    .limit(shownErrors)
    .execute();
  return rows
    .flatMap(({ row_number, problems }) =>
      (problems as CellProblem[]).map((found) => ({ row: row_number, ...found })),
    )
    .slice(0, shownErrors);
}

interface NewImport {
  id: string;
  fileId: string;
  fileName: string;
  bytes: number;
  lineCount: number;
  delimiter: string;
  columns: string[];
  sample: string[][];
  mapping: ImportMapping;
  storageKey: string;
  createdBy: string | null;
}
export async function insertImport(tx: Tx, given: NewImport): Promise<void> {
  await tx
    .insertInto('files')
    .values({
      id: given.fileId,
      kind: 'csv',
      storage_key: given.storageKey,
      mime: 'text/csv',
      bytes: given.bytes,
      name: given.fileName,
      created_by: given.createdBy,
    })
    .execute();
  await tx
    .insertInto('imports')
    .values({
      id: given.id,
      kind: 'products',
      file_id: given.fileId,
      file_name: given.fileName,
      bytes: given.bytes,
      line_count: given.lineCount,
      delimiter: given.delimiter,
      columns: given.columns,
      sample: JSON.stringify(given.sample),
      mapping: JSON.stringify(given.mapping),
      created_by: given.createdBy,
    })
    .execute();
}

/** Where an import stands, locked, so that two people cannot begin it at once. */
export async function lockImport(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('imports')
    .select(['id', 'status', 'columns', 'file_name', 'job_id', 'taken_to'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const found = mustFind(row, 'Import');
  const job =
    found.job_id === null
      ? undefined
      : await tx.selectFrom('jobs').select('status').where('id', '=', found.job_id).executeTakeFirst();
  return { ...found, isBusy: job?.status === 'waiting' || job?.status === 'running' };
}

export async function beginCheck(
  tx: Tx,
  id: string,
  jobId: string,
  mapping: ImportMapping,
  options: ImportOptions,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({
      status: 'checking',
      job_id: jobId,
      mapping: JSON.stringify(mapping),
      options: JSON.stringify(options),
      counts: null,
      error_file_key: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function beginRun(tx: Tx, id: string, jobId: string): Promise<void> {
  await tx.updateTable('imports').set({ status: 'importing', job_id: jobId }).where('id', '=', id).execute();
}

export interface ImportPlan {
  id: string;
  fileName: string;
  columns: string[];
  delimiter: string;
  mapping: ImportMapping;
  options: ImportOptions;
  lineCount: number;
  takenTo: number;
  counts: ImportCounts | null;
  storageKey: string | null;
}
export async function getPlan(tx: Tx, id: string): Promise<ImportPlan> {
  const row = await tx
    .selectFrom('imports as i')
    .leftJoin('files as f', 'f.id', 'i.file_id')
    .select([
      'i.id',
      'i.file_name as fileName',
      'i.columns',
      'i.delimiter',
      'i.mapping',
      'i.options',
      'i.line_count as lineCount',
      'i.taken_to as takenTo',
      'i.counts',
      'f.storage_key as storageKey',
    ])
    .where('i.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Import') as ImportPlan;
}

export async function clearErrors(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('import_errors').where('import_id', '=', id).execute();
}

export async function saveErrors(tx: Tx, id: string, bad: readonly BadRow[]): Promise<void> {
  if (bad.length === 0) return;
  const rows = bad.map(({ row, problems, cells }) => ({
    row,
    problems,
    cells: cells.map((cell) => cell.replaceAll('\u0000', '').toWellFormed()),
  }));
  await sql`
    INSERT INTO import_errors (import_id, row_number, problems, cells)
    SELECT ${id}::uuid, row, problems, ARRAY(SELECT jsonb_array_elements_text(cells))
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(row integer, problems jsonb, cells jsonb)
    ON CONFLICT (import_id, row_number) DO UPDATE SET problems = excluded.problems`.execute(tx);
}

/** The next wrong rows behind one, for the file that gives them back. */
export async function errorsBehind(tx: Tx, id: string, row: number, limit: number) {
  const rows = await tx
    .selectFrom('import_errors')
    .select(['row_number as row', 'problems', 'cells'])
    .where('import_id', '=', id)
    .where('row_number', '>', row)
    .orderBy('row_number')
    .limit(limit)
    .execute();
  return rows as { row: number; problems: CellProblem[]; cells: string[] }[];
}

/** Known as a file, so that it is cleared away with the one it came from. */
export async function insertErrorFile(tx: Tx, id: string, key: string, name: string): Promise<void> {
  await tx
    .insertInto('files')
    .values({ id, kind: 'csv', storage_key: key, mime: 'text/csv', bytes: 0, name })
    .execute();
}

interface Advance {
  status?: 'checked' | 'importing' | 'imported';
  counts?: ImportCounts;
  takenTo?: number;
  errorFileKey?: string | null;
}
export async function advance(
  tx: Tx,
  id: string,
  { status, counts, takenTo, errorFileKey }: Advance,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({
      ...(status !== undefined && { status }),
      ...(counts !== undefined && { counts: JSON.stringify(counts) }),
      ...(takenTo !== undefined && { taken_to: takenTo }),
      ...(errorFileKey !== undefined && { error_file_key: errorFileKey }),
    })
    .where('id', '=', id)
    .execute();
}

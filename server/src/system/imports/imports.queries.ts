import type { Page } from '@aisle/contract/core/page';
import type { ImportMapping, ImportOptions } from '@aisle/contract/system/imports/import-fields';
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import type { DecimalStyle } from '@aisle/contract/system/imports/import-numbers';
import type { Import, ImportCounts, ImportPage, ImportStatus } from '@aisle/contract/system/imports/imports';
import { sql } from 'kysely';
import { enqueue, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import type { Encoding } from '../tables/text-encoding.ts';
import { assertMayImport, kindsOf } from './import-access.ts';

/** An import whose job failed or was cancelled keeps its running status, so the job's status replaces it. */
const status = sql<ImportStatus>`CASE
  WHEN i.status IN ('checking', 'importing', 'undoing') AND j.status IN ('failed', 'cancelled') THEN j.status
  ELSE i.status END`;
const createdBy = sql<
  string | null
>`(SELECT first_name || ' ' || last_name FROM users u WHERE u.id = i.created_by)`;
const brief = [
  'i.id as _id',
  sql<Import['kind']>`i.kind`.as('kind'),
  'i.file_name as fileName',
  'i.bytes',
  sql<Import['counts']>`i.counts`.as('counts'),
  'i.job_id as jobId',
  'i.created_at as createdAt',
] as const;
const withJob = (tx: Tx) => tx.selectFrom('imports as i').leftJoin('jobs as j', 'j.id', 'i.job_id');

type Brief = Pick<
  Import,
  '_id' | 'kind' | 'fileName' | 'bytes' | 'status' | 'counts' | 'jobId' | 'createdAt' | 'createdBy'
>;
export function listImports(tx: Tx, actor: Actor, request: ImportPage): List<Page<Brief>> {
  const { search, filters, sort } = request;
  let filtered = withJob(tx).where(sql<boolean>`i.kind = ANY (${kindsOf(actor)}::text[])`);
  if (search) filtered = filtered.where(hasWords(search, 'i.file_name'));
  if (filters.kind !== undefined) filtered = filtered.where('i.kind', '=', filters.kind);
  if (filters.status !== undefined) filtered = filtered.where(status, '=', filters.status);
  return listOf(tx, filtered, {
    request,
    sort: { columns: [sql.ref('i.created_at'), sql.ref('i.id')], direction: sort?.order ?? 'desc' },
    select: (query) => query.select([...brief, status.as('status'), createdBy.as('createdBy')]),
  });
}

export async function findImport(tx: Tx, id: string) {
  const row = await withJob(tx)
    .leftJoin('import_memories as m', 'm.id', 'i.memory_id')
    .select([...brief, status.as('status'), createdBy.as('createdBy')])
    .select([
      'i.delimiter',
      sql<Import['columnFacts']>`i.column_facts`.as('columnFacts'),
      sql<Encoding>`i.encoding`.as('encoding'),
      'i.sheet',
      'i.sheets',
      'i.notes as readingNotes',
      'i.columns',
      'i.heading_row as headingRow',
      sql<Import['top']>`i.top`.as('top'),
      sql<Import['sample']>`i.sample`.as('sample'),
      sql<ImportMapping>`i.mapping`.as('mapping'),
      sql<ImportOptions>`i.options`.as('options'),
      sql<Import['problemGroups']>`i.problem_groups`.as('problemGroups'),
      sql<Import['extras']>`i.extras`.as('extras'),
      'i.error_file_key as errorFileKey',
      'i.status as stage',
      'm.id as memoryId',
      'm.name as memoryName',
      'i.archive_name as archiveName',
    ])
    .select('j.error as problem')
    .where('i.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Import');
}

interface NewFile {
  id: string;
  storageKey: string;
  mime: string;
  bytes: number;
  name: string;
  createdBy: string | null;
}
export async function insertFile(
  tx: Tx,
  { storageKey: storage_key, createdBy: created_by, ...file }: NewFile,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({ kind: 'csv', storage_key, created_by, ...file })
    .execute();
}

/** Facts about a table from its first rows. */
export interface TableFacts {
  lineCount: number;
  encoding: Encoding;
  delimiter: string;
  columnFacts: Import['columnFacts'];
  columns: string[];
  sample: string[][];
  headingRow: number;
  top: Import['top'];
  sheet: string | null;
  sheets: string[];
  notes: string[];
  mapping: ImportMapping;
  options: ImportOptions;
  memoryId: string | null;
}
type StoredTable = TableFacts & { fileId: string };
const toColumns = (table: StoredTable) => ({
  file_id: table.fileId,
  line_count: table.lineCount,
  delimiter: table.delimiter,
  column_facts: JSON.stringify(table.columnFacts),
  columns: table.columns,
  sample: JSON.stringify(table.sample),
  heading_row: table.headingRow,
  top: JSON.stringify(table.top),
  encoding: table.encoding,
  sheet: table.sheet,
  sheets: table.sheets,
  notes: table.notes,
  mapping: JSON.stringify(table.mapping),
  options: JSON.stringify(table.options),
  memory_id: table.memoryId,
});

interface NewImport extends StoredTable {
  id: string;
  kind: ImportKind;
  name: string;
  bytes: number;
  bookId: string | null;
  createdBy: string | null;
}
export async function insertImport(tx: Tx, file: NewImport): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      id: file.id,
      kind: file.kind,
      file_name: file.name,
      bytes: file.bytes,
      book_id: file.bookId,
      created_by: file.createdBy,
      ...toColumns(file),
    })
    .execute();
}

/** Replaces the table with another reading of the same file, and clears the check of the previous one. */
export async function replaceTable(tx: Tx, id: string, table: StoredTable): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ status: 'uploaded', counts: null, error_file_key: null, job_id: null, ...toColumns(table) })
    .where('id', '=', id)
    .execute();
}

/** Resets an import to before its check and removes its ZIP; returns the storage keys of the deleted files. */
export async function reopen(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH former AS (SELECT archive_id, error_file_key FROM imports WHERE id = ${id}),
    opened AS (
      UPDATE imports SET status = 'uploaded', counts = NULL, job_id = NULL, error_file_key = NULL,
        problem_groups = '[]', extras = '[]', archive_id = NULL
      WHERE id = ${id}
    )
    DELETE FROM files f USING former
    WHERE f.id = former.archive_id OR (f.kind = 'csv' AND f.storage_key = former.error_file_key)
    RETURNING f.storage_key AS key`.execute(tx);
  return rows.map(({ key }) => key);
}

export type LockedImport = Awaited<ReturnType<typeof lockImport>>;
/** Locks an import, so that two users can't start it at once. */
export async function lockImport(tx: Tx, actor: Actor, id: string, step: 'import' | 'undo' = 'import') {
  const row = await tx
    .selectFrom('imports')
    .select(['id', 'status', 'columns', 'options', 'counts', 'file_name', 'job_id', 'taken_to'])
    .select(['bytes', 'sheets', 'book_id', 'file_id', 'sheet', 'notes', 'delimiter'])
    .select([sql<ImportKind>`kind`.as('kind'), sql<Encoding>`encoding`.as('encoding')])
    .select(sql<ImportMapping>`mapping`.as('mapping'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const found = mustFind(row, 'Import');
  assertMayImport(actor, found.kind, step);
  const job =
    found.job_id === null
      ? undefined
      : await tx.selectFrom('jobs').select('status').where('id', '=', found.job_id).executeTakeFirst();
  return { ...found, isBusy: job?.status === 'waiting' || job?.status === 'running' };
}

interface Check {
  jobId: string;
  mapping: ImportMapping;
  options: ImportOptions;
  memoryId: string | null;
}
export async function beginCheck(
  tx: Tx,
  id: string,
  { jobId, mapping, options, memoryId }: Check,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({
      status: 'checking',
      job_id: jobId,
      memory_id: memoryId,
      mapping: JSON.stringify(mapping),
      options: JSON.stringify(options),
      counts: null,
      error_file_key: null,
      problem_groups: '[]',
      extras: '[]',
    })
    .where('id', '=', id)
    .execute();
}

export async function begin(
  tx: Tx,
  id: string,
  status: 'importing' | 'undoing',
  jobId: string,
): Promise<void> {
  await tx.updateTable('imports').set({ status, job_id: jobId }).where('id', '=', id).execute();
}

export interface ImportPlan {
  id: string;
  kind: ImportKind;
  fileName: string;
  columns: string[];
  delimiter: string;
  columnFacts: Import['columnFacts'];
  headingRow: number;
  mapping: ImportMapping;
  options: ImportOptions;
  lineCount: number;
  takenTo: number;
  counts: ImportCounts | null;
  storageKey: string | null;
  /** Whether the import has a ZIP of pictures. */
  hasArchive: boolean;
  /** Index of the added cell with the row's section, if the section is its category. */
  sectionAt?: number;
  /** How to read unclear numbers, by column. Omits columns that need a user's choice. */
  decimals?: Record<string, DecimalStyle>;
}
export async function getPlan(tx: Tx, id: string): Promise<ImportPlan> {
  const row = await tx
    .selectFrom('imports as i')
    .leftJoin('files as f', 'f.id', 'i.file_id')
    .select([
      'i.id',
      'i.kind',
      'i.file_name as fileName',
      'i.columns',
      'i.delimiter',
      'i.column_facts as columnFacts',
      'i.heading_row as headingRow',
      'i.mapping',
      'i.options',
      'i.line_count as lineCount',
      'i.taken_to as takenTo',
      'i.counts',
      'f.storage_key as storageKey',
      sql<boolean>`i.archive_name IS NOT NULL`.as('hasArchive'),
    ])
    .where('i.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Import') as ImportPlan;
}

/** Recorded in `files`, so that it is deleted with the import. */
export const insertErrorFile = (
  tx: Tx,
  file: Pick<NewFile, 'id' | 'storageKey' | 'name' | 'createdBy'>,
): Promise<void> => insertFile(tx, { ...file, mime: 'text/csv', bytes: 0 });

/** Stores the findings of the check besides its rows: grouped problems and extras. */
export async function saveFindings(
  tx: Tx,
  id: string,
  groups: Import['problemGroups'],
  extras: Import['extras'],
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ problem_groups: JSON.stringify(groups), extras: JSON.stringify(extras) })
    .where('id', '=', id)
    .execute();
}

/** Adds the problems that occurred after the rows. */
export async function addFindings(tx: Tx, id: string, groups: Import['problemGroups']): Promise<void> {
  if (groups.length === 0) return;
  await sql`UPDATE imports SET problem_groups = problem_groups || ${JSON.stringify(groups)}::jsonb
    WHERE id = ${id}`.execute(tx);
}

/** Deletes an import with its rows and files, and returns the files' storage keys. */
export async function deleteImport(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH gone AS (DELETE FROM imports WHERE id = ${id} RETURNING file_id, book_id, archive_id, error_file_key)
    DELETE FROM files f USING gone
    WHERE f.id IN (gone.file_id, gone.book_id, gone.archive_id)
      OR (f.kind = 'csv' AND f.storage_key = gone.error_file_key)
    RETURNING f.storage_key AS key`.execute(tx);
  return rows.map(({ key }) => key);
}

/**
 * Lets the next batch start before this one is on disk. The last transaction of the job waits for all of them. If the database
 * crashes before, batches and progress are lost together, and the job continues from there.
 */
export const commitLater = (tx: Tx): Promise<void> => enqueue(tx, sql`SET LOCAL synchronous_commit = off`);

interface Advance {
  status?: 'checked' | 'importing' | 'imported' | 'undone';
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

import type { Page } from '@aisle/contract/core/page';
import type { ImportMapping, ImportOptions } from '@aisle/contract/import-fields';
import type { Import, ImportCounts, ImportPage, ImportStatus } from '@aisle/contract/imports';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { containing } from '../core/search-text.ts';
import type { Storage } from '../core/storage.ts';
import type { Encoding } from '../tables/text-encoding.ts';
import { firstErrors, undoneSoFar } from './import-rows.queries.ts';
import { nameOfErrors, notesOf } from './notes.ts';

/** A job that was broken off says so itself: the import only knows that it was begun. */
const status = sql<ImportStatus>`CASE
  WHEN i.status IN ('checking', 'importing', 'undoing') AND j.status IN ('failed', 'cancelled') THEN j.status
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

type Brief = Pick<
  Import,
  '_id' | 'kind' | 'fileName' | 'bytes' | 'status' | 'counts' | 'jobId' | 'createdAt' | 'createdBy'
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
    .leftJoin('import_memories as m', 'm.id', 'i.memory_id')
    .select([...brief, status.as('status'), createdBy.as('createdBy')])
    .select([
      'i.delimiter',
      'i.encoding',
      'i.sheet',
      'i.sheets',
      'i.notes as readingNotes',
      'i.columns',
      'i.sample',
      'i.mapping',
      'i.options',
      'i.error_file_key as errorFileKey',
      'i.status as stage',
      'm.id as memoryId',
      'm.name as memoryName',
    ])
    .select('j.error as problem')
    .where('i.id', '=', id)
    .executeTakeFirst();
  const { errorFileKey, stage, encoding, readingNotes, memoryId, memoryName, ...found } = mustFind(
    row,
    'Import',
  );
  const isBroken = found.status === 'failed' || found.status === 'cancelled';
  return {
    ...(found as unknown as Import),
    errors: await firstErrors(tx, id),
    errorFileUrl:
      errorFileKey && `${storage.url(errorFileKey)}&name=${encodeURIComponent(nameOfErrors(found.fileName))}`,
    brokenAt: isBroken ? (stage as Import['brokenAt']) : null,
    notes: [...readingNotes, ...notesOf(encoding as Encoding, found.columns, found.mapping as ImportMapping)],
    remembered: memoryId === null ? null : { _id: memoryId, name: memoryName! },
    undone: stage === 'undoing' || stage === 'undone' ? await undoneSoFar(tx, id) : null,
  };
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

/** What is known of a file once its beginning was read. */
export interface TableFacts {
  lineCount: number;
  encoding: Encoding;
  delimiter: string;
  columns: string[];
  sample: string[][];
  sheet: string | null;
  sheets: string[];
  notes: string[];
  mapping: ImportMapping;
  options: ImportOptions;
  memoryId: string | null;
}
type Kept = TableFacts & { fileId: string };
const toColumns = (given: Kept) => ({
  file_id: given.fileId,
  line_count: given.lineCount,
  delimiter: given.delimiter,
  columns: given.columns,
  sample: JSON.stringify(given.sample),
  encoding: given.encoding,
  sheet: given.sheet,
  sheets: given.sheets,
  notes: given.notes,
  mapping: JSON.stringify(given.mapping),
  options: JSON.stringify(given.options),
  memory_id: given.memoryId,
});

interface NewImport extends Kept {
  id: string;
  name: string;
  bytes: number;
  bookId: string | null;
  createdBy: string | null;
}
export async function insertImport(tx: Tx, given: NewImport): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      id: given.id,
      kind: 'products',
      file_name: given.name,
      bytes: given.bytes,
      book_id: given.bookId,
      created_by: given.createdBy,
      ...toColumns(given),
    })
    .execute();
}

/** Another sheet of the same file: what was checked of the one before is forgotten. */
export async function readAnew(tx: Tx, id: string, given: Kept): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ status: 'uploaded', counts: null, error_file_key: null, job_id: null, ...toColumns(given) })
    .where('id', '=', id)
    .execute();
}

/** Where an import stands, locked, so that two people cannot begin it at once. */
export async function lockImport(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('imports')
    .select(['id', 'status', 'columns', 'options', 'counts', 'file_name', 'job_id', 'taken_to'])
    .select(['bytes', 'sheets', 'book_id'])
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
  memoryId: string | null,
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

/** Known as a file, so that it is cleared away with the one it came from. */
export async function insertErrorFile(tx: Tx, id: string, key: string, name: string): Promise<void> {
  await tx
    .insertInto('files')
    .values({ id, kind: 'csv', storage_key: key, mime: 'text/csv', bytes: 0, name })
    .execute();
}

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

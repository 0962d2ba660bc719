import type { Permission } from '@aisle/contract/permissions';
import { unfinishedJobStatuses } from '@aisle/contract/system/jobs';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { mustFind } from '../../core/problem.ts';

export type BulkState = 'changing' | 'changed' | 'undoing' | 'undone';
type BulkOutcome = 'waiting' | 'changed' | 'same' | 'refused' | 'undone' | 'kept';

export type OutcomeCounts = Record<BulkOutcome, number>;

interface NewChange {
  id: string;
  kind: string;
  title: string;
  permission: Permission;
  request: unknown;
  userId: string | null;
}
export async function insertChange(tx: Tx, { userId, request, ...change }: NewChange): Promise<void> {
  await tx
    .insertInto('bulk_changes')
    .values({ ...change, request: JSON.stringify(request), created_by: userId })
    .execute();
}

export interface LockedChange {
  id: string;
  kind: string;
  title: string;
  permission: Permission;
  request: unknown;
  state: BulkState;
  rowCount: number | null;
  /** A job is working on it. */
  isBusy: boolean;
}
/** Locked, so that two users who press the same button don't start two jobs. */
export async function lockChange(tx: Tx, kind: string, id: string): Promise<LockedChange> {
  const row = await tx
    .selectFrom('bulk_changes as b')
    .leftJoin('jobs as j', 'j.id', 'b.job_id')
    .select(['b.id', 'b.kind', 'b.title', 'b.permission', 'b.request', 'b.state', 'b.row_count as rowCount'])
    .select(sql<boolean>`coalesce(${isOneOf('j.status', unfinishedJobStatuses)}, false)`.as('isBusy'))
    .where('b.id', '=', id)
    .where('b.kind', '=', kind)
    .forNoKeyUpdate('b')
    .executeTakeFirst();
  return mustFind(row, 'This change') as LockedChange;
}

export async function advanceChange(
  tx: Tx,
  id: string,
  to: { state?: BulkState; jobId?: string; rowCount?: number; counts?: OutcomeCounts },
): Promise<void> {
  await tx
    .updateTable('bulk_changes')
    .set({
      ...(to.state && { state: to.state }),
      ...(to.jobId && { job_id: to.jobId }),
      ...(to.rowCount !== undefined && { row_count: to.rowCount }),
      ...(to.counts && { counts: JSON.stringify(to.counts) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Stores the rows of a change; `rows` selects record_id and location_id in order. */
export async function writeRows(tx: Tx, changeId: string, rows: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO bulk_rows (change_id, position, record_id, location_id)
    SELECT ${changeId}::uuid, row_number() OVER (), record_id, location_id FROM (${rows}) AS found`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

export interface BulkRow {
  position: number;
  recordId: string;
  locationId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number | null;
}
/** Returns the next rows with this outcome, locked for the transaction. */
export async function nextRows(
  tx: Tx,
  changeId: string,
  outcome: 'waiting' | 'changed',
  limit: number,
): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    SELECT position, record_id AS "recordId", location_id AS "locationId", before, after, version
    FROM bulk_rows WHERE change_id = ${changeId} AND outcome = ${outcome}
    ORDER BY position LIMIT ${limit} FOR UPDATE`.execute(tx);
  return rows;
}

export interface RowResult {
  position: number;
  outcome: BulkOutcome;
  reason?: string | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Current version of the record. */
  version?: number;
}
/** Records the results of rows in the transaction that changed them. Omitted `before`, `after` and `version` stay unchanged. */
export async function recordResults(tx: Tx, changeId: string, results: readonly RowResult[]): Promise<void> {
  await sql`
    UPDATE bulk_rows r SET outcome = told.outcome, reason = told.reason, before = coalesce(told.before, r.before),
      after = coalesce(told.after, r.after), version = coalesce(told.version, r.version)
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      AS told (position integer, outcome text, reason text, before jsonb, after jsonb, version integer)
    WHERE r.change_id = ${changeId} AND r.position = told.position`.execute(tx);
}

/** Counts rows by outcome. */
export async function countOutcomes(tx: Tx, changeId: string): Promise<OutcomeCounts> {
  const { rows } = await sql<{ outcome: BulkOutcome; count: number }>`
    SELECT outcome, count(*) AS count FROM bulk_rows WHERE change_id = ${changeId} GROUP BY outcome`.execute(
    tx,
  );
  const counts = { waiting: 0, changed: 0, same: 0, refused: 0, undone: 0, kept: 0 };
  for (const { outcome, count } of rows) counts[outcome] = count;
  return counts;
}

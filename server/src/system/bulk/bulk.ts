/*
 * Changes many records at once, in a job with a result for each row and an undo. A feature declares which rows
 * a request selects, how a batch of them is changed and how that is undone (see bulk-edits):
 *
 *   const prices: BulkKind<Request> = { kind, jobs, write, change, undo };
 *   startBulk(tx, actor, prices, { title, permission, request });    // in a handler
 *   jobTable: { bulkEdit: bulkWork(prices), bulkEditUndo: undoWork(prices) }
 *
 * The selected rows are stored once, then processed in batches, each in one transaction with its results: an
 * interrupted job continues after the last batch, and no row is changed twice.
 */

import type { BulkResource } from '@aisle/contract/audit-sentences';
import type { Permission } from '@aisle/contract/permissions';
import type { JobKind } from '@aisle/contract/system/jobs';
import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { retryOnDeadlock } from '../../core/db/deadlock.ts';
import { type Actor, idOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { problem } from '../../core/problem.ts';
import type { JobRun, JobWork } from '../jobs/job-run.ts';
import { startJob } from '../jobs/jobs.service.ts';
import {
  advanceChange,
  type BulkRow,
  countOutcomes,
  insertChange,
  type LockedChange,
  lockChange,
  nextRows,
  type OutcomeCounts,
  type RowResult,
  recordResults,
} from './bulk.queries.ts';

export interface BulkKind<Request> {
  /** The resource whose records are changed, as in query keys. */
  kind: BulkResource;
  jobs: { change: JobKind; undo?: JobKind };
  /** Rows changed in one transaction; `maxBatchSize` by default. */
  batchSize?: number;
  /** Stores the rows that the request selects, and returns their number. */
  write(context: Context, id: string, request: Request): Promise<number>;
  /** Changes these rows, or reports why a row can't change. Locks records in the order of their IDs. */
  change(context: Context, request: Request, rows: readonly BulkRow[]): Promise<RowResult[]>;
  /** Reverts these rows but keeps later edits; omitted if a change can't be undone. */
  undo?(context: Context, request: Request, rows: readonly BulkRow[]): Promise<RowResult[]>;
  /** Called after the last batch, to refresh open lists of these records. */
  announce?(tx: Tx, request: Request): Promise<void>;
}

export type UndoableKind<Request> = BulkKind<Request> & Required<Pick<BulkKind<Request>, 'undo'>>;

/** A batch of this size is short enough that no one waits long for its locks. */
const maxBatchSize = 500;

interface NewChange<Request> {
  title: string;
  permission: Permission;
  request: Request;
}
/** Starts the job that changes the selected rows; returns the ID of the change. */
export async function startBulk<Request>(
  tx: Tx,
  actor: Actor,
  of: BulkKind<Request>,
  change: NewChange<Request>,
): Promise<string> {
  const id = await addChange(tx, actor, of, change);
  const { title, permission } = change;
  const jobId = await startJob(tx, actor, {
    kind: of.jobs.change,
    title,
    permission,
    input: { changeId: id },
  });
  await advanceChange(tx, id, { jobId });
  return id;
}

/** Changes the selected rows in the caller's transaction, for as many as one request can change. */
export async function changeAtOnce<Request>(
  context: Context,
  of: BulkKind<Request>,
  change: NewChange<Request>,
): Promise<string> {
  const { tx, actor } = context;
  const id = await addChange(tx, actor, of, change);
  await advanceChange(tx, id, { rowCount: await of.write(context, id, change.request) });
  await runBatches(atOnce(context), of, id, { from: 'waiting', to: 'changed', step: of.change });
  return id;
}

/** Runs batches in the caller's transaction. */
const atOnce = ({ tx, actor, services }: Context): BatchRun => ({
  actor,
  services,
  batchSize: maxBatchSize,
  inTransaction: (work) => work(tx),
  progress: async () => {},
});

async function addChange<Request>(
  tx: Tx,
  actor: Actor,
  { kind }: BulkKind<Request>,
  { title, permission, request }: NewChange<Request>,
): Promise<string> {
  const id = newId();
  await insertChange(tx, { id, kind, title, permission, request, userId: idOf(actor) });
  await audit(tx, actor, { action: 'bulk-edit', resource: kind, recordId: id, after: { title, request } });
  return id;
}

/** Reverts the changes made so far; waiting rows stay unchanged. */
export async function startUndo<Request>(
  tx: Tx,
  actor: Actor,
  of: BulkKind<Request>,
  id: string,
): Promise<void> {
  const found = await lockForUndo(tx, actor, of, id);
  if (of.jobs.undo) await beginUndo(tx, actor, found, of.jobs.undo);
}

/** Reverts a change in the caller's transaction, if it isn't too large; otherwise in a job. */
export async function undoChange<Request>(
  context: Context,
  of: UndoableKind<Request>,
  id: string,
  mostAtOnce: number,
): Promise<void> {
  const { tx, actor } = context;
  const { changed } = await countOutcomes(tx, id);
  if (changed > mostAtOnce) return startUndo(tx, actor, of, id);
  await lockForUndo(tx, actor, of, id);
  await advanceChange(tx, id, { state: 'undoing' });
  await runBatches(atOnce(context), of, id, { from: 'changed', to: 'undone', step: of.undo });
}

async function lockForUndo<Request>(tx: Tx, actor: Actor, of: BulkKind<Request>, id: string) {
  const found = await lockFor(tx, actor, of, id);
  const { changed } = await countOutcomes(tx, id);
  if (!of.jobs.undo || changed === 0) throw problem('bulk.nothing-to-undo');
  const after = { title: found.title };
  await audit(tx, actor, { action: 'bulk-undo', resource: of.kind, recordId: id, after });
  return found;
}

/** Continues a change or an undo that was stopped or failed. */
export async function resumeBulk<Request>(
  tx: Tx,
  actor: Actor,
  of: BulkKind<Request>,
  id: string,
): Promise<void> {
  const found = await lockFor(tx, actor, of, id);
  if (found.state === 'undoing' && of.jobs.undo) {
    return beginUndo(tx, actor, found, of.jobs.undo);
  }
  if (found.state !== 'changing') throw problem('bulk.over');
  const { permission, title } = found;
  const jobId = await startJob(tx, actor, {
    kind: of.jobs.change,
    title,
    permission,
    input: { changeId: id },
  });
  await advanceChange(tx, id, { jobId, state: 'changing' });
}

async function lockFor<Request>(tx: Tx, actor: Actor, { kind }: BulkKind<Request>, id: string) {
  const found = await lockChange(tx, kind, id);
  const { permission } = found;
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  if (found.isBusy) throw problem('bulk.busy');
  return found;
}

async function beginUndo(
  tx: Tx,
  actor: Actor,
  { id, title, permission }: LockedChange,
  kind: JobKind,
): Promise<void> {
  const jobId = await startJob(tx, actor, {
    kind,
    title: `Undo: ${title}`,
    permission,
    input: { changeId: id },
  });
  await advanceChange(tx, id, { jobId, state: 'undoing' });
}

/** The job that changes rows. */
export const bulkWork =
  <Request>(of: BulkKind<Request>): JobWork =>
  async (run) => {
    const id = changeOf(run);
    await run.inTransaction(async (tx) => {
      const { rowCount, request } = await lockChange(tx, of.kind, id);
      if (rowCount !== null) return;
      const context = { tx, actor: run.actor, services: run.services };
      await advanceChange(tx, id, { rowCount: await of.write(context, id, request as Request) });
    });
    return runBatches(inJob(run), of, id, { from: 'waiting', to: 'changed', step: of.change });
  };

/** The job that undoes changes. */
export const undoWork =
  <Request>(of: UndoableKind<Request>): JobWork =>
  (run) =>
    runBatches(inJob(run), of, changeOf(run), { from: 'changed', to: 'undone', step: of.undo });

/** A batch can deadlock with users who change the same records in another order. */
const inJob = (run: JobRun): BatchRun => ({
  ...run,
  inTransaction: (work) => retryOnDeadlock(() => run.inTransaction(work)),
});

const changeOf = (run: JobRun): string => (run.input as { changeId: string }).changeId;

interface Direction<Request> {
  from: 'waiting' | 'changed';
  to: 'changed' | 'undone';
  step: BulkKind<Request>['change'];
}
/** A job, or a request that runs all batches in its own transaction. */
interface BatchRun extends Pick<JobRun, 'actor' | 'services' | 'inTransaction' | 'progress'> {
  batchSize?: number;
}
async function runBatches<Request>(
  run: BatchRun,
  of: BulkKind<Request>,
  id: string,
  { from, to, step }: Direction<Request>,
) {
  let counts = await run.inTransaction((tx) => countOutcomes(tx, id));
  // Counts the work of an earlier job, so that the progress doesn't start over.
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = to === 'changed' ? rows : counts.undone + counts.kept + counts.changed;
  await run.progress(total - counts[from], total);
  for (;;) {
    const done = await run.inTransaction((tx) => runBatch(tx, run, of, { id, from, to, step, counts }));
    if (done === null) return { data: { changeId: id, ...counts }, files: [] };
    counts = done;
    await run.progress(total - counts[from], total);
  }
}

interface Batch<Request> extends Direction<Request> {
  id: string;
  counts: OutcomeCounts;
}
/** Returns the counts after the batch, or null if no row is left. */
async function runBatch<Request>(
  tx: Tx,
  { actor, services, batchSize }: BatchRun,
  of: BulkKind<Request>,
  { id, from, to, step, counts }: Batch<Request>,
): Promise<OutcomeCounts | null> {
  const { request } = await lockChange(tx, of.kind, id);
  const batch = await nextRows(tx, id, from, batchSize ?? of.batchSize ?? maxBatchSize);
  if (batch.length === 0) {
    await advanceChange(tx, id, { state: to, counts });
    await of.announce?.(tx, request as Request);
    return null;
  }
  const results = await step({ tx, actor, services }, request as Request, batch);
  await recordResults(tx, id, results);
  const after = { ...counts, [from]: counts[from] - batch.length };
  for (const { outcome } of results) after[outcome] += 1;
  await advanceChange(tx, id, { counts: after });
  return after;
}

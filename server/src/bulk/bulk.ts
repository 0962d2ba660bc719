/*
 * Changing many records at once, as a job with a result for each row and a way back. A feature says which rows
 * a request is about, what to do with some of them and how to take that back (see bulk-edits):
 *
 *   const prices: BulkKind<Request> = { kind, jobs, write, change, undo };
 *   startBulk(tx, actor, prices, { title, permission, request });    // in a handler
 *   jobTable: { bulkEdit: bulkWork(prices), bulkEditUndo: undoWork(prices) }
 *
 * Rows are written down once, then worked off some at a time, each batch in one transaction with its results:
 * whatever is broken off goes on behind the last batch, and nothing is done twice.
 */
import type { JobKind } from '@aisle/contract/jobs';
import type { Permission } from '@aisle/contract/permissions';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem } from '../core/problem.ts';
import type { Services } from '../core/services.ts';
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
  noteResults,
  type RowResult,
} from './bulk.queries.ts';

export interface BulkKind<Request> {
  /** The resource whose records are changed, as in the query keys. */
  kind: string;
  jobs: { change: JobKind; undo?: JobKind };
  /** So many rows are changed in one transaction; `mostAtOnce` unless said. */
  batchSize?: number;
  /** Writes down which rows the request is about, and says how many. */
  write(tx: Tx, id: string, request: Request, actor: Actor): Promise<number>;
  /** Changes these rows, or says of each why not. Locks records in the order of their ids. */
  change(
    tx: Tx,
    actor: Actor,
    request: Request,
    rows: readonly BulkRow[],
    services: Services,
  ): Promise<RowResult[]>;
  /** Takes these rows back, or keeps what was edited since; left out where there is no way back. */
  undo?(tx: Tx, actor: Actor, request: Request, rows: readonly BulkRow[]): Promise<RowResult[]>;
  /** After the last batch: tells those who look at a list of such records. */
  announce?(tx: Tx): Promise<void>;
}

/** Short enough that nobody waits for it. */
const mostAtOnce = 500;

interface Asked<Request> {
  title: string;
  permission: Permission;
  request: Request;
}
/** Starts the job that changes what fits; gives the id of the change. */
export async function startBulk<Request>(
  tx: Tx,
  actor: Actor,
  { kind, jobs }: BulkKind<Request>,
  { title, permission, request }: Asked<Request>,
): Promise<string> {
  const id = newId();
  await insertChange(tx, { id, kind, title, permission, request, userId: actor.userId });
  const jobId = await startJob(tx, actor, { kind: jobs.change, title, permission, input: { changeId: id } });
  await advanceChange(tx, id, { jobId });
  await audit(tx, actor, { action: 'bulk-edit', resource: kind, recordId: id, after: { title, request } });
  return id;
}

/** Takes back what a change has done so far; what was still waiting is then left alone. */
export async function startUndo<Request>(
  tx: Tx,
  actor: Actor,
  of: BulkKind<Request>,
  id: string,
): Promise<void> {
  const found = await lockFor(tx, actor, of, id);
  if (!of.jobs.undo) throw problem('bulk.nothing-to-undo');
  const { changed } = await countOutcomes(tx, id);
  if (changed === 0) throw problem('bulk.nothing-to-undo');
  await begin(tx, actor, found, of.jobs.undo, `Taking back: ${found.title}`, 'undoing');
  await audit(tx, actor, {
    action: 'bulk-undo',
    resource: of.kind,
    recordId: id,
    after: { title: found.title },
  });
}

/** Goes on with what was stopped, or failed. */
export async function resumeBulk<Request>(
  tx: Tx,
  actor: Actor,
  of: BulkKind<Request>,
  id: string,
): Promise<void> {
  const found = await lockFor(tx, actor, of, id);
  if (found.state === 'undoing' && of.jobs.undo) {
    return begin(tx, actor, found, of.jobs.undo, `Taking back: ${found.title}`, 'undoing');
  }
  if (found.state !== 'changing') throw problem('bulk.over');
  await begin(tx, actor, found, of.jobs.change, found.title, 'changing');
}

async function lockFor<Request>(tx: Tx, actor: Actor, { kind }: BulkKind<Request>, id: string) {
  const found = await lockChange(tx, kind, id);
  const { permission } = found;
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  if (found.isBusy) throw problem('bulk.busy');
  return found;
}

async function begin(
  tx: Tx,
  actor: Actor,
  { id, permission }: LockedChange,
  kind: JobKind,
  title: string,
  state: 'changing' | 'undoing',
): Promise<void> {
  const jobId = await startJob(tx, actor, { kind, title, permission, input: { changeId: id } });
  await advanceChange(tx, id, { jobId, state });
}

/** The job that changes. */
export const bulkWork =
  <Request>(of: BulkKind<Request>): JobWork =>
  async (run) => {
    const id = changeOf(run);
    await run.inTransaction(async (tx) => {
      const { rowCount, request } = await lockChange(tx, of.kind, id);
      if (rowCount !== null) return;
      await advanceChange(tx, id, { rowCount: await of.write(tx, id, request as Request, run.actor) });
    });
    return workOff(run, of, id, { from: 'waiting', to: 'changed', step: of.change });
  };

/** The job that takes back. */
export const undoWork =
  <Request>(of: BulkKind<Request> & Required<Pick<BulkKind<Request>, 'undo'>>): JobWork =>
  (run) =>
    workOff(run, of, changeOf(run), { from: 'changed', to: 'undone', step: of.undo });

const changeOf = (run: JobRun): string => (run.input as { changeId: string }).changeId;

interface Direction<Request> {
  from: 'waiting' | 'changed';
  to: 'changed' | 'undone';
  step: BulkKind<Request>['change'];
}
async function workOff<Request>(
  run: JobRun,
  of: BulkKind<Request>,
  id: string,
  { from, to, step }: Direction<Request>,
) {
  const counts = await run.inTransaction((tx) => countOutcomes(tx, id));
  // What a job before this one has done counts as done, so that the figure does not jump back.
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = to === 'changed' ? rows : counts.undone + counts.kept + counts.changed;
  await run.progress(total - counts[from], total);
  for (;;) {
    const worked = await run.inTransaction(async (tx) => {
      const { request } = await lockChange(tx, of.kind, id);
      const batch = await nextRows(tx, id, from, of.batchSize ?? mostAtOnce);
      if (batch.length === 0) {
        await advanceChange(tx, id, { state: to, counts });
        await of.announce?.(tx);
        return 0;
      }
      const results = await step(tx, run.actor, request as Request, batch, run.services);
      await noteResults(tx, id, results);
      for (const { outcome } of results) counts[outcome] += 1;
      counts[from] -= batch.length;
      await advanceChange(tx, id, { counts });
      return batch.length;
    });
    if (worked === 0) return { data: { changeId: id, ...counts }, files: [] };
    await run.progress(total - counts[from], total);
  }
}

import type { Page } from '@aisle/contract/core/page';
import type { Permission } from '@aisle/contract/permissions';
import { type Job, type JobPage, type ListedJob, unfinishedJobStatuses } from '@aisle/contract/system/jobs';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Storage } from '../../core/files/storage.ts';
import { type Actor, actorOfKeyId, actorOfPerson, idOf } from '../../core/http/actor.ts';
import { listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

/** A file created by a job: its storage key, and the name to save it under. */
export interface JobFile {
  key: string;
  name: string;
}
export interface JobOutcome {
  data: Record<string, unknown>;
  files: JobFile[];
}

const columns = [
  'j.id',
  'j.kind',
  'j.title',
  'j.status',
  'j.permission',
  'j.done_count',
  'j.total_count',
  'j.result',
  'j.error',
  'j.cancel_requested_at',
  'j.created_at',
  'j.started_at',
  'j.finished_at',
] as const;
interface JobRow {
  id: string;
  kind: string;
  title: string;
  status: string;
  done_count: number;
  total_count: number | null;
  result: unknown;
  error: string | null;
  cancel_requested_at: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

function toJob(storage: Storage, row: JobRow): Job {
  const { data = null, files = [] } = (row.result ?? {}) as Partial<JobOutcome>;
  const done = row.done_count;
  const total = row.total_count;
  return {
    _id: row.id,
    kind: row.kind,
    title: row.title,
    status: row.status as Job['status'],
    done,
    total,
    percent:
      row.status === 'done' ? 100 : total ? Math.min(100, Math.floor((done / total) * 1000) / 10) : null,
    cancelling: row.status === 'running' && row.cancel_requested_at !== null,
    result: data,
    files: files.map(({ key, name }) => ({
      name,
      url: `${storage.url(key)}&name=${encodeURIComponent(name)}`,
    })),
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

/** Administrators can also see and stop other users' jobs. */
const reachesOthers = (actor: Actor): boolean => actor.userType === 'admin';
const createdByName = sql<
  string | null
>`(SELECT first_name || ' ' || last_name FROM users u WHERE u.id = j.created_by)`;

/** Returns the jobs that the actor has access to and whose permission they still hold. */
export async function listJobs({ tx, actor, services }: Context, request: JobPage): Promise<Page<ListedJob>> {
  const { search, filters, sort } = request;
  let filtered = tx
    .selectFrom('jobs as j')
    .where(sql<boolean>`j.permission = ANY(${[...actor.permissions]}::text[])`);
  if (filters.mine || !reachesOthers(actor)) filtered = filtered.where('j.created_by', '=', idOf(actor));
  if (search) filtered = filtered.where(hasWords(search, 'j.title'));
  if (filters.status !== undefined) filtered = filtered.where('j.status', '=', filters.status);
  if (filters.kind !== undefined) filtered = filtered.where('j.kind', '=', filters.kind);
  const page = await listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('j.created_at'), sql.ref('j.id')], direction: sort?.order ?? 'desc' },
    select: (query) => query.select([...columns, createdByName.as('created_by_name')]),
  });
  const records = page.records.map((row) => ({
    ...toJob(services.storage, row),
    createdByName: row.created_by_name,
  }));
  return { ...page, records };
}

export async function getJob(
  { tx, actor, services }: Context,
  id: string,
): Promise<{ job: Job; permission: Permission }> {
  const row = await tx
    .selectFrom('jobs as j')
    .select(columns)
    .where('j.id', '=', id)
    .$if(!reachesOthers(actor), (query) => query.where('j.created_by', '=', idOf(actor)))
    .executeTakeFirst();
  const found = mustFind(row, 'Job');
  return { job: toJob(services.storage, found), permission: found.permission as Permission };
}

interface NewJob {
  id: string;
  kind: string;
  title: string;
  permission: Permission;
  input: unknown;
  at?: string | undefined;
}
export async function insertJob(tx: Tx, actor: Actor, { input, at, ...job }: NewJob): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      ...job,
      input: JSON.stringify(input),
      created_by: idOf(actor),
      location_ids: actor.locations ? [...actor.locations] : null,
    })
    .execute();
  await enqueueJob(tx, job.id, at);
}

/** Queues a job for now, or for a later time. */
export async function enqueueJob(tx: Tx, id: string, at?: string): Promise<void> {
  const payload = JSON.stringify({ id });
  await sql`SELECT enqueue_job('run_job', ${payload}::jsonb, coalesce(${at ?? null}::timestamptz, now()))`.execute(
    tx,
  );
}

/** Requests a stop; a waiting job ends at once. False if the job had already ended. */
export async function requestStop(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('jobs')
    .set({
      cancel_requested_at: sql`now()`,
      status: sql`CASE status WHEN 'waiting' THEN 'cancelled' ELSE status END`,
      finished_at: sql`CASE status WHEN 'waiting' THEN now() END`,
    })
    .where('id', '=', id)
    .where('status', 'in', unfinishedJobStatuses)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Without a heartbeat for this long, a job counts as abandoned. */
const heartbeatTimeout = '10 seconds';

export interface ClaimedJob {
  id: string;
  kind: string;
  permission: Permission;
  input: unknown;
  attempt: number;
  createdBy: string | null;
}
/** Claims a job, unless another server works on it or it has ended. */
export async function claimJob(tx: Tx, id: string): Promise<ClaimedJob | undefined> {
  const row = await tx
    .updateTable('jobs')
    .set({
      status: 'running',
      attempt: sql`attempt + 1`,
      heartbeat_at: sql`now()`,
      started_at: sql`coalesce(started_at, now())`,
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'waiting'),
        eb.and([
          eb('status', '=', 'running'),
          eb('heartbeat_at', '<', sql<string>`now() - ${heartbeatTimeout}::interval`),
        ]),
      ]),
    )
    .returning(['id', 'kind', 'permission', 'input', 'attempt', 'created_by as createdBy'])
    .executeTakeFirst();
  return row as ClaimedJob | undefined;
}

/** Running jobs without a worker: their server was killed. */
export async function abandonedJobs(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'running')
    .where('heartbeat_at', '<', sql<string>`now() - ${heartbeatTimeout}::interval`)
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Waiting jobs without a task in the runner: the server or the database went down when the task was fetched, and a task is
 * fetched only once. Only the owner of the tables can see tasks.
 */
export async function jobsWithoutTask(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT id FROM jobs WHERE status = 'waiting' AND NOT EXISTS (
       SELECT FROM graphile_worker._private_jobs t WHERE t.payload->>'id' = jobs.id::text
         AND (t.attempts < t.max_attempts OR t.locked_at > now() - $1::interval))
     LIMIT 100`,
    [heartbeatTimeout],
  );
  return rows.map((row) => row.id);
}

/** Records a heartbeat with the progress, and returns whether to go on. */
export async function recordHeartbeat(
  tx: Tx,
  { id, attempt }: ClaimedJob,
  progress: { done: number; total: number | null } | undefined,
): Promise<'go on' | 'cancelled' | 'replaced'> {
  const row = await tx
    .updateTable('jobs')
    .set({
      heartbeat_at: sql`now()`,
      ...(progress && { done_count: progress.done, total_count: progress.total }),
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .returning('cancel_requested_at')
    .executeTakeFirst();
  if (!row) return 'replaced';
  return row.cancel_requested_at === null ? 'go on' : 'cancelled';
}

interface Ending {
  status: 'done' | 'failed' | 'cancelled' | 'waiting';
  outcome?: JobOutcome;
  error?: string;
}
/** Stores how the job ended, unless another server has claimed it since. */
export async function endJob(
  tx: Tx,
  { id, attempt }: ClaimedJob,
  { status, outcome, error }: Ending,
): Promise<boolean> {
  const row = await tx
    .updateTable('jobs')
    .set({
      status,
      error: error ?? null,
      finished_at: status === 'waiting' ? null : sql`now()`,
      ...(outcome && { result: JSON.stringify(outcome) }),
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the user or API key that started a job, with its current permissions; undefined if it no longer has access. */
export const actorOf = async (tx: Tx, id: string): Promise<Actor | undefined> =>
  (await userOf(tx, id)) ?? actorOfKeyId(tx, id);

async function userOf(tx: Tx, userId: string): Promise<Actor | undefined> {
  const row = await tx
    .selectFrom('users as u')
    .select(['u.id as userId', 'u.user_type', 'u.roles', 'u.first_name', 'u.last_name'])
    .select((eb) =>
      eb
        .selectFrom('user_locations as ul')
        .whereRef('ul.user_id', '=', 'u.id')
        .select((inner) => inner.fn<string[] | null>('array_agg', ['ul.location_id']).as('ids'))
        .as('locations'),
    )
    .where('u.id', '=', userId)
    .where('u.status', '=', true)
    .executeTakeFirst();
  return row && actorOfPerson(row, null);
}

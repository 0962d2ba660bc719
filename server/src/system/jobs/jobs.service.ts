import type { Permission } from '@aisle/contract/permissions';
import type { Job, JobKind } from '@aisle/contract/system/jobs';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, idOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import { problem } from '../../core/problem.ts';
import { getJob, insertJob, requestStop } from './jobs.queries.ts';

interface NewJob {
  kind: JobKind;
  /** Title for the user: 'Importing products.csv'. */
  title: string;
  /** Checked when the job is created, when it starts and whenever its result is read. */
  permission: Permission;
  input: unknown;
  /** Start time; immediately if omitted. */
  at?: string | undefined;
}

/** Queues a job in the caller's transaction and returns its id. */
export async function startJob(tx: Tx, actor: Actor, job: NewJob): Promise<string> {
  const id = newId();
  await insertJob(tx, actor, { id, ...job });
  await announceJob(tx, idOf(actor), { id, permission: job.permission, status: 'waiting' });
  return id;
}

/** Returns a job that the actor has access to, if they still hold the permission it needs. */
export async function showJob(context: Context, id: string): Promise<Job> {
  const { job, permission } = await getJob(context, id);
  if (!context.actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  return job;
}

export async function cancelJob(context: Context, id: string): Promise<Job> {
  const { tx, actor } = context;
  const { permission } = await getJob(context, id);
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  if (!(await requestStop(tx, id))) throw problem('jobs.over');
  const { job } = await getJob(context, id);
  await announceJob(tx, idOf(actor), { id, permission, status: job.status });
  return job;
}

interface JobUpdate {
  id: string;
  permission: Permission;
  status: Job['status'];
  progress?: { done: number; total: number | null };
}
/** Announces the state of a job to the user who started it, and without details to administrators, who see all jobs. */
export async function announceJob(
  tx: Tx,
  userId: string | null,
  { id, permission, status, progress }: JobUpdate,
): Promise<void> {
  if (!progress) await announce(tx, { topic: 'jobs', action: status, permission: 'access_setting' });
  if (userId === null) return;
  await announce(tx, {
    topic: 'jobs',
    action: progress ? 'progress' : status,
    recordId: id,
    permission,
    userId,
    data: { status, ...progress },
  });
}

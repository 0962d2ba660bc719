import type { Job, JobKind } from '@aisle/contract/jobs';
import type { Permission } from '@aisle/contract/permissions';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { announce } from '../core/live-events.ts';
import { problem } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import { askToStop, getJob, insertJob } from './jobs.queries.ts';

interface Wanted {
  kind: JobKind;
  /** What the person reads: 'Importing products.csv'. */
  title: string;
  /** What the work needs; asked again when it begins and whenever its result is looked at. */
  permission: Permission;
  input: unknown;
}

/** Asks for long work, in the transaction that decided it. Gives the job's id. */
export async function startJob(tx: Tx, actor: Actor, wanted: Wanted): Promise<string> {
  const id = newId();
  await insertJob(tx, actor, { id, ...wanted });
  await announceJob(tx, actor, id, wanted.permission, 'waiting');
  return id;
}

/** One's own job, while one may still see what it works on. */
export async function showJob(tx: Tx, storage: Storage, actor: Actor, id: string): Promise<Job> {
  const { job, permission } = await getJob(tx, storage, actor, id);
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  return job;
}

export async function cancelJob(tx: Tx, storage: Storage, actor: Actor, id: string): Promise<Job> {
  const { permission } = await getJob(tx, storage, actor, id);
  if (!(await askToStop(tx, id))) throw problem('jobs.over');
  const { job } = await getJob(tx, storage, actor, id);
  await announceJob(tx, actor, id, permission, job.status);
  return job;
}

/** Tells whoever asked for the job, and nobody else. */
export async function announceJob(
  tx: Tx,
  actor: { userId: string | null },
  id: string,
  permission: Permission,
  status: Job['status'],
  progress?: { done: number; total: number | null },
): Promise<void> {
  if (actor.userId === null) return;
  await announce(tx, {
    topic: 'jobs',
    action: progress ? 'progress' : status,
    recordId: id,
    permission,
    userId: actor.userId,
    data: { status, ...progress },
  });
}

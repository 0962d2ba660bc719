import { setInterval } from 'node:timers';
import type { JobKind } from '@aisle/contract/system/jobs';
import type { LRUCache } from 'lru-cache';
import { isUnavailable, writeTroubleOf } from '../../core/db/database-problems.ts';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { writeOnPrimary } from '../../core/db/replica.ts';
import { type Actor, idOf, scopeOf } from '../../core/http/actor.ts';
import { Problem, problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
import {
  actorOf,
  type ClaimedJob,
  claimJob,
  endJob,
  enqueueJob,
  type JobOutcome,
  recordHeartbeat,
} from './jobs.queries.ts';
import { announceJob } from './jobs.service.ts';

/** Passed to a job's work: its user and input, and functions to write and to report progress. */
export interface JobRun {
  id: string;
  input: unknown;
  actor: Actor;
  services: Services;
  /** Opens a transaction as the user who started the job, with the same access as in the app. */
  inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Called between any two steps: records the progress, and ends the work if the job has to stop. */
  progress(done: number, total: number | null): Promise<void>;
  /** Puts the job behind waiting jobs, so that work that takes hours lets others run. */
  pause(): never;
}
/** Work that can restart at any step: another server continues a killed server's jobs. */
export type JobWork = (run: JobRun) => Promise<JobOutcome>;
export type JobTable = Record<JobKind, JobWork>;

interface JobEnvironment {
  db: Database;
  services: Services;
  table: JobTable;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
  timesAway: TimesAway;
  log: Record<'error' | 'info', (details: object, message: string) => void>;
}

class Stop extends Error {
  readonly reason: 'cancelled' | 'replaced' | 'interrupted' | 'database away';
  constructor(reason: Stop['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** How often the database went away during a job that made no progress since the previous time. */
export type TimesAway = LRUCache<string, { times: number; done: number }>;
/** A job that crashes the database must not do so forever. */
const maxTimesAway = 10;

const announceEveryMs = 250;
const heartbeatEveryMs = 3_000;

/** Runs a job and stores how it ended. */
export async function runJob(id: string, around: JobEnvironment): Promise<void> {
  const { db, services } = around;
  const job = await transaction(db, system, async (tx) => {
    const claimed = await claimJob(tx, id);
    if (claimed) await announceJob(tx, null, { id, permission: claimed.permission, status: 'running' });
    return claimed;
  });
  if (!job) return;
  const began = performance.now();
  const ending = await work(job, around);
  around.log.info(
    {
      job: id,
      kind: job.kind,
      status: ending.status,
      ms: Math.round(performance.now() - began),
      who: job.createdBy,
      attempt: job.attempt,
    },
    'job',
  );
  await transaction(db, system, async (tx) => {
    if (ending.reason === 'replaced' || !(await endJob(tx, job, ending))) return;
    await announceJob(tx, job.createdBy, { id, permission: job.permission, status: ending.status });
    if (ending.status === 'waiting') await enqueueJob(tx, id);
  });
  services.liveEvents.notify();
}

type Ending = Parameters<typeof endJob>[2] & { reason?: Stop['reason'] };

async function work(job: ClaimedJob, around: JobEnvironment): Promise<Ending> {
  const signing = sign(job, around);
  const reached = { done: 0 };
  try {
    const actor = await creatorOf(job, around.db);
    const outcome = await workOf(job, around)(runOf(job, actor, around, { check: signing.check, reached }));
    return { status: 'done', outcome };
  } catch (error) {
    if (error instanceof Stop) {
      if (error.reason === 'database away' && hasFailedTooOften(around, job.id, reached.done)) {
        return {
          status: 'failed',
          error: `Stopped, because the database went down ${maxTimesAway} times while this ran`,
        };
      }
      return { status: error.reason === 'cancelled' ? 'cancelled' : 'waiting', reason: error.reason };
    }
    if (error instanceof Problem) return { status: 'failed', error: error.message };
    const trouble = writeTroubleOf(error);
    if (trouble) {
      around.log.error({ code: trouble.code, job: job.id, kind: job.kind }, 'a job failed');
      return { status: 'failed', error: trouble.message };
    }
    around.log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed');
    return { status: 'failed', error: 'Something went wrong on our side. Please try again' };
  } finally {
    signing.end();
  }
}

function hasFailedTooOften({ timesAway }: JobEnvironment, id: string, done: number): boolean {
  const before = timesAway.get(id);
  const times = before && done <= before.done ? before.times + 1 : 1;
  timesAway.set(id, { times, done });
  return times >= maxTimesAway;
}

function workOf(job: ClaimedJob, { table }: JobEnvironment): JobWork {
  const found = table[job.kind as JobKind];
  if (!found) throw problem('not-found', { what: `A handler for '${job.kind}'` });
  return found;
}

/** If the database goes away, the job continues when it is back; committed work is kept. */
async function stopIfDatabaseAway<Result>(step: Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    throw isUnavailable(error) ? new Stop('database away') : error;
  }
}

/** A job runs with the permissions that the user has now, not with those when they started it. */
async function creatorOf(job: ClaimedJob, db: Database): Promise<Actor> {
  const userId = job.createdBy;
  const actor = userId
    ? await stopIfDatabaseAway(transaction(db, system, (tx) => actorOf(tx, userId)))
    : undefined;
  if (!actor?.permissions.has(job.permission)) {
    throw problem('permission-missing', { permission: job.permission });
  }
  return actor;
}

/** Sends a heartbeat every few seconds, also during long steps, and remembers whether to go on. */
function sign(job: ClaimedJob, { db, stopping }: JobEnvironment) {
  let state: Awaited<ReturnType<typeof recordHeartbeat>> = 'go on';
  const timer = setInterval(() => {
    transaction(db, system, (tx) => recordHeartbeat(tx, job, undefined))
      .then((signal) => {
        state = signal;
      })
      // The database is away for a moment: the work itself will notice.
      .catch(() => undefined);
  }, heartbeatEveryMs);
  return {
    end: () => clearInterval(timer),
    check: (signal = state) => {
      if (signal !== 'go on') throw new Stop(signal);
      if (stopping.aborted) throw new Stop('interrupted');
    },
  };
}

interface Progress {
  check(signal?: Awaited<ReturnType<typeof recordHeartbeat>>): void;
  reached: { done: number };
}
function runOf(
  job: ClaimedJob,
  actor: Actor,
  { db, services }: JobEnvironment,
  { check, reached }: Progress,
): JobRun {
  let announcedAt = 0;
  return {
    id: job.id,
    input: job.input,
    actor,
    services,
    inTransaction: (inner) => stopIfDatabaseAway(writeOnPrimary(db, scopeOf(actor), idOf(actor), inner)),
    pause: () => {
      throw new Stop('interrupted');
    },
    progress: async (done, total) => {
      check();
      if (Date.now() - announcedAt < announceEveryMs && done !== total) return;
      announcedAt = Date.now();
      const signing = transaction(db, system, async (tx) => {
        await announceJob(tx, idOf(actor), {
          id: job.id,
          permission: job.permission,
          status: 'running',
          progress: { done, total },
        });
        return recordHeartbeat(tx, job, { done, total });
      });
      const signal = await stopIfDatabaseAway(signing);
      reached.done = done;
      services.liveEvents.notify();
      check(signal);
    },
  };
}

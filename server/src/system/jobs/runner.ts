// Wraps graphile-worker, which runs the work; this adds the state of a job that users see.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { type Database, handleLostConnections, system, transaction } from '../../core/db/db.ts';
import { RareLog } from '../../core/rare-log.ts';
import type { Services } from '../../core/services.ts';
import { type JobTable, runJob, type TimesAway } from './job-run.ts';
import { abandonedJobs, enqueueJob, jobsWithoutTask } from './jobs.queries.ts';

/** Work that is due again soon isn't retried. */
const withoutRetries = { maxAttempts: 1, backfillPeriod: 0 };
/** Retried for half an hour. Work missed while no server was running is done once at the next start. */
const daily = { maxAttempts: 8, backfillPeriod: 24 * 60 * 60 * 1000 };
const isDaily = (when: string): boolean => /^\d+ \d+ /.test(when);

/** Work that runs on a schedule instead of a user's request. */
export interface Periodic {
  name: string;
  /** A crontab time in UTC, such as '* * * * *' for every minute, or an interval for work that is due more often. */
  when: string | { everySeconds: number };
  work(db: Database, services: Services): Promise<void>;
}

interface Options {
  db: Database;
  services: Services;
  table: JobTable;
  periodic: readonly Periodic[];
  log: Record<'error' | 'info' | 'debug', (details: object, message: string) => void>;
}

const concurrency = 2;
const checksAbandonedEveryMs = 5_000;
const restartDelayMs = 3_000;
/**
 * The runner doesn't await recording how a task ended, and a failure while the database is away would end the process. With
 * batches, the runner retries, and then stops instead.
 */
const awaitedCompletion = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Runs due work in this process; any number of servers share the work. */
export class JobRunner {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  /** Kept across restarts of the runner, which restarts whenever the database was away. */
  readonly #timesAway: TimesAway = new LRUCache({ max: 1000 });
  #pool: pg.Pool | undefined;
  #runner: Runner | undefined;
  #timer: NodeJS.Timeout | undefined;
  #repeating: Promise<unknown> = Promise.resolve();
  #isDown = false;
  readonly #rare = new RareLog();

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { owner, jobConnections } = this.#options.db;
    const { options } = owner;
    // A separate pool, because the runner expects another parser for timestamps.
    const { types: _, ...config } = { ...options, password: options.password, max: jobConnections };
    this.#pool = new pg.Pool(config);
    handleLostConnections(this.#pool);
    await this.#run(this.#pool);
    await this.#requeueAbandoned();
    this.#timer = setInterval(() => void this.#requeueAbandoned().catch(() => {}), checksAbandonedEveryMs);
    this.#repeating = Promise.all(this.#options.periodic.map((each) => this.#repeat(each)));
  }

  /** Whether the runner stopped by itself and isn't running again yet. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** The runner's connections, while it runs. */
  get pool(): pg.Pool | undefined {
    return this.#pool;
  }

  async #run(pgPool: pg.Pool): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    let isAnswered = false;
    const handleResponse = () => {
      isAnswered = true;
      this.#isDown = false;
    };
    events.on('worker:getJob:empty', handleResponse);
    events.on('job:start', handleResponse);
    events.on('worker:getJob:error', ({ error }) => {
      this.#handleStopped(error);
      // The runner retries, but keeps the failed response to its first query, for the names of its tasks.
      if (!isAnswered) void starting.then((runner) => runner.stop()).catch(() => {});
    });
    const starting = run({
      pgPool,
      concurrency: concurrency,
      pollInterval: 1000,
      noHandleSignals: true,
      noPreparedStatements: this.#options.db.isPooled,
      events,
      preset: awaitedCompletion,
      logger: new Logger(() => (level, message, meta) => {
        if (level !== 'error' || this.#stopping.signal.aborted) return;
        this.#rare.write(message, (left) => this.#options.log.error({ ...meta, ...left }, message));
      }),
      taskList: this.#tasks(),
      parsedCronItems: this.#crontab(),
    });
    const runner = await starting;
    this.#runner = runner;
    void runner.promise.catch(() => {}).then(() => this.#runAgain(pgPool));
  }

  /** The runner ends when it can't keep its schedule: the database was away, full or read-only. */
  #runAgain(pgPool: pg.Pool): void {
    if (this.#stopping.signal.aborted) return;
    this.#runner = undefined;
    this.#handleStopped(undefined);
    setTimeout(() => {
      if (this.#stopping.signal.aborted) return;
      this.#run(pgPool).catch(() => this.#runAgain(pgPool));
    }, restartDelayMs).unref();
  }

  #handleStopped(err: unknown): void {
    if (this.#stopping.signal.aborted) return;
    if (!this.#isDown) this.#options.log.error({ err }, 'the job runner gets no jobs; it tries again');
    this.#isDown = true;
  }

  /** Running jobs requeue themselves, for the next server to claim. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    const [runner, pool] = [this.#runner, this.#pool];
    this.#runner = this.#pool = undefined;
    // A runner that is about to restart has already stopped, and throws.
    await runner?.stop().catch(() => {});
    await this.#repeating;
    await pool?.end();
  }

  #tasks(): TaskList {
    const { db, services, table, log } = this.#options;
    const around = {
      db,
      services,
      table,
      stopping: this.#stopping.signal,
      timesAway: this.#timesAway,
      log,
    };
    return {
      ...Object.fromEntries(this.#scheduled().map((each) => [each.name, () => this.#work(each)])),
      run_job: (payload: unknown) => runJob((payload as { id: string }).id, around),
    };
  }

  async #work({ name, work }: Periodic): Promise<void> {
    const { db, services, log } = this.#options;
    const began = performance.now();
    await work(db, services);
    services.liveEvents.notify();
    // Debug level, because there are dozens a minute; the runner logs failures as errors.
    log.debug({ task: name, ms: Math.round(performance.now() - began) }, 'task');
  }

  /** Periodic work with a crontab time. */
  #scheduled(): (Periodic & { when: string })[] {
    return this.#options.periodic.flatMap(({ when, ...work }) =>
      typeof when === 'string' ? [{ ...work, when }] : [],
    );
  }

  #crontab(): ParsedCronItem[] {
    return parseCronItems(
      this.#scheduled().map(({ name, when }) => ({
        task: name,
        match: when,
        identifier: name,
        options: isDaily(when) ? daily : withoutRetries,
      })),
    );
  }

  /** Repeats work with an interval until the runner stops. Every server repeats it, so the work must tolerate that. */
  async #repeat(periodic: Periodic): Promise<void> {
    const { name, when } = periodic;
    if (typeof when === 'string') return;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#work(periodic).catch((err) => {
        if (signal.aborted) return;
        this.#rare.write(name, (left) =>
          this.#options.log.error({ err, task: name, ...left }, 'task failed'),
        );
      });
      await sleep(when.everySeconds * 1000, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Requeues the jobs of killed servers. The runner itself would wait for hours. */
  async #requeueAbandoned(): Promise<void> {
    const { db } = this.#options;
    const lost = await jobsWithoutTask(db.owner);
    await transaction(db, system, async (tx) => {
      for (const id of [...lost, ...(await abandonedJobs(tx))]) await enqueueJob(tx, id);
    });
  }
}

import type { Permission } from '@aisle/contract/permissions';
import { jobKinds, jobRoutes } from '@aisle/contract/system/jobs';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openShop, type Person } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { system, transaction } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';
import type { JobTable, JobWork } from './job-run.ts';
import { actorOf } from './jobs.queries.ts';
import { startJob } from './jobs.service.ts';
import { JobRunner, type Periodic } from './runner.ts';

const shop = await openShop();
const clerk = await shop.signIn({ permissions: ['product_add'] });

const logged: unknown[] = [];

const doNothing: JobWork = async () => ({ data: {}, files: [] });
/** Runs jobs until the end of the test; every kind does the same work. */
async function runJobs(work: JobWork, periodic: readonly Periodic[] = []): Promise<JobRunner> {
  const runner = new JobRunner({
    db: shop.db,
    services: shop.services,
    table: Object.fromEntries(jobKinds.map((kind) => [kind, work])) as JobTable,
    periodic,
    log: { error: () => {}, info: (...line) => logged.push(line), debug: () => {} },
  });
  await runner.start();
  onTestFinished(() => runner.stop());
  return runner;
}

const ask = (person: Person, input: unknown = {}, permission: Permission = 'product_add') =>
  transaction(shop.db, system, async (tx) => {
    const actor = (await actorOf(tx, person.userId)) as Actor;
    return startJob(tx, actor, { kind: 'importRun', title: 'Importing', permission, input });
  });

const settled = (person: Person, id: string) =>
  vi.waitFor(
    async () => {
      const job = await person.do(jobRoutes.get, { params: { id } });
      expect(['done', 'failed', 'cancelled']).toContain(job.status);
      return job;
    },
    { timeout: 15_000, interval: 50 },
  );

test('repeats work with an interval, also after a failure', async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 1) throw new Error('The first run fails');
  };
  await runJobs(doNothing, [{ name: 'often', when: { everySeconds: 0.01 }, work }]);

  await vi.waitFor(() => expect(runs).toBeGreaterThan(2));
});

test('finishes a job and keeps its result and files for its user', async () => {
  await runJobs(async (run) => {
    await run.progress(3, 10);
    return { data: { greeting: run.input }, files: [{ key: 'exports/a.csv', name: 'goods of today.csv' }] };
  });

  const job = await settled(clerk, await ask(clerk, 'hello'));

  expect(job).toMatchObject({
    status: 'done',
    percent: 100,
    done: 3,
    total: 10,
    result: { greeting: 'hello' },
  });
  expect(job.files[0]).toMatchObject({ name: 'goods of today.csv' });
  expect(logged).toContainEqual([
    {
      job: job._id,
      kind: 'importRun',
      status: 'done',
      ms: expect.any(Number),
      who: clerk.userId,
      attempt: 1,
    },
    'job',
  ]);
  expect(JSON.stringify(logged)).not.toContain('hello');
});

test('hides a job from other users and prevents them from stopping it', async () => {
  const id = await ask(clerk);
  const other = await shop.signIn({ permissions: ['product_add'] });

  expect((await other.call(jobRoutes.get, { params: { id } })).status).toBe(404);
  expect((await other.call(jobRoutes.cancel, { params: { id } })).status).toBe(404);
  expect((await other.do(jobRoutes.list)).records).toEqual([]);
  await clerk.do(jobRoutes.cancel, { params: { id } });
});

test('shows administrators all jobs or only their own, and lets them stop any', async () => {
  const id = await ask(clerk);
  const admin = await shop.signIn();
  const own = await ask(admin);

  const { records } = await admin.do(jobRoutes.list);
  const mine = await admin.do(jobRoutes.list, { body: { filters: { mine: true } } });

  expect(records.slice(0, 2).map(({ _id }) => _id)).toEqual([own, id]);
  expect(records[1]?.createdByName).toMatch(/\S \S/);
  expect(mine.records.map(({ _id }) => _id)).toEqual([own]);
  for (const one of [id, own]) {
    expect((await admin.do(jobRoutes.cancel, { params: { id: one } })).status).toBe('cancelled');
  }
});

test("requires a job's permission of administrators too", async () => {
  const id = await ask(clerk);
  const admin = await shop.signIn({ userType: 'admin', permissions: ['brand_list'] });

  expect((await admin.do(jobRoutes.list)).records).toEqual([]);
  expect((await admin.call(jobRoutes.get, { params: { id } })).status).toBe(403);
  expect((await admin.call(jobRoutes.cancel, { params: { id } })).status).toBe(403);
  await clerk.do(jobRoutes.cancel, { params: { id } });
});

test('cancels a waiting job immediately and once', async () => {
  const id = await ask(clerk);

  expect((await clerk.do(jobRoutes.cancel, { params: { id } })).status).toBe('cancelled');
  expect((await clerk.call(jobRoutes.cancel, { params: { id } })).status).toBe(409);
});

test('stops a cancelled job at its next step', async () => {
  let steps = 0;
  await runJobs(async (run) => {
    for (; ; steps += 1) {
      await run.progress(steps, 1_000_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  const id = await ask(clerk);
  await vi.waitFor(() => expect(steps).toBeGreaterThan(2), { timeout: 5000 });

  await clerk.do(jobRoutes.cancel, { params: { id } });

  expect((await settled(clerk, id)).status).toBe('cancelled');
});

test('reports why a job failed without internal details', async () => {
  await runJobs(async (run) => {
    if (run.input === 'refused') throw problem('imports.done');
    throw new Error('secret detail of table x');
  });

  const refused = await settled(clerk, await ask(clerk, 'refused'));
  const broken = await settled(clerk, await ask(clerk, 'broken'));

  expect(refused).toMatchObject({ status: 'failed', error: 'This file was already imported' });
  expect(broken.status).toBe('failed');
  expect(broken.error).not.toContain('secret');
});

test('rejects a job whose user has lost the permission', async () => {
  const fired = await shop.signIn({ permissions: ['product_add'] });
  const id = await ask(fired);
  await shop.sql`UPDATE users SET roles = ${[]} WHERE id = ${fired.userId}`;
  let worked = false;
  await runJobs(async () => {
    worked = true;
    return { data: {}, files: [] };
  });

  await vi.waitFor(
    async () =>
      expect(await shop.sql`SELECT status FROM jobs WHERE id = ${id}`).toEqual([{ status: 'failed' }]),
    { timeout: 5000 },
  );
  expect(worked).toBe(false);
});

test('requeues running jobs at shutdown for the next server', async () => {
  let begun = 0;
  const first = await runJobs(async (run) => {
    begun += 1;
    for (let step = 0; ; step += 1) {
      await run.progress(step, null);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  const id = await ask(clerk);
  await vi.waitFor(() => expect(begun).toBe(1), { timeout: 5000 });
  await first.stop();

  await runJobs(async () => ({ data: { by: 'second' }, files: [] }));

  expect(await settled(clerk, id)).toMatchObject({ status: 'done', result: { by: 'second' } });
});

test('continues a job of a killed server', async () => {
  const id = await ask(clerk);
  await shop.sql`UPDATE jobs SET status = 'running', attempt = 1, heartbeat_at = now() - interval '1 minute'
    WHERE id = ${id}`;

  await runJobs(doNothing);

  expect((await settled(clerk, id)).status).toBe('done');
});

test('continues a job after the database is back', async () => {
  const id = await ask(clerk);
  let attempts = 0;
  await runJobs(async (run) => {
    attempts += 1;
    if (attempts === 1) {
      await run.inTransaction((tx) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx));
    }
    return { data: {}, files: [] };
  });

  expect((await settled(clerk, id)).status).toBe('done');
  expect(attempts).toBe(2);
});

test('fails a job that has lost the database ten times without progress', async () => {
  let attempts = 0;
  await runJobs((run) => {
    attempts += 1;
    return run.inTransaction(() => Promise.reject(new Error('Connection terminated unexpectedly')));
  });

  expect(await settled(clerk, await ask(clerk))).toMatchObject({
    status: 'failed',
    error: 'Stopped, because the database went down 10 times while this ran',
  });
  expect(attempts).toBe(10);
});

test('continues a job with progress however often the database goes away', async () => {
  let attempts = 0;
  await runJobs(async (run) => {
    attempts += 1;
    await run.progress(attempts, attempts);
    if (attempts > 12) return { data: {}, files: [] };
    return run.inTransaction(() => Promise.reject(new Error('Connection terminated unexpectedly')));
  });

  expect(await settled(clerk, await ask(clerk))).toMatchObject({ status: 'done' });
});

test('runs a job whose task was lost before it began', async () => {
  const id = await ask(clerk);
  // The state after a server was killed between fetching a task and reporting it.
  await shop.sql`UPDATE graphile_worker._private_jobs
    SET attempts = 1, locked_at = now() - interval '1 minute', locked_by = 'gone'
    WHERE payload->>'id' = ${id}`;

  await runJobs(doNothing);

  expect((await settled(clerk, id)).status).toBe('done');
});

test('makes up for missed daily work once and retries it after a failure', async () => {
  const name = 'count_daily';
  await shop.sql`INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    VALUES (${name}, now() - interval '9 days', now() - interval '3 days')`;
  const attempts: number[] = [];
  const work = async () => {
    const rows = await shop.sql`SELECT max_attempts FROM graphile_worker.jobs
      WHERE task_identifier = ${name}`;
    attempts.push(...rows.map((row) => row.max_attempts));
  };

  // Half a day from now, so that only missed work is due.
  const when = `0 ${(new Date().getUTCHours() + 12) % 24} * * *`;
  await runJobs(doNothing, [{ name, when, work }]);

  await vi.waitFor(() => expect(attempts).toEqual([8]), { timeout: 15_000, interval: 20 });
});

test("limits a job of a location's user to that location", async () => {
  const location = await addLocation(shop, { name: 'Mine' });
  await addLocation(shop, { name: 'Other' });
  const owner = await shop.signIn({ permissions: ['product_add'], locations: [location] });
  await runJobs(async (run) => {
    const seen = await run.inTransaction((tx) => tx.selectFrom('locations').select('name').execute());
    return { data: { seen: seen.map((row) => row.name) }, files: [] };
  });

  expect((await settled(owner, await ask(owner))).result).toEqual({ seen: ['Mine'] });
});

test('runs a job of an API key with its rights, and shows it only to that key', async () => {
  const location = await addLocation(shop, { name: 'Of the key' });
  const rights = { permissions: ['product_add' as const], locations: [location] };
  const [key, other] = [await shop.withKey(rights), await shop.withKey(rights)];
  await runJobs(async (run) => {
    const seen = await run.inTransaction((tx) => tx.selectFrom('locations').select('name').execute());
    return { data: { seen: seen.map((row) => row.name) }, files: [] };
  });

  const id = await ask(key);

  expect((await settled(key, id)).result).toEqual({ seen: ['Of the key'] });
  expect((await key.do(jobRoutes.list, { body: {} })).records.map(({ _id }) => _id)).toEqual([id]);
  expect((await other.call(jobRoutes.get, { params: { id } })).status).toBe(404);
});

test("runs jobs after the runner's first query failed", async () => {
  const rename = (from: string, to: string) =>
    shop.db.owner.query(`ALTER TABLE graphile_worker.${from} RENAME TO ${to}`);
  await rename('_private_tasks', 'away');
  const runner = await runJobs(doNothing);
  await vi.waitFor(() => expect(runner.isDown).toBe(true), { timeout: 5_000, interval: 20 });
  await rename('away', '_private_tasks');

  expect(await settled(clerk, await ask(clerk))).toMatchObject({ status: 'done' });
  expect(runner.isDown).toBe(false);
});

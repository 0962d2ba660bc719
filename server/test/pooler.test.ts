import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp } from '../src/app.ts';
import { type Database, openDatabase, system, transaction } from '../src/core/db/db.ts';
import { attachDatabase } from '../src/core/postgres/attach.ts';
import { readSettings } from '../src/core/settings.ts';
import { expectLateStatementsRejected, lateBrand } from './late-statements.ts';
import { Pooler, pgbouncer } from './pooler.ts';
import { openShop, type Person, type Shop } from './shop.ts';

// Two servers behind PgBouncer in transaction mode; skipped if PgBouncer isn't installed.

const tests = test.skipIf(!pgbouncer);
let shop: Shop;
let admin: Person;
let pooler: Pooler;
let dataDir: string;
let secretsKey: string;
let servers: { app: Awaited<ReturnType<typeof buildApp>>; db: Database }[] = [];
beforeAll(async () => {
  if (!pgbouncer) return;
  shop = await openShop();
  admin = await shop.signIn();
  pooler = new Pooler(shop.databaseUrl);
  await pooler.start();
  secretsKey = await readFile(path.join(shop.dataDir, 'secrets.key'), 'utf8');
  dataDir = await mkdtemp(path.join(tmpdir(), 'aisle-test-'));
  servers = [await serve({ DATABASE_DIRECT_URL: shop.databaseUrl }), await serve({})];
});
afterAll(async () => {
  for (const { app, db } of servers) {
    await app.jobs.stop();
    await app.server.close();
    await db.close();
  }
  await shop?.close();
  await pooler?.close();
  if (dataDir) await rm(dataDir, { recursive: true });
});

async function serve(env: Record<string, string>) {
  const settings = readSettings({
    DATABASE_URL: pooler.url,
    SECRETS_KEY: secretsKey,
    DATA_DIR: dataDir,
    RATE_LIMIT: '0',
    MAX_LAG_MS: '0',
    LOG_LEVEL: 'silent',
    DEMO: '0',
    ...env,
  });
  const attached = await attachDatabase(settings);
  expect(attached.reached.isPooled).toBe(true);
  const db = await openDatabase(attached.config, undefined, attached.reached);
  const app = await buildApp(db, settings);
  await app.server.ready();
  return { app, db };
}

const send = async (n: number, route: { method: 'POST' | 'GET'; path: string }, payload: object) =>
  servers[n % 2]!.app.server.inject({
    method: route.method,
    url: `/api/v2${route.path}`,
    headers: { ...admin.headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
const patience = { timeout: 30_000, interval: 100 };

tests('shares few connections between two servers without mixing their statements', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 3 === 0 ? send(n, brandRoutes.create, { name: `Brand ${n}` }) : send(n, brandRoutes.list, {}),
    ),
  );

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
});

tests('rejects late statements of an ended transaction behind a pooler', async () => {
  const db = await openDatabase({ connectionString: pooler.url }, 1, { isPooled: true });
  try {
    await expectLateStatementsRejected((work) => transaction(db, system, work));
    expect((await db.owner.query('SELECT FROM brands WHERE name = $1', [lateBrand])).rows).toHaveLength(0);
  } finally {
    await db.close();
  }
});

tests('returns numbers as numbers through the pooler', async () => {
  for (const { db } of servers) {
    const { rows } = await db.all.query("SELECT 500::bigint AS amount, '2026-01-02'::date AS day");
    expect(rows).toEqual([{ amount: 500, day: '2026-01-02' }]);
  }
});

tests('applies the connection settings to the roles', async () => {
  const { rows } = await servers[0]!.db.all.query(
    `SELECT current_setting('timezone') AS zone, current_setting('jit') AS jit,
       current_setting('random_page_cost') AS cost, current_user AS role`,
  );

  expect(rows[0]).toMatchObject({ zone: 'UTC', jit: 'off', cost: '1.1' });
  expect(rows[0].role).toMatch(/^aisle_all_/);
});

tests('processes jobs in sequence through the pooler', async () => {
  const { app, db } = servers[1]!;
  await app.jobs.start();
  for (let n = 0; n < 5; n += 1) {
    await db.owner.query(`SELECT graphile_worker.add_job('announce_late', '{"n": ${n}}')`);
    await vi.waitFor(async () => {
      expect((await db.owner.query('SELECT FROM graphile_worker.jobs')).rows).toHaveLength(0);
    }, patience);
  }
  expect(app.jobs.isDown).toBe(false);
});

tests('fails the readiness probe while the job runner gets no jobs', { timeout: 60_000 }, async () => {
  const { app } = servers[1]!;
  const ready = async () => (await app.server.inject('/readyz')).statusCode;
  expect(await ready()).toBe(200);

  await pooler.kill();
  await vi.waitFor(() => expect(app.jobs.isDown).toBe(true), patience);
  expect(await ready()).toBe(503);

  await pooler.start();
  await vi.waitFor(async () => expect(await ready()).toBe(200), patience);
  expect((await send(1, brandRoutes.list, {})).statusCode).toBe(200);
});

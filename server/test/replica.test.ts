import { randomBytes } from 'node:crypto';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { allPermissions } from '@aisle/contract/permissions';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp } from '../src/app.ts';
import { type Database, openDatabase, system, transaction } from '../src/core/db/db.ts';
import { migrate } from '../src/core/db/setup/migrate.ts';
import { hashToken } from '../src/core/http/actor.ts';
import { newId } from '../src/core/ids.ts';
import { announce } from '../src/core/live-events.ts';
import { readSettings } from '../src/core/settings.ts';
import { LiveReader, type Watcher } from '../src/system/live/live-reader.ts';
import { withDatabase } from './database.setup.ts';
import { expectLateStatementsRejected } from './late-statements.ts';
import { programs, startWithCopy } from './replica-server.ts';

// Two servers with a streaming replica that is always 1.5 s behind; skipped if no complete PostgreSQL is installed.

const tests = test.skipIf(!programs);
const patience = { timeout: 30_000, interval: 50 };
let clusters: Awaited<ReturnType<typeof startWithCopy>>;
let servers: { app: Awaited<ReturnType<typeof buildApp>>; db: Database }[] = [];
let ada: Record<string, string>;
let ben: Record<string, string>;
beforeAll(async () => {
  if (!programs) return;
  clusters = await startWithCopy(1500);
  const owner = new pg.Pool({ connectionString: clusters.original.url, max: 1 });
  await owner.query('CREATE DATABASE shop');
  await owner.end();
  const url = withDatabase(clusters.original.url, 'shop');
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrate(pool);
  await pool.end();
  const settings = readSettings({
    RATE_LIMIT: '0',
    MAX_LAG_MS: '0',
    LOG_LEVEL: 'silent',
    DEMO: '0',
    SECRETS_KEY: `1:${randomBytes(32).toString('base64')}`,
  });
  servers = await Promise.all(
    [0, 1].map(async () => {
      const reached = { copy: withDatabase(clusters.copy.url, 'shop') };
      const db = await openDatabase({ connectionString: url }, 6, reached);
      const app = await buildApp(db, settings);
      await app.server.ready();
      return { app, db };
    }),
  );
  [ada, ben] = [await signIn(), await signIn()];
  await used();
}, 120_000);
afterAll(async () => {
  for (const { app, db } of servers) {
    await app.server.close();
    await db.close();
  }
  await clusters?.close();
});

/** Waits until every server reads from the replica again. */
const used = () =>
  vi.waitFor(() => expect(servers.map(({ db }) => db.copy?.isUsable)).toEqual([true, true]), patience);

async function signIn(): Promise<Record<string, string>> {
  const [userId, token] = [newId(), randomBytes(32).toString('base64url')];
  await transaction(servers[0]!.db, system, async (tx) => {
    const names = { first_name: 'Ada', last_name: 'Tester', email: `${userId}@test.example` };
    await tx
      .insertInto('users')
      .values({ id: userId, ...names, user_type: 'admin' })
      .execute();
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const session = { id: newId(), user_id: userId, token_hash: hashToken(token), expires_at };
    await tx.insertInto('sessions').values(session).execute();
  });
  return { 'admin-token': token, _id: userId };
}

async function send(
  at: number,
  route: { method: 'GET' | 'POST'; path: string },
  headers: Record<string, string>,
  body = {},
) {
  const answer = await servers[at]!.app.server.inject({
    method: route.method,
    url: `/api/v2${route.path}`,
    headers: { ...headers, ...(route.method === 'POST' && { 'content-type': 'application/json' }) },
    ...(route.method === 'POST' && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, data: answer.json().data };
}
async function namesFor(at: number, headers: Record<string, string>): Promise<string[]> {
  const { status, data } = await send(at, brandRoutes.list, headers);
  expect(status).toBe(200);
  return data.records.map((brand: { name: string }) => brand.name);
}
const add = async (name: string) => {
  expect((await send(0, brandRoutes.create, ada, { name })).status).toBe(200);
};

tests(
  'shows users their own changes at once on every server, and to others once the replica has them',
  async () => {
    await add('Oak Farm');

    expect(await namesFor(0, ada)).toContain('Oak Farm');
    expect(await namesFor(1, ada)).toContain('Oak Farm');
    // Read from the replica, which is 1.5 s behind.
    expect(await namesFor(1, ben)).not.toContain('Oak Farm');
    await vi.waitFor(async () => expect(await namesFor(1, ben)).toContain('Oak Farm'), patience);
  },
);

tests("shows a record that the replica doesn't have yet", async () => {
  const { data } = await send(0, vendorRoutes.create, ada, { name: 'Birch Farm' });

  const shown = await send(1, { method: 'GET', path: `/vendor/view/${data._id}` }, ben);

  expect([shown.status, shown.data?.name]).toEqual([200, 'Birch Farm']);
});

tests('notifies users of a change after their lists have it', async () => {
  await used();
  const { app, db } = servers[1]!;
  const reader = new LiveReader(db, app.services.liveEvents, () => {});
  const heard: string[] = [];
  const { rows } = await db.all.query('SELECT id FROM sessions WHERE user_id = $1', [ben._id]);
  const watcher: Watcher = {
    userId: ben._id!,
    sessionId: rows[0].id,
    permissions: new Set(allPermissions),
    locations: null,
    send: ({ topic }) => void heard.push(topic),
    placed: () => {},
    reset: () => {},
    end: () => {},
  };
  const stop = await reader.watch(watcher, { after: undefined, withinMs: 0 });

  await transaction(servers[0]!.db, system, async (tx) => {
    await tx.insertInto('brands').values({ id: newId(), name: 'Elm Farm' }).execute();
    await announce(tx, { topic: 'brands', action: 'added', permission: 'brand_list' });
  });
  expect(await namesFor(1, ben)).not.toContain('Elm Farm');
  await vi.waitFor(() => expect(heard).toContain('brands'), patience);

  expect(await namesFor(1, ben)).toContain('Elm Farm');
  stop();
  reader.stop();
});

tests('rejects late statements of an ended transaction at the replica', async () => {
  await used();
  const url = withDatabase(clusters.original.url, 'shop');
  // One connection for requests, so that each transaction follows the previous one on the same connection.
  const db = await openDatabase({ connectionString: url }, 1, {
    copy: withDatabase(clusters.copy.url, 'shop'),
  });
  try {
    await expectLateStatementsRejected((work) => db.copy!.read({ ...system, readOnly: true }, work));
  } finally {
    await db.close();
  }
});

/** `npm run test:copy` stops it more often. */
const stops = Number(process.env.COPY_STOPS ?? 1);

tests(
  'fails no request and hides no change when a replica dies, and uses it again later',
  { timeout: 60_000 + stops * 30_000 },
  async () => {
    await used();
    const counts = { reads: 0, writes: 0, readsMeanwhile: 0 };
    const wrong: string[] = [];
    let isOver = false;
    const reading = [0, 1].map(async (at) => {
      while (!isOver) {
        const { status } = await send(at, brandRoutes.list, ben);
        counts.reads += 1;
        if (status !== 200) wrong.push(`list: ${status}`);
      }
    });
    // A user adds a record at one server and searches for it at the other.
    const writing = [0, 1].map(async (at) => {
      for (let nth = 0; !isOver; nth += 1) {
        const name = `Stall ${at} ${nth} ${randomBytes(4).toString('hex')}`;
        const added = await send(at, brandRoutes.create, ada, { name });
        const { status, data } = await send(1 - at, brandRoutes.list, ada, { search: name });
        counts.writes += 1;
        if (added.status !== 200 || status !== 200) wrong.push(`create ${added.status}, list ${status}`);
        else if (data.records.length !== 1) wrong.push(`${name} isn't there`);
      }
    });
    const happened = async () => {
      const before = { ...counts };
      await vi.waitFor(() => {
        expect(counts.reads - before.reads).toBeGreaterThan(10);
        expect(counts.writes - before.writes).toBeGreaterThan(5);
      }, patience);
      return counts.reads - before.reads;
    };

    for (let nth = 0; nth < stops; nth += 1) {
      await happened();
      await clusters.copy.stop();
      await vi.waitFor(() => expect(servers.some(({ db }) => db.copy!.isUsable)).toBe(false), patience);
      counts.readsMeanwhile += await happened();
      await clusters.copy.start();
      await used();
    }
    isOver = true;
    await Promise.all([...reading, ...writing]);

    console.log(`The copy was stopped ${stops} times: ${JSON.stringify(counts)}, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    expect(await namesFor(1, ben)).not.toEqual([]);
  },
);

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase, system, transaction } from '../src/core/db/db.ts';
import { newId } from '../src/core/ids.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { type Answer, type Headers, KillableServer } from './killable-server.ts';
import { addGoods, addOrderLocation, addStorefront, basketOf, stockOf } from './order-builders.ts';
import { Pooler, pgbouncer } from './pooler.ts';

// Two real servers with separate data folders behind PgBouncer in transaction mode, for the number of minutes set for `npm run
// test:pooler`. Short checks of the same are in pooler.test.ts.

const minutes = Number(process.env.POOLER_MINUTES ?? 0);
const tests = test.skipIf(!pgbouncer || minutes === 0);
const stock = 1_000_000;

let database: FreshDatabase;
let pooler: Pooler;
let db: Database;
let servers: KillableServer[] = [];
let admin: Headers;
let storefront: Headers;
let here: string;
let milk: string;
let eggs: string;

beforeAll(async () => {
  if (!pgbouncer || minutes === 0) return;
  database = await freshDatabase();
  pooler = new Pooler(database.url);
  await pooler.start();
  db = await openDatabase({ connectionString: database.url }, 2);
  const shared = {
    DATABASE_URL: pooler.url,
    SECRETS_KEY: `1:${randomBytes(32).toString('base64')}`,
  };
  // One server bypasses the pooler for jobs, the other processes them through it.
  servers = [
    new KillableServer({ ...shared, DATABASE_DIRECT_URL: database.url }),
    new KillableServer(shared),
  ];
  for (const server of servers) await server.start();
  const [first] = servers as [KillableServer];
  admin = await first.signIn();
  const paymentTypes = { cashOnDelivery: true, card: true, coins: false };
  await send(0, '/settings/update', { version: 1, paymentTypes }, { method: 'PUT' });
  storefront = await addStorefront(outside);
  here = await addOrderLocation(outside);
  [milk, eggs] = [await addGoods(outside, here, { stock }), await addGoods(outside, here, { stock })];
}, 120_000);
afterAll(async () => {
  for (const server of servers) await server.close();
  await db?.close();
  await pooler?.close();
  await database?.drop();
});

const outside = {
  look: <Result>(work: Parameters<typeof transaction<Result>>[2]) => transaction(db, system, work),
};

tests(
  "completes all requests, reads the other server's writes, and keeps the books balanced",
  { timeout: (minutes + 5) * 60_000 },
  async () => {
    const end = Date.now() + minutes * 60_000;
    await Promise.all(Array.from({ length: 8 }, (_, clerk) => work(clerk, end)));

    expect(placed.length).toBeGreaterThan(minutes * 20);
    expect(await stockOf(outside, here, eggs)).toEqual([stock - adjusted, 0]);
    expect(await notesInDatabase()).toEqual([...placed].sort());
    await outside.look(checkInvariants);
    await vi.waitFor(async () => expect(await tasksDue()).toBe(0), { timeout: 60_000, interval: 500 });
    const ready = await Promise.all(servers.map((server) => fetch(server.address('/readyz'))));
    expect(ready.map(({ status }) => status)).toEqual([200, 200]);
    console.log(`${placed.length} orders, ${requests} requests in ${minutes} minutes`);
  },
);

/** The notes of the placed orders, which are all different. */
const placed: string[] = [];
let adjusted = 0;
let requests = 0;

/** An order placed at one server is paid or picked at the other. */
async function work(clerk: number, end: number): Promise<void> {
  for (let round = clerk; Date.now() < end; round += 1) {
    const [here, there] = [round % 2, (round + 1) % 2];
    const byCard = round % 3 === 0;
    const note = newId();
    const { data } = await send(here, '/main-order/create', order(byCard, note), { who: storefront });
    placed.push(note);
    const { _id } = (data as { orders: [{ _id: string }] }).orders[0];
    if (byCard) await send(there, `/order/take-payment/${_id}`, { method: 'card', token: 'tok_ok' });
    else {
      await send(there, `/order/update-status/${_id}`, { status: 'processing' }, { method: 'PUT' });
      await send(here, `/order/update-status/${_id}`, { status: 'prepared' }, { method: 'PUT' });
    }
    await send(there, '/inventory/adjust', {
      locationId: location(),
      subProductId: eggs,
      quantity: -1,
      reason: 'waste',
    });
    adjusted += 1;
    const found = await send(there, '/order/list', { search: '', limit: 10 });
    expect((found.data as { records: unknown[] }).records.length).toBeGreaterThan(0);
  }
}
const location = () => here;
const order = (byCard: boolean, note: string) => ({
  ...basketOf({ lines: [{ subProductId: milk, locationId: here, quantity: 1 }], fulfilment: 'pickup' }),
  paymentType: byCard ? 'card' : 'cashOnDelivery',
  note,
});

async function send(
  at: number,
  address: string,
  body: object,
  { method = 'POST', who = admin }: { method?: 'POST' | 'PUT'; who?: Headers } = {},
): Promise<Answer> {
  requests += 1;
  const headers = { ...who, 'idempotency-key': newId() };
  const answer = await servers[at]!.send({ method, address, body, headers });
  expect([address, answer]).toMatchObject([address, { status: 200 }]);
  return answer!;
}

async function notesInDatabase(): Promise<(string | null)[]> {
  const rows = await outside.look((tx) => tx.selectFrom('main_orders').select('note').execute());
  return rows.map(({ note }) => note).sort();
}

async function tasksDue(): Promise<number> {
  const { rows } = await db.owner.query<{ due: number }>(
    'SELECT count(*)::int AS due FROM graphile_worker.jobs WHERE run_at <= now()',
  );
  return rows[0]!.due;
}

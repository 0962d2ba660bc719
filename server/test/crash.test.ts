import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../src/core/ids.ts';
import { Members } from './crash-members.ts';
import { checkInvariants } from './invariants.ts';
import { type Answer, type Headers, KillableServer, type Request } from './killable-server.ts';
import { openMailServer } from './mail-server.ts';
import {
  addGoods,
  addOrderLocation,
  addStorefront,
  basketOf,
  newShopper,
  stockOf,
} from './order-builders.ts';

// Runs the real server with its own PostgreSQL and kills it while a shop is at work. A client without a response sends its
// request again. `npm run test:kills` kills it a hundred times.

const kills = Number(process.env.KILLS ?? 5);
const between = 40;
/** Renewals are due by the minute, so a short run doesn't wait for them. */
const isLong = kills >= 20;

let server: KillableServer;
let mailServer: Awaited<ReturnType<typeof openMailServer>>;
let members: Members;
const stock = 50_000;
const coins = 900;
let admin: Headers;
let storefront: Headers;
let here: string;
let milk: string;
let eggs: string;
let flour: string;
let savers: string[] = [];

/** All requests that were sent, with their responses if there were any. */
const keyed: (Request & { answer?: Answer })[] = [];
const steps: (Request & { order: string; status: string; answer?: Answer })[] = [];

beforeAll(async () => {
  mailServer = await openMailServer();
  server = new KillableServer({ SMTP_URL: mailServer.url });
  await server.start();
  admin = await server.signIn();
  const paymentTypes = { cashOnDelivery: true, card: true, coins: true };
  await server.send({
    method: 'PUT',
    address: '/settings/update',
    headers: admin,
    body: { version: 1, paymentTypes },
  });
  storefront = await addStorefront(server);
  here = await addOrderLocation(server);
  [milk, eggs, flour] = [
    await addGoods(server, here, { stock }),
    await addGoods(server, here, { stock }),
    await addGoods(server, here, { stock: 0 }),
  ];
  savers = [await addSaver(), await addSaver()];
  members = new Members(server, admin, mailServer.mails);
  await members.join({ subscribed: isLong });
}, 120_000);
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

async function addSaver(): Promise<string> {
  const made = await server.send({
    method: 'POST',
    address: '/customer/create',
    body: newShopper(),
    headers: admin,
  });
  const { _id: customerId } = made!.data as { _id: string };
  const headers = { ...admin, 'idempotency-key': newId() };
  const body = { customerId, coins, reason: 'Welcome' };
  await server.send({ method: 'POST', address: '/subscription-plan/coin-adjust', body, headers });
  return customerId;
}

test('keeps every acknowledged write once after a kill under load, and accepts repeated requests', {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  for (let round = 0; round < kills; round += 1) {
    const before = acknowledged();
    await members.write();
    const clerks = Array.from({ length: 8 }, (_, clerk) => work(clerk));
    await Promise.race([until(() => acknowledged() - before >= between), ...clerks]);
    await killAndReturn(victims[round % victims.length]!);
    await Promise.all(clerks);
    if (isLong) await members.nextMonth();
  }

  expect(acknowledged()).toBeLessThan(keyed.length + steps.length);
  await sendAgain();

  const receipts = keyed.filter(({ address }) => address === '/inventory/create').length;
  const adjusted = keyed.filter(({ address }) => address === '/inventory/adjust').length;
  expect(await stockOf(server, here, flour)).toEqual([5 * receipts, 0]);
  expect(await stockOf(server, here, eggs)).toEqual([stock - adjusted, 0]);
  expect(await notesInDatabase()).toEqual(notes());
  expect(await cardsInDatabase()).toEqual(cards());
  expect(await stepsInDatabase()).toEqual(taken());
  expect(await coinsInDatabase()).toEqual(coinsLeft());
  await members.check();
  await server.look(checkInvariants);
});

const victims = ['server', 'both', 'database'] as const;

/** Starts the server again; its database has to recover by itself. */
async function killAndReturn(victim: (typeof victims)[number]): Promise<void> {
  if (victim === 'database') {
    server.killDatabase();
    await vi.waitFor(async () => expect(await isReady()).toBe(false), { timeout: 20_000, interval: 5 });
    await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 60_000, interval: 50 });
  } else {
    await server.kill({ withDatabase: victim === 'both' });
    await server.start();
  }
}
const isReady = () => fetch(server.address('/readyz')).then(({ ok }) => ok);

/** Places, pays and picks orders, and receives and writes off items, until the server is killed. */
async function work(clerk: number): Promise<void> {
  for (let round = clerk; ; round += 1) {
    const byCard = round % 2 === 0;
    const placed = await ask('/main-order/create', order(byCard), storefront);
    if (!placed) return;
    const { _id } = (placed.data as { orders: [{ _id: string }] }).orders[0];
    const taken = byCard
      ? await ask(`/order/take-payment/${_id}`, { method: 'card', token: 'tok_ok' })
      : (await step(_id, 'processing')) && (await step(_id, 'prepared'));
    const place = { locationId: here, subProductId: eggs };
    if (!taken || !(await ask('/inventory/adjust', { ...place, quantity: -1, reason: 'waste' }))) return;
    if (!(await ask('/inventory/create', { ...place, subProductId: flour, quantity: 5 }))) return;
    const customerId = savers[round % savers.length]!;
    if (!(await ask('/subscription-plan/coin-adjust', { customerId, coins: 3, reason: 'Thanks' }))) return;
    if (!(await ask('/main-order/create', order(false, { customerId, coins: 2 }), storefront))) return;
  }
}
const order = (byCard: boolean, who: { customerId?: string; coins?: number } = {}) => ({
  ...basketOf({
    lines: [{ subProductId: milk, locationId: here, quantity: 2 }],
    fulfilment: 'pickup',
    ...who,
  }),
  paymentType: byCard ? 'card' : 'cashOnDelivery',
  note: newId(),
});

async function ask(address: string, body: object, who = admin): Promise<Answer | undefined> {
  const request: (typeof keyed)[number] = {
    method: 'POST',
    address,
    body,
    headers: { ...who, 'idempotency-key': newId() },
  };
  keyed.push(request);
  request.answer = await answered(request);
  if (request.answer) expect([address, request.answer]).toMatchObject([address, { status: 200 }]);
  return request.answer;
}

/** These requests need no key: each moves an order to its next status, or finds it there. */
async function step(id: string, status: string): Promise<Answer | undefined> {
  const address = `/order/update-status/${id}`;
  const request: (typeof steps)[number] = {
    method: 'PUT',
    address,
    body: { status },
    headers: admin,
    order: id,
    status,
  };
  steps.push(request);
  request.answer = await answered(request);
  if (request.answer) expect([status, request.answer]).toMatchObject([status, { status: 200 }]);
  return request.answer;
}

/** Without its database the server returns an error. Like a request without a response, the write may still be committed. */
async function answered(request: Request): Promise<Answer | undefined> {
  const answer = await server.send(request);
  return answer && answer.status < 500 ? answer : undefined;
}

const acknowledged = () => [...keyed, ...steps].filter(({ answer }) => answer).length;

/** Sends all requests again, including those with a response: they return the same response, and nothing happens twice. */
async function sendAgain(): Promise<void> {
  for (const { answer, ...request } of keyed) {
    const again = await server.send(request);
    expect([request.address, again?.status]).toEqual([request.address, 200]);
    if (answer) expect(again?.data).toEqual(answer.data);
  }
  for (const { answer, ...request } of steps) {
    const again = await server.send(request);
    expect(answer ? [409] : [200, 409]).toContain(again?.status);
  }
}

const notes = () =>
  keyed
    .filter(({ address }) => address === '/main-order/create')
    .map(({ body }) => (body as { note: string }).note)
    .sort();
const cards = () =>
  keyed
    .filter(({ address }) => address.startsWith('/order/take-payment/'))
    .map(({ address }) => address.split('/').at(-1))
    .sort();
const taken = () => steps.map(({ order: id, status }) => `${id} ${status}`).sort();

const coinsLeft = () =>
  savers
    .map((saver) => {
      const of = (address: string) =>
        keyed.filter(
          (one) => one.address === address && (one.body as { customerId?: string }).customerId === saver,
        );
      return coins + 3 * of('/subscription-plan/coin-adjust').length - 2 * of('/main-order/create').length;
    })
    .sort();

/** The same as stored in the database, where a repeated effect would appear twice. */
const notesInDatabase = () =>
  server.look(async (tx) => {
    const rows = await tx
      .selectFrom('orders')
      .innerJoin('main_orders', 'main_orders.id', 'orders.main_order_id')
      .select('main_orders.note')
      .execute();
    return rows.map(({ note }) => note).sort();
  });
const cardsInDatabase = () =>
  server.look(async (tx) => {
    const rows = await tx
      .selectFrom('payments')
      .select('order_id')
      .where('provider', '=', 'simulated')
      .execute();
    return rows.map(({ order_id }) => order_id).sort();
  });
const coinsInDatabase = () =>
  server.look(async (tx) => {
    const rows = await tx.selectFrom('customers').select('coin_balance').where('id', 'in', savers).execute();
    return rows.map(({ coin_balance }) => coin_balance).sort();
  });
const stepsInDatabase = () =>
  server.look(async (tx) => {
    const rows = await tx
      .selectFrom('order_events')
      .select(['order_id', 'to_status'])
      .where('kind', '=', 'order')
      .where('to_status', 'in', ['processing', 'prepared'])
      .execute();
    return rows.map(({ order_id, to_status }) => `${order_id} ${to_status}`).sort();
  });

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}

import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/core/db/db.ts';
import { addDriver, offer, orderToDeliver } from './driver-builders.ts';
import { addGoods, addOrderLocation, decide, placeOne, stockOf } from './order-builders.ts';
import { deliver, requestReturn, stepTo } from './return-builders.ts';
import { openShop } from './shop.ts';

// Timers run out in the database, not in a server: they ran out while no server was running, and two servers start at once.

const timers = ['expire_unpaid', 'end_offers', 'close_never_brought', 'announce_late'];

const shop = await openShop();
const manager = await shop.signIn();
await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: false } });
const location = await addOrderLocation(shop);
const milk = await addGoods(shop, location, { stock: 100 });

/** Another running server on the same database. */
async function startServer() {
  const db = await openDatabase({ connectionString: shop.databaseUrl }, 4);
  const { jobs } = await buildApp(db, shop.services.settings);
  await jobs.start();
  return async () => {
    await jobs.stop();
    await db.close();
  };
}
/** Queues every timer at once, like the scheduler. */
async function strike(): Promise<void> {
  for (const name of timers) await shop.sql`SELECT graphile_worker.add_job(${name})`;
}
const isQuiet = () =>
  vi.waitFor(
    async () => {
      const rows = await shop.sql`SELECT FROM graphile_worker.jobs
        WHERE task_identifier = ANY (${timers}) AND run_at <= now()`;
      expect(rows.length).toBe(0);
    },
    { timeout: 20_000, interval: 50 },
  );

/** One record of each kind, long after its time. */
async function letAllRunOut() {
  const unpaid = await placeOne(manager, location, milk, { paymentType: 'card' });
  const offered = await orderToDeliver(manager, location, milk);
  await offer(manager, await addDriver(manager, location), offered);
  const late = await placeOne(manager, location, milk);
  const toRefund = await requestReturn(manager, await deliver(manager, location, milk), { kind: 'return' });
  const swapped = await requestReturn(manager, await deliver(manager, location, milk), { kind: 'replace' });
  for (const request of [toRefund, swapped]) await stepTo(manager, request, 'approved');
  await shop.look(async (tx) => {
    await sql`UPDATE orders SET payment_due_at = now() - interval '1 hour' WHERE id = ${unpaid._id}`.execute(
      tx,
    );
    await sql`UPDATE deliveries SET offer_expires_at = now() - interval '1 hour' WHERE order_id = ${offered._id}`.execute(
      tx,
    );
    await sql`UPDATE orders SET slot_from = now() - interval '3 hours', slot_to = now() - interval '1 hour'
      WHERE id = ${late._id}`.execute(tx);
  });
  // A trigger sets updated_at on every change, so it is disabled while the times are set back.
  await shop.sql`ALTER TABLE returns DISABLE TRIGGER USER;
    UPDATE returns SET updated_at = now() - interval '8 days' WHERE status = 'approved';
    ALTER TABLE returns ENABLE TRIGGER USER`;
  return { unpaid, offered, late, toRefund, swapped };
}

test('processes everything that expired without a server exactly once, even with two servers', async () => {
  const { unpaid, offered, late, toRefund, swapped } = await letAllRunOut();
  const view = async (id: string) => manager.do(orderRoutes.view, { params: { id } });
  const noted = async (id: string, to: string | null) =>
    (await view(id)).events.filter((event) => event.by === 'System' && event.to === to).length;
  const reported = async () => ({
    unpaid: await noted(unpaid._id, 'expired'),
    offered: await noted(offered._id, 'inQueue'),
    late: (await view(late._id)).events.filter(({ note }) => note === 'Late for its slot').length,
    toRefund: (await manager.do(returnRoutes.view, { params: { id: toRefund._id } })).events.filter(
      ({ to, by }) => to === 'returnFailed' && by === 'System',
    ).length,
    swapped: (await manager.do(returnRoutes.view, { params: { id: swapped._id } })).events.filter(
      ({ to, by }) => to === 'replacementFailed' && by === 'System',
    ).length,
  });
  expect(await reported()).toEqual({ unpaid: 0, offered: 0, late: 0, toRefund: 0, swapped: 0 });

  // Both servers find everything due, and queued twice.
  await strike();
  await strike();
  const both = await Promise.all([startServer(), startServer()]);
  await isQuiet();
  for (const stop of both) await stop();
  await strike();
  const third = await startServer();
  await isQuiet();
  await third();

  expect(await reported()).toEqual({ unpaid: 1, offered: 1, late: 1, toRefund: 1, swapped: 1 });
  expect([(await view(unpaid._id)).status, (await view(offered._id)).dispatchStatus]).toEqual([
    'expired',
    'inQueue',
  ]);
  // Two of each item are sold or still reserved; the stock reserved for the unpaid order and for the replacement is free again.
  expect(await stockOf(shop, location, milk)).toEqual([100 - 2 - 2 - 2, 2]);
});

test("skips records that aren't due yet", async () => {
  const request = await requestReturn(manager, await deliver(manager, location, milk));
  const approved = await stepTo(manager, request, 'approved');

  await strike();
  const stop = await startServer();
  await isQuiet();
  await stop();

  expect(await manager.do(returnRoutes.view, { params: { id: request._id } })).toMatchObject({
    status: 'approved',
    version: approved.version,
  });
});

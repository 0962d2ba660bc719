import type { Route } from '@aisle/contract/core/route';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { expect, test } from 'vitest';
import { newId } from '../src/core/ids.ts';
import { BreakingConnections } from './breaking-connection.ts';
import { addDriver, orderToDeliver } from './driver-builders.ts';
import { checkInvariants } from './invariants.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  basketOf,
  decide,
  moveTo,
  placeOne,
} from './order-builders.ts';
import { dayAgo, state } from './payable-builders.ts';
import { deliver, requestReturn, runGatewayOperations, stepTo } from './return-builders.ts';
import { type Got, type LooselySent, openShop } from './shop.ts';

// A connection that breaks between any two statements of a write leaves no trace, and repeating the request succeeds.

const shop = await openShop({ cardGateway: 'simulated' });
const manager = await shop.signIn();
await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: false } });
const breaking = new BreakingConnections(shop.db);
// Readers of live events would query the database at random times.
shop.services.liveEvents.notify = () => {};
const here = await addOrderLocation(shop);
const there = await addOrderLocation(shop);
const milk = await addGoods(shop, here, { price: 333 });
const eggs = await addGoods(shop, there, { price: 777 });
const digests = await textOfDigests();

interface Write {
  route: Route;
  sent: LooselySent;
}
const write = (route: Route, sent: LooselySent): Write => ({ route, sent });
const step = (id: string, status: string, rest: object = {}): Write =>
  write(orderRoutes.updateStatus, { params: { id }, body: { status, ...rest } });

/** One write for each kind of effect, with the records that it needs. */
const always: Record<string, () => Promise<Write>> = {
  'placing an order at two locations': async () => {
    const lines = [
      { subProductId: milk, locationId: here, quantity: 2 },
      { subProductId: eggs, locationId: there, quantity: 3 },
    ];
    return write(mainOrderRoutes.create, { body: basketOf({ lines, fulfilment: 'pickup' }) });
  },
  'a short pick with an added item': async () => {
    const order = await moveTo(manager, await placeOne(manager, here, milk), 'processing');
    const lines = [{ lineId: order.lines[0]!._id, pickedQuantity: 1 }];
    const add = [{ subProductId: await addGoods(shop, here), quantity: 1 }];
    const body = { version: order.version, lines, add };
    return write(orderRoutes.editLines, { params: { id: order._id }, body });
  },
  'picking items from their lots': async () =>
    step((await advanceTo(manager, await placeOne(manager, here, milk), 'processing'))._id, 'prepared'),
  'returning picked items to their lots': async () => {
    const order = await advanceTo(manager, await placeOne(manager, here, milk), 'awaitingForDelivery');
    return write(orderRoutes.cancel, { params: { id: order._id }, body: { reason: 'No show' } });
  },
  'cancelling an order that a driver has': async () => {
    const order = await orderToDeliver(manager, here, milk);
    const driverId = await addDriver(manager, here);
    await manager.do(dispatchRoutes.offer, { body: { driverId, orderIds: [order._id], accepted: true } });
    return step(order._id, 'cancelled');
  },
  'delivering: payment, sale and coins': async () => {
    const order = await placeOne(manager, here, milk, { fulfilment: 'pickup', quantity: 4 });
    return step((await advanceTo(manager, order, 'pickup'))._id, 'delivered');
  },
  'paying by card': async () => {
    const order = await placeOne(manager, here, milk, { paymentType: 'card' });
    const body = { method: 'card', token: 'tok_ok' };
    return write(paymentRoutes.take, { params: { id: order._id }, body });
  },
  'handing over a replacement': async () => {
    const request = await requestReturn(manager, await deliver(manager, here, milk), { kind: 'replace' });
    await stepTo(manager, request, 'approved');
    await stepTo(manager, request, 'received');
    return write(returnRoutes.updateStatus, { params: { id: request._id }, body: { status: 'replaced' } });
  },
  'restocking returned items': async () => {
    const request = await requestReturn(manager, await deliver(manager, here, milk));
    await stepTo(manager, request, 'approved');
    return write(returnRoutes.updateStatus, { params: { id: request._id }, body: { status: 'received' } });
  },
  'completing a refund by hand': async () => {
    const order = await deliver(manager, here, milk);
    const { _id: id } = await manager.do(refundRoutes.create, {
      params: { id: order._id },
      body: { reason: 'Sour' },
    });
    await manager.do(refundRoutes.updateStatus, { params: { id }, body: { status: 'refundProcessing' } });
    return write(refundRoutes.updateStatus, { params: { id }, body: { status: 'refunded' } });
  },
  'receiving a delivery': async () => {
    const rows = [milk, await addGoods(shop, here)].map((subProductId) => ({ subProductId, quantity: 5 }));
    return write(inventoryRoutes.bulkCreate, { body: { locationId: here, rows } });
  },
  'sending a transfer': async () => {
    const lines = [{ subProductId: milk, quantity: 2 }];
    return write(transferRoutes.create, { body: { fromLocationId: here, toLocationId: there, lines } });
  },
  'receiving a transfer with missing and damaged items': async () => {
    const body = { fromLocationId: here, toLocationId: there, lines: [{ subProductId: milk, quantity: 3 }] };
    const transfer = await manager.do(transferRoutes.create, { body });
    const lines = [{ lineId: transfer.lines[0]!._id, received: 2, damaged: 1 }];
    return write(transferRoutes.receive, { params: { id: transfer._id }, body: { lines } });
  },
  'posting a stock count': async () => {
    const goods = await addGoods(shop, here, { stock: 9 });
    const { _id: id } = await manager.do(stockCountRoutes.create, { body: { locationId: here } });
    const entries = [{ subProductId: goods, quantity: 7 }];
    await manager.do(stockCountRoutes.enter, { params: { id }, body: { entries } });
    return write(stockCountRoutes.post, { params: { id }, body: {} });
  },
  'creating a statement': async () => {
    await deliver(manager, here, milk);
    return write(statementRoutes.create, { body: { locationId: here, to: dayAgo() } });
  },
  'discarding a statement': async () => {
    await deliver(manager, here, milk);
    const { _id: id } = await state(manager, here);
    return write(statementRoutes.remove, { params: { id } });
  },
  'adjusting the balance of a location': async () =>
    write(statementRoutes.adjust, { body: { locationId: here, amount: -500, reason: 'Agreed' } }),
  'paying a statement': async () => {
    const { _id: id, version } = await openStatement();
    return write(payoutRoutes.payout, { params: { id }, body: { ...byCheck, reference: '4711', version } });
  },
  'recalling a lot': async () => write(recallRoutes.create, { body: await recallOfSomething() }),
};

const byCheck = { method: 'check' as const, paidOn: dayAgo() };
async function openStatement() {
  const body = { locationId: here, amount: 500, reason: 'Campaign' };
  await manager.do(statementRoutes.adjust, { body });
  return state(manager, here);
}

/** A lot with remaining stock. */
async function recallOfSomething() {
  const goods = await addGoods(shop, here, { stock: 0 });
  const lot = await manager.do(inventoryRoutes.create, {
    body: { locationId: here, subProductId: goods, quantity: 9 },
  });
  await deliver(manager, here, goods);
  return { title: 'Glass in jars', reason: 'Splinters', selection: { lotIds: [lot._id] } };
}

/** The status before the step, the status it leads to, and the fulfillment if it is not a delivery. */
const steps: [from: OrderStatus, to: string, fulfilment?: 'pickup'][] = [
  ['orderPlaced', 'processing'],
  ['orderPlaced', 'rejected'],
  ['orderPlaced', 'cancelled'],
  ['processing', 'rejected'],
  ['prepared', 'awaitingForDelivery'],
  ['prepared', 'pickup', 'pickup'],
  ['awaitingForDelivery', 'driverConfirmationPending'],
  ['awaitingForDelivery', 'offQueue'],
  ['outOfDelivery', 'awaitingForDelivery'],
  ['outOfDelivery', 'delivered'],
];

/** More writes with the same mechanisms, only in the long run. */
const longRunWrites: typeof always = {
  ...Object.fromEntries(
    steps.map(([from, to, fulfilment = 'delivery' as const]) => [
      `moving an order from ${from} to ${to}`,
      async () =>
        step((await advanceTo(manager, await placeOne(manager, here, milk, { fulfilment }), from))._id, to),
    ]),
  ),
  'acting on a recall': async () => {
    const { _id: id } = await manager.do(recallRoutes.create, { body: await recallOfSomething() });
    return write(recallRoutes.act, { params: { id }, body: { writeOff: true, refund: true, message: null } });
  },
  'cancelling part of a line': async () => {
    const order = await placeOne(manager, here, milk, { quantity: 5 });
    const lines = [{ lineId: order.lines[0]!._id, quantity: 2 }];
    return write(orderRoutes.cancel, { params: { id: order._id }, body: { reason: 'Too much', lines } });
  },
  'offering an order to a driver': async () => {
    const order = await orderToDeliver(manager, here, milk);
    const body = { driverId: await addDriver(manager, here), accepted: true };
    return write(orderRoutes.assignDriver, { params: { id: order._id }, body });
  },
  'requesting a return': async () => {
    const order = await deliver(manager, here, milk);
    const lines = [{ lineId: order.lines[0]!._id, quantity: 1 }];
    return write(returnRoutes.create, { body: { orderId: order._id, kind: 'return', lines } });
  },
  'approving a replacement': async () => {
    const request = await requestReturn(manager, await deliver(manager, here, milk), { kind: 'replace' });
    return write(returnRoutes.updateStatus, { params: { id: request._id }, body: { status: 'approved' } });
  },
  'creating a refund': async () => {
    const order = await deliver(manager, here, milk);
    return write(refundRoutes.create, { params: { id: order._id }, body: { reason: 'Sour' } });
  },
  'voiding a payout': async () => {
    const { _id: id, version } = await openStatement();
    await manager.do(payoutRoutes.payout, {
      params: { id },
      body: { ...byCheck, reference: '4711', version },
    });
    return write(payoutRoutes.void, { params: { id }, body: { reason: 'Account closed' } });
  },
  'starting a payout run': async () =>
    write(payoutRoutes.run, { body: { ...byCheck, statementIds: [(await openStatement())._id] } }),
  'writing off items': async () => {
    const body = { locationId: here, subProductId: milk, quantity: -1, reason: 'waste' };
    return write(inventoryRoutes.adjust, { body });
  },
  'completing a return with its refund': async () => {
    const request = await requestReturn(manager, await deliver(manager, here, milk));
    for (const status of ['approved', 'received'] as const) await stepTo(manager, request, status);
    return write(returnRoutes.updateStatus, { params: { id: request._id }, body: { status: 'returned' } });
  },
};
const writes = process.env.SOAK_ORDERS ? { ...always, ...longRunWrites } : always;

const send = ({ route, sent }: Write, key: string): Promise<Got<unknown>> =>
  manager.send(route, { ...sent, ...(route.onceByKey && { headers: { 'idempotency-key': key } }) });

test.each(Object.entries(writes))(
  'executes %s completely or not at all',
  async (_, prepare) => {
    const one = await prepare();
    const key = newId();
    const before = await everything();

    for (let message = 1; ; message += 1) {
      const { result, broke } = await breaking.during({ message }, () => send(one, key));
      if (!broke) {
        expect(result.status, JSON.stringify(result.body)).toBe(200);
        // Session, BEGIN, a few statements, COMMIT: the connection broke at each of them before the write succeeded.
        expect(message).toBeGreaterThan(4);
        break;
      }
      expect([message, result.status, result.code]).toEqual([message, 503, 'unavailable']);
      // Checked at the last break: changes that earlier breaks left behind would still be there.
      if (broke === 'COMMIT') expect(changes(before, await everything())).toEqual([]);
    }

    expect(changes(before, await everything())).not.toEqual([]);
  },
  60_000,
);

test('executes a commit with a lost response once, however often the request is repeated', async () => {
  const lines = [{ subProductId: milk, locationId: here, quantity: 1 }];
  const order = write(mainOrderRoutes.create, { body: basketOf({ lines, note: 'Lost' }) });
  const key = newId();

  const { result: lost, broke } = await breaking.during({ answerTo: 'COMMIT' }, () => send(order, key));
  const [first, second] = [await send(order, key), await send(order, key)];

  expect([broke, lost.status]).toEqual(['COMMIT', 503]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.data).toEqual(first.data);
  expect(await shop.sql`SELECT id FROM main_orders WHERE note = 'Lost'`).toHaveLength(1);
});

test("reads a gateway response again if it couldn't be stored, and charges once", async () => {
  const order = await placeOne(manager, here, milk, { paymentType: 'card', fulfilment: 'pickup' });
  const body = { method: 'card' as const, token: 'tok_ok' };
  await manager.do(paymentRoutes.take, { params: { id: order._id }, body });

  for (let message = 1; ; message += 1) {
    const { broke } = await breaking.during({ message }, () => runGatewayOperations(shop).catch(() => {}));
    if (!broke) break;
    await shop.look(checkInvariants);
  }
  await runGatewayOperations(shop);

  const after = await manager.do(orderRoutes.view, { params: { id: order._id } });
  expect(after).toMatchObject({ status: 'orderPlaced', payments: [{ status: 'authorised' }] });
});

/** A digest of each table. */
async function everything(): Promise<Map<string, string>> {
  const { rows } = await shop.db.owner.query<{ name: string; digest: string }>({
    name: 'digests',
    text: digests,
  });
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

async function textOfDigests(): Promise<string> {
  // Sessions record when they were last seen, and readers of the change log their position, independently of requests.
  const rows = await shop.sql`SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('sessions', 'change_readers', 'change_feed_state')`;
  const of = (name: string) =>
    `SELECT '${name}' AS name, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS digest FROM ${name} t`;
  return rows.map(({ name }) => of(name)).join(' UNION ALL ');
}

const changes = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);

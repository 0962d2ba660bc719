import { dispatchRoutes, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { type Return, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDriver, orderToDeliver, tokenOf } from '../../../test/driver-builders.ts';
import { addGoods, addOrderLocation, placeOne, walkTo } from '../../../test/order-builders.ts';
import { askBack, stepTo } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { endOverdueOffers } from './dispatch.service.ts';

const { show, accept, decline, giveUp, start, collect, deliver, pickUp, fail } = tripRoutes;
let driver: string;
let order: Order;
let request: Return;

const shop = await openShop();
const admin = await shop.signIn();
const here = await addOrderLocation(shop);
const milk = await addGoods(shop, here);
const clerk = await shop.signIn({
  permissions: ['order_edit', 'order_add', 'cancel_order'],
  locations: [here],
});
beforeEach(async () => {
  driver = await addDriver(admin, here, { name: 'Sam Okonkwo', email: 'sam@drivers.example' });
  order = await walkTo(clerk, await placeOne(clerk, here, milk), 'delivered');
  request = await stepTo(clerk, await askBack(clerk, order), 'approved');
});

const ask = async (driverId = driver, more: { orderIds?: string[]; accepted?: boolean } = {}) =>
  tokenOf(
    (await clerk.do(dispatchRoutes.offer, { body: { driverId, returnIds: [request._id], ...more } })).link,
  );
const now = () => clerk.do(returnRoutes.view, { params: { id: request._id } });
const page = (token: string) => shop.anonymous.do(show, { params: { token } });
const availability = async () => (await admin.do(driverRoutes.view, { params: { id: driver } })).availability;

test('goods are fetched like an order is brought: asked, accepted, fetched, back at the location', async () => {
  const token = await ask();
  const requested = await page(token);
  const { stops } = await shop.anonymous.do(accept, { params: { token } });
  const stop = stops[0]!;
  expect(await availability()).toBe('busy');
  await shop.anonymous.do(start, { params: { token } });
  expect((await now()).status).toBe('driverOnTheWay');
  await shop.anonymous.do(collect, { params: { token }, body: { deliveryId: stop._id } });
  const fetched = await now();
  await stepTo(clerk, request, 'locationReceived');
  const over = await page(token);

  expect(requested.offers).toEqual([
    expect.objectContaining({ errand: 'collect', lineCount: 1, promisedAt: null }),
  ]);
  expect(JSON.stringify(requested)).not.toContain(order.customer.name);
  expect(stop).toMatchObject({
    errand: 'collect',
    returnNumber: request.number,
    customerName: order.customer.name,
    cashDue: 0,
    items: [expect.objectContaining({ quantity: 1 })],
  });
  expect(fetched).toMatchObject({
    status: 'driverPickedUp',
    driver: { name: 'Sam Okonkwo' },
    collection: { status: 'pickedUp' },
  });
  expect(fetched.events.slice(0, 3).map(({ to, by }) => [to, by])).toEqual([
    ['driverPickedUp', 'Sam Okonkwo'],
    ['driverOnTheWay', 'Sam Okonkwo'],
    ['driverApproved', 'Sam Okonkwo'],
  ]);
  expect(over).toMatchObject({ isOver: true, delivered: 0, collected: 1 });
  expect(await availability()).toBe('available');
  const record = await admin.do(driverRoutes.view, { params: { id: driver } });
  expect(record).toMatchObject({ deliveredCount: 0, onTimeShare: null, earnings: stop.pay });
  expect(record.past[0]!.returned).toEqual({ _id: request._id, number: request.number });
});

test('the board shows what may be fetched, and in whose hands it is', async () => {
  const collection = async () =>
    (await clerk.do(dispatchRoutes.board, { query: {} })).collections.find(({ _id }) => _id === request._id);

  expect(await collection()).toMatchObject({
    status: 'approved',
    line1: '9 Oak St',
    point: { latitude: expect.any(Number), isApproximate: expect.any(Boolean) },
    delivery: null,
  });
  await ask();
  expect(await collection()).toMatchObject({ delivery: { status: 'offered', driverName: 'Sam Okonkwo' } });
});

test('an order and a return go on one trip, and the goods of the one are not those of the other', async () => {
  const other = await orderToDeliver(clerk, here, milk);
  const token = await ask(driver, { orderIds: [other._id] });
  const { stops } = await shop.anonymous.do(accept, { params: { token } });
  const brought = stops.find(({ errand }) => errand === 'bring')!;
  const fetched = stops.find(({ errand }) => errand === 'collect')!;
  const wrong = await shop.anonymous.call(pickUp, {
    params: { token },
    body: { deliveryId: fetched._id, code: other.handOverCode! },
  });
  await shop.anonymous.do(pickUp, {
    params: { token },
    body: { deliveryId: brought._id, code: other.handOverCode! },
  });
  const out = await shop.anonymous.do(start, { params: { token } });
  const [attempt] = await clerk.do(dispatchRoutes.ofOrder, { params: { id: other._id } });
  await shop.anonymous.do(deliver, {
    params: { token },
    body: { deliveryId: brought._id, code: attempt!.dropCode },
  });
  await shop.anonymous.do(collect, { params: { token }, body: { deliveryId: fetched._id } });
  const last = await page(token);

  expect(wrong.status).toBe(404);
  expect(out.stops.map(({ status }) => status)).toEqual(['onTheWay', 'onTheWay']);
  expect(last).toMatchObject({ isOver: false, delivered: 1, stops: [{ status: 'pickedUp' }] });
});

test('who declines, does not answer or gives up leaves the request to others', async () => {
  await shop.anonymous.do(decline, { params: { token: await ask() }, body: { reason: 'No room' } });
  expect(await now()).toMatchObject({ status: 'approved', collection: null, driver: null });
  expect((await now()).events[0]).toMatchObject({ by: 'Sam Okonkwo', note: 'No room' });

  await ask();
  await shop.look((tx) =>
    sql`UPDATE deliveries SET offer_expires_at = now() - interval '1 hour' WHERE return_id = ${request._id}`.execute(
      tx,
    ),
  );
  await endOverdueOffers(shop.db);
  expect((await now()).events[0]).toMatchObject({ by: 'System', note: 'No response in time' });

  const token = await ask();
  const { stops } = await shop.anonymous.do(accept, { params: { token } });
  await shop.anonymous.do(giveUp, {
    params: { token },
    body: { deliveryId: stops[0]!._id, reason: 'Flat tyre' },
  });
  expect(await now()).toMatchObject({ status: 'approved', collection: null, driver: null });
  expect(await availability()).toBe('available');
});

test.each(['return', 'replace'] as const)('a %s that nobody hands over has failed', async (kind) => {
  request = await stepTo(clerk, await askBack(clerk, order, { kind }), 'approved');
  const token = await ask();
  const { stops } = await shop.anonymous.do(accept, { params: { token } });
  await shop.anonymous.do(start, { params: { token } });
  const body = { deliveryId: stops[0]!._id, reason: 'Nobody at home' };
  const after = await shop.anonymous.do(fail, { params: { token }, body });
  const again = await shop.anonymous.call(fail, { params: { token }, body });

  expect(after).toMatchObject({ isOver: true, failed: 1 });
  expect(again.status).toBe(200);
  expect(await now()).toMatchObject({
    status: kind === 'return' ? 'returnFailed' : 'replacementFailed',
    collection: null,
  });
});

test('a driver who is assigned by hand is notified, and the trip follows the steps of the location', async () => {
  await stepTo(clerk, request, 'driverApproved', { driverId: driver });
  const assigned = await now();
  const mails = await shop.look((tx) =>
    sql<{ text: string }>`SELECT body AS text FROM mails WHERE recipient = 'sam@drivers.example'
      ORDER BY id DESC LIMIT 1`.execute(tx),
  );
  await stepTo(clerk, request, 'driverOnTheWay');
  await stepTo(clerk, request, 'driverPickedUp');

  expect(assigned.collection).toMatchObject({ driverId: driver, status: 'accepted' });
  expect(mails.rows[0]!.text).toContain('1 return to pick up');
  expect((await now()).collection).toMatchObject({ status: 'pickedUp' });
});

test('somebody else is asked: the first link shows nothing more; and who brings it in needs no driver', async () => {
  const first = await ask();
  const second = await ask(await addDriver(admin, here));
  const late = await shop.anonymous.call(accept, { params: { token: first } });
  await stepTo(clerk, request, 'received');

  expect(late.status).toBe(409);
  expect(await page(second)).toMatchObject({ isOver: true, collected: 0 });
  expect(await availability()).toBe('available');
});

test('what is not approved, or is fetched already, is offered to nobody', async () => {
  const fresh = await askBack(clerk, order);
  const early = await clerk.call(dispatchRoutes.offer, {
    body: { driverId: driver, returnIds: [fresh._id] },
  });
  await shop.anonymous.do(accept, { params: { token: await ask() } });
  const twice = await clerk.call(dispatchRoutes.offer, {
    body: { driverId: await addDriver(admin, here), returnIds: [request._id] },
  });
  const nothing = await clerk.call(dispatchRoutes.offer, { body: { driverId: driver } });

  expect([early.status, early.body.error?.code]).toEqual([409, 'orders.step-not-possible']);
  expect([twice.status, twice.body.error?.code]).toEqual([409, 'orders.step-not-possible']);
  expect([nothing.status, nothing.body.error?.fields?.[0]?.path]).toEqual([400, 'orderIds']);
});

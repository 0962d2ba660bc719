import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { dispatchRoutes, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, expect, test } from 'vitest';
import { addDriver, offer, orderToDeliver, tokenOf } from '../../../test/driver-builders.ts';
import {
  addGoods,
  addOrderLocation,
  homeAddress,
  placeOne,
  takeTo,
  walkTo,
} from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { endOverdueOffers, suggestFor } from './dispatch.service.ts';

let driver: string;

const shop = await openShop();
const admin = await shop.signIn();
const [here, there] = [await addOrderLocation(shop), await addOrderLocation(shop)];
const milk = await addGoods(shop, here);
const clerk = await shop.signIn({
  permissions: ['order_edit', 'order_add', 'cancel_order'],
  locations: [here],
});
beforeEach(async () => {
  driver = await addDriver(admin, here, { email: 'driver@drivers.example' });
});

const waiting = () => orderToDeliver(clerk, here, milk);
const look = (order: Pick<Order, '_id'>) => clerk.do(orderRoutes.view, { params: { id: order._id } });
const assign = (order: Order, driverId: string, more: object = {}) =>
  clerk.call(orderRoutes.assignDriver, { params: { id: order._id }, body: { driverId, ...more } });
const availability = async (id = driver) =>
  (await admin.do(driverRoutes.view, { params: { id } })).availability;
/** What was mailed to drivers so far. */
async function mailed(): Promise<string> {
  const folder = path.join(shop.dataDir, 'outbox');
  const files = await readdir(folder).catch(() => []);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return texts.filter((text) => text.includes('driver@drivers.example')).join('\n');
}
/** As if everybody had looked away until the offer ran out. */
const runOut = (order: Order) =>
  shop.look((tx) =>
    tx
      .updateTable('deliveries')
      .set({ offer_expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('order_id', '=', order._id)
      .execute(),
  );

test('a driver who was asked gets a mail with a link; accepting makes them busy, the code is shown', async () => {
  const order = await waiting();

  const requested = await assign(order, driver);
  const still = await availability();
  await takeTo(clerk, order, 'driverConfirmed');

  expect(requested.data).toMatchObject({
    dispatchStatus: 'driverConfirmationPending',
    driverId: driver,
    driver: { _id: driver },
  });
  expect([still, await availability()]).toEqual(['available', 'busy']);
  await expect.poll(mailed).toMatch(/\/d\/[\w-]{32}/);
});

test('a driver who is not there is a 400 at driverId; one who cannot, a 409 that says why', async () => {
  const order = await waiting();
  const elsewhere = await addDriver(admin, there);
  const asAdmin = (driverId: string) =>
    admin.call(orderRoutes.assignDriver, { params: { id: order._id }, body: { driverId } });
  const why = async (answer: Awaited<ReturnType<typeof assign>>) => [
    answer.status,
    answer.body.error?.details,
  ];

  const notADriver = await assign(order, clerk.userId);
  const outOfReach = await assign(order, elsewhere);
  expect([notADriver.status, notADriver.body.error?.fields?.[0]?.path]).toEqual([400, 'driverId']);
  expect(outOfReach.status).toBe(400);
  expect(await why(await asAdmin(elsewhere))).toEqual([
    409,
    expect.objectContaining({ reason: "doesn't drive for this store" }),
  ]);

  await admin.do(driverRoutes.edit, {
    params: { id: driver },
    body: { version: 1, availability: 'offline' },
  });
  expect(await why(await assign(order, driver))).toEqual([
    409,
    expect.objectContaining({ reason: 'offline' }),
  ]);
  await admin.do(driverRoutes.edit, {
    params: { id: driver },
    body: { version: 2, availability: 'available', status: false },
  });
  expect(await why(await assign(order, driver))).toEqual([
    409,
    expect.objectContaining({ reason: 'inactive' }),
  ]);
  expect((await look(order)).dispatchStatus).toBe('inQueue');
});

test('by update-status the same holds, and without a driver nobody in particular is asked', async () => {
  const [first, second] = [await waiting(), await waiting()];
  const ask = (order: Order, driverId?: string) =>
    clerk.call(orderRoutes.updateStatus, {
      params: { id: order._id },
      body: { status: 'driverConfirmationPending', ...(driverId && { driverId }) },
    });

  expect((await ask(first, clerk.userId)).body.error?.fields?.[0]?.path).toBe('driverId');
  expect((await ask(first, driver)).data).toMatchObject({ driverId: driver });
  expect((await ask(second)).data).toMatchObject({
    driverId: null,
    dispatchStatus: 'driverConfirmationPending',
  });
});

test('two clerks ask different drivers at once: one wins, the other is shown the new state', async () => {
  const order = await waiting();
  const other = await addDriver(admin, here);

  const answers = await Promise.all([assign(order, driver), assign(order, other)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409)!;
  expect(lost.body.error?.code).toBe('orders.step-not-possible');
  expect(lost.body.data).toMatchObject({ dispatchStatus: 'driverConfirmationPending' });
});

test('a busy driver takes nothing more, unless it goes along before anything was collected', async () => {
  const [first, second, third] = [await waiting(), await waiting(), await waiting()];
  await assign(first, driver, { accepted: true });

  const refused = await assign(second, driver);
  const joined = await assign(second, driver, { join: true, accepted: true });
  await clerk.do(orderRoutes.updateStatus, {
    params: { id: first._id },
    body: { status: 'driverConfirmationCompleted', code: first.handOverCode },
  });
  const tooLate = await assign(third, driver, { join: true });

  expect([refused.status, refused.body.error?.code]).toEqual([409, 'drivers.not-free']);
  expect(joined.data.dispatchStatus).toBe('driverConfirmed');
  expect(tooLate.status).toBe(409);
  const trips = await shop.look((tx) =>
    tx.selectFrom('deliveries').select('trip_id').where('driver_id', '=', driver).distinct().execute(),
  );
  expect(trips).toHaveLength(1);
});

test('several orders are offered as one trip, all or none, from one location', async () => {
  const [first, second] = [await waiting(), await waiting()];
  const bread = await addGoods(shop, there);
  const foreign = await orderToDeliver(admin, there, bread);
  await takeTo(clerk, second, 'offQueue');

  const mixed = await admin.call(dispatchRoutes.offer, {
    body: { driverId: driver, orderIds: [first._id, foreign._id] },
  });
  const half = await clerk.call(dispatchRoutes.offer, {
    body: { driverId: driver, orderIds: [first._id, second._id] },
  });
  expect([mixed.body.error?.code, half.body.error?.code]).toEqual([
    'dispatch.one-location',
    'orders.step-not-possible',
  ]);
  expect((await look(first)).dispatchStatus).toBe('inQueue');

  await takeTo(clerk, second, 'inQueue');
  const { link } = await offer(clerk, driver, first, second);
  const page = await shop.anonymous.do(tripRoutes.show, { params: { token: tokenOf(link) } });
  expect(page.offers).toHaveLength(2);
});

test('an offer that nobody answers goes back into the queue, once, however often it is looked at', async () => {
  const [order, answered] = [await waiting(), await waiting()];
  await assign(order, driver);
  await assign(answered, driver);
  await takeTo(clerk, answered, 'driverConfirmed');

  await endOverdueOffers(shop.db);
  expect((await look(order)).dispatchStatus).toBe('driverConfirmationPending');
  await runOut(order);
  await runOut(answered);
  await Promise.all([endOverdueOffers(shop.db), endOverdueOffers(shop.db)]);
  await endOverdueOffers(shop.db);

  const after = await look(order);
  expect(after).toMatchObject({ dispatchStatus: 'inQueue', driverId: null });
  expect(after.events.filter(({ note }) => note === 'No response in time')).toEqual([
    expect.objectContaining({ by: 'System', from: 'driverConfirmationPending', to: 'inQueue' }),
  ]);
  expect((await look(answered)).dispatchStatus).toBe('driverConfirmed');
  const [attempt] = await clerk.do(dispatchRoutes.ofOrder, { params: { id: order._id } });
  expect(attempt).toMatchObject({ status: 'timedOut', driverId: driver });
});

test('the timer of an offer is set with the offer, for whichever server is up by then', async () => {
  const order = await waiting();
  await assign(order, driver);

  const { rows } = await shop.db.owner.query(
    `SELECT count(*)::int AS tasks FROM graphile_worker.jobs j
     JOIN deliveries d ON d.offer_expires_at = j.run_at
     WHERE j.task_identifier = 'end_offers' AND d.order_id = $1`,
    [order._id],
  );

  expect(rows).toEqual([{ tasks: 1 }]);
});

test('cancelling frees the driver, and the trip is over', async () => {
  const order = await waiting();
  const { link } = await offer(clerk, driver, order);
  await takeTo(clerk, order, 'driverConfirmed');

  await takeTo(clerk, order, 'cancelled');

  expect(await availability()).toBe('available');
  const page = await shop.anonymous.do(tripRoutes.show, { params: { token: tokenOf(link) } });
  expect(page).toMatchObject({ isOver: true, location: null, stops: [], offers: [] });
});

test('the board shows who is free, what waits, and whom to ask; a clerk sees their location alone', async () => {
  const order = await waiting();
  const foreign = await addDriver(admin, there, { name: 'Foreign' });
  const soon = await placeOne(clerk, here, milk);

  const board = await clerk.do(dispatchRoutes.board, { query: {} });

  const shown = board.orders.find(({ _id }) => _id === order._id)!;
  expect(shown).toMatchObject({
    dispatchStatus: 'inQueue',
    delivery: null,
    handOverCode: order.handOverCode,
  });
  expect(shown.promisedAt).toBe(
    new Date(Date.parse(order.createdAt) + 3_600_000)
      .toISOString()
      .slice(0, 19)
      .concat(shown.promisedAt.slice(19)),
  );
  expect(board.drivers.map(({ _id }) => _id)).toContain(shown.suggestedDriverId);
  expect(board.drivers.map(({ _id }) => _id)).not.toContain(foreign);
  expect(board.orders.map(({ _id }) => _id)).not.toContain(soon._id);
  await offer(clerk, driver, order);
  const after = await clerk.do(dispatchRoutes.board, { query: { locationId: here } });
  expect(after.orders.find(({ _id }) => _id === order._id)).toMatchObject({
    delivery: { driverId: driver, status: 'offered' },
    suggestedDriverId: null,
  });
  expect(after.trips.find(({ driverId }) => driverId === driver)).toMatchObject({ hasLink: true });
  const nothing = await clerk.do(dispatchRoutes.board, { query: { locationId: there } });
  expect(nothing).toMatchObject({ orders: [], drivers: [], trips: [] });
});

test('the board says where orders go: by the address, else about, by the postal code', async () => {
  const [exact, rough, nowhere] = [await waiting(), await waiting(), await waiting()];
  const moveTo = (order: Order, address: object) =>
    shop.look((tx) =>
      tx
        .updateTable('orders')
        .set({ address: JSON.stringify({ ...order.address, ...address }) })
        .where('id', '=', order._id)
        .execute(),
    );
  await moveTo(exact, { latitude: 30.3, longitude: -97.7 });
  await moveTo(rough, { latitude: null, longitude: null, postalCode: '78701' });
  await moveTo(nowhere, { latitude: null, longitude: null, postalCode: 'SW1A 1AA' });

  const board = await clerk.do(dispatchRoutes.board, { query: {} });
  const pointOf = (order: Order) => board.orders.find(({ _id }) => _id === order._id)!.point;

  expect(pointOf(exact)).toEqual({ latitude: 30.3, longitude: -97.7, isApproximate: false });
  expect(pointOf(rough)).toEqual({
    latitude: expect.closeTo(30.27, 1),
    longitude: expect.closeTo(-97.74, 1),
    isApproximate: true,
  });
  expect(pointOf(nowhere)).toBeNull();
});

test('a driver is last known where they delivered, for half a day', async () => {
  const address = { ...homeAddress, latitude: 30.31, longitude: -97.71 };
  const placed = await placeOne(admin, here, milk, { address });
  const order = await walkTo(admin, placed, 'awaitingForDelivery');
  const lastStop = async () =>
    (await admin.do(dispatchRoutes.board, { query: { locationId: here } })).drivers.find(
      ({ _id }) => _id === driver,
    )!.lastStop;
  await admin.do(dispatchRoutes.offer, { body: { driverId: driver, orderIds: [order._id], accepted: true } });
  const { handOverCode: code } = await admin.do(orderRoutes.view, { params: { id: order._id } });
  await admin.do(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: 'driverConfirmationCompleted', code },
  });
  await takeTo(admin, order, 'outOfDelivery');
  await takeTo(admin, order, 'delivered');

  expect(await lastStop()).toEqual({ latitude: 30.31, longitude: -97.71, isApproximate: false });
  await shop.db.owner.query(
    `UPDATE deliveries SET ended_at = ended_at - interval '13 hours' WHERE driver_id = '${driver}'`,
  );
  expect(await lastStop()).toBeNull();
});

test('the board has the stores of its orders, or the one that was chosen', async () => {
  await waiting();

  const { locations } = await admin.do(dispatchRoutes.board, { query: {} });
  const chosen = await admin.do(dispatchRoutes.board, { query: { locationId: there } });

  expect(locations.find(({ _id }) => _id === here)).toMatchObject({
    latitude: 30.2672,
    longitude: -97.7431,
    deliveryRadiusKm: 20,
  });
  expect(chosen.locations.map(({ _id }) => _id)).toEqual([there]);
});

const one = (name: string, parts: object = {}) => ({
  _id: name,
  name,
  availability: 'available' as const,
  locationIds: ['here'],
  open: 0,
  deliveredToday: 0,
  ...parts,
});
const inQueue = {
  locationId: 'here',
  dispatchStatus: 'inQueue' as const,
  refusedBy: [],
  failed: null,
  comingBackFrom: null,
};
const failedBy = (driverId: string) => ({ driverId, driverName: driverId, count: 1, reason: null, at: '' });

test.each([
  ['the least loaded', [one('A', { open: 1 }), one('B', { deliveredToday: 3 })], [], 'B'],
  ['nobody who is busy', [one('A', { availability: 'busy' })], [], null],
  ['nobody of elsewhere', [one('A', { locationIds: ['there'] })], [], null],
  ['who refused it last', [one('A'), one('B', { open: 1 })], ['A'], 'B'],
  ['who refused it, when there is nobody else', [one('A')], ['A'], 'A'],
  ['by name, when all else is the same', [one('B'), one('A')], [], 'A'],
])('it suggests %s', (_, drivers, refusedBy, expected) => {
  expect(suggestFor({ ...inQueue, refusedBy }, drivers)).toBe(expected);
});

test('a second attempt is suggested to the driver of the first, unless they declined it or are away', () => {
  const drivers = [one('A'), one('B', { open: 2 }), one('C', { availability: 'offline' })];

  expect(suggestFor({ ...inQueue, failed: failedBy('B') }, drivers)).toBe('B');
  expect(suggestFor({ ...inQueue, failed: failedBy('B'), refusedBy: ['B'] }, drivers)).toBe('A');
  expect(suggestFor({ ...inQueue, failed: failedBy('C') }, drivers)).toBe('A');
});

test('nobody is suggested before the goods are back', () => {
  expect(suggestFor({ ...inQueue, failed: failedBy('A'), comingBackFrom: 'A' }, [one('A')])).toBe(null);
});

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { type DriverInput, driverRoutes } from '@aisle/contract/sales/drivers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, expect, test } from 'vitest';
import { addDriver, attemptOf, offer, orderToDeliver, tripPage } from '../../../test/driver-builders.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  homeAddress,
  moveTo,
  openStore,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { expireOffers, suggestFor } from './dispatch.service.ts';

let driver: string;

const { shop, manager: admin, location: here, goods: milk } = await openStore();
const there = await addOrderLocation(shop);
const permissions = ['order_edit' as const, 'order_add' as const, 'cancel_order' as const];
const clerk = await shop.signIn({ permissions, locations: [here] });
beforeEach(async () => {
  driver = await addDriver(admin, here, { email: 'driver@drivers.example' });
});

const waiting = () => orderToDeliver(clerk, here, milk);
const look = (order: Pick<Order, '_id'>) => viewOrder(clerk, order._id);
const assign = (order: Order, driverId: string, more: object = {}) =>
  clerk.call(orderRoutes.assignDriver, { params: { id: order._id }, body: { driverId, ...more } });
const availability = async (id = driver) =>
  (await admin.do(driverRoutes.view, { params: { id } })).availability;
/** Returns all emails to drivers so far. */
async function mailed(): Promise<string> {
  const folder = path.join(shop.dataDir, 'outbox');
  const files = await readdir(folder).catch(() => []);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return texts.filter((text) => text.includes('driver@drivers.example')).join('\n');
}
/** Sets the expiration of an order's offer to the past. */
const runOut = (order: Order) =>
  runSql(
    shop,
    `UPDATE deliveries SET offer_expires_at = now() - interval '1 second' WHERE order_id = '${order._id}'`,
  );
const board = (query: { locationId?: string } = {}, by = clerk) => by.do(dispatchRoutes.board, { query });
const editDriver = (body: Partial<DriverInput> & { version: number }) =>
  admin.do(driverRoutes.edit, { params: { id: driver }, body });
/** Hands the order's items to the driver with the order's code. */
const handOver = (order: Pick<Order, '_id' | 'handOverCode'>, by = clerk) =>
  by.do(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: 'driverConfirmationCompleted', code: order.handOverCode },
  });

test('emails the driver a link, marks them busy on acceptance and shows them the code', async () => {
  const order = await waiting();

  const requested = await assign(order, driver);
  const still = await availability();
  await moveTo(clerk, order, 'driverConfirmed');

  expect(requested.data).toMatchObject({
    dispatchStatus: 'driverConfirmationPending',
    driverId: driver,
    driver: { _id: driver },
  });
  expect([still, await availability()]).toEqual(['available', 'busy']);
  await expect.poll(mailed).toMatch(/\/d\/[\w-]{32}/);
});

test('rejects an unknown driver with 400 and an unavailable one with 409 and a reason', async () => {
  const order = await waiting();
  const elsewhere = await addDriver(admin, there);
  const asAdmin = (driverId: string) =>
    admin.call(orderRoutes.assignDriver, { params: { id: order._id }, body: { driverId } });
  const why = ({ status, body }: Awaited<ReturnType<typeof assign>>) => [status, body.error?.details];
  const because = (reason: string) => [409, expect.objectContaining({ reason })];

  const notADriver = await assign(order, clerk.userId);
  const outOfReach = await assign(order, elsewhere);
  expect(refusedField(notADriver)).toEqual([400, 'driverId']);
  expect(outOfReach.status).toBe(400);
  expect(why(await asAdmin(elsewhere))).toEqual(because("doesn't drive for this store"));

  await editDriver({ version: 1, availability: 'offline' });
  expect(why(await assign(order, driver))).toEqual(because('offline'));
  await editDriver({ version: 2, availability: 'available', status: false });
  expect(why(await assign(order, driver))).toEqual(because('inactive'));
  expect((await look(order)).dispatchStatus).toBe('inQueue');
});

test('offers an order by update-status, even without naming a driver', async () => {
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

test('lets one of two simultaneous offers win and shows the other user the new state', async () => {
  const order = await waiting();
  const other = await addDriver(admin, here);

  const answers = await Promise.all([assign(order, driver), assign(order, other)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409)!;
  expect(lost.body.error?.code).toBe('orders.step-not-possible');
  expect(lost.body.data).toMatchObject({ dispatchStatus: 'driverConfirmationPending' });
});

test('tells the second of two dispatchers who asked which driver first', async () => {
  const order = await waiting();
  const { version } = await look(order);
  await editDriver({ version: 1, name: 'Sam Reed' });
  await assign(order, driver);
  const body = { driverId: driver, orderIds: [order._id] };

  const own = await clerk.call(dispatchRoutes.offer, { body });
  const late = await admin.call(dispatchRoutes.offer, { body });
  const stale = await admin.call(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: 'offQueue', version },
  });

  expect(own.body.message).toBe(`You already asked Sam for ${order.number}`);
  expect(late.body.message).toBe(`Ada already asked Sam for ${order.number}`);
  expect([stale.body.error?.code, stale.body.message]).toEqual(['version-stale', late.body.message]);
});

test('names statuses by their labels in every message about an impossible step', async () => {
  const order = await waiting();

  const refused = await clerk.call(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: 'delivered' },
  });

  expect(refused.body.message).toBe(
    `${order.number} is “Ready for delivery” now, so it can't change to “Delivered”`,
  );
  expect(refused.body.error?.details).toMatchObject({ from: 'awaitingForDelivery', to: 'delivered' });
});

test('offers more to a busy driver only as part of a trip before its first pickup', async () => {
  const [first, second, third] = [await waiting(), await waiting(), await waiting()];
  await assign(first, driver, { accepted: true });

  const refused = await assign(second, driver);
  const joined = await assign(second, driver, { join: true, accepted: true });
  await handOver(first);
  const tooLate = await assign(third, driver, { join: true });

  expect(refusal(refused)).toEqual([409, 'drivers.not-free']);
  expect(joined.data.dispatchStatus).toBe('driverConfirmed');
  expect(tooLate.status).toBe(409);
  const trips = `SELECT DISTINCT trip_id FROM deliveries WHERE driver_id = '${driver}'`;
  expect(await runSql(shop, trips)).toHaveLength(1);
});

test('offers several orders of one location as one trip, all or none', async () => {
  const [first, second] = [await waiting(), await waiting()];
  const bread = await addGoods(shop, there);
  const foreign = await orderToDeliver(admin, there, bread);
  await moveTo(clerk, second, 'offQueue');

  const tryOffer = async (...orders: Pick<Order, '_id'>[]) => {
    const body = { driverId: driver, orderIds: orders.map(({ _id }) => _id) };
    return (await admin.call(dispatchRoutes.offer, { body })).body.error?.code;
  };
  expect(await tryOffer(first, foreign)).toBe('dispatch.one-location');
  expect(await tryOffer(first, second)).toBe('orders.step-not-possible');
  expect((await look(first)).dispatchStatus).toBe('inQueue');

  await moveTo(clerk, second, 'inQueue');
  const { link } = await offer(clerk, driver, first, second);
  const page = await tripPage(shop, link).show();
  expect(page.offers).toHaveLength(2);
});

test('returns an unanswered offer to the queue once', async () => {
  const [order, answered] = [await waiting(), await waiting()];
  await assign(order, driver);
  await assign(answered, driver);
  await moveTo(clerk, answered, 'driverConfirmed');

  await expireOffers(shop.db);
  expect((await look(order)).dispatchStatus).toBe('driverConfirmationPending');
  await runOut(order);
  await runOut(answered);
  await Promise.all([expireOffers(shop.db), expireOffers(shop.db)]);
  await expireOffers(shop.db);

  const after = await look(order);
  expect(after).toMatchObject({ dispatchStatus: 'inQueue', driverId: null });
  expect(after.events.filter(({ note }) => note === 'No response in time')).toEqual([
    expect.objectContaining({ by: 'System', from: 'driverConfirmationPending', to: 'inQueue' }),
  ]);
  expect((await look(answered)).dispatchStatus).toBe('driverConfirmed');
  expect(await attemptOf(clerk, order)).toMatchObject({ status: 'timedOut', driverId: driver });
});

test('schedules the end of an offer together with the offer', async () => {
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

test('frees the driver and ends the trip when the order is cancelled', async () => {
  const order = await waiting();
  const { link } = await offer(clerk, driver, order);
  await moveTo(clerk, order, 'driverConfirmed');

  await moveTo(clerk, order, 'cancelled');

  expect(await availability()).toBe('available');
  const page = await tripPage(shop, link).show();
  expect(page).toMatchObject({ isOver: true, location: null, stops: [], offers: [] });
});

test("shows available drivers, waiting orders and suggestions, limited to the clerk's location", async () => {
  const order = await waiting();
  const foreign = await addDriver(admin, there, { name: 'Foreign' });
  const soon = await placeOne(clerk, here, milk);

  const shownBoard = await board();

  const shown = shownBoard.orders.find(({ _id }) => _id === order._id)!;
  expect(shown).toMatchObject({
    dispatchStatus: 'inQueue',
    delivery: null,
    handOverCode: order.handOverCode,
  });
  expect(Date.parse(shown.promisedAt) - Date.parse(order.createdAt)).toBe(3_600_000);
  expect(shownBoard.drivers.map(({ _id }) => _id)).toContain(shown.suggestedDriverId);
  expect(shownBoard.drivers.map(({ _id }) => _id)).not.toContain(foreign);
  expect(shownBoard.orders.map(({ _id }) => _id)).not.toContain(soon._id);
  await offer(clerk, driver, order);
  const after = await board({ locationId: here });
  expect(after.orders.find(({ _id }) => _id === order._id)).toMatchObject({
    delivery: { driverId: driver, status: 'offered' },
    suggestedDriverId: null,
  });
  expect(after.trips.find(({ driverId }) => driverId === driver)).toMatchObject({ hasLink: true });
  const nothing = await board({ locationId: there });
  expect(nothing).toMatchObject({ orders: [], drivers: [], trips: [] });
});

test('shows destinations by address, or approximately by postal code', async () => {
  const [exact, rough, nowhere] = [await waiting(), await waiting(), await waiting()];
  const moveTo = (order: Order, address: object) =>
    runSql(
      shop,
      `UPDATE orders SET address = address || '${JSON.stringify(address)}' WHERE id = '${order._id}'`,
    );
  await moveTo(exact, { latitude: 30.3, longitude: -97.7 });
  await moveTo(rough, { latitude: null, longitude: null, postalCode: '78701' });
  await moveTo(nowhere, { latitude: null, longitude: null, postalCode: 'SW1A 1AA' });

  const shownBoard = await board();
  const pointOf = (order: Order) => shownBoard.orders.find(({ _id }) => _id === order._id)!.point;

  expect(pointOf(exact)).toEqual({ latitude: 30.3, longitude: -97.7, isApproximate: false });
  expect(pointOf(rough)).toEqual({
    latitude: expect.closeTo(30.27, 1),
    longitude: expect.closeTo(-97.74, 1),
    isApproximate: true,
  });
  expect(pointOf(nowhere)).toBeNull();
});

test('shows the last stop that a driver confirmed, for half a day', async () => {
  const address = { ...homeAddress, latitude: 30.31, longitude: -97.71 };
  const placed = await placeOne(admin, here, milk, { address });
  const order = await advanceTo(admin, placed, 'awaitingForDelivery');
  const shown = async () =>
    (await board({ locationId: here }, admin)).drivers.find(({ _id }) => _id === driver)!;
  await admin.do(dispatchRoutes.offer, { body: { driverId: driver, orderIds: [order._id], accepted: true } });
  await handOver(await viewOrder(admin, order._id), admin);
  await moveTo(admin, order, 'outOfDelivery');
  await moveTo(admin, order, 'delivered');

  const { lastStop, lastStopAt } = await shown();
  expect(lastStop).toEqual({ latitude: 30.31, longitude: -97.71, isApproximate: false });
  expect(lastStopAt).toBe((await viewOrder(admin, order._id)).deliveredAt);
  const past = "ended_at - interval '13 hours'";
  await runSql(shop, `UPDATE deliveries SET ended_at = ${past} WHERE driver_id = '${driver}'`);
  expect(await shown()).toMatchObject({ lastStop: null, lastStopAt: null });
});

test("counts deliveries from the start of the location's day", async () => {
  const order = await advanceTo(admin, await placeOne(admin, here, milk), 'awaitingForDelivery');
  await admin.do(dispatchRoutes.offer, { body: { driverId: driver, orderIds: [order._id], accepted: true } });
  await handOver(await viewOrder(admin, order._id), admin);
  await moveTo(admin, order, 'outOfDelivery');
  await moveTo(admin, order, 'delivered');
  const countedAt = async (offset: string) => {
    await runSql(
      shop,
      `UPDATE deliveries SET ended_at = date_trunc('day', now() AT TIME ZONE l.time_zone) AT TIME ZONE l.time_zone
        + interval '${offset}' FROM locations l WHERE l.id = '${here}' AND driver_id = '${driver}'`,
    );
    const { drivers } = await board({ locationId: here }, admin);
    return drivers.find(({ _id }) => _id === driver)?.deliveredToday;
  };

  expect([await countedAt('-1 second'), await countedAt('0')]).toEqual([0, 1]);
});

test('shows the locations of its orders, or the selected location', async () => {
  await waiting();

  const { locations } = await board({}, admin);
  const chosen = await board({ locationId: there }, admin);

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
  lastStop: null,
  ...parts,
});
const at = (latitude: number) => ({ latitude, longitude: -97, isApproximate: false });
const inQueue = {
  locationId: 'here',
  dispatchStatus: 'inQueue' as const,
  refusedBy: [],
  failed: null,
  comingBackFrom: null,
  point: at(30),
  distanceKm: 5,
};
const failedBy = (driverId: string) => ({ driverId, driverName: driverId, count: 1, reason: null, at: '' });

test.each([
  ['fewest open', [one('A', { open: 1 }), one('B', { deliveredToday: 3 })], [], ['B', 'fewestOpen']],
  ['fewest today', [one('A', { deliveredToday: 2 }), one('B')], [], ['B', 'fewestToday']],
  ['nearest', [one('A'), one('B', { lastStop: at(30.01) })], [], ['B', 'nearest']],
  ['expected at the store', [one('A', { lastStop: at(31) }), one('B')], [], ['B', 'nearest']],
  ['who did not refuse the order', [one('A'), one('B', { open: 1 })], ['A'], ['B', 'notDeclined']],
  ['who refused the order but is the only one', [one('A')], ['A'], ['A', 'onlyFree']],
  ['first by name if all else is equal', [one('B'), one('A')], [], ['A', 'free']],
])('suggests the driver %s, with the reason', (_, drivers, refusedBy, expected) => {
  const suggestion = suggestFor({ ...inQueue, refusedBy }, drivers);

  expect([suggestion?.driverId, suggestion?.reason]).toEqual(expected);
});

test('suggests no busy driver and none of another location', () => {
  const drivers = [one('A', { availability: 'busy' }), one('B', { locationIds: ['there'] })];

  expect(suggestFor(inQueue, drivers)).toBeNull();
});

test('suggests the same driver for a second attempt unless they declined it or are offline', () => {
  const drivers = [one('A'), one('B', { open: 2 }), one('C', { availability: 'offline' })];
  const suggest = (more: object) => suggestFor({ ...inQueue, ...more }, drivers);

  expect(suggest({ failed: failedBy('B') })).toEqual({ driverId: 'B', reason: 'sameDriver' });
  expect(suggest({ failed: failedBy('B'), refusedBy: ['B'] })?.driverId).toBe('A');
  expect(suggest({ failed: failedBy('C') })).toEqual({ driverId: 'A', reason: 'fewestOpen' });
});

test('suggests no driver before the items are received back', () => {
  expect(suggestFor({ ...inQueue, failed: failedBy('A'), comingBackFrom: 'A' }, [one('A')])).toBe(null);
});

import { dispatchRoutes, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { type Return, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { beforeEach, expect, test } from 'vitest';
import { addDriver, attemptOf, orderToDeliver, tripPage } from '../../../test/driver-builders.ts';
import { advanceTo, openStore, placeOne, runSql } from '../../../test/order-builders.ts';
import { mailsTo } from '../../../test/people-builders.ts';
import { requestReturn, stepTo } from '../../../test/return-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { expireOffers } from './dispatch.service.ts';

let driver: string;
let order: Order;
let request: Return;

const { shop, manager: admin, location: here, goods: milk } = await openStore();
const clerk = await shop.signIn({
  permissions: ['order_edit', 'order_add', 'cancel_order'],
  locations: [here],
});
beforeEach(async () => {
  driver = await addDriver(admin, here, { name: 'Sam Okonkwo', email: 'sam@drivers.example' });
  order = await advanceTo(clerk, await placeOne(clerk, here, milk), 'delivered');
  request = await stepTo(clerk, await requestReturn(clerk, order), 'approved');
});

const tripWith = async (driverId = driver, more: { orderIds?: string[]; accepted?: boolean } = {}) => {
  const body = { driverId, returnIds: [request._id], ...more };
  return tripPage(shop, (await clerk.do(dispatchRoutes.offer, { body })).link);
};
const now = () => clerk.do(returnRoutes.view, { params: { id: request._id } });
const availability = async () => (await admin.do(driverRoutes.view, { params: { id: driver } })).availability;

test('moves a collection from offer to pickup to receipt, like a delivery', async () => {
  const trip = await tripWith();
  const requested = await trip.show();
  const { stops } = await trip.accept();
  const stop = stops[0]!;
  expect(await availability()).toBe('busy');
  await trip.start();
  expect((await now()).status).toBe('driverOnTheWay');
  await trip.collect(stop._id);
  const fetched = await now();
  await stepTo(clerk, request, 'locationReceived');
  const over = await trip.show();

  expect(requested.offers).toMatchObject([{ errand: 'collect', lineCount: 1, promisedAt: null }]);
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
  const by = 'Sam Okonkwo';
  const steps = ['driverPickedUp', 'driverOnTheWay', 'driverApproved'].map((to) => ({ to, by }));
  expect(fetched.events.slice(0, 3)).toMatchObject(steps);
  expect(over).toMatchObject({ isOver: true, delivered: 0, collected: 1 });
  expect(await availability()).toBe('available');
  const record = await admin.do(driverRoutes.view, { params: { id: driver } });
  expect(record).toMatchObject({ deliveredCount: 0, onTimeShare: null, earnings: stop.pay });
  expect(record.past[0]!.returned).toEqual({ _id: request._id, number: request.number });
});

test('shows open collections and their drivers on the board', async () => {
  const collection = async () =>
    (await clerk.do(dispatchRoutes.board, { query: {} })).collections.find(({ _id }) => _id === request._id);

  expect(await collection()).toMatchObject({
    status: 'approved',
    line1: '9 Oak St',
    point: { latitude: expect.any(Number), isApproximate: expect.any(Boolean) },
    delivery: null,
  });
  await tripWith();
  expect(await collection()).toMatchObject({ delivery: { status: 'offered', driverName: 'Sam Okonkwo' } });
});

test('takes an order and a return on one trip and keeps their items apart', async () => {
  const other = await orderToDeliver(clerk, here, milk);
  const trip = await tripWith(driver, { orderIds: [other._id] });
  const { stops } = await trip.accept();
  const brought = stops.find(({ errand }) => errand === 'bring')!;
  const fetched = stops.find(({ errand }) => errand === 'collect')!;
  const body = { deliveryId: fetched._id, code: other.handOverCode! };
  const wrong = await shop.anonymous.call(tripRoutes.pickUp, { params: trip.params, body });
  await trip.pickUp(brought._id, other.handOverCode!);
  const out = await trip.start();
  await trip.deliver(brought._id, (await attemptOf(clerk, other)).dropCode);
  await trip.collect(fetched._id);
  const last = await trip.show();

  expect(wrong.status).toBe(404);
  expect(out.stops.map(({ status }) => status)).toEqual(['onTheWay', 'onTheWay']);
  expect(last).toMatchObject({ isOver: false, delivered: 1, stops: [{ status: 'pickedUp' }] });
});

test('returns a declined, unanswered or given-up collection to the queue', async () => {
  await (await tripWith()).decline('No room');
  expect(await now()).toMatchObject({ status: 'approved', collection: null, driver: null });
  expect((await now()).events[0]).toMatchObject({ by: 'Sam Okonkwo', note: 'No room' });

  await tripWith();
  const past = "now() - interval '1 hour'";
  await runSql(shop, `UPDATE deliveries SET offer_expires_at = ${past} WHERE return_id = '${request._id}'`);
  await expireOffers(shop.db);
  expect((await now()).events[0]).toMatchObject({ by: 'System', note: 'No response in time' });

  const trip = await tripWith();
  const { stops } = await trip.accept();
  await trip.giveUp(stops[0]!._id, 'Flat tyre');
  expect(await now()).toMatchObject({ status: 'approved', collection: null, driver: null });
  expect(await availability()).toBe('available');
});

test.each(['return', 'replace'] as const)("fails a %s that the customer doesn't hand over", async (kind) => {
  request = await stepTo(clerk, await requestReturn(clerk, order, { kind }), 'approved');
  const trip = await tripWith();
  const { stops } = await trip.accept();
  await trip.start();
  const after = await trip.fail(stops[0]!._id, 'Nobody at home');
  await trip.fail(stops[0]!._id, 'Nobody at home');

  expect(after).toMatchObject({ isOver: true, failed: 1 });
  const status = kind === 'return' ? 'returnFailed' : 'replacementFailed';
  expect(await now()).toMatchObject({ status, collection: null });
});

test("notifies a manually assigned driver and moves the trip with the location's steps", async () => {
  await stepTo(clerk, request, 'driverApproved', { driverId: driver });
  // Sending the email deletes its text.
  const mails = await mailsTo(shop, 'sam@drivers.example');
  const assigned = await now();
  await stepTo(clerk, request, 'driverOnTheWay');
  await stepTo(clerk, request, 'driverPickedUp');

  expect(assigned.collection).toMatchObject({ driverId: driver, status: 'accepted' });
  expect(mails.at(-1)!.body).toContain('1 return to pick up');
  expect((await now()).collection).toMatchObject({ status: 'pickedUp' });
});

test('closes the first link after an offer to another driver, and accepts items without a driver', async () => {
  const first = await tripWith();
  const second = await tripWith(await addDriver(admin, here));
  const late = await shop.anonymous.call(tripRoutes.accept, { params: first.params });
  await stepTo(clerk, request, 'received');

  expect(late.status).toBe(409);
  expect(await second.show()).toMatchObject({ isOver: true, collected: 0 });
  expect(await availability()).toBe('available');
});

test('rejects offers of unapproved returns and of collections in progress', async () => {
  const fresh = await requestReturn(clerk, order);
  const offerOf = (driverId: string, returnIds?: string[]) =>
    clerk.call(dispatchRoutes.offer, { body: { driverId, ...(returnIds && { returnIds }) } });
  const early = await offerOf(driver, [fresh._id]);
  await (await tripWith()).accept();
  const twice = await offerOf(await addDriver(admin, here), [request._id]);
  const nothing = await offerOf(driver);

  expect(refusal(early)).toEqual([409, 'orders.step-not-possible']);
  expect(refusal(twice)).toEqual([409, 'orders.step-not-possible']);
  expect(refusedField(nothing)).toEqual([400, 'orderIds']);
});

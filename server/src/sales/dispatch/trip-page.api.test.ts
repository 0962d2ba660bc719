import { dispatchRoutes, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addDriver,
  attemptOf,
  offer,
  orderToDeliver,
  tokenOf,
  tripPage,
} from '../../../test/driver-builders.ts';
import {
  addGoods,
  addOrderLocation,
  cancelOrder,
  moveTo,
  openStore,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { pngOf } from '../../../test/people-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';

let driver: string;
let order: Order;
let trip: ReturnType<typeof tripPage>;

const { shop, manager: admin, location: here, goods: milk } = await openStore();
const clerk = await shop.signIn({
  permissions: ['order_edit', 'order_add', 'cancel_order'],
  locations: [here],
});
beforeEach(async () => {
  driver = await addDriver(admin, here, { name: 'Sam Okonkwo' });
  order = await orderToDeliver(clerk, here, milk);
  await offerAgain();
});

const offerAgain = async () => {
  trip = tripPage(shop, (await offer(clerk, driver, order)).link);
};
// The page needs no sign-in, only the link.
const call = shop.anonymous.call;
const orderNow = () => viewOrder(clerk, order._id);
const attemptNow = () => attemptOf(clerk, order);
const recordOf = (id = driver) => admin.do(driverRoutes.view, { params: { id } });
const wrongOf = (code: string | null) => (code === '0000' ? '0001' : '0000');
async function onTheWay(): Promise<string> {
  const { _id: id } = await attemptNow();
  await trip.accept();
  await trip.pickUp(id, order.handOverCode!);
  await trip.start();
  return id;
}

test('shows distance and amount before acceptance, but no name or address', async () => {
  const before = await trip.show();
  const text = JSON.stringify(before);

  expect(before).toMatchObject({ driverName: 'Sam Okonkwo', isOver: false, stops: [] });
  expect(before.offers).toEqual([
    expect.objectContaining({ unitCount: order.lines[0]!.quantity, lineCount: 1, area: '78702' }),
  ]);
  expect(before.offers[0]!.pay).toBeGreaterThan(450);
  expect(text).not.toContain(order.customer.name);
  expect(text).not.toContain('9 Oak St');
  expect(text).not.toContain(order.handOverCode!);
});

test('changes the stamp with every change by the store, and only then', async () => {
  const stamp = async () => (await shop.anonymous.do(tripRoutes.stamp, { params: trip.params })).stamp;
  const stamps = [await stamp()];
  expect(await stamp()).toBe(stamps[0]);

  await moveTo(clerk, order, 'driverConfirmed');
  stamps.push(await stamp());
  await clerk.do(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: 'driverConfirmationCompleted', code: order.handOverCode },
  });
  stamps.push(await stamp());
  await moveTo(clerk, order, 'outOfDelivery');
  stamps.push(await stamp());
  await moveTo(clerk, order, 'delivered');
  stamps.push(await stamp());

  expect(new Set(stamps).size).toBe(5);
  expect((await trip.show()).stamp).toBe(stamps.at(-1));
});

test('shows the cash to collect in the offer, and finished stops by number only', async () => {
  const offered = await trip.show();
  const id = await onTheWay();
  await trip.deliver(id, (await attemptNow()).dropCode);
  const { done } = await trip.show();

  expect(offered.offers[0]!.cashDue).toBe(order.total);
  expect(done).toMatchObject([
    { _id: id, errand: 'bring', returnNumber: null, orderNumber: order.number, status: 'delivered' },
  ]);
  expect(JSON.stringify(done)).not.toContain(order.customer.name);
});

test("records each step from acceptance to the door under the driver's name", async () => {
  const id = await onTheWay();
  const carried = await trip.show();
  const delivered = await trip.deliver(id, (await attemptNow()).dropCode);

  expect(carried.stops).toEqual([
    expect.objectContaining({
      status: 'onTheWay',
      customerName: order.customer.name,
      cashDue: order.total,
      items: [expect.objectContaining({ quantity: 2 })],
    }),
  ]);
  expect(delivered).toMatchObject({ isOver: true, delivered: 1, stops: [] });
  const after = await orderNow();
  expect(after).toMatchObject({ status: 'delivered', driverId: driver, paid: order.total });
  const steps = ['driverConfirmed', 'driverConfirmationCompleted', 'outOfDelivery', 'delivered'];
  expect(after.events.filter(({ by }) => by === 'Sam Okonkwo').map(({ to }) => to)).toEqual(steps);
  const record = await recordOf();
  expect(record).toMatchObject({ availability: 'available', deliveredCount: 1, onTimeShare: 100 });
  expect(record.past[0]).toMatchObject({ status: 'delivered', onTime: true });
  expect(record.earnings).toBe(record.past[0]!.pay);
});

test('frees a driver who declines and requeues the order with the reason', async () => {
  const after = await trip.decline('Flat tyre');

  expect(after.isOver).toBe(true);
  const now = await orderNow();
  expect(now).toMatchObject({ dispatchStatus: 'inQueue', driverId: null });
  expect(now.events.at(-1)).toMatchObject({ by: 'Sam Okonkwo', to: 'inQueue', note: 'Flat tyre' });
});

test('lets a driver give up before the hand-over but not on the way', async () => {
  const id = (await attemptNow())._id;
  await trip.accept();
  await trip.giveUp(id);
  expect((await orderNow()).dispatchStatus).toBe('inQueue');

  await offerAgain();
  const again = await onTheWay();
  const late = await call(tripRoutes.giveUp, { params: trip.params, body: { deliveryId: again } });
  expect(refusal(late)).toEqual([409, 'dispatch.trip-changed']);
});

test('requires the code for the hand-over and limits wrong attempts', async () => {
  const id = (await attemptNow())._id;
  await trip.accept();
  const wrong = wrongOf(order.handOverCode);
  const guess = (code: string) =>
    call(tripRoutes.pickUp, { params: trip.params, body: { deliveryId: id, code } });

  const first = await guess(wrong);
  for (let count = 0; count < 4; count += 1) await guess(wrong);
  const right = await guess(order.handOverCode!);

  expect(refusedField(first)).toEqual([400, 'code']);
  expect(refusal(right)).toEqual([409, 'dispatch.too-many-tries']);
  expect(right.body.error?.fields).toEqual([
    { path: 'code', message: 'Too many incorrect codes. Ask the store for help' },
  ]);
  expect((await orderNow()).dispatchStatus).toBe('driverConfirmed');
});

test('accepts a photo instead of the code and shows it to staff', async () => {
  const id = await onTheWay();
  const without = await call(tripRoutes.deliver, { params: trip.params, body: { deliveryId: id } });
  const wrong = await call(tripRoutes.deliver, {
    params: trip.params,
    body: { deliveryId: id, code: '99999' },
  });

  await shop.anonymous.do(tripRoutes.deliver, {
    params: trip.params,
    body: { deliveryId: id },
    files: { photo: { name: 'door.png', bytes: await pngOf() } },
  });

  expect(refusedField(without)).toEqual([400, 'code']);
  expect(refusal(wrong)).toEqual([400, 'dispatch.drop-code']);
  const attempt = await attemptNow();
  expect(attempt).toMatchObject({ status: 'delivered', proof: 'photo', wrongCodes: 1 });
  expect((await orderNow()).events.at(-1)?.note).toBe(
    'Photo taken where the order was left, after 1 wrong code',
  );
  expect((await shop.server.inject(attempt.photo!.large)).headers['content-type']).toBe('image/webp');
  const kept = await runSql(shop, `SELECT kind, location_id FROM files WHERE id = '${attempt.photo!._id}'`);
  expect(kept).toEqual([{ kind: 'photo', location_id: here }]);
});

describe('door code', () => {
  const guess = (deliveryId: string, code: string) =>
    call(tripRoutes.deliver, { params: trip.params, body: { deliveryId, code } });
  const wrongCode = async () => ((await attemptNow()).dropCode === '0000' ? '0001' : '0000');

  test('rejects even the right code after too many wrong ones', async () => {
    const id = await onTheWay();
    const wrong = await wrongCode();
    const codes = [];
    for (let count = 0; count < 7; count += 1) codes.push((await guess(id, wrong)).body.error?.code);
    const right = await guess(id, (await attemptNow()).dropCode);

    expect(codes).toEqual([
      ...Array(5).fill('dispatch.drop-code'),
      ...Array(2).fill('dispatch.too-many-door-codes'),
    ]);
    expect(refusal(right)).toEqual([409, 'dispatch.too-many-door-codes']);
    expect(right.body.error?.fields).toEqual([
      { path: 'code', message: 'Too many incorrect codes. Take a photo, or ask the store for help' },
    ]);
    expect((await orderNow()).status).toBe('outOfDelivery');
    const attempt = await attemptNow();
    expect(attempt).toMatchObject({ proof: null, wrongCodes: 5, wrongPickupCodes: 0 });
  });

  test('accepts the right code after a few wrong ones and records them', async () => {
    const id = await onTheWay();
    for (let count = 0; count < 3; count += 1) await guess(id, await wrongCode());

    expect((await guess(id, (await attemptNow()).dropCode)).status).toBe(200);
    expect((await orderNow()).events.at(-1)?.note).toBe("Customer's code, after 3 wrong codes");
  });

  test('has a separate limit from the code at pickup', async () => {
    const id = (await attemptNow())._id;
    await trip.accept();
    const wrong = wrongOf(order.handOverCode);
    for (let count = 0; count < 4; count += 1) {
      await call(tripRoutes.pickUp, { params: trip.params, body: { deliveryId: id, code: wrong } });
    }
    await trip.pickUp(id, order.handOverCode!);
    await trip.start();
    for (let count = 0; count < 4; count += 1) await guess(id, await wrongCode());

    expect((await guess(id, (await attemptNow()).dropCode)).status).toBe(200);
    const attempt = await attemptNow();
    expect(attempt).toMatchObject({ proof: 'code', wrongCodes: 4, wrongPickupCodes: 4 });
  });
});

test('keeps the order for another attempt and frees the driver if no one is home', async () => {
  const id = await onTheWay();

  await trip.fail(id, 'No one home');

  expect(await orderNow()).toMatchObject({
    status: 'awaitingForDelivery',
    dispatchStatus: 'inQueue',
    driverId: null,
  });
  const attempt = await attemptNow();
  expect(attempt).toMatchObject({ status: 'failed', reason: 'No one home' });
  expect((await recordOf()).availability).toBe('available');
});

const board = async () =>
  (await clerk.do(dispatchRoutes.board, { query: { locationId: here } })).orders.find(
    ({ _id }) => _id === order._id,
  );
const receiveBack = () => clerk.do(dispatchRoutes.receiveBack, { params: { id: order._id } });
async function failed(): Promise<void> {
  const deliveryId = await onTheWay();
  await trip.fail(deliveryId, 'No one home');
}

test('shows the items of a failed delivery until the store has received them', async () => {
  await failed();

  const carried = await trip.show();
  expect(carried).toMatchObject({ isOver: false, stops: [], failed: 1 });
  expect(carried.comingBack).toEqual([
    { _id: expect.any(String), orderNumber: order.number, reason: 'No one home' },
  ]);
  const { current } = await recordOf();
  expect(current).toEqual([expect.objectContaining({ orderId: order._id, isComingBack: true })]);

  await receiveBack();

  expect(await trip.show()).toMatchObject({ isOver: true, comingBack: [] });
  const record = await recordOf();
  expect(record.current).toEqual([]);
  expect(record.past[0]).toMatchObject({ orderId: order._id, status: 'failed', isComingBack: false });
  expect((await orderNow()).events.at(-1)).toMatchObject({
    kind: 'note',
    note: 'Returned to the store by Sam Okonkwo',
    automatic: true,
  });
});

test('offers a failed delivery only after its return to the store, first to the same driver', async () => {
  await failed();
  const other = await addDriver(admin, here, { name: 'Ada First' });

  expect(await board()).toMatchObject({
    comingBackFrom: 'Sam Okonkwo',
    suggestedDriverId: null,
    failed: { count: 1, driverId: driver, reason: 'No one home' },
  });
  expect(await orderNow()).toMatchObject({ comingBackFrom: 'Sam Okonkwo', allowed: ['cancelled'] });
  const body = { driverId: other, orderIds: [order._id] };
  const refused = await clerk.call(dispatchRoutes.offer, { body });
  expect(refusal(refused)).toEqual([409, 'dispatch.coming-back']);
  expect(refused.body.message).toBe(
    `${order.number} is still with Sam Okonkwo. Mark it as received back first`,
  );
  const off = { params: { id: order._id }, body: { status: 'offQueue' as const } };
  expect(refusal(await clerk.call(orderRoutes.updateStatus, off))).toEqual([409, 'dispatch.coming-back']);

  await receiveBack();

  expect(await board()).toMatchObject({ comingBackFrom: null, suggestedDriverId: driver });
  order = await orderNow();
  await offerAgain();
  const again = await onTheWay();
  const code = (await attemptNow()).dropCode;
  await trip.deliver(again, code);
  expect(await orderNow()).toMatchObject({ status: 'delivered', driverId: driver });
});

test('lets one of two clerks receive returned items', async () => {
  await failed();
  const receive = () => clerk.call(dispatchRoutes.receiveBack, { params: { id: order._id } });

  const answers = await Promise.all([receive(), receive()]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('lets staff record whether the items of a failed attempt are back', async () => {
  await onTheWay();
  const fails = (comingBack?: boolean) => {
    const body = { status: 'awaitingForDelivery', ...(comingBack && { comingBack }) } as const;
    return clerk.do(orderRoutes.updateStatus, { params: { id: order._id }, body });
  };

  expect(await fails(true)).toMatchObject({ comingBackFrom: 'Sam Okonkwo', allowed: ['cancelled'] });
  await receiveBack();
  order = await orderNow();
  await offerAgain();
  await onTheWay();

  expect((await fails()).comingBackFrom).toBe(null);
  expect(await board()).toMatchObject({ comingBackFrom: null, failed: { count: 2 } });
});

test('expects items back from a driver who gives up after pickup', async () => {
  const id = (await attemptNow())._id;
  await trip.accept();
  await trip.pickUp(id, order.handOverCode!);

  const after = await trip.giveUp(id);

  expect(after.comingBack).toEqual([expect.objectContaining({ orderNumber: order.number })]);
  expect((await board())?.comingBackFrom).toBe('Sam Okonkwo');
});

test('keeps a cancelled order on the board until its items are received back', async () => {
  await failed();
  await cancelOrder(clerk, order, 'No one home');

  expect(await board()).toMatchObject({ status: 'cancelled', comingBackFrom: 'Sam Okonkwo' });
  await receiveBack();
  expect(await board()).toBeUndefined();
});

test('hides returning items from other locations', async () => {
  await failed();
  const elsewhere = await addOrderLocation(shop);
  const stranger = await shop.signIn({ permissions: ['order_edit'], locations: [elsewhere] });

  expect((await stranger.call(dispatchRoutes.receiveBack, { params: { id: order._id } })).status).toBe(404);
  expect((await board())?.comingBackFrom).toBe('Sam Okonkwo');
});

test('handles a repeated step once', async () => {
  const id = (await attemptNow())._id;
  const yes = () => call(tripRoutes.accept, { params: trip.params });
  const answers = await Promise.all([yes(), yes()]);
  const body = { deliveryId: id, code: order.handOverCode! };
  const collect = () => call(tripRoutes.pickUp, { params: trip.params, body });
  const collected = await Promise.all([collect(), collect()]);

  expect([...answers, ...collected].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const events = (await orderNow()).events.filter(({ by }) => by === 'Sam Okonkwo');
  expect(events.map(({ to }) => to)).toEqual(['driverConfirmed', 'driverConfirmationCompleted']);
});

test('lets either an acceptance or a withdrawal win and shows the other user the current status', async () => {
  const [yes, back] = await Promise.all([
    call(tripRoutes.accept, { params: trip.params }),
    clerk.call(orderRoutes.updateStatus, {
      params: { id: order._id },
      body: { status: 'offQueue', version: order.version + 1 },
    }),
  ]);

  expect([yes.status, back.status].sort()).toEqual([200, 409]);
  expect((await orderNow()).dispatchStatus).toBe(yes.status === 200 ? 'driverConfirmed' : 'offQueue');
  const lost = yes.status === 409 ? yes : back;
  expect(lost.body.data).toBeTruthy();
});

test('rejects acceptance by a driver who is on another trip', async () => {
  const there = await addOrderLocation(shop);
  const bread = await addGoods(shop, there);
  const params = { id: driver };
  const { version } = await admin.do(driverRoutes.view, { params });
  await admin.do(driverRoutes.edit, { params, body: { version, locationIds: [here, there] } });
  const other = await orderToDeliver(admin, there, bread);
  const { params: otherTrip } = tripPage(shop, (await offer(admin, driver, other)).link);
  await trip.accept();

  expect(refusal(await call(tripRoutes.accept, { params: otherTrip }))).toEqual([409, 'drivers.not-free']);
});

test('rejects invalid, replaced, closed and expired links with the same response', async () => {
  const [{ _id: id } = { _id: '' }] = (await clerk.do(dispatchRoutes.board, { query: {} })).trips;
  const another = await clerk.do(dispatchRoutes.link, { params: { id } });
  expect((await call(tripRoutes.show, { params: { token: tokenOf(another.link) } })).status).toBe(200);
  const replaced = await call(tripRoutes.show, { params: trip.params });

  expect(await clerk.do(dispatchRoutes.revokeLinks, { params: { id } })).toEqual({ revoked: 1 });
  const closed = await call(tripRoutes.show, { params: { token: tokenOf(another.link) } });
  const madeUp = await call(tripRoutes.show, { params: { token: 'x'.repeat(32) } });
  const fresh = tokenOf((await clerk.do(dispatchRoutes.link, { params: { id } })).link);
  await runSql(
    shop,
    `UPDATE trip_links SET expires_at = now() - interval '1 second' WHERE trip_id = '${id}'`,
  );
  const expired = await call(tripRoutes.accept, { params: { token: fresh } });

  for (const got of [replaced, closed, madeUp, expired]) {
    expect([got.status, got.body.message]).toEqual([404, 'This link was not found']);
  }
});

test('limits a trip to its own deliveries', async () => {
  const elsewhere = await orderToDeliver(clerk, here, milk);
  const other = await addDriver(admin, here);
  await offer(clerk, other, elsewhere);
  const attempt = await attemptOf(clerk, elsewhere);
  await moveTo(clerk, elsewhere, 'driverConfirmed');

  const body = { deliveryId: attempt._id, code: elsewhere.handOverCode! };
  expect((await call(tripRoutes.pickUp, { params: trip.params, body })).status).toBe(404);
});

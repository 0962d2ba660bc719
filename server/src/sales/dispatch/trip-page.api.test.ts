import { dispatchRoutes, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDriver, offer, orderToDeliver, tokenOf } from '../../../test/driver-builders.ts';
import { addGoods, addOrderLocation, takeTo } from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';

const { show, accept, decline, giveUp, pickUp, start, deliver, fail } = tripRoutes;
let driver: string;
let order: Order;
let token: string;

const shop = await openShop();
const admin = await shop.signIn();
const here = await addOrderLocation(shop);
const milk = await addGoods(shop, here);
const clerk = await shop.signIn({
  permissions: ['order_edit', 'order_add', 'cancel_order'],
  locations: [here],
});
beforeEach(async () => {
  driver = await addDriver(admin, here, { name: 'Sam Okonkwo' });
  order = await orderToDeliver(clerk, here, milk);
  token = tokenOf((await offer(clerk, driver, order)).link);
});

// Nobody signs in here: the link is all there is.
const call: Person['call'] = (route, sent) => shop.anonymous.call(route, sent);
const page = () => shop.anonymous.do(show, { params: { token } });
const orderNow = () => clerk.do(orderRoutes.view, { params: { id: order._id } });
const deliveryId = async () =>
  (await clerk.do(dispatchRoutes.ofOrder, { params: { id: order._id } }))[0]!._id;
const dropCode = async () =>
  (await clerk.do(dispatchRoutes.ofOrder, { params: { id: order._id } }))[0]!.dropCode;

async function onTheWay(): Promise<string> {
  const id = await deliveryId();
  await shop.anonymous.do(accept, { params: { token } });
  await shop.anonymous.do(pickUp, { params: { token }, body: { deliveryId: id, code: order.handOverCode! } });
  await shop.anonymous.do(start, { params: { token } });
  return id;
}

test('before a yes the driver sees how far and for how much, but neither who nor where', async () => {
  const before = await page();
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

test('from yes to the door: each step is noted under the name of the driver', async () => {
  const id = await onTheWay();
  const carried = await page();
  const delivered = await shop.anonymous.do(deliver, {
    params: { token },
    body: { deliveryId: id, code: await dropCode() },
  });

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
  expect(after.events.filter(({ by }) => by === 'Sam Okonkwo').map(({ to }) => to)).toEqual([
    'driverConfirmed',
    'driverConfirmationCompleted',
    'outOfDelivery',
    'delivered',
  ]);
  const record = await admin.do(driverRoutes.view, { params: { id: driver } });
  expect(record).toMatchObject({ availability: 'available', deliveredCount: 1, onTimeShare: 100 });
  expect(record.past[0]).toMatchObject({ status: 'delivered', onTime: true });
  expect(record.earnings).toBe(record.past[0]!.pay);
});

test('who declines is free, and the order is back in the queue with the reason', async () => {
  const after = await shop.anonymous.do(decline, { params: { token }, body: { reason: 'Flat tyre' } });

  expect(after.isOver).toBe(true);
  const now = await orderNow();
  expect(now).toMatchObject({ dispatchStatus: 'inQueue', driverId: null });
  expect(now.events.at(-1)).toMatchObject({ by: 'Sam Okonkwo', to: 'inQueue', note: 'Flat tyre' });
});

test('a driver gives up before the goods are handed over, not on the road', async () => {
  const id = await deliveryId();
  await shop.anonymous.do(accept, { params: { token } });
  await shop.anonymous.do(giveUp, { params: { token }, body: { deliveryId: id } });
  expect((await orderNow()).dispatchStatus).toBe('inQueue');

  token = tokenOf((await offer(clerk, driver, order)).link);
  const again = await onTheWay();
  const late = await call(giveUp, { params: { token }, body: { deliveryId: again } });
  expect([late.status, late.body.error?.code]).toEqual([409, 'dispatch.trip-changed']);
});

test('the goods are handed over by the code alone, and guessing it ends soon', async () => {
  const id = await deliveryId();
  await shop.anonymous.do(accept, { params: { token } });
  const wrong = order.handOverCode === '0000' ? '0001' : '0000';
  const guess = (code: string) => call(pickUp, { params: { token }, body: { deliveryId: id, code } });

  const first = await guess(wrong);
  for (let count = 0; count < 4; count += 1) await guess(wrong);
  const right = await guess(order.handOverCode!);

  expect([first.status, first.body.error?.fields?.[0]?.path]).toEqual([400, 'code']);
  expect([right.status, right.body.error?.code]).toEqual([409, 'dispatch.too-many-tries']);
  expect(right.body.error?.fields).toEqual([
    { path: 'code', message: 'Too many incorrect codes. Ask the store for help' },
  ]);
  expect((await orderNow()).dispatchStatus).toBe('driverConfirmed');
});

test('a photo replaces the code, and staff can look at it', async () => {
  const id = await onTheWay();
  const without = await call(deliver, { params: { token }, body: { deliveryId: id } });
  const wrong = await call(deliver, { params: { token }, body: { deliveryId: id, code: '99999' } });
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0f766e' } })
    .jpeg()
    .toBuffer();

  await shop.anonymous.do(deliver, {
    params: { token },
    body: { deliveryId: id },
    files: { photo: { name: 'door.jpg', bytes } },
  });

  expect([without.status, without.body.error?.fields?.[0]?.path]).toEqual([400, 'code']);
  expect([wrong.status, wrong.body.error?.code]).toEqual([400, 'dispatch.drop-code']);
  const [attempt] = await clerk.do(dispatchRoutes.ofOrder, { params: { id: order._id } });
  expect(attempt).toMatchObject({ status: 'delivered', proof: 'photo', wrongCodes: 1 });
  expect((await orderNow()).events.at(-1)?.note).toBe(
    'Photo taken where the order was left, after 1 wrong code',
  );
  expect((await shop.server.inject(attempt!.photo!.large)).headers['content-type']).toBe('image/webp');
  const kept = await shop.look((tx) =>
    tx.selectFrom('files').select(['kind', 'location_id']).where('id', '=', attempt!.photo!._id).execute(),
  );
  expect(kept).toEqual([{ kind: 'photo', location_id: here }]);
});

describe('the code at the door', () => {
  const guess = (deliveryId: string, code: string) =>
    call(deliver, { params: { token }, body: { deliveryId, code } });
  const wrongCode = async () => ((await dropCode()) === '0000' ? '0001' : '0000');

  test('is refused after too many wrong ones, even the right one', async () => {
    const id = await onTheWay();
    const wrong = await wrongCode();
    const codes = [];
    for (let count = 0; count < 7; count += 1) codes.push((await guess(id, wrong)).body.error?.code);
    const right = await guess(id, await dropCode());

    expect(codes).toEqual([
      ...Array(5).fill('dispatch.drop-code'),
      ...Array(2).fill('dispatch.too-many-door-codes'),
    ]);
    expect([right.status, right.body.error?.code]).toEqual([409, 'dispatch.too-many-door-codes']);
    expect(right.body.error?.fields).toEqual([
      { path: 'code', message: 'Too many incorrect codes. Take a photo, or ask the store for help' },
    ]);
    expect((await orderNow()).status).toBe('outOfDelivery');
    const [attempt] = await clerk.do(dispatchRoutes.ofOrder, { params: { id: order._id } });
    expect(attempt).toMatchObject({ proof: null, wrongCodes: 5, wrongPickupCodes: 0 });
  });

  test('is accepted after few wrong ones, which the order notes', async () => {
    const id = await onTheWay();
    for (let count = 0; count < 3; count += 1) await guess(id, await wrongCode());

    expect((await guess(id, await dropCode())).status).toBe(200);
    expect((await orderNow()).events.at(-1)?.note).toBe("Customer's code, after 3 wrong codes");
  });

  test('has its own limit beside that of the code at pickup', async () => {
    const id = await deliveryId();
    await shop.anonymous.do(accept, { params: { token } });
    const wrong = order.handOverCode === '0000' ? '0001' : '0000';
    for (let count = 0; count < 4; count += 1) {
      await call(pickUp, { params: { token }, body: { deliveryId: id, code: wrong } });
    }
    await shop.anonymous.do(pickUp, {
      params: { token },
      body: { deliveryId: id, code: order.handOverCode! },
    });
    await shop.anonymous.do(start, { params: { token } });
    for (let count = 0; count < 4; count += 1) await guess(id, await wrongCode());

    expect((await guess(id, await dropCode())).status).toBe(200);
    const [attempt] = await clerk.do(dispatchRoutes.ofOrder, { params: { id: order._id } });
    expect(attempt).toMatchObject({ proof: 'code', wrongCodes: 4, wrongPickupCodes: 4 });
  });
});

test('nobody home: the order waits for another attempt, and the driver is free', async () => {
  const id = await onTheWay();

  await shop.anonymous.do(fail, { params: { token }, body: { deliveryId: id, reason: 'No one home' } });

  expect(await orderNow()).toMatchObject({
    status: 'awaitingForDelivery',
    dispatchStatus: 'inQueue',
    driverId: null,
  });
  const [attempt] = await clerk.do(dispatchRoutes.ofOrder, { params: { id: order._id } });
  expect(attempt).toMatchObject({ status: 'failed', reason: 'No one home' });
  expect((await admin.do(driverRoutes.view, { params: { id: driver } })).availability).toBe('available');
});

const board = async () =>
  (await clerk.do(dispatchRoutes.board, { query: { locationId: here } })).orders.find(
    ({ _id }) => _id === order._id,
  );
const receiveBack = () => clerk.do(dispatchRoutes.receiveBack, { params: { id: order._id } });
async function failed(): Promise<void> {
  const deliveryId = await onTheWay();
  await shop.anonymous.do(fail, { params: { token }, body: { deliveryId, reason: 'No one home' } });
}

test('the goods of a failed delivery stay on the page of the driver until the store has them', async () => {
  await failed();

  const carried = await page();
  expect(carried).toMatchObject({ isOver: false, stops: [], failed: 1 });
  expect(carried.comingBack).toEqual([
    { _id: expect.any(String), orderNumber: order.number, reason: 'No one home' },
  ]);
  const { current } = await admin.do(driverRoutes.view, { params: { id: driver } });
  expect(current).toEqual([expect.objectContaining({ orderId: order._id, isComingBack: true })]);

  await receiveBack();

  expect(await page()).toMatchObject({ isOver: true, comingBack: [] });
  const record = await admin.do(driverRoutes.view, { params: { id: driver } });
  expect(record.current).toEqual([]);
  expect(record.past[0]).toMatchObject({ orderId: order._id, status: 'failed', isComingBack: false });
  expect((await orderNow()).events.at(-1)).toMatchObject({
    kind: 'note',
    note: 'Received back from Sam Okonkwo',
  });
});

test('what comes back is offered to nobody before it is received, then to the same driver first', async () => {
  await failed();
  const other = await addDriver(admin, here, { name: 'Ada First' });

  expect(await board()).toMatchObject({
    comingBackFrom: 'Sam Okonkwo',
    suggestedDriverId: null,
    failed: { count: 1, driverId: driver, reason: 'No one home' },
  });
  expect(await orderNow()).toMatchObject({ comingBackFrom: 'Sam Okonkwo', allowed: ['cancelled'] });
  const refused = await clerk.call(dispatchRoutes.offer, {
    body: { driverId: other, orderIds: [order._id] },
  });
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'dispatch.coming-back']);
  expect(refused.body.message).toBe(
    `${order.number} is still with Sam Okonkwo. Mark it as received back first`,
  );
  const staff = await clerk.call(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: 'offQueue' },
  });
  expect([staff.status, staff.body.error?.code]).toEqual([409, 'dispatch.coming-back']);

  await receiveBack();

  expect(await board()).toMatchObject({ comingBackFrom: null, suggestedDriverId: driver });
  order = await orderNow();
  token = tokenOf((await offer(clerk, driver, order)).link);
  const again = await onTheWay();
  const code = await dropCode();
  await shop.anonymous.do(deliver, { params: { token }, body: { deliveryId: again, code } });
  expect(await orderNow()).toMatchObject({ status: 'delivered', driverId: driver });
});

test('of two clerks who receive it back one does', async () => {
  await failed();
  const receive = () => clerk.call(dispatchRoutes.receiveBack, { params: { id: order._id } });

  const answers = await Promise.all([receive(), receive()]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('staff say whether the goods of a failed attempt are back', async () => {
  await onTheWay();
  const fails = (comingBack?: boolean) =>
    clerk.do(orderRoutes.updateStatus, {
      params: { id: order._id },
      body: { status: 'awaitingForDelivery', ...(comingBack && { comingBack }) },
    });

  const away = await fails(true);
  expect(away).toMatchObject({ comingBackFrom: 'Sam Okonkwo', allowed: ['cancelled'] });
  await receiveBack();
  order = await orderNow();
  token = tokenOf((await offer(clerk, driver, order)).link);
  await onTheWay();

  expect((await fails()).comingBackFrom).toBe(null);
  expect(await board()).toMatchObject({ comingBackFrom: null, failed: { count: 2 } });
});

test('bags that a driver gives up after taking them come back, too', async () => {
  const id = await deliveryId();
  await shop.anonymous.do(accept, { params: { token } });
  const deliveryCode = { deliveryId: id, code: order.handOverCode! };
  await shop.anonymous.do(pickUp, { params: { token }, body: deliveryCode });

  const after = await shop.anonymous.do(giveUp, { params: { token }, body: { deliveryId: id } });

  expect(after.comingBack).toEqual([expect.objectContaining({ orderNumber: order.number })]);
  expect((await board())?.comingBackFrom).toBe('Sam Okonkwo');
});

test('a cancelled order stays on the board until its goods are back', async () => {
  await failed();
  await clerk.do(orderRoutes.cancel, { params: { id: order._id }, body: { reason: 'No one home' } });

  expect(await board()).toMatchObject({ status: 'cancelled', comingBackFrom: 'Sam Okonkwo' });
  await receiveBack();
  expect(await board()).toBeUndefined();
});

test('another location neither sees nor receives what comes back here', async () => {
  await failed();
  const elsewhere = await addOrderLocation(shop);
  const stranger = await shop.signIn({ permissions: ['order_edit'], locations: [elsewhere] });

  const got = await stranger.call(dispatchRoutes.receiveBack, { params: { id: order._id } });

  expect(got.status).toBe(404);
  expect((await board())?.comingBackFrom).toBe('Sam Okonkwo');
});

test('the same step sent twice is one step', async () => {
  const id = await deliveryId();
  const yes = () => call(accept, { params: { token } });
  const answers = await Promise.all([yes(), yes()]);
  const collect = () =>
    call(pickUp, { params: { token }, body: { deliveryId: id, code: order.handOverCode! } });
  const collected = await Promise.all([collect(), collect()]);

  expect([...answers, ...collected].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const events = (await orderNow()).events.filter(({ by }) => by === 'Sam Okonkwo');
  expect(events.map(({ to }) => to)).toEqual(['driverConfirmed', 'driverConfirmationCompleted']);
});

test('the location takes it back while the driver accepts: one wins, the other sees the current status', async () => {
  const [yes, back] = await Promise.all([
    call(accept, { params: { token } }),
    clerk.call(orderRoutes.updateStatus, {
      params: { id: order._id },
      body: { status: 'offQueue', version: order.version + 1 },
    }),
  ]);

  expect([yes.status, back.status].sort()).toEqual([200, 409]);
  const now = await orderNow();
  expect(now.dispatchStatus).toBe(yes.status === 200 ? 'driverConfirmed' : 'offQueue');
  const lost = yes.status === 409 ? yes : back;
  expect(lost.body.data).toBeTruthy();
});

test('who is on another trip already cannot say yes to a second one', async () => {
  const there = await addOrderLocation(shop);
  const bread = await addGoods(shop, there);
  const params = { id: driver };
  const { version } = await admin.do(driverRoutes.view, { params });
  await admin.do(driverRoutes.edit, { params, body: { version, locationIds: [here, there] } });
  const other = await orderToDeliver(admin, there, bread);
  const otherToken = tokenOf((await offer(admin, driver, other)).link);
  await shop.anonymous.do(accept, { params: { token } });

  const second = await call(accept, { params: { token: otherToken } });

  expect([second.status, second.body.error?.code]).toEqual([409, 'drivers.not-free']);
});

test('a link that is made up, replaced, closed or expired opens nothing, and they look all the same', async () => {
  const [trip] = (await clerk.do(dispatchRoutes.board, { query: {} })).trips;
  const another = await clerk.do(dispatchRoutes.link, { params: { id: trip!._id } });
  expect((await call(show, { params: { token: tokenOf(another.link) } })).status).toBe(200);
  const replaced = await call(show, { params: { token } });

  expect(await clerk.do(dispatchRoutes.revokeLinks, { params: { id: trip!._id } })).toEqual({ revoked: 1 });
  const closed = await call(show, { params: { token: tokenOf(another.link) } });
  const madeUp = await call(show, { params: { token: 'x'.repeat(32) } });
  const fresh = tokenOf((await clerk.do(dispatchRoutes.link, { params: { id: trip!._id } })).link);
  await shop.look((tx) =>
    tx
      .updateTable('trip_links')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('trip_id', '=', trip!._id)
      .execute(),
  );
  const expired = await call(accept, { params: { token: fresh } });

  for (const got of [replaced, closed, madeUp, expired]) {
    expect([got.status, got.body.message]).toEqual([404, 'This link was not found']);
  }
});

test('a trip answers for its own deliveries alone', async () => {
  const elsewhere = await orderToDeliver(clerk, here, milk);
  const other = await addDriver(admin, here);
  await offer(clerk, other, elsewhere);
  const [attempt] = await clerk.do(dispatchRoutes.ofOrder, { params: { id: elsewhere._id } });
  await takeTo(clerk, elsewhere, 'driverConfirmed');

  const body = { deliveryId: attempt!._id, code: elsewhere.handOverCode! };
  const got = await call(pickUp, { params: { token }, body });

  expect(got.status).toBe(404);
});

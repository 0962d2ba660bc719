import {
  openReturnSteps,
  type ReturnKind,
  type ReturnStatus,
  returnFlow,
  returnStatuses,
} from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { type Return, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { defaultSettings } from '@aisle/contract/system/settings';
import { beforeEach, expect, test } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import { addDriver } from '../../../test/driver-builders.ts';
import {
  addGoods,
  addOrderLocation,
  cancelOrder,
  moveTo,
  openStore,
  placeOne,
  runSql,
  stockOf,
  viewOrder,
} from '../../../test/order-builders.ts';
import { pngOf } from '../../../test/people-builders.ts';
import { completeReturn, deliver, requestReturn, stepTo } from '../../../test/return-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';

let milk: string;

const { shop, manager, location } = await openStore();
const taxIds = [await addTax(shop)];
beforeEach(async () => {
  milk = await addGoods(shop, location, { name: 'Milk', price: 399, taxIds });
});

/** The steps that lead to each status. */
const driven = ['approved', 'driverApproved', 'driverOnTheWay', 'driverPickedUp'] as const;
const byDriver = Object.fromEntries(driven.map((status, index) => [status, driven.slice(0, index + 1)]));
const ways: Record<ReturnKind, Partial<Record<ReturnStatus, readonly ReturnStatus[]>>> = {
  return: {
    requested: [],
    ...byDriver,
    locationReceived: [...driven, 'locationReceived'],
    received: ['approved', 'received'],
    returned: ['approved', 'received', 'returned'],
    returnRejected: ['returnRejected'],
    returnFailed: ['approved', 'returnFailed'],
  },
  replace: {
    requested: [],
    ...byDriver,
    locationReceivedAndPickup: [...driven, 'locationReceivedAndPickup'],
    received: ['approved', 'received'],
    replaced: ['approved', 'received', 'replaced'],
    replacementRejected: ['replacementRejected'],
    replacementFailed: ['approved', 'replacementFailed'],
  },
};
const kinds = ['return', 'replace'] as const;
const places = kinds.flatMap((kind) =>
  Object.entries(ways[kind]).map(([status, way]) => [kind, status as ReturnStatus, way] as const),
);

const tryStep = (request: Pick<Return, '_id'>, status: ReturnStatus, rest: object = {}) =>
  manager.send(returnRoutes.updateStatus, { params: { id: request._id }, body: { status, ...rest } });
const tryReturn = (order: Pick<Order, '_id' | 'lines'>, quantity = 1, rest: object = {}) => {
  const lines = [{ lineId: order.lines[0]!._id, quantity }];
  return manager.call(returnRoutes.create, { body: { orderId: order._id, kind: 'return', lines, ...rest } });
};
async function walk(kind: ReturnKind, way: readonly ReturnStatus[]): Promise<Return> {
  let request = await requestReturn(manager, await deliver(manager, location, milk), { kind });
  for (const status of way) request = await stepTo(manager, request, status);
  return request;
}

test('reaches every status of the table with one of the kinds', () => {
  expect(new Set(places.map(([, status]) => status))).toEqual(new Set(Object.keys(returnFlow)));
});

test.each(places)('allows exactly the listed steps for a %s that is %s', async (kind, status, way) => {
  const targets = openReturnSteps(status, kind);
  const request = await walk(kind, way);
  expect([request.status, request.allowed]).toEqual([status, targets]);

  for (const to of returnStatuses.filter((one) => !targets.includes(one))) {
    const refused = await tryStep(request, to);
    expect(refusal(refused), to).toEqual([409, 'orders.step-not-possible']);
    expect(refused.body.error?.details).toMatchObject({ from: status, to, allowed: targets });
    expect(refused.body.data).toMatchObject({ status, version: request.version });
  }
  for (const to of targets) {
    const fresh = await walk(kind, way);
    const after = await stepTo(manager, fresh, to, { note: 'Said so' });
    expect(after.status).toBe(to);
    expect(after.events[0]).toMatchObject({ from: status, to, by: 'Ada Tester', note: 'Said so' });
  }
});

test('restocks or writes off received items and refunds them', async () => {
  const bread = await addGoods(shop, location, { name: 'Bread', price: 250 });
  const order = await deliver(manager, location, milk, {
    lines: [
      { subProductId: milk, locationId: location, quantity: 3 },
      { subProductId: bread, locationId: location, quantity: 2 },
    ],
  });
  const [milkLine, breadLine] = order.lines;
  const request = await manager.do(returnRoutes.create, {
    body: {
      orderId: order._id,
      kind: 'return',
      lines: [
        { lineId: milkLine!._id, quantity: 3, reasonId: defaultSettings.reasons.return[1]!._id },
        { lineId: breadLine!._id, quantity: 1, note: 'Squashed' },
      ],
    },
  });
  expect(request.lines[0]).toMatchObject({ reason: 'Spoiled or past its date', received: null });
  await stepTo(manager, request, 'approved');

  const received = await stepTo(manager, request, 'received', {
    lines: [
      { lineId: milkLine!._id, received: 2, condition: 'restock' },
      { lineId: breadLine!._id, received: 1, condition: 'writeOff' },
    ],
  });
  expect(await stockOf(shop, location, milk)).toEqual([99, 0]);
  expect(await stockOf(shop, location, bread)).toEqual([98, 0]);
  expect(received.lines).toMatchObject([
    { received: 2, condition: 'restock' },
    { received: 1, condition: 'writeOff' },
  ]);

  const plan = await manager.do(returnRoutes.plan, { params: { id: request._id }, body: {} });
  const returned = await stepTo(manager, request, 'returned');
  const after = await viewOrder(manager, order._id);
  expect(returned.refund).toMatchObject({ status: 'refundInitiated', amount: plan.amount });
  expect(plan.amount).toBe(Math.round((milkLine!.total * 2) / 3) + breadLine!.total / 2);
  expect(after.refunds[0]).toMatchObject({ returnId: request._id, byHand: true });
  expect(after.returns[0]).toMatchObject({ number: request.number, status: 'returned' });
  // Two of three units were returned, so the order shows the refund in progress.
  expect(after.headlineStatus).toBe('refundInitiated');
});

test('refunds exactly the price of a line in parts', async () => {
  const order = await deliver(manager, location, milk, { quantity: 3 });
  for (let piece = 0; piece < 3; piece += 1) {
    await completeReturn(manager, await requestReturn(manager, order));
  }

  const { refunds, lines } = await viewOrder(manager, order._id);
  expect(refunds.reduce((sum, refund) => sum + refund.amount, 0)).toBe(lines[0]!.total);
});

test('creates a free order with reserved stock for an approved replacement and hands it out in exchange', async () => {
  const order = await deliver(manager, location, milk, { quantity: 2 });
  const request = await requestReturn(manager, order, { kind: 'replace', quantity: 2 });
  const approved = await stepTo(manager, request, 'approved');
  expect(await viewOrder(manager, approved.replacementOrder!._id)).toMatchObject({
    status: 'orderPlaced',
    total: 0,
    replacementFor: {
      returnId: request._id,
      returnNumber: request.number,
      orderId: order._id,
      orderNumber: order.number,
    },
  });
  expect(await stockOf(shop, location, milk)).toEqual([98, 2]);

  await stepTo(manager, request, 'received', {
    lines: [{ lineId: order.lines[0]!._id, received: 1, condition: 'writeOff' }],
  });
  const replaced = await stepTo(manager, request, 'replaced');

  expect(replaced.replacementOrder).toMatchObject({ status: 'delivered' });
  // One unit was returned and written off, so one was handed out in exchange, not two.
  expect(await stockOf(shop, location, milk)).toEqual([97, 0]);
  expect((await viewOrder(manager, order._id)).refunds).toEqual([]);
});

test('shows the replaced items after a step, like the view', async () => {
  const order = await deliver(manager, location, milk);
  const request = await requestReturn(manager, order, { kind: 'replace' });
  const approved = await stepTo(manager, request, 'approved');

  expect((await moveTo(manager, approved.replacementOrder!, 'processing')).replacementFor).toEqual({
    returnId: request._id,
    returnNumber: request.number,
    orderId: order._id,
    orderNumber: order.number,
  });
});

test('exchanges the items at the door in one step by the driver', async () => {
  const request = await walk('replace', ways.replace.driverPickedUp!);
  const swapped = await stepTo(manager, request, 'locationReceivedAndPickup');

  expect(swapped.replacementOrder).toMatchObject({ status: 'delivered' });
  expect(await stockOf(shop, location, milk)).toEqual([98, 0]);
  expect(await stepTo(manager, request, 'replaced')).toMatchObject({ status: 'replaced' });
});

test('releases the stock of a failed replacement', async () => {
  const request = await walk('replace', ['approved', 'replacementFailed']);

  expect(request.replacementOrder).toMatchObject({ status: 'cancelled' });
  expect(await stockOf(shop, location, milk)).toEqual([98, 0]);
});

test('rejects approval of a replacement without stock and names the missing items', async () => {
  const rare = await addGoods(shop, location, { name: 'Truffle', stock: 1 });
  const order = await deliver(manager, location, rare, { quantity: 1 });
  const request = await requestReturn(manager, order, { kind: 'replace' });

  const refused = await tryStep(request, 'approved');

  expect(refusal(refused)).toEqual([409, 'stock.not-enough']);
  expect(refused.body.message).toContain('Truffle');
  const same = await manager.do(returnRoutes.view, { params: { id: request._id } });
  expect(same).toMatchObject({ status: 'requested', replacementOrder: null });
});

test('rejects handing out a cancelled replacement', async () => {
  const request = await walk('replace', ['approved', 'received']);
  await cancelOrder(manager, request.replacementOrder!, 'By mistake');

  const refused = await tryStep(request, 'replaced');

  expect(refusal(refused)).toEqual([409, 'returns.replacement-gone']);
});

test('limits all requests together to the delivered quantity', async () => {
  const order = await deliver(manager, location, milk, { quantity: 3 });
  const [one, other] = await Promise.all([tryReturn(order, 2), tryReturn(order, 2)]);
  const won = [one, other].find(({ status }) => status === 200)!;

  expect([one.status, other.status].sort()).toEqual([200, 409]);
  expect((await tryReturn(order, 2)).body.error).toMatchObject({
    code: 'returns.too-much',
    fields: [{ path: 'lines.0.quantity', message: 'You can return up to 1' }],
  });
  await stepTo(manager, won.data, 'returnRejected');
  expect((await tryReturn(order, 3)).status).toBe(200);
  expect((await tryReturn(order, 0.5)).status).toBe(400);
});

test('requires a note for returns after the return window', async () => {
  const order = await deliver(manager, location, milk);
  await runSql(shop, `UPDATE orders SET delivered_at = '2020-01-01T12:00:00Z' WHERE id = '${order._id}'`);

  const late = await tryReturn(order);
  const silent = await tryReturn(order, 1, { override: true });
  const taken = await tryReturn(order, 1, { override: true, note: 'A regular for years' });

  expect(refusal(late)).toEqual([409, 'returns.window-over']);
  expect(late.body.message).toContain('01/08/2020');
  expect(refusedField(silent)).toEqual([400, 'note']);
  expect(taken.data).toMatchObject({ overrideNote: 'A regular for years' });
  const possible = await manager.do(returnRoutes.returnable, { params: { id: order._id } });
  expect(possible).toMatchObject({ windowIsOver: true, lines: [{ quantity: 1 }] });
});

test('rejects a return before delivery', async () => {
  const order = await placeOne(manager, location, milk);

  expect(refusal(await tryReturn(order))).toEqual([409, 'returns.not-delivered']);
});

test('accepts pictures with the request and later', async () => {
  const order = await deliver(manager, location, milk);
  const bytes = await pngOf();
  const photo = { name: 'leak.png', bytes, type: 'image/png' };
  const created = await manager.call(returnRoutes.create, {
    body: { orderId: order._id, kind: 'return', lines: [{ lineId: order.lines[0]!._id, quantity: 1 }] },
    files: { photos: [photo] },
  });
  const lineId = created.data.lines[0]!._id;
  const more = await manager.call(returnRoutes.addPhotos, {
    params: { id: created.data._id },
    body: { lineId },
    files: { photos: [photo, photo] },
  });

  expect(created.data.lines[0]!.photos).toHaveLength(1);
  expect(more.data.lines[0]!.photos).toHaveLength(3);
  expect(more.data.lines[0]!.photos[0]!.small).toContain('/files/images/');
  const ids = more.data.lines[0]!.photos.map(({ _id }) => _id);
  const list = ids.map((id) => `'${id}'`);
  const kept = await runSql(shop, `SELECT kind, location_id FROM files WHERE id IN (${list})`);
  expect(kept).toEqual(ids.map(() => ({ kind: 'photo', location_id: location })));
});

test('rejects an invalid inspection at its field and changes nothing', async () => {
  const order = await deliver(manager, location, milk, { quantity: 2 });
  const request = await requestReturn(manager, order, { quantity: 2 });
  await stepTo(manager, request, 'approved');
  const lineId = order.lines[0]!._id;

  const tooMany = [{ lineId, received: 3, condition: 'restock' }];
  const nothing = [{ lineId, received: 0, condition: 'restock' }];
  const foreign = [{ lineId: request._id, received: 1, condition: 'restock' }];
  const early = [{ lineId, received: 1, condition: 'restock' }];

  for (const [status, lines, path] of [
    ['received', tooMany, 'lines.0.received'],
    ['received', nothing, 'lines'],
    ['received', foreign, 'lines.0.lineId'],
    ['driverApproved', early, 'lines'],
  ] as const) {
    expect(refusedField(await tryStep(request, status, { lines }))).toEqual([400, path]);
  }
  expect(await stockOf(shop, location, milk)).toEqual([98, 0]);
});

test('lets one of two simultaneous inspections win and shows the other user the result', async () => {
  const request = await walk('return', ['approved']);
  const inspect = () => tryStep(request, 'received', { version: request.version });

  const results = await Promise.all([inspect(), inspect()]);

  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(results.find(({ status }) => status === 409)?.body.data).toMatchObject({ status: 'received' });
  expect(await stockOf(shop, location, milk)).toEqual([99, 0]);
});

test('finds requests by number, order, customer and status and shows open ones in the headline status', async () => {
  const customer = { firstName: 'Wanda', lastName: 'Quist', phone: '+1 512 555 7781' };
  const order = await deliver(manager, location, milk, { customer });
  const request = await requestReturn(manager, order, { quantity: 2 });
  const find = async (body: object) =>
    (await manager.do(returnRoutes.list, { body })).records.map(({ number }) => number);

  expect((await viewOrder(manager, order._id)).headlineStatus).toBe('requested');
  expect(await find({ search: request.number })).toEqual([request.number]);
  expect(await find({ search: order.number })).toEqual([request.number]);
  expect(await find({ search: 'Wanda Quist' })).toEqual([request.number]);
  expect(await find({ filters: { orderId: order._id, status: 'requested' } })).toEqual([request.number]);
  expect(await find({ filters: { orderId: order._id, kind: 'replace' } })).toEqual([]);
  await stepTo(manager, request, 'returnRejected');
  // The whole order was to be returned, so the order shows that the return was rejected.
  expect((await viewOrder(manager, order._id)).headlineStatus).toBe('returnRejected');
});

test('requires permission to edit orders and hides requests from other locations', async () => {
  const request = await walk('return', []);
  const viewer = await shop.signIn({ permissions: ['order_view'] });
  const clerkAt = (at: string) =>
    shop.signIn({ permissions: ['order_edit', 'cancel_order'], locations: [at] });
  const [here, elsewhere] = [await clerkAt(location), await clerkAt(await addOrderLocation(shop))];
  const params = { id: request._id };
  const body = { status: 'approved' as const };

  expect((await viewer.do(returnRoutes.view, { params })).allowed).toEqual([]);
  expect((await viewer.call(returnRoutes.updateStatus, { params, body })).status).toBe(403);
  expect((await elsewhere.call(returnRoutes.view, { params })).status).toBe(404);
  expect((await elsewhere.call(returnRoutes.updateStatus, { params, body })).status).toBe(404);
  expect((await here.call(returnRoutes.updateStatus, { params, body })).status).toBe(200);
});

test('assigns a driver of the location, records it and frees them when they give up', async () => {
  const request = await requestReturn(manager, await deliver(manager, location, milk));
  await stepTo(manager, request, 'approved');
  const own = await addDriver(manager, location, { name: 'Carla Collects' });
  const other = await addDriver(manager, await addOrderLocation(shop));
  const send = (status: 'driverApproved' | 'driverOnTheWay', driverId: string) =>
    manager.call(returnRoutes.updateStatus, { params: { id: request._id }, body: { status, driverId } });

  const stranger = await send('driverApproved', other);
  const sent = await send('driverApproved', own);
  const { records } = await manager.do(returnRoutes.list, { body: { search: request.number } });
  const misplaced = await send('driverOnTheWay', own);
  const approved = await stepTo(manager, request, 'approved');

  expect(refusedField(stranger)).toEqual([400, 'driverId']);
  expect(sent.data.driver).toEqual({ _id: own, name: 'Carla Collects' });
  expect(sent.data.events[0]).toMatchObject({ to: 'driverApproved', note: 'Carla Collects' });
  expect(records).toMatchObject([{ driverName: 'Carla Collects' }]);
  expect(refusedField(misplaced)).toEqual([400, 'driverId']);
  expect(approved).toMatchObject({ status: 'approved', driver: null });
});

import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import {
  dispatchStatuses,
  headlineStatuses,
  type OrderStatus,
} from '@aisle/contract/sales/orders/order-flow';
import { orderTable } from '@aisle/contract/sales/orders/order-tables.fixtures';
import type { Order, SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { defaultSettings } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { receive } from '../../../../test/catalogue-builders.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  cancelOrder,
  decide,
  everyPaymentType,
  moveTo,
  payFor,
  placeOne,
  runSql,
  stockOf,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { openShop, type Person, refusal, refusedField } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';
import { expireUnpaid, takeSystemStep } from './order-steps.ts';

let milk: string;

const shop = await openShop();
const manager = await shop.signIn();
await decide(shop, { paymentTypes: everyPaymentType });
const location = await addOrderLocation(shop);
beforeEach(async () => {
  milk = await addGoods(shop, location, { name: 'Milk', price: 399 });
});

const step = (person: Person, order: Pick<Order, '_id'>, body: object) =>
  person.call(orderRoutes.updateStatus, { params: { id: order._id }, body: body as { status: OrderStatus } });
const placeMilk = (rest: Parameters<typeof placeOne>[3] = {}) => placeOne(manager, location, milk, rest);
const milkAt = async (status: OrderStatus, rest: Parameters<typeof placeOne>[3] = {}) =>
  advanceTo(manager, await placeMilk(rest), status);

/** For each status and fulfillment: steps of the table that are impossible (`without`), and possible dispatch steps. */
const states: [OrderStatus, 'delivery' | 'pickup', { without?: string[]; dispatch?: string[] }][] = [
  ['orderPlaced', 'delivery', { dispatch: ['offQueue'] }],
  ['processing', 'delivery', { dispatch: ['offQueue'] }],
  ['prepared', 'delivery', { without: ['pickup'], dispatch: ['offQueue'] }],
  ['prepared', 'pickup', { without: ['awaitingForDelivery'] }],
  [
    'awaitingForDelivery',
    'delivery',
    { without: ['outOfDelivery'], dispatch: ['driverConfirmationPending', 'offQueue'] },
  ],
  ['pickup', 'pickup', {}],
  ['outOfDelivery', 'delivery', {}],
  ['delivered', 'delivery', {}],
  ['cancelled', 'delivery', {}],
  ['rejected', 'delivery', {}],
];
const open = states.map(([from, fulfilment, { without = [], dispatch = [] }]) => {
  const targets: string[] = [...orderTable[from].filter((to) => !without.includes(to)), ...dispatch];
  return [from, fulfilment, targets] as const;
});

test.each(open)('allows from %s (%s) exactly %j', async (from, fulfilment, targets) => {
  const order = await milkAt(from, { fulfilment });

  expect(order.status).toBe(from);
  expect(order.allowed).toEqual(targets);
  for (const status of headlineStatuses.filter((one) => !targets.includes(one))) {
    const refused = await step(manager, order, { status });
    expect([status, refused.status]).toEqual([status, 409]);
    expect(refused.body.error).toMatchObject({
      code: 'orders.step-not-possible',
      details: { to: status, allowed: targets },
    });
    expect(refused.body.data).toMatchObject({ status: from, version: order.version });
  }
});

test.each(
  open.flatMap(([from, fulfilment, targets]) => targets.map((to) => [from, fulfilment, to] as const)),
)('moves from %s (%s) to %s and records the step', async (from, fulfilment, to) => {
  const order = await milkAt(from, { fulfilment });

  const after = await moveTo(manager, order, to);

  const isDispatch = (dispatchStatuses as readonly string[]).includes(to);
  expect(isDispatch ? after.dispatchStatus : after.status).toBe(to);
  expect(after.version).toBeGreaterThan(order.version);
  expect(after.events).toContainEqual(
    expect.objectContaining({
      kind: isDispatch ? 'dispatch' : 'order',
      from: isDispatch ? order.dispatchStatus : from,
      to,
      by: 'Ada Tester',
    }),
  );
});

test.each(['orderPlaced', 'failed', 'expired'] as const)(
  'rejects moving a pending order to %s by staff but allows it automatically',
  async (to) => {
    const order = await placeMilk({ paymentType: 'card' });
    expect(order).toMatchObject({ status: 'pending', allowed: ['cancelled'] });

    expect((await step(manager, order, { status: to })).status).toBe(409);
    expect(await shop.look((tx) => takeSystemStep(tx, order._id, to, 'By the system'))).toBe(true);

    expect((await viewOrder(manager, order._id)).status).toBe(to);
    expect(await stockOf(shop, location, milk)).toEqual([100, to === 'orderPlaced' ? 2 : 0]);
  },
);

test('dispatches an order to a driver and searches again after a failed attempt', async () => {
  let order: SteppedOrder = await milkAt('awaitingForDelivery');
  expect(order).toMatchObject({ dispatchStatus: 'inQueue', headlineStatus: 'inQueue' });
  expect(order.handOverCode).toMatch(/^\d{4}$/);
  order = await moveTo(manager, order, 'driverConfirmationPending');
  order = await moveTo(manager, order, 'driverConfirmed');

  const wrong = await step(manager, order, { status: 'driverConfirmationCompleted', code: '12345' });
  const missing = await step(manager, order, { status: 'driverConfirmationCompleted' });
  const code = order.handOverCode;
  const right = await step(manager, order, { status: 'driverConfirmationCompleted', code });
  await moveTo(manager, order, 'outOfDelivery');
  const back = await moveTo(manager, order, 'awaitingForDelivery');

  expect(refusal(wrong)).toEqual([400, 'orders.hand-over-code']);
  expect(refusedField(missing)).toEqual([400, 'code']);
  expect(right.data.allowed).toEqual(['outOfDelivery', 'cancelled', 'inQueue']);
  expect(back).toMatchObject({ status: 'awaitingForDelivery', dispatchStatus: 'inQueue', driverId: null });
});

test("keeps an order with the store's own staff after a failed attempt", async () => {
  const order = await milkAt('outOfDelivery');

  const back = await moveTo(manager, order, 'awaitingForDelivery');

  expect(back.dispatchStatus).toBe('offQueue');
  expect(back.allowed).toContain('outOfDelivery');
});

test('lets one of two simultaneous steps win and shows the other user the new state', async () => {
  const order = await placeMilk();
  const clerk = await shop.signIn({ permissions: ['order_edit'] });
  const take = (person: Person) => step(person, order, { status: 'processing' });

  const results = await Promise.all([take(manager), take(clerk)]);

  expect(results.map((result) => result.status).sort()).toEqual([200, 409]);
  expect(results.find((result) => result.status === 409)?.body.data).toMatchObject({ status: 'processing' });
});

test('rejects a step of an old version and returns the current order', async () => {
  const order = await placeMilk();
  await moveTo(manager, order, 'processing');

  const late = await step(manager, order, { status: 'prepared', version: order.version });

  expect(refusal(late)).toEqual([409, 'version-stale']);
  expect(late.body.data).toMatchObject({ status: 'processing', version: order.version + 1 });
});

test('requires a separate permission to cancel and names it in the response', async () => {
  const order = await placeMilk();
  const clerk = await shop.signIn({ permissions: ['order_edit'] });
  const canceller = await shop.signIn({ permissions: ['cancel_order'] });

  const refused = await step(clerk, order, { status: 'cancelled' });
  const alsoRefused = await step(canceller, order, { status: 'processing' });
  const done = await step(canceller, order, { status: 'cancelled', note: 'Called in' });

  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('cancel_order') } });
  expect(alsoRefused).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('order_edit') },
  });
  expect(done.data).toMatchObject({ status: 'cancelled', dispatchStatus: null, cancelReason: 'Called in' });
});

test.each([orderRoutes.updateStatus, orderBulkRoutes.create])(
  'rejects users without order_edit at $path before reading the body',
  async (route) => {
    const viewer = await shop.signIn({ permissions: ['order_view', 'order_delete'] });

    const { status, body } = await viewer.send(route, { params: { id: newId() }, body: {} });

    expect([status, body.message]).toEqual([403, expect.stringContaining('order_edit')]);
  },
);

test('hides the hand-over code from read-only users', async () => {
  const order = await milkAt('awaitingForDelivery');
  const viewer = await shop.signIn({ permissions: ['order_view'] });

  const seen = await viewOrder(viewer, order._id);

  expect(seen.handOverCode).toBeNull();
  expect(seen.allowed).toEqual([]);
});

test("returns 404 for another location's order", async () => {
  const order = await placeMilk();
  const locations = [await addOrderLocation(shop)];
  const elsewhere = await shop.signIn({ userType: 'store', locations });
  const owner = await shop.signIn({ permissions: ['order_edit', 'cancel_order'], locations });
  const params = { id: order._id };

  expect((await elsewhere.call(orderRoutes.view, { params })).status).toBe(403);
  expect((await owner.call(orderRoutes.view, { params })).status).toBe(404);
  expect((await step(owner, order, { status: 'processing' })).status).toBe(404);
  expect((await owner.call(orderRoutes.cancel, { params, body: { reason: 'x' } })).status).toBe(404);
  expect((await owner.call(orderRoutes.paymentDetails, { params })).status).toBe(404);
  const edit = { version: 1, add: [{ subProductId: milk, quantity: 1 }] };
  expect((await owner.call(orderRoutes.editLines, { params, body: edit })).status).toBe(404);
});

test('lets users of a location take its orders through all steps', async () => {
  const permissions = ['order_edit' as const, 'order_add' as const, 'cancel_order' as const];
  const owner = await shop.signIn({ permissions, locations: [location] });

  const delivered = await advanceTo(owner, await placeOne(owner, location, milk), 'delivered');

  expect(delivered).toMatchObject({ status: 'delivered', paid: delivered.total });
  expect(delivered.customer.name).toBe('Grace Shopper');
});

test('collects the cash, posts the sale and adds coins at delivery', async () => {
  await decide(shop, {
    paymentTypes: everyPaymentType,
    deliveryInfo: { feeBase: 499, feePerMile: 0, freeAbove: null, slots: [] },
  });
  const order = await placeMilk({ quantity: 10 });
  await decide(shop, { paymentTypes: everyPaymentType });

  const delivered = await advanceTo(manager, order, 'delivered');
  const details = await manager.do(orderRoutes.paymentDetails, { params: { id: order._id } });

  expect(delivered).toMatchObject({ itemsTotal: 3990, deliveryFee: 499, total: 4489, paid: 4489 });
  expect(delivered.coinsEarned).toBe(39);
  expect(details.payments).toMatchObject([{ kind: 'cashOnDelivery', status: 'captured', amount: 4489 }]);
  expect(details.refundable).toBe(4489);
  expect(details.entries.map(({ account, part, amount }) => [account, part, amount])).toEqual([
    ['customerPayments', 'payment', 4489],
    ['locationPayable', 'goods', -3990],
    ['locationPayable', 'commission', 399],
    ['commissionIncome', 'commission', -399],
    ['deliveryIncome', 'deliveryFee', -499],
    ['discounts', 'earned', 39],
    ['coinsLiability', 'earned', -39],
  ]);
});

test('picks the earliest expiration first and returns or writes off the items on cancellation', async () => {
  const soon = await addGoods(shop, location, { name: 'Yogurt', stock: 3, expiresOn: '2099-02-01' });
  await receive(shop, location, soon, { quantity: 5, expiresOn: '2099-01-01' });
  const order = await placeOne(manager, location, soon, { quantity: 6 });
  const lots = async () => {
    const query = `SELECT on_hand FROM lots WHERE sub_product_id = '${soon}' ORDER BY expires_on`;
    return (await runSql<{ on_hand: number }>(shop, query)).map((lot) => lot.on_hand);
  };

  await advanceTo(manager, order, 'prepared');
  const picked = await lots();
  await cancelOrder(manager, order, 'No show');
  const back = await lots();
  const second = await advanceTo(
    manager,
    await placeOne(manager, location, soon, { quantity: 6 }),
    'prepared',
  );
  const body = { reason: 'No show', restock: false };
  await manager.do(orderRoutes.cancel, { params: { id: second._id }, body });

  expect(picked).toEqual([0, 2]);
  expect(back).toEqual([5, 3]);
  expect(await stockOf(shop, location, soon)).toEqual([2, 0]);
});

test('shortens and reprices a line if its reserved lot expired', async () => {
  const cheese = await addGoods(shop, location, { name: 'Cheese', stock: 2, price: 1000 });
  await receive(shop, location, cheese, { quantity: 3, expiresOn: '2099-01-01' });
  const order = await placeOne(manager, location, cheese, { quantity: 4 });
  await moveTo(manager, order, 'processing');
  await runSql(
    shop,
    `UPDATE lots SET expires_on = '2020-01-01' WHERE sub_product_id = '${cheese}' AND expires_on IS NOT NULL`,
  );

  const prepared = await moveTo(manager, order, 'prepared');

  const lines = [{ quantity: 4, pickedQuantity: 2, total: 2000 }];
  expect(prepared).toMatchObject({ total: 2000, lines, payments: [{ amount: 2000 }] });
});

test('refunds the whole payment of a cancelled order', async () => {
  const order = await placeMilk({ paymentType: 'card' });
  await payFor(shop, order._id);
  const [reason] = defaultSettings.reasons.cancel;

  const after = await manager.do(orderRoutes.cancel, {
    params: { id: order._id },
    body: { reasonId: reason!._id },
  });

  expect(after).toMatchObject({
    status: 'cancelled',
    headlineStatus: 'refundInitiated',
    cancelReason: reason!.name,
  });
  expect(after.refunds).toMatchObject([{ status: 'refundInitiated', amount: 798 }]);
  expect(after.events.slice(-2)).toMatchObject([
    { kind: 'order', to: 'cancelled' },
    { kind: 'refund', to: 'refundInitiated', about: after.refunds[0]!._id, by: 'System' },
  ]);
  expect(await stockOf(shop, location, milk)).toEqual([100, 0]);
});

test('voids an authorised card on cancellation and charges it at delivery', async () => {
  const cancelled = await placeMilk({ paymentType: 'card' });
  const delivered = await placeMilk({ paymentType: 'card' });
  await payFor(shop, cancelled._id, 'authorised');
  await payFor(shop, delivered._id, 'authorised');

  const off = await moveTo(manager, cancelled, 'cancelled');
  const done = await advanceTo(manager, delivered, 'delivered');

  expect([off.payments[0]?.status, off.refunds]).toEqual(['voided', []]);
  expect([done.payments[0]?.status, done.paid]).toEqual(['captured', done.total]);
});

test("expires an order that isn't paid in time and releases its stock", async () => {
  const order = await placeMilk({ paymentType: 'card' });
  expect(order.paymentDueAt).not.toBeNull();
  await runSql(shop, `UPDATE orders SET payment_due_at = '2020-01-01' WHERE id = '${order._id}'`);

  expect(await shop.look((tx) => expireUnpaid(tx))).toBe(1);

  const after = await viewOrder(manager, order._id);
  expect(after).toMatchObject({ status: 'expired', headlineStatus: 'expired' });
  expect(await stockOf(shop, location, milk)).toEqual([100, 0]);
  expect(await shop.look((tx) => expireUnpaid(tx))).toBe(0);
});

test('announces each step to screens with the fields of a list row', async () => {
  const order = await placeMilk();

  await moveTo(manager, order, 'processing');

  const query = `SELECT * FROM changes WHERE record_id = '${order._id}' ORDER BY id DESC LIMIT 1`;
  const [last] = await runSql<{ data: object }>(shop, query);
  expect(last).toMatchObject({ resource: 'orders', location_id: location, permission: 'order_list' });
  expect(last?.data).toEqual({
    number: order.number,
    status: 'processing',
    dispatchStatus: 'awaiting',
    headlineStatus: 'processing',
    version: 2,
  });
});

test.each([
  ["status = 'lost'", 'orders_state'],
  ["dispatch_status = 'flying'", 'orders_state'],
  ["fulfilment = 'pickup', dispatch_status = 'inQueue'", 'orders_state'],
  ['total = total + 1', 'orders_sums'],
  ['delivery_fee = -1, total = total - 1 - delivery_fee', 'orders_sums'],
  ['paid = 1, refunded = 2', 'orders_sums'],
])('rejects an order with %s in the database', async (change, constraint) => {
  const { _id } = await placeMilk();
  const changing = shop.look((tx) => sql`UPDATE orders SET ${sql.raw(change)} WHERE id = ${_id}`.execute(tx));

  await expect(changing).rejects.toMatchObject({ code: '23514', constraint });
});

import { customerRoutes } from '@aisle/contract/customers/customers';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import { type OrderStatus, type RefundStatus, refundStatuses } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { defaultSettings } from '@aisle/contract/system/settings';
import { expect, test } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  booksOf,
  cancelOrder,
  decide,
  homeAddress,
  moveTo,
  openStore,
  payOrder,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { completeRefund, dayAgo, state } from '../../../test/payable-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { type Person, refusal, refusedField } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const { shop, manager, location } = await openStore({ location: { deliveryFee: { base: 499, perMile: 0 } } });
const taxIds = [await addTax(shop)];
const wine = await addGoods(shop, location, { name: 'Wine', price: 1333, taxIds, stock: 1000 });

const brought = async (quantity = 3) =>
  advanceTo(manager, await placeOne(manager, location, wine, { quantity }), 'delivered');
const refund = (orderId: string, body: object, headers: Record<string, string> = {}) =>
  manager.call(refundRoutes.create, {
    params: { id: orderId },
    body: { reason: 'Corked', ...body },
    headers,
  });
const step = (id: string, status: RefundStatus, rest: object = {}) =>
  manager.call(refundRoutes.updateStatus, { params: { id }, body: { status, ...rest } });
const lineOf = ({ lines }: Order, amount: number) => ({ lines: [{ lineId: lines[0]!._id, amount }] });
const refundAndPay = async (order: Order, body: object) => {
  const { data } = await refund(order._id, body);
  await completeRefund(manager, data._id);
  return data;
};
const planOf = (id: string, body: object = {}) => manager.do(refundRoutes.plan, { params: { id }, body });
const coinsOf = async (order: Order) =>
  (await manager.do(customerRoutes.show, { params: { id: order.customer._id } })).coinBalance;

const open: [RefundStatus, RefundStatus[], RefundStatus[]][] = [
  ['refundInitiated', [], ['refundProcessing']],
  ['refundProcessing', ['refundProcessing'], ['refunded', 'refundFailed']],
  ['refundFailed', ['refundProcessing', 'refundFailed'], ['refundInitiated']],
  ['refunded', ['refundProcessing', 'refunded'], []],
];
test.each(open)('allows exactly the listed steps for a refund that is %s', async (status, way, targets) => {
  const fresh = async () => {
    const { data } = await refund((await brought(1))._id, {});
    for (const to of way) await step(data._id, to);
    return data._id;
  };
  const id = await fresh();

  for (const to of refundStatuses.filter((one) => !targets.includes(one))) {
    const refused = await step(id, to);
    expect([to, refused.status, refused.body.error?.code]).toEqual([to, 409, 'orders.step-not-possible']);
    expect(refused.body.error?.details).toMatchObject({ from: status, to, allowed: targets });
  }
  for (const to of targets) expect((await step(await fresh(), to)).data).toMatchObject({ status: to });
});

test('stores a reason for each line and joins them once with the entered text', async () => {
  const order = await brought();
  const [damaged, , , , late] = defaultSettings.reasons.refund;
  const lines = [{ lineId: order.lines[0]!._id, amount: 500, reasonId: damaged!._id }];

  const fee = { deliveryFee: 100, deliveryFeeReasonId: late!._id };
  const chosen = await refund(order._id, { lines, ...fee, reason: 'Called twice' });
  const unknown = await refund(order._id, { lines: [{ ...lines[0], reasonId: 'nothing' }] });
  const silent = await refund(order._id, { deliveryFee: 100, reason: '' });

  expect(chosen.data).toMatchObject({
    reason: 'Damaged, Delivered late, Called twice',
    lines: [{ amount: 500, reason: 'Damaged' }],
  });
  expect(refusedField(unknown)).toEqual([400, 'lines.0.reasonId']);
  expect(refusedField(silent)).toEqual([400, 'reason']);
});

test('reverses the whole sale and all coins in a full refund', async () => {
  const order = await brought();
  const plan = await planOf(order._id);
  const { data } = await refund(order._id, {});
  expect(plan).toMatchObject({ amount: order.total, deliveryFee: 499, by: 'hand', inBooks: true });
  expect(plan.coins).toBe(order.coinsEarned);
  expect(data).toMatchObject({ amount: order.total, status: 'refundInitiated', byHand: true });
  expect((await viewOrder(manager, order._id)).headlineStatus).toBe('refundInitiated');

  await completeRefund(manager, data._id);

  const after = await viewOrder(manager, order._id);
  expect(after).toMatchObject({ refunded: order.total, headlineStatus: 'refunded' });
  const books = { 'customerPayments payment': order.total, 'refunds refund': -order.total };
  expect(await booksOf(shop, order._id)).toEqual(books);
  expect(await coinsOf(order)).toBe(0);
});

test('previews the effect on tax, commission, coins and payout of a partial refund', async () => {
  const order = await brought();
  const wish = { ...lineOf(order, 1000), deliveryFee: 200 };
  const plan = await planOf(order._id, wish);
  const before = await booksOf(shop, order._id);
  await refundAndPay(order, wish);
  const after = await booksOf(shop, order._id);

  const change = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(plan.goods + plan.tax).toBe(1000);
  expect(plan.amount).toBe(1200);
  expect(change('locationPayable goods')).toBe(plan.goods);
  expect(change('locationPayable tax')).toBe(plan.tax);
  expect(change('commissionIncome commission')).toBe(plan.commission);
  expect(change('deliveryIncome deliveryFee')).toBe(200);
  expect(plan.payout).toBe(-(plan.goods + plan.tax - plan.commission));
  // After a partial refund, the order still counts as delivered.
  expect((await viewOrder(manager, order._id)).headlineStatus).toBe('delivered');
});

test('leaves no cent and no coin after the last of any number of parts', async () => {
  const order = await brought();
  const [line] = order.lines;
  for (let left = line!.total; left > 0; ) {
    const amount = Math.min(left, 777);
    await refundAndPay(order, lineOf(order, amount));
    left -= amount;
  }

  const sums = await booksOf(shop, order._id);
  for (const name of ['locationPayable goods', 'locationPayable tax', 'commissionIncome commission']) {
    expect(sums[name], name).toBeUndefined();
  }
  expect(await coinsOf(order)).toBe(0);
});

test('limits refunds to the paid amount per line, for the fee and concurrently', async () => {
  const order = await brought();
  const [line] = order.lines;
  const lineId = line!._id;
  const tooMuch = await refund(order._id, { lines: [{ lineId, amount: line!.total + 1 }] });
  const fee = await refund(order._id, { deliveryFee: 500 });
  const foreign = await refund(order._id, { lines: [{ lineId: order._id, amount: 1 }] });

  expect(refusal(tooMuch)).toEqual([409, 'refunds.too-much']);
  expect(tooMuch.body.error?.fields?.[0]?.path).toBe('lines.0.amount');
  expect(refusedField(fee)).toEqual([409, 'deliveryFee']);
  expect(refusedField(foreign)).toEqual([400, 'lines.0.lineId']);

  const all = await Promise.all([1, 2, 3, 4].map(() => refund(order._id, {})));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('rejects more than the paid amount in the database', async () => {
  const order = await brought(1);
  const row = () =>
    runSql(
      shop,
      `INSERT INTO refunds (location_id, order_id, id, amount, reason)
        VALUES ('${location}', '${order._id}', '${newId()}', ${order.total}, 'x')`,
    );
  await row();

  await expect(row()).rejects.toMatchObject({ constraint: 'refunds_within_paid' });
  await shop.db.owner.query('DELETE FROM refunds WHERE order_id = $1', [order._id]);
});

test('refunds once with the same key', async () => {
  const order = await brought(1);
  const headers = { 'idempotency-key': `refund-${order._id}` };
  const [one, two] = await Promise.all([
    refund(order._id, { deliveryFee: 100 }, headers),
    refund(order._id, { deliveryFee: 100 }, headers),
  ]);

  expect(one.data).toEqual(two.data);
  expect((await viewOrder(manager, order._id)).refunds).toHaveLength(1);
  expect((await refund(order._id, { deliveryFee: 101 }, headers)).status).toBe(409);
});

test('requires both permissions', async () => {
  const order = await brought(1);
  const refundBy = (person: Person) =>
    person.call(refundRoutes.create, { params: { id: order._id }, body: { reason: 'Corked' } });
  const editor = await shop.signIn({ permissions: ['order_edit'] });
  const canceller = await shop.signIn({ permissions: ['cancel_order'] });

  expect((await refundBy(editor)).body.message).toContain('cancel_order');
  expect((await refundBy(canceller)).body.message).toContain('order_edit');
});

test('requires a recent password confirmation for refunds above the limit of the settings', async () => {
  const order = await brought(5);
  const agent = await shop.signIn();
  const past = "now() - interval '11 minutes'";
  await runSql(shop, `UPDATE sessions SET confirmed_at = ${past} WHERE user_id = '${agent.userId}'`);
  const refundBy = (amount: number) =>
    agent.call(refundRoutes.create, {
      params: { id: order._id },
      body: { reason: 'Corked', ...lineOf(order, amount) },
    });
  const limit = defaultSettings.refundConfirmAbove;

  const refused = await refundBy(limit + 1);
  const { data: small } = await refundBy(limit);
  const { data: large } = await refund(order._id, { deliveryFee: 499, ...lineOf(order, 1000) });
  const advance = (id: string) =>
    agent.call(refundRoutes.updateStatus, { params: { id }, body: { status: 'refundProcessing' } });

  expect(refused.body.error?.code).toBe('reauth-required');
  expect(small.amount).toBe(limit);
  expect((await viewOrder(manager, order._id)).refunds).toHaveLength(2);
  expect((await advance(small._id)).status).toBe(200);
  await decide(shop, { refundConfirmAbove: large.amount - 1 });
  expect((await advance(large._id)).body.error?.code).toBe('reauth-required');
  await decide(shop, { refundConfirmAbove: limit });
  expect((await advance(large._id)).status).toBe(200);
});

test.each([refundRoutes.create, refundRoutes.updateStatus])(
  'rejects users without order_edit at $path before reading the body',
  async (route) => {
    const canceller = await shop.signIn({ permissions: ['cancel_order'] });

    const { status, body } = await canceller.send(route, { params: { id: newId() }, body: {} });

    expect([status, body.message]).toEqual([403, expect.stringContaining('order_edit')]);
  },
);

test('rejects a refund of an order that is only placed', async () => {
  const order = await placeOne(manager, location, wine);

  expect((await refund(order._id, {})).body.error?.code).toBe('refunds.not-delivered');
});

/** Creates a prepaid order with the given status. */
async function paidUpTo(status: OrderStatus, rest: Parameters<typeof placeOne>[3] = {}) {
  const order = await placeOne(manager, location, wine, { quantity: 3, ...rest });
  await payOrder(manager, order);
  return advanceTo(manager, order, status);
}

test.each(['prepared', 'awaitingForDelivery', 'outOfDelivery'] as const)(
  'refunds part of a prepaid order that is %s and posts sale and reversal at delivery',
  async (status) => {
    const order = await paidUpTo(status);
    const preview = await planOf(order._id, lineOf(order, 1000));

    await refundAndPay(order, lineOf(order, 1000));

    expect(preview).toMatchObject({ amount: 1000, refund: 1000, inBooks: false });
    expect(preview.coins).toBeGreaterThan(0);
    expect(await booksOf(shop, order._id)).toEqual({});
    expect(await viewOrder(manager, order._id)).toMatchObject({ status, refunded: 1000, total: order.total });

    const before = await viewOrder(manager, order._id);
    await walkOn(before);
    const { commission, goods, tax, payout, coins } = await planOf(order._id);
    const sums = await booksOf(shop, order._id);
    expect(sums).toMatchObject({
      'customerPayments payment': order.total,
      'refunds refund': -1000,
    });
    // The rest equals a refund of everything left, except for the fee.
    expect(sums['locationPayable goods']).toBe(-goods);
    expect(sums['locationPayable tax']).toBe(-tax);
    expect(sums['locationPayable commission']).toBe(commission);
    expect(commission - goods - tax).toBe(payout);
    const { coinsEarned, refunds } = await viewOrder(manager, order._id);
    expect(refunds[0]?.coins).toBe(preview.coins);
    expect(coins).toBe(coinsEarned - preview.coins);
  },
);
async function walkOn(order: Order): Promise<void> {
  const way = ['prepared', 'awaitingForDelivery', 'offQueue', 'outOfDelivery', 'delivered'];
  const at = order.status === 'awaitingForDelivery' ? 1 : way.indexOf(order.status);
  for (const status of way.slice(at + 1)) await moveTo(manager, order, status);
}

test('reverses the sale of a refund still open at delivery when it is paid', async () => {
  const order = await paidUpTo('pickup', { fulfilment: 'pickup' });
  const { data } = await refund(order._id, lineOf(order, 500));

  await moveTo(manager, order, 'delivered');
  expect(await booksOf(shop, order._id)).not.toHaveProperty('refunds refund');
  await completeRefund(manager, data._id);

  expect(await booksOf(shop, order._id)).toMatchObject({ 'refunds refund': -500 });
  expect((await planOf(order._id)).refundable).toBe(order.total - 500);
});

test('limits refunds before and after delivery together to the line, the fee and the paid amount', async () => {
  const order = await paidUpTo('prepared');
  const [line] = order.lines;
  await refundAndPay(order, lineOf(order, line!.total));

  const again = await refund(order._id, lineOf(order, 1));
  expect(refusal(again)).toEqual([409, 'refunds.too-much']);
  await walkOn(await viewOrder(manager, order._id));
  expect(await refundAndPay(order, {})).toMatchObject({ amount: 499, deliveryFee: 499 });

  const after = await viewOrder(manager, order._id);
  expect(after).toMatchObject({ refunded: order.total, headlineStatus: 'refunded' });
});

test('refunds the rest of an order that is cancelled after a refund and posts nothing', async () => {
  const order = await paidUpTo('prepared');
  await refundAndPay(order, { deliveryFee: 499 });

  await cancelOrder(manager, order, 'No driver');

  const { refunds } = await viewOrder(manager, order._id);
  expect(refunds.map(({ amount }) => amount)).toEqual([499, order.total - 499]);
  expect(await booksOf(shop, order._id)).toEqual({});
});

test('keeps the fee once part of it may be refunded', async () => {
  const order = await paidUpTo('prepared');
  await refund(order._id, { deliveryFee: 100 });

  const { version } = await viewOrder(manager, order._id);
  const body = { version, address: { ...homeAddress, latitude: 30.31 } };
  const moved = await manager.do(orderDetailRoutes.edit, { params: { id: order._id }, body });

  expect(moved).toMatchObject({ deliveryFee: order.deliveryFee, total: order.total });
});

test.each(['orderPlaced', 'processing'] as const)(
  'refunds the fee of a paid order that is %s, and nothing else of it',
  async (status) => {
    const order = await paidUpTo(status);

    expect(await planOf(order._id)).toMatchObject({
      refundable: 499,
      deliveryFeeRefundable: 499,
      lines: [{ refundable: 0 }],
    });
    expect(refusal(await refund(order._id, lineOf(order, 100)))).toEqual([409, 'refunds.not-delivered']);
    const both = { ...lineOf(order, 100), deliveryFee: 100 };
    expect(refusal(await refund(order._id, both))).toEqual([409, 'refunds.not-delivered']);
    expect(refusal(await refund(order._id, { deliveryFee: 500 }))).toEqual([409, 'refunds.too-much']);
    expect(await refundAndPay(order, { deliveryFee: 499 })).toMatchObject({ amount: 499, deliveryFee: 499 });

    expect(await planOf(order._id)).toMatchObject({ refundable: 0 });
    const now = await viewOrder(manager, order._id);
    if (status === 'orderPlaced') await moveTo(manager, now, 'processing');
    await walkOn(now);
    const sums = await booksOf(shop, order._id);
    expect(sums).toMatchObject({ 'customerPayments payment': order.total, 'refunds refund': -499 });
    expect((await planOf(order._id)).refundable).toBe(order.total - 499);
  },
);

test('refunds the whole price of an item that is removed after a refund of the fee', async () => {
  const order = await paidUpTo('orderPlaced');
  await refundAndPay(order, { deliveryFee: 499 });
  const { version, lines } = await viewOrder(manager, order._id);

  const fewer = await manager.do(orderRoutes.editLines, {
    params: { id: order._id },
    body: { version, lines: [{ lineId: lines[0]!._id, quantity: 2 }] },
  });

  const difference = order.total - fewer.total;
  expect(difference).toBeGreaterThan(0);
  expect(fewer.refunds.map(({ amount }) => amount)).toEqual([499, difference]);
});

test('rejects refunds of unpaid and unpicked orders', async () => {
  const unpaid = await advanceTo(manager, await placeOne(manager, location, wine), 'prepared');
  const early = await paidUpTo('processing');

  for (const { _id } of [unpaid, early]) {
    expect((await refund(_id, {})).body.error?.code).toBe('refunds.not-delivered');
  }
});

test('includes the sale and its early refund in one statement', async () => {
  const here = await addOrderLocation(shop, { commissionRate: 10 });
  const cake = await addGoods(shop, here, { price: 1000 });
  const order = await placeOne(manager, here, cake, { fulfilment: 'pickup', quantity: 2 });
  await payOrder(manager, order);
  await advanceTo(manager, order, 'pickup');
  await refundAndPay(order, lineOf(order, 500));

  const nothing = await manager.call(statementRoutes.create, { body: { locationId: here, to: dayAgo() } });
  await moveTo(manager, order, 'delivered');
  const statement = await state(manager, here);

  expect(nothing.body.error?.code).toBe('statements.nothing-to-state');
  // 10 % of 20.00 and of 5.00. The marketplace pays for the coins.
  expect(statement).toMatchObject({ orders: 1, goods: 2000, commission: -200, refunds: -450, total: 1350 });
});

test('rejects a step of an old version', async () => {
  const { data } = await refund((await deliver(manager, location, wine))._id, {});
  await step(data._id, 'refundProcessing');

  const late = await step(data._id, 'refundProcessing', { version: data.version });

  expect(refusal(late)).toEqual([409, 'version-stale']);
  expect(late.body.data).toMatchObject({ status: 'refundProcessing', version: data.version + 1 });
});

test('previews the unsold amount, the refund and the released payment of a cancellation', async () => {
  const order = await placeOne(manager, location, wine, { quantity: 3 });
  const plan = (body: object) => manager.do(orderRoutes.cancelPlan, { params: { id: order._id }, body });
  const whole = await plan({});
  const lines = [{ lineId: order.lines[0]!._id, quantity: 1 }];
  const some = await plan({ lines });

  const all = { amount: order.total, refund: 0, released: order.total };
  expect(whole).toMatchObject({ ...all, inBooks: false, by: null });
  expect(some).toMatchObject({ goods: 1333, deliveryFee: 0 });
  const body = { reason: 'One too many', lines };
  const after = await manager.do(orderRoutes.cancel, { params: { id: order._id }, body });
  expect(order.total - after.total).toBe(some.amount);
});

test('finds refunds by order, customer, reference and status, with their next steps', async () => {
  const order = await brought(1);
  const [other, mine] = [await refund((await brought(1))._id, {}), await refund(order._id, {})];
  await step(mine.data._id, 'refundProcessing');
  await step(mine.data._id, 'refundFailed', { note: 'Nobody was at home' });
  const list = async (body: object) => {
    const { records } = await manager.do(refundRoutes.list, { body });
    return records.map(({ _id }) => _id);
  };

  const [found] = (await manager.do(refundRoutes.list, { body: { search: order.number } })).records;
  await completeRefund(manager, other.data._id);

  expect(found).toMatchObject({
    _id: mine.data._id,
    orderId: order._id,
    orderNumber: order.number,
    locationId: location,
    customerName: 'Grace Shopper',
    status: 'refundFailed',
    problem: 'Nobody was at home',
    allowed: ['refundInitiated'],
    byHand: true,
  });
  expect(await list({ search: order.customer.phone })).toEqual([mine.data._id]);
  expect(await list({ filters: { status: 'refundFailed' } })).toContain(mine.data._id);
  expect(await list({ filters: { status: 'refundFailed' } })).not.toContain(other.data._id);
  expect(await list({ filters: { byHand: 'false' } })).toEqual([]);
  expect(await list({ search: 'Till 2' })).toContain(other.data._id);
  const elsewhere = await addOrderLocation(shop);
  const stranger = await shop.signIn({ permissions: ['order_view'], locations: [elsewhere] });
  expect((await stranger.do(refundRoutes.list)).records).toEqual([]);
});

import { mainOrderRoutes, type QuoteInput } from '@aisle/contract/sales/main-orders/main-orders';
import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { afterAll, expect, test } from 'vitest';
import { addTax } from '../../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../../test/jobs-builders.ts';
import {
  addGoods,
  addOrderLocation,
  addStorefront,
  advanceTo,
  basketOf,
  booksOf,
  cancelOrder,
  decide,
  editLines,
  homeAddress,
  newShopper,
  openStore,
  place,
  runSql,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { completeRefund, refundNow } from '../../../../test/payable-builders.ts';
import { publishPromotion, setStatus } from '../../../../test/promotion-builders.ts';
import { refusal } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';
import { codeBatchWork } from '../../promotions/code-batch-work.ts';

const { shop, manager, location } = await openStore({ location: { deliveryFee: { base: 499, perMile: 0 } } });
const marketer = await shop.signIn();
const runner = await workJobs(shop, { promotionCodes: codeBatchWork });
afterAll(() => runner.stop());
const taxIds = [await addTax(shop, 10)];
const taxSource = `Tax ${taxIds[0]}`;

/** A promotion of goods that no other test has. */
async function offer(
  parts: Parameters<typeof publishPromotion>[1],
  { price = 1000, stock = 1000 }: { price?: number; stock?: number } = {},
) {
  const item = await addGoods(shop, location, { price, stock, taxIds });
  const promotion = await publishPromotion(marketer, { goods: { subProductIds: [item] }, ...parts });
  return { item, promotion };
}
const lineOf = (subProductId: string, quantity = 1, locationId = location) => ({
  subProductId,
  locationId,
  quantity,
});
const quote = (body: Partial<QuoteInput> & Pick<QuoteInput, 'lines'>) =>
  manager.do(mainOrderRoutes.quote, { body: { fulfilment: 'pickup', ...body } });

test('explains each line of a quote, and places the order at the same amounts', async () => {
  const { item, promotion } = await offer(
    { label: 'Buy 2 get 1 free', reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 } },
    { price: 399 },
  );
  const wanted = { lines: [lineOf(item, 3)], fulfilment: 'pickup' as const, customer: newShopper() };

  const quoted = await quote({ ...wanted, explain: true });
  const placed = await place(manager, { ...wanted, quotedTotal: quoted.total, quotedDue: quoted.due });

  const source = { source: 'promotion', promotionId: promotion._id, edition: 1 };
  const discounts = [
    {
      ...source,
      label: 'Buy 2 get 1 free',
      amount: 399,
      funding: { marketplace: 100, location: 0, vendor: 0 },
    },
  ];
  expect(quoted).toMatchObject({
    itemsTotal: 1197,
    discountTotal: 399,
    taxTotal: 80,
    total: 878,
    discounts,
    notApplied: [],
  });
  expect(quoted.orders[0]!.lines[0]).toMatchObject({
    discount: 399,
    why: {
      unitPrice: { amount: 399, source: 'list' },
      discounts: [
        {
          ...source,
          units: 3,
          amount: 399,
          rule: 'Buy 2 get 1 free: 1 set of 3, the cheapest unit at 100% off',
        },
      ],
      tax: { rate: 10, base: 798, amount: 80, source: taxSource },
    },
  });
  expect(placed).toMatchObject({ total: 878, due: 878, discounts, notApplied: [] });
  const params = { id: placed.orders[0]!._id };
  const explained = await manager.do(orderRoutes.view, { params, query: { why: '1' } });
  expect(explained.lines[0]!.why).toEqual(quoted.orders[0]!.lines[0]!.why);
  expect((await viewOrder(manager, params.id)).lines[0]!.why).toBeUndefined();
});

test('prices with the terms of a promotion as they were last edited', async () => {
  const { item, promotion } = await offer({ reward: { kind: 'percent', percent: 10 } });
  const wanted = { lines: [lineOf(item)] };
  const before = await quote(wanted);

  const { _id: id, version } = promotion;
  const body = { reward: { kind: 'percent' as const, percent: 25 }, version };
  const changed = await marketer.do(promotionRoutes.edit, { params: { id }, body });
  const edited = await quote(wanted);
  await setStatus(marketer, changed, 'paused');
  const paused = await quote(wanted);

  expect([before, edited, paused].map(({ discountTotal }) => discountTotal)).toEqual([100, 250, 0]);
});

test('applies a code and says why another one does not apply', async () => {
  const { item } = await offer({
    codes: { kind: 'shared', code: 'TEN-OFF' },
    label: 'Ten off',
    reward: { kind: 'amount', amount: 1000, per: 'order' },
    conditions: { minGoods: 2000 },
  });

  const missed = await quote({ lines: [lineOf(item)], codes: ['ten off', 'nothing'] });
  const met = await quote({ lines: [lineOf(item, 2)], codes: ['tenoff'] });

  expect(missed).toMatchObject({
    discountTotal: 0,
    notApplied: [
      {
        code: 'ten off',
        reason: 'minimum-not-met',
        missing: { amount: 1000 },
        message: 'Add $10.00 of goods to use ten off',
      },
      { code: 'nothing', reason: 'unknown-code' },
    ],
  });
  expect(met).toMatchObject({ discountTotal: 1000, discounts: [{ code: 'tenoff' }], notApplied: [] });
});

test('rejects an order with a code that does not apply only if codes are required', async () => {
  const { item } = await offer({});
  const body = basketOf({ lines: [lineOf(item)], fulfilment: 'pickup', codes: ['NOPE'] });

  const refused = await manager.call(mainOrderRoutes.create, { body: { ...body, requireCodes: true } });
  const placed = await manager.do(mainOrderRoutes.create, { body });

  expect(refusal(refused)).toEqual([409, 'promotions.code-not-applied']);
  expect(refused.body.error?.details).toMatchObject({
    notApplied: [{ code: 'NOPE', reason: 'unknown-code' }],
  });
  expect(placed.notApplied).toMatchObject([{ reason: 'unknown-code' }]);
});

test('reduces the delivery fee and adds coins', async () => {
  const { item } = await offer({ label: 'Free delivery', reward: { kind: 'delivery', percent: 100 } });
  await publishPromotion(marketer, {
    label: 'More coins',
    goods: { subProductIds: [item] },
    reward: { kind: 'coins', bonus: 50 },
  });

  const placed = await place(manager, { lines: [lineOf(item)] });

  expect(placed).toMatchObject({
    total: 1100,
    discounts: [
      { label: 'Free delivery', amount: 0, deliveryAmount: 499 },
      { label: 'More coins', amount: 0, coins: 50 },
    ],
  });
});

test('spreads an amount over the orders of a checkout, as one use', async () => {
  const other = await addOrderLocation(shop);
  const { item, promotion } = await offer({
    reward: { kind: 'amount', amount: 1000, per: 'checkout' },
    goods: { tags: ['spread'] },
    limits: { uses: 5 },
  });
  const elsewhere = await addGoods(shop, other, { price: 3000, taxIds });
  await runSql(
    shop,
    `UPDATE products SET tags = '{spread}' WHERE id IN (SELECT product_id FROM sub_products WHERE id IN ('${item}', '${elsewhere}'))`,
  );

  const placed = await place(manager, {
    fulfilment: 'pickup',
    lines: [lineOf(item), lineOf(elsewhere, 1, other)],
  });
  const [first, second] = placed.orders;

  expect(placed.discounts).toMatchObject([{ promotionId: promotion._id, amount: 1000 }]);
  expect(new Set([first!.total, second!.total])).toEqual(new Set([825, 2475]));
  expect(await limitsOf(promotion._id)).toEqual({ uses: 1, discount_used: 1000 });

  await cancelOrder(manager, first!);
  expect((await limitsOf(promotion._id)).uses).toBe(1);
  await cancelOrder(manager, second!);
  expect(await limitsOf(promotion._id)).toEqual({ uses: 0, discount_used: 0 });
});

async function limitsOf(promotionId: string) {
  const [limits] = await runSql<{ uses: number; discount_used: number }>(
    shop,
    `SELECT uses, discount_used FROM promotion_limits WHERE promotion_id = '${promotionId}'`,
  );
  return limits!;
}

const attempt = (item: string, more: object = {}) =>
  manager.call(mainOrderRoutes.create, {
    body: basketOf({ lines: [lineOf(item)], fulfilment: 'pickup', ...more }),
  });
const countDiscounted = (responses: Awaited<ReturnType<typeof attempt>>[]) =>
  responses.filter(({ body }) => (body.data as { discounts?: unknown[] } | null)?.discounts?.length).length;

test('gives exactly as many of 200 concurrent checkouts the promotion as it has uses', async () => {
  const { item, promotion } = await offer({ limits: { uses: 50 } });

  const responses = await Promise.all(Array.from({ length: 200 }, () => attempt(item)));

  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  expect(countDiscounted(responses)).toBe(50);
  expect(await limitsOf(promotion._id)).toEqual({ uses: 50, discount_used: 50 * 200 });
}, 120_000);

test('never exceeds a budget', async () => {
  const { item, promotion } = await offer({ limits: { budget: 900 } });

  const responses = await Promise.all(Array.from({ length: 10 }, () => attempt(item)));

  expect(countDiscounted(responses)).toBe(4);
  expect(await limitsOf(promotion._id)).toEqual({ uses: 4, discount_used: 800 });
  expect(await quote({ lines: [lineOf(item)] })).toMatchObject({ discountTotal: 0 });
});

test('counts the uses of a customer and first orders under the lock on the customer', async () => {
  const { item } = await offer({ limits: { usesPerCustomer: 1 } });
  const customer = newShopper();

  const responses = await Promise.all(Array.from({ length: 5 }, () => attempt(item, { customer })));

  expect(countDiscounted(responses)).toBe(1);
  const { item: welcome } = await offer({ conditions: { firstOrder: true } });
  expect(
    countDiscounted(
      await Promise.all([1, 2, 3].map(() => attempt(welcome, { customer: { ...newShopper() } }))),
    ),
  ).toBe(3);
  expect(countDiscounted([await attempt(welcome, { customer })])).toBe(0);
});

test('accepts a single-use code once, and again after the order is cancelled', async () => {
  const { item, promotion } = await offer({ codes: { kind: 'batch' } });
  const job = await marketer.do(promotionRoutes.codes, { params: { id: promotion._id }, body: { count: 1 } });
  await jobOver(marketer, job._id);
  const [{ code }] = (await runSql<{ code: string }>(
    shop,
    `SELECT code FROM promotion_codes WHERE promotion_id = '${promotion._id}'`,
  )) as [{ code: string }];

  const responses = await Promise.all(Array.from({ length: 20 }, () => attempt(item, { codes: [code] })));

  expect(countDiscounted(responses)).toBe(1);
  expect((await quote({ lines: [lineOf(item)], codes: [code] })).notApplied).toMatchObject([
    { code, reason: 'used-up' },
  ]);
  const used = responses.find((one) => countDiscounted([one]) === 1)!.body.data as {
    orders: { _id: string }[];
  };
  await cancelOrder(manager, used.orders[0]!);
  expect((await quote({ lines: [lineOf(item)], codes: [code] })).discountTotal).toBe(200);
});

test('places an order at the price without a used-up promotion, unless another total was agreed', async () => {
  const { item } = await offer({ limits: { uses: 1 } });
  const { total } = await quote({ lines: [lineOf(item)] });
  await attempt(item);

  const refused = await attempt(item, { quotedTotal: total });

  expect(refusal(refused)).toEqual([409, 'mainOrders.price-changed']);
  expect(refused.body.data).toMatchObject({ total: 1100 });
});

test('applies promotions to the orders of a storefront, at its source', async () => {
  const { item } = await offer({ conditions: { sources: ['storefront'] } });
  const headers = { ...(await addStorefront(shop)), 'idempotency-key': newId() };
  const body = basketOf({ lines: [lineOf(item)], fulfilment: 'pickup' });

  const placed = await shop.anonymous.do(mainOrderRoutes.create, { body, headers });

  expect(placed).toMatchObject({ total: 880 });
  expect((await quote({ lines: [lineOf(item)] })).discountTotal).toBe(0);
});

test('applies to store users what they cannot see of limits', async () => {
  const { item, promotion } = await offer({ limits: { uses: 1 } });
  const storeUser = await shop.signIn({
    permissions: ['order_add', 'order_list', 'order_view', 'customer_add'],
    locations: [location],
  });
  const body = basketOf({ lines: [lineOf(item)], fulfilment: 'pickup' });

  const [first, second] = [
    await storeUser.do(mainOrderRoutes.create, { body }),
    await storeUser.do(mainOrderRoutes.create, { body }),
  ];

  expect([first.total, second.total]).toEqual([880, 1100]);
  expect(await limitsOf(promotion._id)).toEqual({ uses: 1, discount_used: 200 });
});

test('keeps the source of the price', async () => {
  const { item } = await offer({ goods: { includeSale: false, tags: ['none'] } });
  const sale = await addGoods(shop, location, { price: 900, salePrice: 700 });
  const { orders } = await quote({ lines: [lineOf(item), lineOf(sale)], explain: true });

  expect(orders[0]!.lines.map(({ why }) => why!.unitPrice.source)).toEqual(['list', 'sale']);
});

const byVendor = async () => {
  const [vendor] = await runSql<{ id: string }>(
    shop,
    `INSERT INTO vendors (id, name) VALUES ('${newId()}', 'Vendor ${newId()}') RETURNING id`,
  );
  return { marketplace: 50, location: 20, vendor: 30, vendorId: vendor!.id };
};

test('posts the parts of a promotion to who pays, and reverses them with a refund', async () => {
  const funding = await byVendor();
  const { item } = await offer({
    label: 'Buy 2 get 1 free',
    reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
    funding,
  });
  const { orders } = await place(manager, { lines: [lineOf(item, 3)], fulfilment: 'pickup' });
  const order = await advanceTo(manager, await viewOrder(manager, orders[0]!._id), 'delivered');

  // Of $10.00, the vendor pays $3.00, which stays taxed.
  expect(order).toMatchObject({ itemsTotal: 3000, discountTotal: 1000, taxTotal: 230, total: 2230 });
  expect(await booksOf(shop, order._id)).toMatchObject({
    'discounts promotion': 500,
    'locationPayable promotion': 200,
    'vendorClaims promotion': 300,
    'locationPayable goods': -3000,
  });

  await refundNow(manager, order, 743);
  await refundNow(manager, order);

  const books = await booksOf(shop, order._id);
  expect(Object.keys(books).filter((name) => name.endsWith('promotion') || name.endsWith('goods'))).toEqual(
    [],
  );
});

test('posts the delivery fee before its promotion', async () => {
  const funding = await byVendor();
  const { item } = await offer({
    label: 'Free delivery',
    reward: { kind: 'delivery', percent: 100 },
    funding,
  });
  const { orders } = await place(manager, { lines: [lineOf(item)] });
  const order = await advanceTo(manager, await viewOrder(manager, orders[0]!._id), 'delivered');

  expect(order).toMatchObject({ deliveryFee: 0, total: 1100 });
  expect(await booksOf(shop, order._id)).toMatchObject({
    'deliveryIncome deliveryFee': -499,
    'discounts deliveryPromotion': 249,
    'locationPayable deliveryPromotion': 100,
    'vendorClaims deliveryPromotion': 150,
  });
});

test("reverses the funders' parts of a delivery fee with its refunds", async () => {
  const funding = await byVendor();
  const { item } = await offer({
    label: 'Half the delivery',
    reward: { kind: 'delivery', percent: 50 },
    funding,
  });
  const { orders } = await place(manager, { lines: [lineOf(item)] });
  const order = await advanceTo(manager, await viewOrder(manager, orders[0]!._id), 'delivered');
  const whole = await manager.do(refundRoutes.plan, {
    params: { id: order._id },
    body: { deliveryFee: order.deliveryFee },
  });
  for (const deliveryFee of [100, order.deliveryFee - 100]) {
    const { _id } = await manager.do(refundRoutes.create, {
      params: { id: order._id },
      body: { deliveryFee, reason: 'Late' },
    });
    await completeRefund(manager, _id);
  }

  expect(order.deliveryFee).toBe(249);
  expect(whole.payout).toBe(50);
  const left = Object.keys(await booksOf(shop, order._id)).filter((name) => /delivery/i.test(name));
  expect(left).toEqual([]);
});

test('lets the funder of a coins promotion pay for the coins that it adds', async () => {
  await decide(shop, { coins: { earnPerDollar: 1, redeemCents: 1, expiryDays: null } });
  const funding = { marketplace: 0, location: 100, vendor: 0 };
  const { item } = await offer({ reward: { kind: 'coins', bonus: 50 }, funding });
  const { orders } = await place(manager, { lines: [lineOf(item)], fulfilment: 'pickup' });
  const order = await advanceTo(manager, await viewOrder(manager, orders[0]!._id), 'delivered');

  expect(order.coinsEarned).toBe(60);
  expect(await booksOf(shop, order._id)).toMatchObject({
    'coinsLiability earned': -60,
    'locationPayable earned': 50,
    'discounts earned': 10,
  });
});

test('keeps the discount of each unit that is picked, and gives a substitute the discount of the original', async () => {
  const { item } = await offer({ reward: { kind: 'bundle', quantity: 4, price: 3000 } });
  const other = await addGoods(shop, location, { price: 100, taxIds });
  const { orders } = await place(manager, { lines: [lineOf(item, 4)], fulfilment: 'pickup' });
  const order = await advanceTo(manager, await viewOrder(manager, orders[0]!._id), 'processing');
  const [line] = order.lines;

  const short = await editLines(manager, order, { lines: [{ lineId: line!._id, pickedQuantity: 3 }] });
  const substituted = await editLines(manager, short, {
    lines: [{ lineId: line!._id, pickedQuantity: 3, substituteId: other, quantity: 1 }],
  });

  expect(order.lines[0]).toMatchObject({ discount: 1000 });
  expect(short.lines[0]).toMatchObject({ discount: 750, total: 2475 });
  expect(substituted.lines[1]).toMatchObject({ discount: 100, total: 0 });
});

test('multiplies the coins of a customer without a plan', async () => {
  const { item, promotion } = await offer({ reward: { kind: 'coins', multiplier: 2.5 } });
  const { orders } = await place(manager, { lines: [lineOf(item)], fulfilment: 'pickup' });
  const order = await viewOrder(manager, orders[0]!._id);

  expect(order.coinsToEarn).toBe(25);
  expect(order.discounts).toMatchObject([{ promotionId: promotion._id, amount: 0, coins: 15 }]);
});

test('chooses promotions again while an order is edited, as its preview says', async () => {
  const { item, promotion } = await offer({
    label: 'Buy 2 get 1 free',
    reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
    limits: { uses: 9 },
  });
  const { orders } = await place(manager, { lines: [lineOf(item, 3)], fulfilment: 'pickup' });
  const order = await viewOrder(manager, orders[0]!._id);
  const edit = { lines: [{ lineId: order.lines[0]!._id, quantity: 2 }] };

  const plan = await manager.do(orderRoutes.editPlan, {
    params: { id: order._id },
    body: edit,
  });
  const reduced = await editLines(manager, order, edit);
  const limits = await limitsOf(promotion._id);
  const raised = await editLines(manager, reduced, { lines: [{ lineId: order.lines[0]!._id, quantity: 6 }] });

  expect(plan).toMatchObject({
    discountTotal: 0,
    total: 2200,
    lost: [{ promotionId: promotion._id, amount: 1000 }],
    gained: [],
  });
  expect(reduced).toMatchObject({ discountTotal: 0, total: 2200, discounts: [] });
  expect(limits).toEqual({ uses: 0, discount_used: 0 });
  expect(raised).toMatchObject({ discountTotal: 2000, total: 4400 });
  expect(await limitsOf(promotion._id)).toEqual({ uses: 1, discount_used: 2000 });
});

test('prices the rest of a partly cancelled order as its preview says', async () => {
  const { item, promotion } = await offer({
    label: 'Buy 2 get 1 free',
    reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
  });
  const other = await addGoods(shop, location, { price: 500, stock: 10, taxIds });
  const { orders } = await place(manager, {
    lines: [lineOf(item, 3), lineOf(other, 2)],
    fulfilment: 'pickup',
  });
  const order = await viewOrder(manager, orders[0]!._id);
  const params = { id: order._id };
  const lines = [
    { lineId: order.lines[0]!._id, quantity: 1 },
    { lineId: order.lines[1]!._id, quantity: 1 },
  ];

  const plan = await manager.do(orderRoutes.cancelPlan, { params, body: { lines } });
  const whole = await manager.do(orderRoutes.cancelPlan, { params, body: {} });
  const after = await manager.do(orderRoutes.cancel, { params, body: { reason: 'Too many', lines } });

  expect(order.total).toBe(3300);
  // The free unit costs 11.00 again, so cancelling one of three yogurts saves nothing.
  expect(plan).toMatchObject({
    amount: 550,
    total: 2750,
    lost: [{ promotionId: promotion._id, amount: 1000 }],
    gained: [],
  });
  expect(plan.lines.map(({ amount }) => amount)).toEqual([0, 550]);
  expect(after.total).toBe(plan.total);
  expect(whole).toMatchObject({ amount: 3300, goods: 4000, discount: 1000, total: 0, lost: [], gained: [] });
});

test("leaves a location's part of a delivery promotion out of the payout that a cancellation takes", async () => {
  const { item } = await offer({
    label: 'Free delivery',
    reward: { kind: 'delivery', percent: 100 },
    funding: { marketplace: 0, location: 100, vendor: 0 },
  });
  const { orders } = await place(manager, { lines: [lineOf(item)] });
  const order = await viewOrder(manager, orders[0]!._id);

  const plan = await manager.do(orderRoutes.cancelPlan, { params: { id: order._id }, body: {} });
  const delivered = await advanceTo(manager, order, 'delivered');
  const { entries } = await manager.do(orderRoutes.paymentDetails, { params: { id: order._id } });

  const payable = entries
    .filter(({ account }) => account === 'locationPayable')
    .reduce((sum, { amount }) => sum + amount, 0);
  expect(delivered.deliveryFee).toBe(0);
  expect(plan.payout).toBe(payable);
});

test('gives no promotion to an edited order that it did not meet when it was placed', async () => {
  const customer = newShopper();
  const { item, promotion } = await offer({ limits: { usesPerCustomer: 1 } });
  await place(manager, { customer, lines: [lineOf(item)], fulfilment: 'pickup' });
  const { orders } = await place(manager, { customer, lines: [lineOf(item)], fulfilment: 'pickup' });
  const order = await viewOrder(manager, orders[0]!._id);
  await setStatus(marketer, { ...promotion, version: promotion.version }, 'ended');

  const raised = await editLines(manager, order, { lines: [{ lineId: order.lines[0]!._id, quantity: 2 }] });

  expect(raised).toMatchObject({ discountTotal: 0, total: 2200 });
});

test('checks the conditions of details again until picking starts', async () => {
  const { item } = await offer({ conditions: { postalCodes: ['78702'] } });
  const { orders } = await place(manager, { lines: [lineOf(item)] });
  const order = await viewOrder(manager, orders[0]!._id);
  const address = { ...homeAddress, postalCode: '78701' };
  const params = { id: order._id };

  const plan = await manager.do(orderDetailRoutes.plan, { params, body: { address } });
  const moved = await manager.do(orderDetailRoutes.edit, {
    params,
    body: { address, version: order.version },
  });

  expect(order).toMatchObject({ discountTotal: 200 });
  expect(plan.total).toBe(moved.total);
  expect(moved).toMatchObject({ discountTotal: 0 });
});

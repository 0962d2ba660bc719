import {
  type MainOrderInput,
  mainOrderRoutes,
  type QuoteInput,
} from '@aisle/contract/sales/main-orders/main-orders';
import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addTax } from '../../../../test/catalogue-builders.ts';
import { checkInvariants } from '../../../../test/invariants.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  basketOf,
  booksOf,
  decide,
  editLines,
  everyPaymentType,
  homeAddress,
  moveTo,
  newShopper,
  openStore,
  place,
  runSql,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { completeRefund, refundNow } from '../../../../test/payable-builders.ts';
import { addSubscriber, subscribeTo } from '../../../../test/plan-builders.ts';
import { happen, happening } from '../../../../test/simulated-events/simulate.ts';
import { addWorld, type Happening } from '../../../../test/simulated-events/world.ts';
import type { Tx } from '../../../core/db/db.ts';

const usual = {
  discountsFundedBy: 'location',
  coins: { earnPerDollar: 3, redeemCents: 2, expiryDays: null },
  paymentTypes: everyPaymentType,
} as const;

const { shop, manager, location } = await openStore({
  server: { cardGateway: 'simulated' },
  settings: usual,
  location: { commissionRate: 12.5, deliveryFee: { base: 399, perMile: 0 } },
});
const taxIds = [await addTax(shop, 8.25)];
const jam = await addGoods(shop, location, { name: 'Jam', price: 333, taxIds });
const ham = await addGoods(shop, location, { name: 'Ham', price: 799, byWeight: true, taxIds });

const jamAndHam = () => [
  { subProductId: jam, locationId: location, quantity: 3 },
  { subProductId: ham, locationId: location, quantity: 1.5 },
];
const quoteFor = (customerId: string, rest: Partial<QuoteInput> = {}) =>
  manager.do(mainOrderRoutes.quote, {
    body: { customerId, fulfilment: 'delivery', address: homeAddress, lines: jamAndHam(), ...rest },
  });
async function orderFor(customerId: string, rest: Partial<MainOrderInput> = {}) {
  const { orders } = await place(manager, { customerId, lines: jamAndHam(), ...rest });
  return viewOrder(manager, orders[0]!._id);
}
const endSubscription = (id: string) =>
  runSql(shop, `UPDATE subscriptions SET cancelled_at = now() WHERE id = '${id}'`);

test("discounts the items of each line by the plan's percentage before tax", async () => {
  const { customerId, planId } = await addSubscriber(shop, manager, { name: 'Plus', discountPercent: 12.5 });

  const quote = await quoteFor(customerId);
  const order = await orderFor(customerId);
  const checkout = await manager.do(mainOrderRoutes.view, { params: { id: order.mainOrder._id } });

  // 12.5 % of 9.99 is 124.875 cents, of 11.99 (1.5 lb at 7.99) 149.875.
  const discounts = [{ source: 'subscription', planId, name: 'Plus', amount: 275 }];
  const lines = [
    { discount: 125, tax: 72, total: 946 },
    { discount: 150, tax: 87, total: 1136 },
  ];
  const totals = { itemsTotal: 2198, discountTotal: 275, taxTotal: 159, deliveryFee: 399, total: 2481 };
  const sums = { ...totals, discounts };
  expect(quote).toMatchObject({ ...sums, orders: [{ ...sums, lines }] });
  expect(order).toMatchObject({
    ...sums,
    lines,
    benefits: { planId, name: 'Plus', discountPercent: 12.5, coinMultiplier: 1, deliverySaved: null },
  });
  expect(checkout).toMatchObject({ total: 2481, discounts });
});

test('gives no discount without a plan', async () => {
  const order = await orderFor((await addSubscriber(shop, manager)).customerId);
  const body = { fulfilment: 'pickup' as const, lines: jamAndHam() };
  const other = await manager.do(mainOrderRoutes.quote, { body });

  expect(order).toMatchObject({ discountTotal: 0, discounts: [], total: 2198 + 181 + 399 });
  expect(other).toMatchObject({ discountTotal: 0, discounts: [], orders: [{ benefits: null }] });
});

test('gives no benefits for an ended, future or cancelled subscription', async () => {
  for (const [from, to, isCancelled] of [
    ['-2 days', '-1 second', false],
    ['1 hour', '1 day', false],
    ['-1 day', '1 day', true],
  ] as const) {
    const { customerId, subscriptionId } = await addSubscriber(shop, manager, { discountPercent: 50 });
    await runSql(
      shop,
      `UPDATE subscriptions SET starts_at = now() + interval '${from}', ends_at = now() + interval '${to}',
        first_starts_at = now() + interval '${from}', cancelled_at = CASE WHEN ${isCancelled} THEN now() END
        WHERE id = '${subscriptionId}'`,
    );

    expect(await quoteFor(customerId)).toMatchObject({ discountTotal: 0, discounts: [] });
  }
});

test('keeps the benefits from when the order was placed', async () => {
  const { customerId, planId, subscriptionId } = await addSubscriber(shop, manager, {
    name: 'Fleeting',
    discountPercent: 10,
    coinMultiplier: 2,
  });
  const order = await orderFor(customerId, { fulfilment: 'pickup' });
  await endSubscription(subscriptionId);
  await runSql(shop, `UPDATE subscription_plans SET name = 'Renamed' WHERE id = '${planId}'`);

  const delivered = await advanceTo(manager, order, 'delivered');

  const discounts = [{ source: 'subscription', planId, name: 'Fleeting', amount: 220 }];
  expect(delivered).toMatchObject({ discountTotal: 220, discounts, total: order.total });
  expect((await viewOrder(manager, order._id)).coinsEarned).toBe(19 * 3 * 2);
});

test('waives the delivery fee per order above an item total before discounts, and keeps it waived', async () => {
  const { customerId } = await addSubscriber(shop, manager, { discountPercent: 50, freeDeliveryAbove: 2198 });
  const elsewhere = await addOrderLocation(shop, { deliveryFee: { base: 500, perMile: 100 } });
  const tea = await addGoods(shop, elsewhere, { name: 'Tea', price: 2197 });

  const both = await quoteFor(customerId, {
    lines: [...jamAndHam(), { subProductId: tea, locationId: elsewhere, quantity: 1 }],
  });
  const order = await orderFor(customerId);
  const quoteAt = (id: string) => both.orders.find(({ locationId }) => locationId === id)!;

  expect(quoteAt(location)).toMatchObject({ deliveryFee: 0, benefits: { deliverySaved: 399 } });
  expect(quoteAt(elsewhere).benefits?.deliverySaved).toBeNull();
  expect(quoteAt(elsewhere).deliveryFee).toBeGreaterThan(500);
  expect(order).toMatchObject({ deliveryFee: 0, benefits: { deliverySaved: 399 } });
  const moved = await manager.do(orderDetailRoutes.edit, {
    params: { id: order._id },
    body: { version: order.version, address: { ...homeAddress, latitude: 30.3 } },
  });
  expect(moved).toMatchObject({ deliveryFee: 0, total: order.total });
  const { data: fewer } = await manager.call(orderRoutes.cancel, {
    params: { id: order._id },
    body: { reason: 'Too much', lines: [{ lineId: order.lines[0]!._id, quantity: 2 }] },
  });
  expect(fewer).toMatchObject({ deliveryFee: 0 });
});

test('waives no fee for a pickup', async () => {
  const { customerId } = await addSubscriber(shop, manager, { freeDeliveryAbove: 0 });

  const { benefits } = await orderFor(customerId, { fulfilment: 'pickup' });

  expect(benefits).toMatchObject({ deliverySaved: null });
});

test('discounts picked and weighed quantities, substitutes and added items', async () => {
  const { customerId } = await addSubscriber(shop, manager, { discountPercent: 7.5 });
  const rye = await addGoods(shop, location, { name: 'Rye', price: 457 });
  const oil = await addGoods(shop, location, { name: 'Oil', price: 1013 });
  const order = await moveTo(manager, await orderFor(customerId), 'processing');
  const [jamLine, hamLine] = order.lines.map(({ _id }) => _id);

  const edited = await editLines(manager, order, {
    lines: [
      { lineId: jamLine!, pickedQuantity: 1, substituteId: rye, quantity: 2 },
      { lineId: hamLine!, pickedQuantity: 1.613 },
    ],
    add: [{ subProductId: oil, quantity: 1 }],
  });

  // 7.5 % of 3.33, of 12.89 (1.613 lb), of 9.14 and of 10.13, each rounded half-up.
  expect(edited.lines.map(({ discount }) => discount)).toEqual([25, 97, 69, 76]);
  expect(edited).toMatchObject({ discountTotal: 267, discounts: [{ amount: 267 }] });
  expect((await moveTo(manager, edited, 'prepared')).discountTotal).toBe(267);
});

test('charges benefits to marketplace or location by setting, and reverses them in refunds', async () => {
  const { customerId } = await addSubscriber(shop, manager, { discountPercent: 10, coinMultiplier: 2.5 });
  const order = await advanceTo(manager, await orderFor(customerId, { fulfilment: 'pickup' }), 'delivered');

  // 19 whole dollars of 19.78 earn 57 coins at 3 per dollar, and 142 with the multiplier. Each coin is worth 2 cents.
  const sold = {
    'customerPayments payment': order.total,
    'locationPayable goods': -2198,
    'discounts discount': 220,
    'locationPayable earned': 114,
    'discounts earned': 170,
    'coinsLiability earned': -284,
    // 12.5 % of 8.99 and of 10.79, which are prices after the discount.
    'commissionIncome commission': -(112 + 135),
    'locationPayable commission': 112 + 135,
  };
  expect(await booksOf(shop, order._id)).toMatchObject(sold);
  expect(await booksOf(shop, order._id)).not.toHaveProperty('locationPayable discount');

  await decide(shop, {
    discountsFundedBy: 'marketplace',
    coins: { earnPerDollar: 1, redeemCents: 5, expiryDays: null },
  });
  await refundNow(manager, order, 300);
  await refundNow(manager, order, 200);
  const body = { reason: 'All of it' };
  const rest = await manager.do(refundRoutes.create, { params: { id: order._id }, body });
  await completeRefund(manager, rest._id);

  expect(await booksOf(shop, order._id)).toEqual({
    'customerPayments payment': order.total,
    'refunds refund': -order.total,
  });
  await decide(shop, usual);
});

test('reverses the discount in proportion, as the preview shows', async () => {
  const { customerId } = await addSubscriber(shop, manager, { discountPercent: 10 });
  const order = await advanceTo(manager, await orderFor(customerId, { fulfilment: 'pickup' }), 'delivered');
  const [line] = order.lines;

  const plan = await manager.do(refundRoutes.plan, {
    params: { id: order._id },
    body: { lines: [{ lineId: line!._id, amount: 324 }] },
  });

  // A third of the line (9.99 less 1.00, with 74 cents of tax) and of the commission on 8.99.
  expect(line).toMatchObject({ discount: 100, tax: 74, total: 973 });
  expect(plan).toMatchObject({ amount: 324, goods: 332, discount: 33, tax: 25, commission: 37 });
});

test('places nothing if the total differs from the quote, and returns the new quote', async () => {
  const { customerId, subscriptionId } = await addSubscriber(shop, manager, { discountPercent: 10 });
  const { total } = await quoteFor(customerId);
  await endSubscription(subscriptionId);
  const create = (quotedTotal?: number) =>
    manager.call(mainOrderRoutes.create, {
      headers: { 'idempotency-key': `key-${customerId}-${quotedTotal}` },
      body: basketOf({ customerId, lines: jamAndHam(), ...(quotedTotal !== undefined && { quotedTotal }) }),
    });

  const refused = await create(total);
  const now = (await quoteFor(customerId)).total;

  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    error: { code: 'mainOrders.price-changed' },
    message: expect.stringContaining('instead of'),
    data: { total: now, discounts: [], orders: [{ lines: [{ name: 'Jam' }, { name: 'Ham' }] }] },
  });
  expect((await manager.do(orderRoutes.list, { body: { filters: { customerId } } })).records).toEqual([]);
  expect(await create(now)).toMatchObject({ status: 200, data: { total: now } });
  expect(await create()).toMatchObject({ status: 200, data: { total: now } });
});

test.each([-1, 1.5, '12.00'])('rejects a quoted total of %j at its field', async (quotedTotal) => {
  const { status, body } = await manager.send(mainOrderRoutes.create, {
    body: { ...basketOf({ lines: jamAndHam() }), quotedTotal },
  });

  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { fields: [{ path: 'quotedTotal' }] } });
});

test('lets a clerk of one location sell to subscribers', async () => {
  const { planId } = await addSubscriber(shop, manager, { discountPercent: 10 });
  const shopper = newShopper();
  const clerk = await shop.signIn({ permissions: ['order_add', 'order_list'], locations: [location] });
  const known = await place(clerk, { customer: shopper, lines: jamAndHam() });
  await subscribeTo(shop, known.customerId, planId);

  const quote = await clerk.do(mainOrderRoutes.quote, {
    body: { customerId: known.customerId, fulfilment: 'pickup', lines: jamAndHam() },
  });
  const again = await place(clerk, { customer: shopper, lines: jamAndHam() });

  expect(quote.discountTotal).toBe(220);
  expect(known.total - again.total).toBeGreaterThan(220);
});

test('keeps totals, tax, commission, books and coins consistent for any events, with and without a plan', async () => {
  const world = await addWorld(shop, manager, 2, 400);
  const [subscriber] = world.subscribers;
  const isOfOrders = ({ what }: Happening) => !['transfer', 'arrive', 'count', 'adjust'].includes(what);
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening.filter(isOfOrders), { minLength: 40, maxLength: 80 }),
      async (some) => {
        for (const one of some) expect([200, 400, 409]).toContain(await happen(world, one));
        await shop.look(checkInvariants);
        expect(await shop.look(wrongCoins)).toEqual([]);
      },
    ),
    { numRuns: 3 },
  );
  const body = { filters: { customerId: subscriber! } };
  expect((await manager.do(orderRoutes.list, { body })).records).not.toEqual([]);
}, 60_000);

/**
 * Orders that didn't earn the expected coins: 3 coins per dollar, each worth 2 cents, times the multiplier. The location pays
 * for the coins without the multiplier.
 */
const wrongCoins = async (tx: Tx) => {
  const { rows } = await sql`
    SELECT o.id, o.items_total, o.discount_total, o.coin_multiplier, posted.*, due.* FROM orders o
    CROSS JOIN LATERAL (SELECT (o.items_total - o.discount_total) / 100 * 3 AS usual) each
    CROSS JOIN LATERAL (SELECT floor(usual * o.coin_multiplier) AS coins, usual * 2 AS of_location) due
    CROSS JOIN LATERAL (SELECT
        coalesce((SELECT sum(c.coins) FROM coin_entries c WHERE c.customer_id = o.customer_id AND c.kind = 'earned'
          AND c.cause_id = o.id), 0) AS earned,
        coalesce(-sum(e.amount) FILTER (WHERE e.account = 'coinsLiability'), 0) AS worth,
        coalesce(sum(e.amount) FILTER (WHERE e.account = 'locationPayable'), 0) AS of_location
      FROM journals j JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.order_id = o.id AND j.kind = 'sale' AND e.part = 'earned') posted
    WHERE o.status = 'delivered' AND o.location_id <> ${location}
      AND (posted.earned, posted.worth, posted.of_location) IS DISTINCT FROM (due.coins, due.coins * 2, due.of_location)`.execute(
    tx,
  );
  return rows;
};

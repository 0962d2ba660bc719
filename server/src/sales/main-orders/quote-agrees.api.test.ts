import { customerRoutes } from '@aisle/contract/customers/customers';
import {
  type MainOrderInput,
  mainOrderRoutes,
  type QuoteInput,
} from '@aisle/contract/sales/main-orders/main-orders';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  addStorefront,
  giveCoins,
  homeAddress,
  newShopper,
  openStore,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { addPlan, subscribeTo } from '../../../test/plan-builders.ts';
import { refusal } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

// A quote and a checkout with the same input must always agree.

const subscriber = newShopper();
const blocked = newShopper();

const quote = (body: QuoteInput) => shop.anonymous.call(mainOrderRoutes.quote, { headers: storefront, body });
const create = (body: MainOrderInput) => {
  const headers = { ...storefront, 'idempotency-key': newId() };
  return shop.anonymous.call(mainOrderRoutes.create, { headers, body });
};

const store = await openStore({
  settings: {
    coins: { earnPerDollar: 1, redeemCents: 2, expiryDays: null },
    paymentTypes: { cashOnDelivery: true, card: false, coins: true },
  },
  location: { deliveryFee: { base: 300, perMile: 50, freeAbove: 50_000 } },
  goods: { price: 450, stock: 10_000 },
});
const { shop, manager, location: open } = store;
const storefront = await addStorefront(shop);
const places = {
  open,
  strict: await addOrderLocation(shop, { minimumOrder: 1500, acceptsPickup: false }),
  off: await addOrderLocation(shop, { status: false }),
};
const goods = {
  bread: store.goods,
  ham: await addGoods(shop, open, { price: 799, byWeight: true, stock: 10_000 }),
  limited: await addGoods(shop, open, { minPerOrder: 2, maxPerOrder: 3, stock: 10_000 }),
  scarce: await addGoods(shop, open, { stock: 1 }),
  off: await addGoods(shop, open, { status: false }),
  foreign: await addGoods(shop, places.strict, { price: 600, stock: 10_000 }),
};
const { _id: subscriberId } = await addCustomer(manager, subscriber);
const planId = await addPlan(shop, { discountPercent: 10, freeDeliveryAbove: 1000, coinMultiplier: 2 });
await subscribeTo(shop, subscriberId, planId);
await giveCoins(manager, subscriberId, 100_000);
const { _id: addressId } = await manager.do(customerRoutes.addAddress, {
  params: { id: subscriberId },
  body: { ...homeAddress, label: 'Home' },
});
const { _id } = await addCustomer(manager, blocked);
await runSql(shop, `UPDATE customers SET status = 'blocked' WHERE id = '${_id}'`);
const oneBread = (quantity = 2) => [{ subProductId: goods.bread, quantity, locationId: places.open }];
const pickup = { fulfilment: 'pickup', paymentType: 'cashOnDelivery' } as const;

/** Generates baskets: most parts can be ordered, and some fail for each possible reason. */
const basket = () => {
  const mostly = <Usual, Other>(weight: number, usual: fc.Arbitrary<Usual>, ...others: Other[]) =>
    fc.oneof({ weight, arbitrary: usual }, fc.constantFrom(...others));
  const line = fc.record({
    subProductId: mostly(6, fc.constantFrom(goods.bread, goods.ham), ...Object.values(goods), newId()),
    quantity: mostly(6, fc.integer({ min: 2, max: 9 }), 1, 0.5, 1.255),
    locationId: mostly(12, fc.constant(open), ...Object.values(places), newId()),
  });
  const who = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ customerId: subscriberId }) },
    { weight: 3, arbitrary: fc.constant({ customer: subscriber }) },
    { weight: 3, arbitrary: fc.constant(0).map(() => ({ customer: newShopper() })) },
    fc.constantFrom(
      { customer: blocked },
      { customerId: newId() },
      { customerId: subscriberId, customer: subscriber },
    ),
  );
  const nowhere = { ...homeAddress, latitude: null, longitude: null };
  const where = mostly(
    4,
    fc.constant({ address: homeAddress }),
    {},
    { addressId },
    { addressId: newId() },
    { address: { ...homeAddress, latitude: 31 } },
    { address: nowhere },
    { address: { ...nowhere, postalCode: 'nowhere' } },
  );
  const cash = { paymentType: 'cashOnDelivery' as const };
  const pays = mostly(
    4,
    fc.constant(cash),
    { paymentType: 'coins' as const },
    { paymentType: 'card' as const },
    { ...cash, coins: 40 },
    { ...cash, coins: 900_000 },
  );
  const slot = { from: '2020-01-01T10:00:00Z', to: '2020-01-01T12:00:00Z' };
  const when = mostly(6, fc.constant({}), { slot });
  const fulfilment = fc.record({ fulfilment: fc.constantFrom('delivery' as const, 'pickup' as const) });
  const lines = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 3 }) });
  return fc
    .tuple(fulfilment, lines, who, where, pays, when)
    .map((parts) => Object.assign({}, ...parts) as MainOrderInput);
};

test('predicts success, refusal and amounts of placing the order', async () => {
  const seen = { placed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(basket(), async (body) => {
      const quoted = await quote(body);
      const placed = await create(body);
      const isPossible = quoted.status === 200 && quoted.data.possible;

      expect(placed.status === 200, JSON.stringify([quoted.body, placed.body])).toBe(isPossible);
      expect(placed.status).toBeLessThan(500);
      seen[isPossible ? 'placed' : 'refused'] += 1;
      if (!isPossible) {
        // Both reject an invalid request with status 400.
        if (quoted.status !== 200) expect(refusal(placed)).toEqual(refusal(quoted));
        return;
      }
      const { total, orders, discountTotal, coinsUsed } = quoted.data;
      expect([placed.data.total, placed.data.orders.map((order) => order.total)]).toEqual([
        total,
        orders.map((order) => order.total),
      ]);
      const made = await Promise.all(placed.data.orders.map(({ _id }) => viewOrder(manager, _id)));
      const sum = (of: (order: (typeof made)[number]) => number) =>
        made.reduce((all, one) => all + of(one), 0);
      expect([sum((order) => order.discountTotal), sum((order) => order.coinsUsed)]).toEqual([
        discountTotal,
        coinsUsed,
      ]);
    }),
    { numRuns: 150, seed: 20_261_123 },
  );
  expect(seen.placed).toBeGreaterThan(20);
  expect(seen.refused).toBeGreaterThan(20);
});

test('refuses a delivery without an address for existing and new customers', async () => {
  const body = { fulfilment: 'delivery', lines: oneBread() } as const;

  const { data } = await quote({ ...body, lines: [...body.lines] });

  expect([data.possible, data.problems.map(({ code }) => code)]).toEqual([false, ['not-deliverable']]);
  expect(data.total).toBe(1200);
});

test('shows plan benefits and coin balance of a customer identified by phone', async () => {
  const { email: _, ...customer } = { email: null, ...subscriber };

  const { data } = await quote({ ...pickup, customer, lines: oneBread() });
  expect(data).toEqual((await quote({ ...pickup, customerId: subscriberId, lines: oneBread() })).data);
  expect(data.discountTotal).toBe(90);
});

test('saves no data of a new customer', async () => {
  const customer = newShopper();

  const { data } = await quote({ ...pickup, customer, coins: 5, lines: oneBread() });

  expect([data.possible, data.coinBalance, data.problems[0]?.code]).toEqual([false, 0, 'coins-short']);
  expect((await manager.do(customerRoutes.list, { body: { search: customer.phone } })).records).toEqual([]);
});

test('reports a taken externalId only to the key that took it', async () => {
  const body = { ...pickup, customer: newShopper(), externalId: 'W-1', lines: oneBread() };
  const { data: placed } = await create(body);

  const { data } = await quote(body);
  const headers = await addStorefront(shop);
  const byOther = await shop.anonymous.do(mainOrderRoutes.quote, { headers, body });

  expect(data.possible).toBe(false);
  expect(data.problems).toEqual([{ code: 'duplicate', message: `This is already order ${placed.number}` }]);
  expect((await create(body)).body.error?.code).toBe('duplicate');
  expect(byOther.possible).toBe(true);
});

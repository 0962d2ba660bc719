import { mainOrderRoutes, type QuoteInput } from '@aisle/contract/sales/main-orders/main-orders';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTax, assign, receive } from '../../../test/catalogue-builders.ts';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  addStorefront,
  basketOf,
  decide,
  everyPaymentType,
  homeAddress,
  newShopper,
  openStore,
  place,
  runSql,
  stockOf,
  viewOrder,
} from '../../../test/order-builders.ts';
import { type Person, refusal } from '../../../test/shop.ts';

const store = await openStore({ goods: { name: 'Bread', price: 300, stock: 100_000 } });
const { shop, manager, location, goods: bread } = store;
await decide(shop, {});

type Basket = ReturnType<typeof basketOf>;
const create = (body: Basket, headers: Record<string, string> = {}) =>
  manager.call(mainOrderRoutes.create, { body, headers });
const quote = (lines: Basket['lines'], rest: Partial<QuoteInput> = {}) =>
  manager.do(mainOrderRoutes.quote, { body: { fulfilment: 'pickup', lines, ...rest } });
const view = (id: string, by = manager) => by.do(mainOrderRoutes.view, { params: { id } });
const one = (subProductId: string, quantity = 1, locationId = location) => {
  return { subProductId, quantity, locationId };
};
const many = <Result>(count: number, send: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));

test('splits a basket over two locations into two orders and places them at once if paid on delivery', async () => {
  const other = await addOrderLocation(shop, { name: 'Elsewhere' });
  const jam = await addGoods(shop, other, { price: 250 });

  const main = await place(manager, { lines: [one(bread, 2), one(jam, 3, other)] });
  const { orders } = await view(main._id);

  expect(main).toMatchObject({ status: 'orderPlaced', total: 1350 });
  expect(main.number).toMatch(/^M-\d+$/);
  expect(orders).toHaveLength(2);
  expect(orders).toContainEqual(
    expect.objectContaining({ locationId: location, total: 600, status: 'orderPlaced' }),
  );
  expect(orders).toContainEqual(
    expect.objectContaining({ locationId: other, total: 750, status: 'orderPlaced' }),
  );
  expect(await stockOf(shop, other, jam)).toEqual([100, 3]);
  const order = await viewOrder(manager, main.orders[0]!._id);
  expect(order.mainOrder.siblings).toHaveLength(1);
  expect(order.events).toMatchObject([
    { from: null, to: 'pending', by: 'Ada Tester' },
    { from: 'pending', to: 'orderPlaced', by: 'System' },
  ]);
});

test('shows users of one location only their part of a checkout', async () => {
  const other = await addOrderLocation(shop);
  const jam = await addGoods(shop, other, { price: 250 });
  const main = await place(manager, { lines: [one(bread, 2), one(jam, 3, other)] });
  const owner = await shop.signIn({ permissions: ['order_view'], locations: [other] });
  const elsewhere = await addOrderLocation(shop);
  const stranger = await shop.signIn({ permissions: ['order_view'], locations: [elsewhere] });

  const seen = await view(main._id, owner);
  const list = await owner.do(mainOrderRoutes.list, { body: {} });

  expect(seen).toMatchObject({ orders: [{ locationId: other }], total: 750 });
  expect(list.records).toMatchObject([{ _id: main._id, total: 750, orderCount: 1 }]);
  expect((await stranger.call(mainOrderRoutes.view, { params: { id: main._id } })).status).toBe(404);
});

test("charges the location's price, otherwise the sale price, otherwise the list price", async () => {
  const lines = [
    one(await addGoods(shop, location, { price: 900, salePrice: 800, localPrice: 750 })),
    one(await addGoods(shop, location, { price: 900, salePrice: 800 })),
    one(await addGoods(shop, location, { price: 900 })),
  ];

  const quoted = await quote(lines);

  expect(quoted.orders[0]?.lines.map((line) => line.unitPrice)).toEqual([750, 800, 900]);
});

test('rounds tax half-up once per line', async () => {
  const tax = await addTax(shop, 8.25);
  const taxed = await addGoods(shop, location, { price: 200, taxIds: [tax] });

  // 8.25 % of 6.00 is 49.5 cents.
  expect(await quote([one(taxed, 3)])).toMatchObject({ itemsTotal: 600, taxTotal: 50, total: 650 });
});

test('accepts fractions for weighed items and only whole numbers for counted ones', async () => {
  const apples = await addGoods(shop, location, { price: 199, byWeight: true });

  const quoted = await quote([one(apples, 1.255), one(bread, 1.5)]);

  expect(quoted.orders[0]?.lines[0]).toMatchObject({ total: 250, problem: null });
  expect(quoted.orders[0]?.lines[1]?.problem?.code).toBe('quantity');
  expect((await create(basketOf({ lines: [one(bread, 1.5)] }))).body.error).toMatchObject({
    code: 'validation-failed',
    fields: [{ path: 'lines.0.quantity', message: 'Enter a whole number' }],
  });
});

test('charges the delivery fee by distance and waives it above an item total', async () => {
  const far = await addOrderLocation(shop, { deliveryFee: { base: 300, perMile: 100, freeAbove: 5000 } });
  const eggs = await addGoods(shop, far, { price: 500 });
  const toHome = { fulfilment: 'delivery', address: homeAddress } as const;

  const near = await quote([one(eggs, 1, far)], toHome);
  const unknown = await quote([one(eggs, 1, far)], { fulfilment: 'delivery' });
  const free = await quote([one(eggs, 10, far)], toHome);

  expect(near.orders[0]?.distanceKm).toBeCloseTo(2.15, 1);
  expect(near.deliveryFee).toBe(300 + Math.round(near.orders[0]!.distanceKm! * 62.1371));
  expect(unknown.deliveryFee).toBe(300);
  expect(free.deliveryFee).toBe(0);
});

test('explains in a quote why each line is refused and saves nothing', async () => {
  const off = await addGoods(shop, location, { status: false });
  const foreign = await addGoods(shop, await addOrderLocation(shop));
  const few = await addGoods(shop, location, { name: 'Saffron', stock: 1 });
  const limited = await addGoods(shop, location, { minPerOrder: 2, maxPerOrder: 3 });
  const lines = [one(off), one(foreign), one(few, 2), one(limited, 1), one(limited, 3), one(bread)];

  const quoted = await quote(lines);

  expect(quoted.possible).toBe(false);
  const problems = ['switched-off', 'not-assigned', 'stock.not-enough', 'quantity', undefined];
  expect(quoted.orders[0]?.lines.map(({ problem }) => problem?.code)).toEqual(problems);
  expect(await stockOf(shop, location, few)).toEqual([1, 0]);
});

test('rejects more than the available stock, names the lines and reserves nothing', async () => {
  const few = await addGoods(shop, location, { name: 'Truffles', stock: 3 });
  const before = await stockOf(shop, location, bread);

  const refused = await create(basketOf({ lines: [one(bread, 2), one(few, 4)] }));

  expect(refusal(refused)).toEqual([409, 'stock.not-enough']);
  expect(refused.body.message).toContain('Truffles');
  expect(refused.body.error?.fields?.[0]?.path).toBe('lines.1.quantity');
  expect(await stockOf(shop, location, few)).toEqual([3, 0]);
  expect(await stockOf(shop, location, bread)).toEqual(before);
});

test('sells the last three units once to twenty concurrent customers', async () => {
  const last = await addGoods(shop, location, { stock: 3 });

  const results = await many(20, () => create(basketOf({ lines: [one(last), one(bread)] })));

  expect(results.filter((result) => result.status === 200)).toHaveLength(3);
  expect(results.filter((result) => result.body.error?.code === 'stock.not-enough')).toHaveLength(17);
  expect(await stockOf(shop, location, last)).toEqual([3, 3]);
});

test.each<[string, string, () => Promise<Partial<Basket>>]>([
  [
    'a blocked customer',
    'orders.customer-blocked',
    async () => {
      const { _id: customerId } = await addCustomer(manager);
      await runSql(shop, `UPDATE customers SET status = 'blocked' WHERE id = '${customerId}'`);
      return { customerId };
    },
  ],
  ['a disabled payment type', 'orders.payment-type-off', async () => ({ paymentType: 'card' })],
  ['coins while they are disabled', 'orders.coins-off', async () => ({ coins: 5 })],
  [
    'an address too far away',
    'orders.not-deliverable',
    async () => ({ address: { ...homeAddress, latitude: 31 } }),
  ],
  [
    'a slot in the past',
    'orders.not-deliverable',
    async () => ({ slot: { from: '2020-01-01T10:00:00Z', to: '2020-01-01T12:00:00Z' } }),
  ],
  [
    'less than the minimum order',
    'orders.minimum-not-met',
    async () => {
      const strict = await addOrderLocation(shop, { minimumOrder: 1000 });
      return { lines: [one(await addGoods(shop, strict, { price: 999 }), 1, strict)] };
    },
  ],
  [
    'an inactive location',
    'orders.not-sellable',
    async () => {
      const off = await addOrderLocation(shop, { status: false });
      return { lines: [one(await addGoods(shop, off), 1, off)] };
    },
  ],
  [
    'pickup at a location without pickup',
    'orders.not-deliverable',
    async () => {
      const dark = await addOrderLocation(shop, { acceptsPickup: false });
      return { fulfilment: 'pickup' as const, lines: [one(await addGoods(shop, dark), 1, dark)] };
    },
  ],
  [
    'a slot outside opening hours',
    'orders.not-deliverable',
    async () => {
      const mornings = await addOrderLocation(shop, {
        openingHours: { monday: [{ opens: '08:00', closes: '12:00' }] },
      });
      // A Tuesday, when the location is closed.
      const slot = { from: '2035-01-02T16:00:00Z', to: '2035-01-02T17:00:00Z' };
      return { slot, lines: [one(await addGoods(shop, mornings), 1, mornings)] };
    },
  ],
])('rejects an order for %s', async (_, expected, wanted) => {
  const basket = basketOf({ lines: [one(bread)], ...(await wanted()) });

  expect(refusal(await create(basket))).toEqual([409, expected]);
});

test('rejects unknown records at their fields', async () => {
  const nowhere = '0190aaaa-0000-7000-8000-000000000000';
  const paths = async (body: object) =>
    (await create({ ...basketOf({ lines: [one(bread)] }), ...body } as never)).body.error?.fields?.map(
      (field) => field.path,
    );

  expect(await paths({ lines: [one(nowhere)] })).toEqual(['lines.0.subProductId']);
  expect(await paths({ lines: [one(bread), { sku: 'none', quantity: 1, locationId: location }] })).toEqual([
    'lines.1.sku',
  ]);
  expect(await paths({ lines: [one(bread, 1, nowhere)] })).toEqual(['lines.0.locationId']);
  expect(await paths({ customer: undefined, customerId: nowhere })).toEqual(['customerId']);
  expect(await paths({ addressId: nowhere, address: undefined })).toEqual(['addressId']);
  expect(await paths({ address: undefined })).toEqual(['address']);
  expect(await paths({ lines: [] })).toEqual(['lines']);
  expect(await paths({ surprise: 1 })).toEqual(['surprise']);
});

test('finds lines by SKU in any case', async () => {
  const line = { sku: `sku-${bread}`, quantity: 1, locationId: location };

  expect((await place(manager, { lines: [line] })).total).toBe(300);
});

test('matches a customer by phone in any notation, even in twenty concurrent requests', async () => {
  const phone = newShopper().phone;
  const spellings = [phone, phone.replace('+1 ', ''), phone.replace(/ /g, '-')];

  const mains = await many(20, (index) =>
    place(manager, { customer: { ...newShopper(), phone: spellings[index % 3]! }, lines: [one(bread)] }),
  );

  expect(new Set(mains.map((main) => main.customerId)).size).toBe(1);
});

test('creates one order for fifty concurrent requests with the same key', async () => {
  const body = basketOf({ lines: [one(bread, 2)] });
  const before = await stockOf(shop, location, bread);

  const results = await many(50, () => create(body, { 'idempotency-key': 'fifty' }));
  const other = await create({ ...body, note: 'changed' }, { 'idempotency-key': 'fifty' });

  expect(new Set(results.map((result) => result.status))).toEqual(new Set([200]));
  expect(new Set(results.map((result) => result.data._id)).size).toBe(1);
  expect((await stockOf(shop, location, bread))[1] - before[1]).toBe(2);
  expect(refusal(other)).toEqual([409, 'idempotency-key-reused']);
});

test('places storefront orders with an API key once per externalId and requires an Idempotency-Key', async () => {
  const storefront = await addStorefront(shop);
  const body = basketOf({ lines: [one(bread)], externalId: 'cart-1' });
  const send = (headers: Record<string, string>) =>
    shop.anonymous.call(mainOrderRoutes.create, { body, headers: { ...storefront, ...headers } });

  const without = await send({});
  const first = await send({ 'idempotency-key': 'a' });
  const again = await send({ 'idempotency-key': 'b' });
  const quoted = await shop.anonymous.call(mainOrderRoutes.quote, {
    body: { fulfilment: 'pickup', lines: [one(bread)] },
    headers: storefront,
  });

  expect(refusal(without)).toEqual([400, 'idempotency-key-required']);
  expect(first.status).toBe(200);
  expect(refusal(again)).toEqual([409, 'duplicate']);
  expect(again.body.data).toEqual({ _id: first.data._id, number: first.data.number });
  expect(quoted.status).toBe(200);
  expect(await view(first.data._id)).toMatchObject({ source: 'storefront', externalId: 'cart-1' });
});

test('creates one order for two concurrent storefront requests with the same externalId', async () => {
  const storefront = await addStorefront(shop);
  const body = basketOf({ lines: [one(bread)], externalId: 'race' });
  const send = (key: string) =>
    shop.anonymous.call(mainOrderRoutes.create, { body, headers: { ...storefront, 'idempotency-key': key } });

  const results = await Promise.all([send('one'), send('two')]);

  expect(results.map((result) => result.status).sort()).toEqual([200, 409]);
});

test('reserves stock for a card order that waits for payment', async () => {
  await decide(shop, { paymentTypes: everyPaymentType });
  const own = await addGoods(shop, location);

  const main = await place(manager, { lines: [one(own, 4)], paymentType: 'card' });
  await decide(shop, {});

  expect(main).toMatchObject({ status: 'pending', orders: [{ status: 'pending', version: 1 }] });
  expect(await stockOf(shop, location, own)).toEqual([100, 4]);
});

test("limits phone orders to the user's location", async () => {
  const owner = await shop.signIn({ permissions: ['order_add', 'order_view'], locations: [location] });
  const elsewhere = await addOrderLocation(shop);
  const jam = await addGoods(shop, elsewhere);
  await assign(shop, elsewhere, bread);
  await receive(shop, elsewhere, bread);

  const main = await place(owner, { lines: [one(bread)] });
  const body = basketOf({ lines: [one(jam, 1, elsewhere)] });
  const refused = await owner.call(mainOrderRoutes.create, { body });

  expect(main.status).toBe('orderPlaced');
  expect((await view(main._id, owner)).customer.name).toBe('Grace Shopper');
  expect(refused.body.error?.fields?.[0]?.path).toBe('lines.0.locationId');
});

test('finds a checkout by its number and its customer', async () => {
  const customer = { ...newShopper(), firstName: 'Zebulon', lastName: 'Quark' };
  const main = await place(manager, { customer, lines: [one(bread)] });
  const found = async (search: string) =>
    (await manager.do(mainOrderRoutes.list, { body: { search } })).records.map((row) => row._id);

  expect(await found(main.number)).toContain(main._id);
  expect(await found('zebulon')).toEqual([main._id]);
  expect(await found('no such thing')).toEqual([]);
});

test("finds a customer's checkouts in reach, in pages with totals", async () => {
  const customer = { ...newShopper(), firstName: 'Perpetua', lastName: 'Gant' };
  const other = await addOrderLocation(shop);
  const jam = await addGoods(shop, other);
  const made: string[] = [];
  for (const line of [one(bread), one(bread), one(jam, 1, other)]) {
    made.push((await place(manager, { customer, lines: [line] }))._id);
  }
  const owner = await shop.signIn({ permissions: ['order_list'], locations: [location] });
  const page = async (person: Person, body: object) => {
    const got = await person.do(mainOrderRoutes.list, { body: { search: 'perpetua gant', ...body } });
    return [got.totalRecords, ...got.records.map((row) => row._id)];
  };
  const [first, second, elsewhere] = made;

  expect(await page(manager, {})).toEqual([3, elsewhere, second, first]);
  expect(await page(manager, { limit: 2 })).toEqual([3, elsewhere, second]);
  expect(await page(manager, { limit: 2, page: 2 })).toEqual([3, first]);
  for (const field of ['createdAt', 'number']) {
    expect(await page(manager, { sort: { field, order: 'asc' } })).toEqual([3, ...made]);
  }
  expect(await page(owner, { limit: 1 })).toEqual([2, second]);
  expect(await page(owner, { filters: { source: 'staff' } })).toEqual([2, second, first]);
});

test('finds a checkout by a common name', async () => {
  const customer = { ...newShopper(), firstName: 'Common', lastName: 'Name' };
  const main = await place(manager, { customer, lines: [one(bread)] });
  await runSql(
    shop,
    `INSERT INTO customers (id, first_name, last_name, phone, phone_digits)
      SELECT gen_random_uuid(), 'Common', 'Name ' || i, '888' || i, '888' || i FROM generate_series(1, 301) i`,
  );

  const { records } = await manager.do(mainOrderRoutes.list, { body: { search: 'common name' } });

  expect(records.map((row) => row._id)).toEqual([main._id]);
});

test('computes totals as items less discount plus tax and delivery for any basket', async () => {
  const tax = await addTax(shop, 6.125);
  const goods = await Promise.all(
    [137, 250, 999, 1].map((price, index) => {
      const taxIds = index < 2 ? [tax] : [];
      return addGoods(shop, location, { price, byWeight: index % 2 === 1, stock: 100_000, taxIds });
    }),
  );

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 5000 })), { minLength: 1, maxLength: 8 }),
      async (picks) => {
        const lines = picks.map(([index, amount]) =>
          one(goods[index]!, index % 2 === 1 ? amount / 1000 : Math.ceil(amount / 100)),
        );
        const quoted = await quote(lines, { fulfilment: 'delivery', address: homeAddress });
        for (const order of [quoted, ...quoted.orders]) {
          expect(order.total).toBe(
            order.itemsTotal - order.discountTotal + order.taxTotal + order.deliveryFee,
          );
        }
        const sum = quoted.orders[0]!.lines.reduce((total, line) => total + line.total, 0);
        expect(sum).toBe(quoted.itemsTotal + quoted.taxTotal);
      },
    ),
    { numRuns: 40 },
  );
});

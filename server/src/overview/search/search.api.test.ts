import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { searchRoutes } from '@aisle/contract/overview/search';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { state } from '../../../test/payable-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addPlan, addSubscriber, subscribeTo } from '../../../test/subscription-builders.ts';
import { addTicket } from '../../../test/support-builders.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const here = await addOrderLocation(shop);
const elsewhere = await addOrderLocation(shop);

const find = (person: Person, q: string) => person.do(searchRoutes.find, { query: { q } });
const customer = { firstName: 'Rosalind', lastName: 'Quickwater', phone: '+1 512 555 0199' };

test("finds an order by its number, and by its customer's name or phone", async () => {
  const goods = await addGoods(shop, here, { name: 'Golden Pears' });
  const order = await placeOne(admin, here, goods, { customer });

  for (const q of [order.number, order.number.replace('O-', ''), 'quickwat', '(512) 555-0199']) {
    const found = await find(admin, q);
    expect([q, found.orders.map(({ _id }) => _id)]).toEqual([q, [order._id]]);
  }
  expect((await find(admin, 'Rosalind Q')).customers).toMatchObject([{ name: 'Rosalind Quickwater' }]);
});

test('finds the order, its checkout and other records by part of a number', async () => {
  const goods = await addGoods(shop, here, { name: 'Numbered Nuts' });
  const order = await placeOne(admin, here, goods);
  const part = order.number.slice(0, -1);
  const { number } = await shop.look((tx) =>
    tx
      .selectFrom('main_orders')
      .innerJoin('orders', 'orders.main_order_id', 'main_orders.id')
      .select('main_orders.number')
      .where('orders.id', '=', order._id)
      .executeTakeFirstOrThrow(),
  );
  const checkout = `M-${number}`;
  const keeper = await shop.signIn({ permissions: ['inventory_list'] });

  const listed = await admin.do(orderRoutes.list, { body: { search: part, limit: 100 } });
  expect(listed.records.map(({ _id }) => _id)).toContain(order._id);
  expect((await find(admin, part)).orders.every((found) => found.number.startsWith(part))).toBe(true);
  expect((await find(admin, order.number)).orders).toMatchObject([
    { _id: order._id, status: 'orderPlaced', locationName: expect.any(String) },
  ]);
  expect((await find(admin, checkout)).numbered).toMatchObject([{ kind: 'checkout', number: checkout }]);
  expect((await find(admin, checkout.slice(0, -2))).numbered.map((found) => found.number)).toContain(
    checkout,
  );
  expect((await find(keeper, checkout)).numbered).toEqual([]);
});

test("finds a statement by number, for users who can see the location's statements", async () => {
  const goods = await addGoods(shop, here, { name: 'Stated Squash' });
  await deliver(admin, here, goods);
  const { _id, number } = await state(admin, here);
  const owner = (location: string) =>
    shop.signIn({ permissions: ['location_report'], locations: [location] });

  expect((await find(admin, number)).numbered).toMatchObject([{ kind: 'statement', _id, number }]);
  expect((await find(await owner(here), number)).numbered).toMatchObject([{ _id }]);
  expect((await find(await owner(elsewhere), number)).numbered).toEqual([]);
  expect((await find(await shop.signIn({ permissions: ['order_list'] }), number)).numbered).toEqual([]);
});

test('finds a ticket by number, for users who can see it', async () => {
  const { _id, number } = await addTicket(admin, { locationId: here });
  const clerk = (location: string) => shop.signIn({ permissions: ['support_list'], locations: [location] });

  expect((await find(admin, number)).numbered).toMatchObject([
    { kind: 'ticket', _id, number, about: 'Where is my order?' },
  ]);
  expect((await find(await clerk(here), number)).numbered).toMatchObject([{ _id }]);
  expect((await find(await clerk(elsewhere), number)).numbered).toEqual([]);
});

test('finds an invoice by the beginning of its number, and links to its customer', async () => {
  const customerId = await addSubscriber(admin);
  await subscribeTo(admin, customerId, (await addPlan(admin))._id);
  const { records } = await admin.do(subscriptionRoutes.list, { body: { filters: { customerId } } });
  const number = records[0]!.invoiceNumber;
  const clerk = await shop.signIn({ permissions: ['order_list'] });

  for (const q of [number, number.slice(0, -1), number.toLowerCase().replace('-', '')]) {
    const found = (await find(admin, q)).numbered;
    expect([q, found]).toMatchObject([q, [{ kind: 'subscriptionInvoice', _id: customerId, number }]]);
  }
  expect((await find(clerk, number)).numbered).toEqual([]);
});

test('ranks scanned codes first, and matches parts of names', async () => {
  const goods = await addGoods(shop, here, { name: 'Silver Plums' });
  const { sku } = (await shop.sql`SELECT sku FROM sub_products WHERE id = ${goods}`)[0]!;

  expect((await find(admin, sku.toUpperCase())).subProducts[0]?._id).toBe(goods);
  expect((await find(admin, 'ver plu')).subProducts.map(({ _id }) => _id)).toEqual([goods]);
  expect((await find(admin, '100%')).products).toEqual([]);
});

test("limits results to the user's permissions and locations", async () => {
  const goods = await addGoods(shop, elsewhere, { name: 'Hidden Melons' });
  const order = await placeOne(admin, elsewhere, goods, {
    customer: { firstName: 'Ottoline', lastName: 'Farplace', phone: '+1 512 555 0142' },
  });
  const owner = await shop.signIn({ permissions: ['order_list', 'customer_list'], locations: [here] });
  const local = await shop.signIn({ permissions: ['order_list', 'customer_list'], locations: [elsewhere] });

  for (const q of [order.number, 'Ottoline', '5125550142', 'Hidden Melons']) {
    const { meant: _, ...found } = await find(owner, q);
    expect([q, ...Object.values(found).flat()]).toEqual([q]);
  }
  expect((await find(local, 'Ottoline')).orders).toHaveLength(1);
  expect((await find(local, 'Ottoline')).customers).toHaveLength(1);
});

test('corrects typing errors, and reports the correction', async () => {
  await addGoods(shop, here, { name: 'Strawberry Yogurt' });
  await addGoods(shop, here, { name: 'Organic Whole Milk' });
  await addGoods(shop, here, { name: 'Sharp Cheddar' });
  const names = async (q: string) => (await find(admin, q)).subProducts.map(({ name }) => name);

  expect(await names('strawbery')).toEqual(['Strawberry Yogurt']);
  expect(await names('yougurt strawbery')).toEqual(['Strawberry Yogurt']);
  expect(await names('oragnic mlik')).toEqual(['Organic Whole Milk']);
  expect(await names('chedd')).toEqual(['Sharp Cheddar']);
  expect(await names('chedar')).toEqual(['Sharp Cheddar']);
  expect((await find(admin, 'chedar')).meant).toBe('cheddar');
  expect((await find(admin, 'cheddar')).meant).toBeNull();
  expect(await names('zzzqqxx')).toEqual([]);
});

test('prefers the correction found in more names, and keeps known words', async () => {
  for (const name of ['Granary Loaf', 'Granary Rolls', 'Granary Loafs', 'Garnary Buns']) {
    await addGoods(shop, here, { name });
  }

  const found = await find(admin, 'grnary loaf');

  expect(found.meant).toBe('granary loaf');
  expect(found.subProducts.map(({ name }) => name)).toEqual(['Granary Loaf', 'Granary Loafs']);
});

test('matches words in any order, including the brand', async () => {
  const goods = await addGoods(shop, here, { name: 'Rolled Oats' });
  const product = await shop.look(async (tx) => {
    const { product_id } = await tx
      .selectFrom('sub_products')
      .select('product_id')
      .where('id', '=', goods)
      .executeTakeFirstOrThrow();
    const brand = newId();
    await tx.insertInto('brands').values({ id: brand, name: 'Heartmill' }).execute();
    await tx
      .updateTable('products')
      .set({ name: 'Rolled Oats', brand_id: brand })
      .where('id', '=', product_id)
      .execute();
    return product_id;
  });

  for (const q of ['oats rolled', 'heartmill oats', 'oats Heartmil', 'heartmill']) {
    expect([q, (await find(admin, q)).products.map(({ _id }) => _id)]).toEqual([q, [product]]);
  }
  expect((await find(admin, 'heartmill')).brands).toMatchObject([{ name: 'Heartmill' }]);
});

test('finds locations, vendors and drivers for users who can list them', async () => {
  const name = 'Uniquely Named';
  const location = await addOrderLocation(shop, { name });
  await shop.look((tx) => tx.insertInto('vendors').values({ id: newId(), name }).execute());
  const owner = await shop.signIn({ permissions: ['store_list', 'vendor_list'], locations: [here] });
  const keeper = await shop.signIn({ permissions: ['store_list'] });

  expect(await find(admin, 'uniquely')).toMatchObject({
    locations: [{ _id: location, name, hint: location }],
    vendors: [{ name }],
  });
  expect(await find(owner, 'uniquely')).toMatchObject({ locations: [], vendors: [] });
  expect(await find(keeper, 'named uniquely')).toMatchObject({ locations: [{ _id: location }], vendors: [] });
});

test('finds users by name or email, and only its own staff for a store', async () => {
  const clerk = await shop.signIn({ permissions: [], locations: [here] });
  const rows = await shop.sql`UPDATE users SET first_name = 'Zelda', last_name = 'Quince'
    WHERE id = ${clerk.userId} RETURNING email`;
  const { email } = rows[0]!;
  const elsewhere = await addOrderLocation(shop);
  const [owner, other] = [
    await shop.signIn({ permissions: ['user_list'], locations: [here] }),
    await shop.signIn({ permissions: ['user_list'], locations: [elsewhere] }),
  ];
  const zelda = [{ _id: clerk.userId, name: 'Zelda Quince', hint: email }];

  for (const q of ['quince zelda', email]) expect((await find(admin, q)).users).toEqual(zelda);
  expect((await find(owner, 'quince')).users).toEqual(zelda);
  expect((await find(other, 'quince')).users).toEqual([]);
  expect((await find(clerk, 'quince')).users).toEqual([]);
});

test('treats wildcards and quotes as text', async () => {
  await addGoods(shop, here, { name: 'Half & Half 50% "Best"' });

  expect((await find(admin, '50% "best"')).subProducts).toHaveLength(1);
  for (const q of ['%%%%', '____', "'; --", '\\', '🍓', 'ا ب ت', 'x'.repeat(200)]) {
    expect([q, (await find(admin, q)).subProducts]).toEqual([q, []]);
  }
});

test('returns no results, without an error, to users without permissions', async () => {
  const unprivileged = await shop.signIn({ permissions: [] });

  const { meant, ...found } = await find(unprivileged, 'a');

  expect([meant, ...Object.values(found).flat()]).toEqual([null]);
});

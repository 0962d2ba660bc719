import { searchRoutes } from '@aisle/contract/search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne } from '../../test/order-builders.ts';
import { openShop, type Person, type Shop } from '../../test/shop.ts';

let shop: Shop;
let admin: Person;
let here: string;
let elsewhere: string;
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.signIn();
  here = await addOrderLocation(shop);
  elsewhere = await addOrderLocation(shop);
});
afterAll(() => shop.close());

const find = (person: Person, q: string) => person.do(searchRoutes.find, { query: { q } });
const customer = { firstName: 'Rosalind', lastName: 'Quickwater', phone: '+1 512 555 0199' };

test('an order is found by its number, and by the name or telephone of whoever ordered', async () => {
  const goods = await addGoods(shop, here, { name: 'Golden Pears' });
  const order = await placeOne(admin, here, goods, { customer });

  for (const q of [order.number, order.number.replace('O-', ''), 'quickwat', '(512) 555-0199']) {
    const found = await find(admin, q);
    expect([q, found.orders.map(({ _id }) => _id)]).toEqual([q, [order._id]]);
  }
  expect((await find(admin, 'Rosalind Q')).customers).toMatchObject([{ name: 'Rosalind Quickwater' }]);
});

test('what is scanned is found first, and a part of a name is enough', async () => {
  const goods = await addGoods(shop, here, { name: 'Silver Plums' });
  const { sku } = await shop.look((tx) =>
    tx.selectFrom('sub_products').select('sku').where('id', '=', goods).executeTakeFirstOrThrow(),
  );

  expect((await find(admin, sku.toUpperCase())).subProducts[0]?._id).toBe(goods);
  expect((await find(admin, 'ver plu')).subProducts.map(({ _id }) => _id)).toEqual([goods]);
  expect((await find(admin, '100%')).products).toEqual([]);
});

test('somebody finds what their permissions and locations let them see', async () => {
  const goods = await addGoods(shop, elsewhere, { name: 'Hidden Melons' });
  const order = await placeOne(admin, elsewhere, goods, {
    customer: { firstName: 'Ottoline', lastName: 'Farplace', phone: '+1 512 555 0142' },
  });
  const owner = await shop.signIn({ permissions: ['order_list', 'customer_list'], locations: [here] });
  const local = await shop.signIn({ permissions: ['order_list', 'customer_list'], locations: [elsewhere] });

  for (const q of [order.number, 'Ottoline', '5125550142', 'Hidden Melons']) {
    const found = await find(owner, q);
    expect([q, ...Object.values(found).flat()]).toEqual([q]);
  }
  expect((await find(local, 'Ottoline')).orders).toHaveLength(1);
  expect((await find(local, 'Ottoline')).customers).toHaveLength(1);
});

test('people without any permission find nothing, and are not refused', async () => {
  const nobody = await shop.signIn({ permissions: [] });

  const found = await find(nobody, 'a');

  expect(Object.values(found).flat()).toEqual([]);
});

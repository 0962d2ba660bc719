import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import {
  addCategory,
  addProduct,
  addSubProduct,
  addTax,
  assign,
  receive,
} from '../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const here = await addOrderLocation(shop, { name: 'Downtown' });
const there = await addOrderLocation(shop, { name: 'Uptown' });

const productOf = (subProductId: string) =>
  shop.look(async (tx) => {
    const row = await tx
      .selectFrom('sub_products')
      .select('product_id as id')
      .where('id', '=', subProductId)
      .executeTakeFirstOrThrow();
    return row.id;
  });
const sales = (person: Person, id: string, query = {}) =>
  person.do(productRoutes.sales, { params: { id }, query });

test('counts sales by day, without tax and cancelled orders', async () => {
  const goods = await addGoods(shop, here, { price: 300 });
  await placeOne(admin, here, goods, { quantity: 2 });
  await placeOne(admin, here, goods, { quantity: 3 });
  const off = await placeOne(admin, here, goods, { quantity: 9 });
  await admin.do(orderRoutes.cancel, { params: { id: off._id }, body: { reason: 'Changed her mind' } });

  const sold = await sales(admin, await productOf(goods));

  expect(sold.byDay).toEqual([{ day: sold.byDay[0]!.day, units: 5, revenue: 1500, orders: 2 }]);
  expect(sold.bySubProduct).toEqual([{ subProductId: goods, units: 5, revenue: 1500 }]);
  expect(sold.isPartial).toBe(false);
});

test('ignores older sales', async () => {
  const goods = await addGoods(shop, here);
  const order = await placeOne(admin, here, goods);
  await shop.sql`UPDATE orders SET created_at = ${new Date(Date.now() - 100 * 86_400_000).toISOString()}
    WHERE id = ${order._id}`;

  expect((await sales(admin, await productOf(goods))).byDay).toEqual([]);
});

test('shows users of a location only its sales, prices and stock', async () => {
  const goods = await addGoods(shop, here, { price: 300, stock: 50 });
  await assign(shop, there, goods);
  await receive(shop, there, goods, { quantity: 20 });
  await placeOne(admin, here, goods, { quantity: 1 });
  await placeOne(admin, there, goods, { quantity: 4 });
  const owner = await shop.signIn({ permissions: ['sub_product_view'], locations: [here] });
  const id = await productOf(goods);

  const own = await sales(owner, id);
  const all = await sales(admin, id);
  const one = await sales(admin, id, { locationId: there });
  const { places } = await owner.do(productRoutes.places, { params: { id } });

  expect([own, all, one].map(({ byDay }) => byDay[0]?.units)).toEqual([1, 5, 4]);
  expect(places).toMatchObject([{ locationName: 'Downtown', onHand: 50, reserved: 1, available: 49 }]);
});

test('shows the price at each location: its custom price, or else the sale price', async () => {
  const goods = await addGoods(shop, here, { price: 300, salePrice: 250, localPrice: 275 });
  await assign(shop, there, goods);

  const { subProductId, places } = await admin.do(productRoutes.places, {
    params: { id: await productOf(goods) },
  });

  expect(subProductId).toBe(goods);
  expect(places).toMatchObject([
    { locationName: 'Downtown', assigned: true, ownPrice: 275, price: 275 },
    { locationName: 'Uptown', assigned: true, ownPrice: null, price: 250, onHand: 0 },
  ]);
});

test('returns no locations for a product without sub-products, and 404 for an unknown one', async () => {
  const id = await addProduct(shop);

  const empty = await admin.do(productRoutes.places, { params: { id } });
  const missing = await Promise.all([
    admin.call(productRoutes.places, { params: { id: newId() } }),
    admin.call(productRoutes.sales, { params: { id: newId() } }),
    admin.call(productRoutes.history, { params: { id: newId() } }),
  ]);

  expect(empty).toEqual({ subProductId: null, places: [] });
  expect(missing.map((one) => one.status)).toEqual([404, 404, 404]);
});

test('shows the history of a product and its sub-products, newest first', async () => {
  const id = await addProduct(shop, { name: 'Milk' });
  const subProduct = await addSubProduct(shop, { productId: id, price: 300 });
  await admin.do(productRoutes.edit, { params: { id }, body: { version: 1, name: 'Oat milk' } });
  await admin.do(subProductRoutes.edit, { params: { id: subProduct }, body: { version: 1, price: 350 } });
  await admin.do(productRoutes.updateStatus, {
    params: { id: await addProduct(shop) },
    body: { status: false },
  });

  expect((await admin.do(productRoutes.history, { params: { id } })).records).toMatchObject([
    { resource: 'subProducts', action: 'edit', before: { price: 300 }, after: { price: 350 } },
    {
      resource: 'products',
      action: 'edit',
      actorName: 'Ada Tester',
      before: { name: 'Milk' },
      after: { name: 'Oat milk' },
    },
  ]);
});

test('copies everything except unique data, as an inactive product', async () => {
  const categoryId = await addCategory(shop, {
    specifications: [{ name: 'Origin', type: 'text', options: [], required: true }],
  });
  const source = await admin.do(productRoutes.create, {
    body: {
      name: 'Peaches',
      categoryId,
      description: 'Ripe',
      tags: ['fruit'],
      badge: 'newArrival',
      addToHomePage: true,
      specifications: { Origin: 'Texas' },
      taxIds: [await addTax(shop)],
    },
  });
  await addSubProduct(shop, {
    productId: source._id,
    name: '1 lb',
    sku: 'PEACH-1',
    barcode: '4006381333931',
    price: 399,
    salePrice: 349,
  });

  const copy = await admin.do(productRoutes.duplicate, { params: { id: source._id } });
  const again = await admin.do(productRoutes.duplicate, { params: { id: source._id } });

  const { description, tags, badge, addToHomePage, specifications, taxIds } = source;
  expect(copy).toMatchObject({
    name: 'Peaches (copy)',
    status: false,
    version: 1,
    ...{ categoryId, description, tags, badge, addToHomePage, specifications, taxIds },
  });
  expect(copy.subProducts).toMatchObject([
    { name: '1 lb', sku: 'PEACH-1-COPY', barcode: null, price: 399, salePrice: 349, available: 0 },
  ]);
  expect(again.subProducts[0]!.sku).toMatch(/^PEACH-1-[0-9A-F]{6}$/);
});

test('copies sub-products only for users who can add them', async () => {
  const source = await addProduct(shop, { name: 'Plums' });
  await addSubProduct(shop, { productId: source });
  const adder = await shop.signIn({ permissions: ['product_add'] });

  expect((await adder.do(productRoutes.duplicate, { params: { id: source } })).subProducts).toEqual([]);
});

test('filters the list by missing picture, barcode or price', async () => {
  const categoryId = await addCategory(shop);
  const bare = await addProduct(shop, { name: 'Bare', categoryId });
  const coded = await addProduct(shop, { name: 'Coded', categoryId });
  await addSubProduct(shop, { productId: coded, barcode: '4012345678901' });
  const uncoded = await addProduct(shop, { name: 'Uncoded', categoryId });
  await addSubProduct(shop, { productId: uncoded });
  await shop.look(async (tx) => {
    const file = { id: newId(), kind: 'image', storage_key: 'x', mime: 'image/webp', bytes: 1, name: 'x' };
    await tx.insertInto('files').values(file).execute();
    await tx.insertInto('product_images').values({ product_id: bare, file_id: file.id }).execute();
  });
  const named = async (missing: 'image' | 'barcode' | 'price') =>
    (await admin.do(productRoutes.list, { body: { filters: { categoryId, missing } } })).records.map(
      ({ name }) => name,
    );

  expect([await named('image'), await named('barcode'), await named('price')]).toEqual([
    ['Coded', 'Uncoded'],
    ['Uncoded'],
    ['Bare'],
  ]);
});

test('filters the list by missing required specifications or taxes', async () => {
  const required = { type: 'text' as const, options: [], required: true };
  const parentId = await addCategory(shop, { specifications: [{ name: 'Roast', ...required }] });
  const loose = { name: 'Roast', ...required, required: false };
  const categoryId = await addCategory(shop, { parentId, specifications: [{ name: 'Origin', ...required }] });
  const optional = await addCategory(shop, { parentId, specifications: [loose] });
  const taxed = await addCategory(shop, { parentId, taxIds: [await addTax(shop)] });
  const add = async (name: string, to: string, specifications: object, taxIds: string[] = []) => {
    const id = await addProduct(shop, { name, categoryId: to, taxIds });
    await shop.sql`UPDATE products SET specifications = ${JSON.stringify(specifications)} WHERE id = ${id}`;
  };
  await add('Whole', categoryId, { Roast: 'Dark', Origin: 'Peru' }, [await addTax(shop)]);
  await add('No origin', categoryId, { Roast: 'Dark' });
  await add('No roast', taxed, { Origin: 'Peru' });
  await add('Not asked', optional, {});
  const named = async (missing: 'facts' | 'tax') =>
    (
      await admin.do(productRoutes.list, { body: { filters: { categoryId: parentId, missing } } })
    ).records.map(({ name }) => name);

  expect([await named('facts'), await named('tax')]).toEqual([
    ['No origin', 'No roast'],
    ['No origin', 'Not asked'],
  ]);
});

test('filters the list by items that can be sold at a location now', async () => {
  const categoryId = await addCategory(shop);
  const [fresh, gone, expired] = [
    await addGoods(shop, here, { categoryId, stock: 3 }),
    await addGoods(shop, here, { categoryId, stock: 0 }),
    await addGoods(shop, here, { categoryId, stock: 5, expiresOn: '2020-01-01' }),
  ];
  await receive(shop, there, gone);
  const filtered = async (inStockAt: string) =>
    (await admin.do(productRoutes.list, { body: { filters: { categoryId, inStockAt } } })).records;

  const found = await filtered(here);

  expect(found.map(({ _id }) => _id)).toEqual([await productOf(fresh)]);
  expect(found[0]!.available).toBe(3);
  expect((await filtered(there)).map(({ _id }) => _id)).toEqual([await productOf(gone)]);
  expect(found.map(({ _id }) => _id)).not.toContain(await productOf(expired));
});

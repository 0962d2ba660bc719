import { priceRoutes } from '@aisle/contract/warehouse/prices';
import { syncRoutes } from '@aisle/contract/warehouse/sync';
import { describe, expect, test } from 'vitest';
import { addSubProduct, assign } from '../../../../test/catalogue-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { addLocation } from '../../../../test/stock-builders.ts';
import { decideBy, minutesAgo, refusalsOf, statesOf } from '../../../../test/sync-builders.ts';
import { newId } from '../../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const [here, there] = [await addLocation(shop, { name: 'Here' }), await addLocation(shop, { name: 'There' })];
const newKey = () => shop.withKey({ permissions: ['assign_subProduct'] });
const till = await newKey();

async function sold() {
  const sku = `SKU-${newId()}`;
  const subProductId = await addSubProduct(shop, { sku });
  await assign(shop, here, subProductId);
  return { sku, subProductId, at: { sku, locationId: here } };
}
const sync = (rows: Record<string, unknown>[], person = till) =>
  person.do(syncRoutes.prices, { body: { rows } });
const priceAt = async (subProductId: string, locationId = here) =>
  (
    await shop.sql<{ price: string | null }>`SELECT price FROM location_sub_products
      WHERE sub_product_id = ${subProductId} AND location_id = ${locationId}`
  ).map(({ price }) => price && Number(price))[0];
const edit = (subProductId: string, was: number | null, to: number | null) =>
  admin.do(priceRoutes.save, {
    body: { changes: [{ locationId: here, subProductId, field: 'price', was, to }] },
  });

test("sets and ends a location's own price, and changes nothing when repeated", async () => {
  const { at, subProductId } = await sold();

  expect(statesOf(await sync([{ ...at, price: 450 }]))).toEqual(['changed']);
  expect(statesOf(await sync([{ ...at, price: 450 }]))).toEqual(['same']);
  expect(await priceAt(subProductId)).toBe(450);

  expect(statesOf(await sync([{ ...at, price: null }]))).toEqual(['changed']);
  expect(await priceAt(subProductId)).toBeNull();
});

test('adds the price of a location that does not sell the item, and ends none there', async () => {
  const { sku, subProductId } = await sold();

  expect(statesOf(await sync([{ sku, locationId: there, price: null }]))).toEqual(['same']);
  expect(await priceAt(subProductId, there)).toBeUndefined();
  expect(statesOf(await sync([{ sku, locationId: there, price: 300 }]))).toEqual(['created']);
  expect(await priceAt(subProductId, there)).toBe(300);
});

test('names items by external ID, SKU or barcode, and locations by ID or code', async () => {
  const { at, subProductId } = await sold();
  const [{ code }] = (await shop.sql<{ code: string }>`SELECT code FROM locations WHERE id = ${here}`) as [
    { code: string },
  ];
  await shop.sql`UPDATE sub_products SET barcode = '036000291452' WHERE id = ${subProductId}`;

  await sync([{ ...at, externalId: 'item-1', price: 100 }]);
  expect(
    statesOf(await sync([{ externalId: 'item-1', locationCode: code.toLowerCase(), price: 200 }])),
  ).toEqual(['changed']);
  expect(statesOf(await sync([{ barcode: '0036000291452', locationId: here, price: 300 }]))).toEqual([
    'changed',
  ]);

  expect(await priceAt(subProductId)).toBe(300);
});

describe('precedence', () => {
  test('keeps the price in Aisle', async () => {
    const key = await newKey();
    await decideBy(shop, key, 'prices', { price: 'aisle' });
    const { at, subProductId } = await sold();
    await edit(subProductId, null, 450);

    const got = await sync([{ ...at, price: 500 }], key);

    expect(got.results[0]).toMatchObject({ state: 'same', lost: [{ field: 'price', kept: 450 }] });
    expect(await priceAt(subProductId)).toBe(450);
  });

  test('writes the newest price, in any order', async () => {
    const key = await newKey();
    await decideBy(shop, key, 'prices', { price: 'newest' });
    const { at, subProductId } = await sold();

    await sync([{ ...at, price: 500, updatedAt: minutesAgo(10) }], key);
    const older = await sync([{ ...at, price: 600, updatedAt: minutesAgo(20) }], key);
    await edit(subProductId, 500, 450);
    const before = await sync([{ ...at, price: 700, updatedAt: minutesAgo(5) }], key);

    expect(older.results[0]).toMatchObject({ state: 'same', lost: [{ field: 'price', kept: 500 }] });
    expect(before.results[0]).toMatchObject({ state: 'same', lost: [{ field: 'price', kept: 450 }] });
    expect(statesOf(await sync([{ ...at, price: 700, updatedAt: minutesAgo(-1) }], key))).toEqual([
      'changed',
    ]);
  });
});

test("refuses wrong prices, and locations that the key doesn't have like unknown ones", async () => {
  const { at, sku, subProductId } = await sold();
  const store = await shop.withKey({ permissions: ['assign_subProduct'], locations: [there] });

  expect(refusalsOf(await sync([{ ...at, price: 0 }]))).toEqual([['validation-failed', 'price']]);
  const got = await sync(
    [
      { ...at, price: 100 },
      { sku, locationId: there, price: 200 },
    ],
    store,
  );

  expect(statesOf(got)).toEqual(['refused', 'created']);
  expect(refusalsOf(got)).toEqual([['not-found', 'locationId']]);
  expect([await priceAt(subProductId), await priceAt(subProductId, there)]).toEqual([null, 200]);
});

test('writes 1,000 rows with few statements', async () => {
  const { at } = await sold();
  const ids = Array.from({ length: 999 }, (_, row) => `BULK-${row}`);
  await shop.sql`INSERT INTO products (id, slug, name, category_id)
    SELECT gen_random_uuid(), 'bulk', 'Bulk', category_id FROM products LIMIT 1`;
  await shop.sql`INSERT INTO sub_products (id, product_id, name, sku, unit, price, sort_order)
    SELECT gen_random_uuid(), p.id, sku, sku, 'each', 100, 0 FROM products p, unnest(${ids}::text[]) AS sku WHERE p.slug = 'bulk'`;
  const rows = [at, ...ids.map((sku) => ({ sku, locationId: here }))].map((row, nth) => ({
    ...row,
    price: 100 + nth,
  }));

  const got = await till.call(syncRoutes.prices, { body: { rows } });

  expect(got.data.counts).toEqual({ created: 999, changed: 1, same: 0, refused: 0 });
  expect(Number(/"(\d+)"/.exec(String(got.headers['server-timing']))?.[1])).toBeLessThan(25);
});

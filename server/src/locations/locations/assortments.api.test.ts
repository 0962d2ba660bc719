import { assortmentRoutes } from '@aisle/contract/locations/assortments';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { expect, test } from 'vitest';
import { addSubProduct } from '../../../test/catalogue-builders.ts';
import { readPages } from '../../../test/list-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';

const { compare, differences, copy } = assortmentRoutes;

const shop = await openShop();
const admin = await shop.signIn();

type Rows = { subProductId: string; price?: number; threshold?: number; maxPerOrder?: number }[];
const sell = (locationId: string, rows: Rows) =>
  admin.do(locationRoutes.assign, {
    body: { locationId, subProducts: rows.map((row) => ({ ...row, assigned: true })) },
  });

/** Adds two locations: one sells apples and bread, the other bread at a custom price, and cheese with a limit. */
async function twoLocations() {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const [apples, bread, cheese] = [
    await addSubProduct(shop, { name: 'Apples', price: 200 }),
    await addSubProduct(shop, { name: 'Bread', price: 300 }),
    await addSubProduct(shop, { name: 'Cheese', price: 400 }),
  ];
  await sell(here, [{ subProductId: apples }, { subProductId: bread }]);
  await sell(there, [
    { subProductId: bread, price: 350 },
    { subProductId: cheese, threshold: 3, maxPerOrder: 2 },
  ]);
  return { here, there, apples, bread, cheese };
}

const offersOf = (locationId: string, subProductId: string) =>
  shop.sql`SELECT price, assigned FROM location_sub_products
    WHERE location_id = ${locationId} AND sub_product_id = ${subProductId}`;
const kindsOf = async (locationId: string, otherId: string) => {
  const { records } = await admin.do(differences, { body: { filters: { locationId, otherId } } });
  return records.map(({ name, kinds }) => [name, ...kinds]);
};

test('lists and counts items sold at only one location or at another price', async () => {
  const { here, there, bread } = await twoLocations();

  const counts = await admin.do(compare, { query: { locationId: here, otherId: there } });
  const pricier = await admin.do(differences, {
    body: { filters: { locationId: here, otherId: there, kind: 'price' } },
  });

  expect(counts).toMatchObject({
    assignedHere: 2,
    assignedThere: 2,
    both: 1,
    onlyHere: 1,
    onlyThere: 1,
    price: 1,
  });
  expect(await kindsOf(here, there)).toEqual([
    ['Apples', 'onlyHere'],
    ['Bread', 'price'],
    ['Cheese', 'onlyThere'],
  ]);
  expect(pricier.records).toMatchObject([
    { _id: bread, here: { price: 300, isOwnPrice: false }, there: { price: 350, isOwnPrice: true } },
  ]);
});

test('ignores a custom price equal to the default, but compares limits', async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const subProductId = await addSubProduct(shop, { price: 500 });
  await sell(here, [{ subProductId, price: 500, maxPerOrder: 4 }]);
  await sell(there, [{ subProductId }]);

  const { records } = await admin.do(differences, {
    body: { filters: { locationId: here, otherId: there } },
  });

  expect(records.map(({ kinds }) => kinds)).toEqual([['limits']]);
});

test('continues page by page, and finds items by SKU', async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const rows: Rows = [];
  for (const at of [1, 2, 3]) rows.push({ subProductId: await addSubProduct(shop, { sku: `PAGED-${at}` }) });
  await sell(here, rows);
  const filters = { locationId: here, otherId: there };

  const all = await readPages(async (cursor) => {
    const body = { filters, limit: 2, sort: { field: 'sku', order: 'asc' }, cursor } as const;
    const page = await admin.do(differences, { body });
    expect(page.totalRecords).toBe(3);
    return page;
  });
  const found = await admin.do(differences, { body: { filters, search: 'paged-2' } });

  expect(all.map(({ sku }) => sku)).toEqual(['PAGED-1', 'PAGED-2', 'PAGED-3']);
  expect(found.records.map(({ sku }) => sku)).toEqual(['PAGED-2']);
});

test('copies missing items, and overwrites prices and limits only on request', async () => {
  const { here, there, bread } = await twoLocations();
  const body = { fromLocationId: there, toLocationId: here, mode: 'add' as const };

  const added = await admin.do(copy, { body });
  const withAll = await admin.do(copy, { body: { ...body, withPrices: true, withLimits: true } });
  const again = await admin.do(copy, { body: { ...body, withPrices: true, withLimits: true } });

  expect(added).toEqual({ assigned: 1, unassigned: 0, changed: 0 });
  expect(withAll).toEqual({ assigned: 0, unassigned: 0, changed: 2 });
  expect(again).toEqual({ assigned: 0, unassigned: 0, changed: 0 });
  expect(await kindsOf(here, there)).toEqual([['Apples', 'onlyHere']]);
  expect(await offersOf(here, bread)).toEqual([{ price: 350, assigned: true }]);
});

test('unassigns items missing at the source when matching, and keeps their price', async () => {
  const { here, there, apples } = await twoLocations();
  await sell(here, [{ subProductId: apples, price: 222 }]);

  const counts = await admin.do(copy, {
    body: { fromLocationId: there, toLocationId: here, mode: 'match', withPrices: true, withLimits: true },
  });

  expect(counts).toEqual({ assigned: 1, unassigned: 1, changed: 1 });
  expect(await kindsOf(here, there)).toEqual([]);
  expect(await offersOf(here, apples)).toEqual([{ price: 222, assigned: false }]);
});

test('limits store users to comparing and copying their own locations', async () => {
  const { here, there } = await twoLocations();
  const foreign = await addLocation(shop);
  const owner = await shop.signIn({
    permissions: ['Assign_Product_View', 'assign_subProduct'],
    locations: [here, there],
  });

  const own = await owner.do(compare, { query: { locationId: here, otherId: there } });
  const list = await owner.call(differences, { body: { filters: { locationId: here, otherId: foreign } } });
  const from = await owner.call(copy, {
    body: { fromLocationId: foreign, toLocationId: here, mode: 'match' },
  });
  const unsaid = await owner.call(differences, { body: { filters: { locationId: here } } });

  expect(own.onlyHere).toBe(1);
  expect([list.status, list.paths]).toEqual([404, ['filters.otherId']]);
  expect([from.status, from.paths]).toEqual([404, ['fromLocationId']]);
  expect([unsaid.status, unsaid.paths]).toEqual([400, ['filters.otherId']]);
  expect(await kindsOf(here, there)).toHaveLength(3);
});

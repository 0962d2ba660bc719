import { productStoreRoutes } from '@aisle/contract/catalog/product-stores';
import { productRoutes } from '@aisle/contract/catalog/products';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { expect, test } from 'vitest';
import { addProduct, addSubProduct, assign } from '../../../test/catalogue-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const manager = await shop.signIn({ permissions: ['sub_product_view', 'assign_subProduct'] });
const downtown = await addLocation(shop, { name: 'Downtown' });
const midtown = await addLocation(shop, { name: 'Midtown' });
const uptown = await addLocation(shop, { name: 'Uptown' });

async function product(variants = 2) {
  const id = await addProduct(shop);
  const ids: string[] = [];
  for (let at = 0; at < variants; at += 1) ids.push(await addSubProduct(shop, { productId: id, price: 500 }));
  return { id, ids };
}
type Stores = { locationId: string; assigned: boolean; price?: number | null }[];
const save = (person: Person, id: string, stores: Stores) =>
  person.call(productStoreRoutes.save, { params: { id }, body: { stores } });
const storesOf = async (id: string, person = manager) =>
  (await person.do(productStoreRoutes.list, { params: { id } })).stores.map(
    ({ locationName, assigned, price }) => [locationName, assigned, price],
  );

test('shows how many sub-products each location sells', async () => {
  const { id, ids } = await product();
  await assign(shop, midtown, ids[0]!);

  expect(await storesOf(id)).toEqual([
    ['Downtown', 0, null],
    ['Midtown', 1, null],
    ['Uptown', 0, null],
  ]);
});

test('assigns all sub-products to locations, with a custom price, and leaves others as they are', async () => {
  const { id } = await product();

  const saved = await save(manager, id, [
    { locationId: downtown, assigned: true },
    { locationId: uptown, assigned: true, price: 450 },
  ]);

  expect(saved.status).toBe(200);
  expect(await storesOf(id)).toEqual([
    ['Downtown', 2, null],
    ['Midtown', 0, null],
    ['Uptown', 2, 450],
  ]);
});

test('removes a product from a location and keeps its custom price for later', async () => {
  const { id } = await product();
  await save(manager, id, [{ locationId: uptown, assigned: true, price: 450 }]);

  await save(manager, id, [{ locationId: uptown, assigned: false }]);
  const removed = await storesOf(id);
  await save(manager, id, [{ locationId: uptown, assigned: true }]);

  expect(removed.at(-1)).toEqual(['Uptown', 0, null]);
  expect((await storesOf(id)).at(-1)).toEqual(['Uptown', 2, 450]);
});

test('records each changed sub-product in the history of the product', async () => {
  const { id } = await product(1);
  await save(manager, id, [{ locationId: downtown, assigned: true, price: 450 }]);
  await save(manager, id, [{ locationId: downtown, assigned: true, price: 450 }]);

  const { records } = await admin.do(productRoutes.history, { params: { id } });

  expect(records.map(({ before, after }) => [before, after])).toEqual([
    [
      { assigned: false, price: null },
      { assigned: true, price: 450 },
    ],
  ]);
});

test('saves nothing if one location is unknown or listed twice', async () => {
  const { id } = await product(1);
  const good = { locationId: downtown, assigned: true };

  const unknown = await save(manager, id, [good, { locationId: newId(), assigned: true }]);
  const twice = await save(manager, id, [good, good]);

  expect([unknown, twice].map(({ status, body }) => [status, body.error?.fields?.[0]?.path])).toEqual([
    [404, 'stores.1.locationId'],
    [400, 'stores.1.locationId'],
  ]);
  expect((await storesOf(id))[0]).toEqual(['Downtown', 0, null]);
});

test('rejects a product without sub-products, and an unknown product', async () => {
  const bare = await save(manager, await addProduct(shop), [{ locationId: downtown, assigned: true }]);
  const unknown = await save(manager, newId(), [{ locationId: downtown, assigned: true }]);

  expect(bare.body.error?.fields).toEqual([expect.objectContaining({ message: 'Add a sub-product first' })]);
  expect([bare.status, unknown.status]).toEqual([400, 404]);
});

test('limits users of a location to that location', async () => {
  const { id } = await product(1);
  const owner = await shop.signIn({
    permissions: ['sub_product_view', 'assign_subProduct'],
    locations: [downtown],
  });

  const elsewhere = await save(owner, id, [{ locationId: uptown, assigned: true }]);
  const own = await save(owner, id, [{ locationId: downtown, assigned: true }]);

  expect([elsewhere.status, own.status]).toEqual([404, 200]);
  expect(await storesOf(id, owner)).toEqual([['Downtown', 1, null]]);
});

test('requires the permission to assign sub-products', async () => {
  const { id } = await product(1);
  const viewer = await shop.signIn({ permissions: ['sub_product_view'] });

  expect((await save(viewer, id, [{ locationId: downtown, assigned: true }])).status).toBe(403);
});

test('counts towards the items that a location sells', async () => {
  const { id } = await product(1);
  const place = await addLocation(shop, { name: 'Zilker' });
  const assigned = async () =>
    (await admin.do(locationRoutes.view, { params: { id: place } })).counts.assigned;

  const before = await assigned();
  await save(manager, id, [{ locationId: place, assigned: true }]);

  expect([before, await assigned()]).toEqual([0, 1]);
});

import { locationRoutes } from '@aisle/contract/locations/locations';
import { documentRoutes } from '@aisle/contract/sales/documents';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeAll, expect, test } from 'vitest';
import { addCategory } from '../../../test/catalogue-builders.ts';
import { addGoods, openStore } from '../../../test/order-builders.ts';
import { readPdfText } from '../../../test/pdf-text.ts';

const { shop, manager, location, addOrder } = await openStore();
const params = { id: location };

const departments = ['Dairy & Eggs', 'Frozen', 'Beverages', 'Pantry', 'Produce'] as const;
type Department = (typeof departments)[number];
const categories = {} as Record<Department, string>;
let order: Order;
beforeAll(async () => {
  const lines: { subProductId: string; locationId: string; quantity: number }[] = [];
  for (const name of departments) {
    categories[name] = await addCategory(shop, { name });
    const categoryId = await addCategory(shop, { name: `All ${name}`, parentId: categories[name] });
    const subProductId = await addGoods(shop, location, { name: `From ${name}`, categoryId });
    lines.push({ subProductId, locationId: location, quantity: 1 });
  }
  order = await addOrder({ lines });
});

const sort = async (aisleOrder: readonly string[] | null, person = manager) => {
  const { version } = await person.do(locationRoutes.aisles, { params });
  return person.call(locationRoutes.edit, {
    params,
    body: { aisleOrder: aisleOrder && [...aisleOrder], version },
  });
};
const aisles = async () => {
  const { aisles: all } = await manager.do(locationRoutes.aisles, { params });
  return all.map(({ name }) => name).filter((name) => (departments as readonly string[]).includes(name));
};
const pickList = async () => {
  const { lines } = await manager.do(orderRoutes.view, { params: { id: order._id } });
  return lines.toSorted((a, b) => a.walk - b.walk).map(({ name }) => name.replace('From ', ''));
};
const slip = async (kind: 'packingSlip' | 'invoice') => {
  const target = { ids: [order._id], filters: {} };
  const { url } = await manager.do(documentRoutes.create, { body: { kind, target } });
  const pages = readPdfText((await shop.server.inject(url!)).rawPayload);
  return pages
    .flatMap(({ lines }) => lines)
    .flatMap((line) => /From ([A-Z][a-z]+(?: & Eggs)?)/.exec(line)?.[1] ?? []);
};

test('suggests heavy goods first, and cold and frozen goods last', async () => {
  expect((await manager.do(locationRoutes.aisles, { params })).isSuggested).toBe(true);
  expect((await aisles())[0]).toBe('Beverages');
  expect((await aisles()).slice(-2)).toEqual(['Dairy & Eggs', 'Frozen']);
  expect(await pickList()).toEqual(await aisles());
});

test("sorts pick list and packing slip by the location's own sequence, and keeps the invoice as ordered", async () => {
  const own = ['Frozen', 'Produce', 'Dairy & Eggs', 'Beverages', 'Pantry'] as const;

  expect((await sort(own.map((name) => categories[name]))).status).toBe(200);

  expect(await aisles()).toEqual(own);
  expect(await pickList()).toEqual(own);
  expect(await slip('packingSlip')).toEqual(own);
  expect(await slip('invoice')).toEqual(departments);
});

test('keeps the sequence of departments for any shelf codes', async () => {
  const shelves = { 'Dairy & Eggs': 'A10', Pantry: 'A2', Produce: 'Z1' };
  await sort(null);
  const before = await pickList();
  for (const [name, shelf] of Object.entries(shelves)) {
    await shop.db.owner.query(
      `UPDATE location_sub_products SET shelf_code = '${shelf}'
       WHERE sub_product_id = (SELECT id FROM sub_products WHERE name = 'From ${name}')`,
    );
  }

  expect(await pickList()).toEqual(before);
});

test('puts a department last that the location has not sorted', async () => {
  await sort([categories.Frozen]);

  expect((await aisles())[0]).toBe('Frozen');
  expect(await pickList()).toEqual(await aisles());
});

test('rejects categories that are no departments, and repeated ones', async () => {
  const below = await addCategory(shop, { name: 'Berries', parentId: categories.Produce });
  const messageOf = async (ids: string[]) => (await sort(ids)).body.error?.fields?.[0];

  expect(await messageOf([below])).toMatchObject({ path: 'aisleOrder' });
  expect(await messageOf([categories.Frozen, categories.Frozen])).toMatchObject({
    path: 'aisleOrder',
    message: 'List each department once',
  });
});

test('lets only users with permission to edit the location sort its departments', async () => {
  const viewer = await shop.signIn({ permissions: ['store_view'], locations: [location] });

  expect((await sort(null, viewer)).status).toBe(403);
});

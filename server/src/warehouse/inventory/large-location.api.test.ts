import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addProduct } from '../../../test/catalogue-builders.ts';
import { readPages } from '../../../test/list-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';

// A location with so many items that lists find them in the name order of the catalog.

const { levels } = inventoryRoutes;
const goods = 1203;

const shop = await openShop();
const large = await addLocation(shop, { name: 'Warehouse' });
const small = await addLocation(shop, { name: 'Kiosk' });
const productId = await addProduct(shop);
// Names come in pairs, so that the ID decides the order. The kiosk also has a few of them.
await shop.sql`WITH added AS (
    INSERT INTO sub_products (id, product_id, name, sku, unit, price)
    SELECT gen_random_uuid(), ${productId}, 'Goods ' || n / 2, 'GOODS-' || n, 'each', 100
    FROM generate_series(1, ${goods}::int) AS n RETURNING id)
  INSERT INTO stock_levels (location_id, sub_product_id)
  SELECT ${large}::uuid, id FROM added UNION ALL (SELECT ${small}::uuid, id FROM added LIMIT 7)`;
const manager = await shop.signIn({ permissions: ['inventory_view'] });
const owner = await shop.signIn({ permissions: ['inventory_view'], locations: [large] });

const inOrder = async () => {
  const rows = await shop.sql`SELECT s.id FROM stock_levels l JOIN sub_products s ON s.id = l.sub_product_id
    WHERE l.location_id = ${large} ORDER BY s.name, s.id`;
  return rows.map(({ id }) => id);
};

async function walk(person: Person, order: 'asc' | 'desc'): Promise<string[]> {
  const filters = person === manager ? { locationId: large } : {};
  const seen = await readPages((cursor) =>
    person.do(levels, { body: { limit: 100, sort: { field: 'name', order }, filters, cursor } }),
  );
  expect(seen.every(({ locationId }) => locationId === large)).toBe(true);
  return seen.map(({ subProductData }) => subProductData._id);
}

test('pages through all items of a large location by name', async () => {
  const expected = await inOrder();
  expect(expected).toHaveLength(goods);

  expect(await walk(owner, 'asc')).toEqual(expected);
  expect(await walk(owner, 'desc')).toEqual(expected.toReversed());
  expect(await walk(manager, 'asc')).toEqual(expected);
});

test('skips to pages, and shows the total and all columns of levels', async () => {
  const page = await owner.do(levels, { body: { page: 25, limit: 50 } });
  const expected = await inOrder();

  expect(page.records.map(({ subProductData }) => subProductData._id)).toEqual(expected.slice(1200));
  expect(page.totalRecords).toBe(goods);
  expect(page.records[0]).toMatchObject({
    locationName: 'Warehouse',
    onHand: 0,
    available: 0,
    status: 'out',
  });
  const first = await owner.do(levels, { body: {} });
  expect(first).toMatchObject({ totalIsEstimate: true });
  expect(first.totalRecords).toBeGreaterThanOrEqual(1000);
});

import type { Badge } from '@aisle/contract/catalog/products';
import { productRoutes } from '@aisle/contract/catalog/products';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { syncRoutes } from '@aisle/contract/warehouse/sync';
import { beforeEach, expect, test } from 'vitest';
import { addCategory } from '../../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation, placeOne } from '../../../../test/order-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { updateBestSellers } from './best-sellers.ts';

let categoryId: string;

const shop = await openShop();
const admin = await shop.signIn();
const here = await addOrderLocation(shop);
beforeEach(async () => {
  categoryId = await addCategory(shop);
});

const judge = () => shop.look((tx) => updateBestSellers(tx));
/** Adds a product that is in the given number of orders, with this quantity in each. */
async function sold(orders: number, quantity = 1): Promise<string> {
  const goods = await addGoods(shop, here, { categoryId });
  for (let count = 0; count < orders; count += 1) await placeOne(admin, here, goods, { quantity });
  return shop.look(async (tx) => {
    const row = await tx
      .selectFrom('sub_products')
      .select('product_id as id')
      .where('id', '=', goods)
      .executeTakeFirstOrThrow();
    return row.id;
  });
}
const show = (id: string) => admin.do(productRoutes.show, { params: { id } });
const badges = (...ids: string[]) => Promise.all(ids.map(async (id) => (await show(id)).badge));
async function setBadge(id: string, badge: Badge): Promise<void> {
  const { version } = await show(id);
  await admin.do(productRoutes.edit, { params: { id }, body: { version, badge } });
}

test('gives the badge to products in most orders of their top-level category, regardless of quantity', async () => {
  const top = categoryId;
  categoryId = await addCategory(shop, { parentId: top });
  const [best, bulk] = [await sold(6), await sold(5, 10)];
  categoryId = await addCategory(shop);
  const elsewhere = await sold(5);

  await judge();

  expect(await badges(best, bulk, elsewhere)).toEqual(['autoBestSeller', 'none', 'autoBestSeller']);
});

test('requires a minimum number of orders, and ignores cancelled ones', async () => {
  const few = await sold(4);
  const goods = await addGoods(shop, here, { categoryId });
  for (let count = 0; count < 5; count += 1) {
    const order = await placeOne(admin, here, goods);
    await admin.do(orderRoutes.cancel, { params: { id: order._id }, body: { reason: 'No' } });
  }

  await judge();

  const { records } = await admin.do(productRoutes.list, { body: { filters: { categoryId } } });
  expect(records.map(({ badge }) => badge)).toEqual(['none', 'none']);
  expect(records.map(({ _id }) => _id)).toContain(few);
});

test('removes the badge when sales end, and changes nothing on a second run', async () => {
  const id = await sold(5);
  await judge();
  expect(await judge()).toBe(0);
  expect((await show(id)).version).toBe(2);
  await shop.sql`UPDATE orders SET created_at = ${new Date(Date.now() - 29 * 86_400_000).toISOString()}`;

  await judge();

  expect(await badges(id)).toEqual(['none']);
});

test('keeps a badge, or no badge, that a user chose', async () => {
  const ids = [await sold(7), await sold(6), await sold(5)] as const;
  const [taken, chosen, next] = ids;
  await judge();
  await setBadge(taken, 'none');
  await setBadge(chosen, 'bestSeller');

  await judge();

  expect(await badges(...ids)).toEqual(['none', 'bestSeller', 'none']);
  expect((await show(taken)).badgeBySales).toBe(false);
  expect((await show(next)).badgeBySales).toBe(true);
});

test('lets sales decide again after "by sales" is selected', async () => {
  const [strong, weak] = [await sold(6), await sold(1)];
  await setBadge(strong, 'bestSeller');
  await setBadge(strong, 'autoBestSeller');
  await setBadge(weak, 'autoBestSeller');

  await judge();

  expect(await badges(strong, weak)).toEqual(['autoBestSeller', 'none']);
});

test('logs who changed the badge, and still saves a form opened before', async () => {
  const id = await sold(5);
  const { version } = await show(id);
  await judge();

  const saved = await admin.do(productRoutes.edit, {
    params: { id },
    body: { version, description: 'Mine' },
  });
  const { records } = await admin.do(productRoutes.history, { params: { id } });

  expect(saved).toMatchObject({ badge: 'autoBestSeller', description: 'Mine' });
  expect(records[1]).toMatchObject({
    actorName: 'Sales',
    before: { badge: 'none' },
    after: { badge: 'autoBestSeller' },
  });
});

test('counts sales at the counter like orders', async () => {
  const [counter, few] = [await sold(0), await sold(4)];
  const [{ sku }] = (await shop.sql<{
    sku: string;
  }>`SELECT sku FROM sub_products WHERE product_id = ${counter}`) as [{ sku: string }];
  const till = await shop.withKey({ permissions: ['inventory_edit'] });
  const rows = Array.from({ length: 6 }, (_, nth) => ({
    saleId: `sale-${nth}`,
    at: new Date().toISOString(),
    locationId: here,
    lines: [{ sku, quantity: 1, amount: 100 }],
  }));
  await till.do(syncRoutes.sales, { body: { rows } });

  await judge();

  expect(await badges(counter, few)).toEqual(['autoBestSeller', 'none']);
});

import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation } from './order-builders.ts';
import { openShop } from './shop.ts';

const shop = await openShop();
const manager = await shop.signIn();

const setOffer = (subProductId: string, offer: { threshold?: number; assigned?: boolean }) =>
  shop.look((tx) =>
    tx.updateTable('location_sub_products').set(offer).where('sub_product_id', '=', subProductId).execute(),
  );

test('shows the same low items on the dashboard, in Levels and in the Notification Center', async () => {
  const here = await addOrderLocation(shop);
  const [byDefault, fine, byOwn, above, notSold, inactive] = await Promise.all(
    [5, 6, 8, 3, 2, 2].map((stock) => addGoods(shop, here, { stock })),
  );
  await setOffer(byOwn!, { threshold: 8 });
  await setOffer(above!, { threshold: 2 });
  await setOffer(notSold!, { assigned: false });
  await shop.sql`UPDATE sub_products SET status = false WHERE id = ${inactive!}`;
  const low = [byDefault, byOwn].sort();

  const { stock } = await manager.do(dashboardRoutes.data, { query: { locationId: here } });
  const levels = await manager.do(inventoryRoutes.levels, {
    body: { filters: { locationId: here }, limit: 100 },
  });
  const filtered = await manager.do(inventoryRoutes.levels, {
    body: { filters: { locationId: here, status: 'low' } },
  });
  const center = await manager.do(notificationRoutes.get);

  const lowAtHere = center.low.filter(({ locationId }) => locationId === here);
  expect(stock!.low.count).toBe(2);
  expect(stock!.low.first.map(({ subProductId }) => subProductId).sort()).toEqual(low);
  expect(lowAtHere.map(({ subProductData }) => subProductData._id).sort()).toEqual(low);
  for (const records of [levels.records.filter(({ status }) => status === 'low'), filtered.records]) {
    expect(records.map(({ subProductData }) => subProductData._id).sort()).toEqual(low);
  }
  const thresholds = new Map(
    levels.records.map((level) => [level.subProductData._id, [level.threshold, level.lowAt]]),
  );
  expect([thresholds.get(fine!), thresholds.get(byOwn!)]).toEqual([
    [null, 5],
    [8, 8],
  ]);
});

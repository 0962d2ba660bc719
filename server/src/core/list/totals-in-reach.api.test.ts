import type { Route } from '@aisle/contract/core/route';
import { allPermissions } from '@aisle/contract/permissions';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addProduct } from '../../../test/catalogue-builders.ts';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';

// Locations of very different sizes: totals above the counting limit are estimates, and must be close.

const sizes = [2600, 1500, 1100, 300, ...Array<number>(16).fill(4)];
const all = sizes.reduce((sum, size) => sum + size, 0);

/** Creates records in proportion to each location's size, one per minute. Every second order is a pickup. */
const fill = `
  WITH goods AS MATERIALIZED (
    SELECT n, gen_random_uuid() AS id FROM generate_series(1, 3000) AS n
  ), row AS MATERIALIZED (
    SELECT place.id AS location_id, gen_random_uuid() AS id, goods.id AS sub_product_id,
      now() - make_interval(mins => n) AS at, CASE n % 2 WHEN 0 THEN 'delivery' ELSE 'pickup' END AS fulfilment
    FROM unnest($1::uuid[], $2::int[]) AS place (id, size) JOIN goods ON n <= place.size
  ), sold AS (
    INSERT INTO sub_products (id, product_id, name, sku, unit, price)
    SELECT id, $3::uuid, 'Goods ' || n, 'GOODS-' || n, 'each', 100 FROM goods
  ), level AS (
    INSERT INTO stock_levels (location_id, sub_product_id) SELECT location_id, sub_product_id FROM row
  ), lot AS (
    INSERT INTO lots (location_id, id, sub_product_id, received_quantity, on_hand, expires_on, received_at)
    SELECT location_id, id, sub_product_id, 5, 5, current_date + 10, at FROM row
  ), customer AS (
    INSERT INTO customers (id, first_name, last_name, phone, phone_digits)
    VALUES ('0190bbbb-0000-7000-8000-000000000000', 'Ann', 'Common', '7', '7') RETURNING id
  ), main AS (
    INSERT INTO main_orders (id, customer_id, fulfilment, payment_type, source, created_at)
    SELECT row.id, customer.id, row.fulfilment, 'cashOnDelivery', 'staff', at FROM row CROSS JOIN customer
  ), placed AS (
    INSERT INTO orders (location_id, id, main_order_id, customer_id, customer_name, customer_phone, status,
      headline_status, fulfilment, payment_type, items_total, total, line_count, created_at)
    SELECT location_id, row.id, row.id, customer.id, 'Ann Common', '7', 'orderPlaced', 'orderPlaced', fulfilment,
      'cashOnDelivery', 100, 100, 1, at FROM row CROSS JOIN customer
  )
  INSERT INTO payments (location_id, order_id, id, kind, status, amount, created_at)
  SELECT location_id, id, id, 'cashOnDelivery', 'due', 100, at FROM row`;

const shop = await openShop({}, { isBroken: true });
const places: string[] = [];
for (const _ of sizes) places.push(await addOrderLocation(shop));
await shop.db.owner.query(fill, [places, sizes, await addProduct(shop)]);
await shop.sql`ANALYZE`;
const [large, middle, , small] = places as [string, string, string, string];
const permissions = [...allPermissions];
const reach = {
  all: await shop.signIn(),
  two: await shop.signIn({ permissions, locations: [large, small] }),
  one: await shop.signIn({ permissions, locations: [middle] }),
};

async function totalOf(person: Person, route: Route, filters: object): Promise<number> {
  const { body } = await person.send(route, { body: { limit: 10, filters } });
  expect(body.data, JSON.stringify(body)).toMatchObject({ totalIsEstimate: true });
  return (body.data as { totalRecords: number }).totalRecords;
}
const near = (total: number, real: number) => {
  expect(total).toBeGreaterThan(real * 0.8);
  expect(total).toBeLessThan(real * 1.2);
};

const lists = {
  'order/list': orderRoutes.list,
  'main-order/list': mainOrderRoutes.list,
  'inventory/list': inventoryRoutes.list,
  'inventory/levels': inventoryRoutes.levels,
  'inventory/expiring': inventoryRoutes.expiring,
  'expiry/lots': expiryRoutes.lots,
  'payment-details/list': paymentRoutes.list,
} as const;
const cases = Object.entries(lists);
const within = (route: Route) => (route === inventoryRoutes.expiring ? { days: 20 } : {});

test.each(cases)('estimates %s closely for the whole marketplace', async (_, route) => {
  near(await totalOf(reach.all, route, within(route)), all);
});

test.each(cases)('estimates %s closely for a user of two locations', async (_, route) => {
  near(await totalOf(reach.two, route, within(route)), 2900);
});

test.each(cases)('estimates %s closely for a user of one location', async (_, route) => {
  near(await totalOf(reach.one, route, within(route)), 1500);
});

test.each(cases.filter(([name]) => name !== 'main-order/list'))(
  'estimates %s closely for one of two locations',
  async (_, route) => {
    near(await totalOf(reach.two, route, { ...within(route), locationId: places[0] }), 2600);
  },
);

test('includes the other filters of a list in the estimate', async () => {
  near(await totalOf(reach.two, orderRoutes.list, { fulfilment: 'pickup' }), 1450);
  const since = new Date(Date.now() - 1200 * 60_000).toISOString();
  near(await totalOf(reach.one, mainOrderRoutes.list, { from: since }), 1200);
  near(await totalOf(reach.two, inventoryRoutes.list, { status: 'inStock' }), 2900);
});

test('returns the counted number as a minimum if there are no statistics', async () => {
  await shop.sql`DELETE FROM pg_statistic WHERE starelid = 'payments'::regclass`;

  const page = await reach.two.do(paymentRoutes.list, { body: { filters: { kind: 'cashOnDelivery' } } });

  expect(page).toMatchObject({ totalRecords: 1000, totalIsEstimate: true, totalIsMinimum: true });
});

import { api } from '@aisle/contract/api';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import type { ApiScope, Route } from '@aisle/contract/core/route';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { priceRoutes } from '@aisle/contract/warehouse/prices';
import { expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  addStorefront,
  basketOf,
  newShopper,
  openStore,
  runSql,
  stockOf,
  viewOrder,
} from '../../../test/order-builders.ts';
import { newId } from '../../core/ids.ts';

const { shop, manager, location, addOrder } = await openStore();
const [ownKey, otherKey] = [await addStorefront(shop), await addStorefront(shop)];

/** Places an order for one item with a key. Returns both. */
async function placed(headers: Record<string, string>) {
  const goods = await addGoods(shop, location, { price: 400, stock: 10 });
  const main = await shop.anonymous.do(mainOrderRoutes.create, {
    headers: { ...headers, 'idempotency-key': newId() },
    body: basketOf({
      customer: { ...newShopper(), email: 'known@shop.example' },
      lines: [{ subProductId: goods, quantity: 2, locationId: location }],
    }),
  });
  return { main, order: main.orders[0]!._id, goods };
}
const viewMain = (headers: Record<string, string>, id: string) =>
  shop.anonymous.call(mainOrderRoutes.view, { headers, params: { id } });
const view = (headers: Record<string, string>, id: string) =>
  shop.anonymous.call(orderRoutes.view, { headers, params: { id } });
const cancel = (headers: Record<string, string>, id: string) =>
  shop.anonymous.call(orderRoutes.cancel, { headers, params: { id }, body: { reason: 'Not needed' } });

test('reads the checkout and order that the key placed, without internal notes', async () => {
  const { main, order } = await placed(ownKey);
  await manager.do(orderRoutes.addNote, { params: { id: order }, body: { note: 'Rings twice' } });

  const [checkout, own] = [await viewMain(ownKey, main._id), await view(ownKey, order)];

  expect(checkout.data).toMatchObject({ _id: main._id, number: main.number, total: main.total });
  expect(own.data).toMatchObject({ _id: order, mainOrder: { _id: main._id }, allowed: ['cancelled'] });
  expect([checkout.data.customer.email, own.data.customer.email]).toEqual([null, null]);
  expect(JSON.stringify(own.data)).not.toContain('Rings twice');
});

test('hides orders of other keys and of staff', async () => {
  const { main, order } = await placed(otherKey);
  const byStaff = await addOrder();

  for (const [checkout, id] of [
    [main._id, order],
    [byStaff.mainOrder._id, byStaff._id],
  ] as const) {
    const answers = [await viewMain(ownKey, checkout), await view(ownKey, id), await cancel(ownKey, id)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await viewOrder(manager, id)).status).toBe('orderPlaced');
  }
});

test('cancels an order that the key placed and releases its stock', async () => {
  const { main, order, goods } = await placed(ownKey);
  expect(await stockOf(shop, location, goods)).toEqual([10, 2]);

  const cancelled = await cancel(ownKey, order);

  expect([cancelled.status, cancelled.data.status]).toEqual([200, 'cancelled']);
  expect(await stockOf(shop, location, goods)).toEqual([10, 0]);
  expect((await viewMain(ownKey, main._id)).data.status).toBe('cancelled');
  expect((await cancel(ownKey, order)).body.error?.code).toBe('orders.step-not-possible');
});

test("hides the customer's other orders", async () => {
  const { order } = await placed(ownKey);
  const { customer } = (await view(ownKey, order)).data;
  const goods = await addGoods(shop, location);
  const lines = [{ subProductId: goods, quantity: 1, locationId: location }];
  const { customer: _, ...basket } = basketOf({ lines });
  const again = await shop.anonymous.do(mainOrderRoutes.create, {
    headers: { ...otherKey, 'idempotency-key': newId() },
    body: { ...basket, customerId: customer._id },
  });

  const seen = (await view(otherKey, again.orders[0]!._id)).data;
  const byStaff = await viewOrder(manager, again.orders[0]!._id);

  expect(seen.customer).toMatchObject({ earlierOrders: 0, recent: [] });
  expect(byStaff.customer).toMatchObject({ earlierOrders: 1, recent: [{ _id: order }] });
});

test('limits a key to its own orders in the database', async () => {
  const [{ order }] = [await placed(ownKey), await placed(otherKey)];
  const [row] = await runSql<{ key: string }>(
    shop,
    `SELECT m.api_key_id AS key FROM orders o JOIN main_orders m ON m.id = o.main_order_id WHERE o.id = '${order}'`,
  );
  const { key } = row!;
  const client = await shop.db.ownOrders.connect();
  const keysSeen = async () => {
    const { rows } = await client.query<{ key: string }>(`
      SELECT DISTINCT coalesce((SELECT api_key_id FROM main_orders m WHERE m.id = o.main_order_id)::text, '?') AS key
      FROM orders o`);
    return rows.map((row) => row.key);
  };
  const ordersOf = async (table: string) => {
    const { rows } = await client.query<{ id: string }>(`
      SELECT DISTINCT order_id AS id FROM ${table} t WHERE NOT EXISTS (SELECT FROM orders o WHERE o.id = t.order_id)`);
    return rows.length;
  };
  try {
    expect(await keysSeen()).toEqual([]);
    await client.query('BEGIN');
    await client.query("SELECT set_config('app.api_key', $1, true)", [key]);
    expect(await keysSeen()).toEqual([key]);
    expect((await client.query('SELECT FROM order_lines')).rowCount).toBeGreaterThan(0);
    const { rows: tables } = await client.query<{ name: string }>(`
      SELECT conrelid::regclass::text AS name FROM pg_constraint c
      WHERE contype = 'f' AND confrelid = 'orders'::regclass
        AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = conrelid AND a.attname = 'order_id')
        AND conrelid <> 'tickets'::regclass`);
    expect(tables.map(({ name }) => name)).toContain('order_events');
    for (const { name } of tables) expect(await ordersOf(name), name).toBe(0);
    const touched = await client.query("UPDATE orders SET note = 'Mine' WHERE main_order_id IS NOT NULL");
    expect(touched.rowCount).toBe((await client.query('SELECT FROM orders')).rowCount);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

const scoped = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>)
    .filter(([, route]) => route.apiScope)
    .map(([name, route]) => ({ name: `${resource}.${name}`, route })),
);

test("marks every order route as limited to the key's own orders and lets read scopes only read", () => {
  const free = scoped.filter(({ route }) => route.apiScope === 'orders' && !route.placedByKey);
  const readers: ApiScope[] = ['catalogue', 'stock', 'prices'];
  const writers = scoped.filter(({ route }) => readers.includes(route.apiScope!) && !route.reads);

  // These routes don't involve an existing order.
  expect(free.map(({ name }) => name).sort()).toEqual([
    'giftCards.balance',
    'locations.slots',
    'mainOrders.create',
    'mainOrders.propose',
    'mainOrders.quote',
    'settings.ordering',
  ]);
  expect(writers).toEqual([]);
});

test('limits a key to its own orders only where a scope opens the route', async () => {
  const byStaff = await addOrder();
  const own = await placed(ownKey);
  const both = await shop.withKey({ scopes: ['orders'], permissions: ['order_view'] });
  const lists = await shop.withKey({ scopes: ['orders'], permissions: ['order_list'] });
  const params = { id: byStaff._id };

  expect((await both.call(orderRoutes.view, { params })).status).toBe(200);
  expect((await both.call(orderRoutes.view, { params: { id: own.order } })).data.customer.email).toBe(
    'known@shop.example',
  );
  expect((await lists.call(orderRoutes.view, { params })).status).toBe(404);
});

test('hides own orders of other locations from a key that is limited to locations', async () => {
  const elsewhere = await addOrderLocation(shop);
  const key = await shop.withKey({ scopes: ['orders'] });
  const { order } = await placed(key.headers);
  const params = { id: order };
  const seenAt = async (locations: string[]) => {
    await shop.sql`UPDATE api_keys SET location_ids = ${locations} WHERE id = ${key.userId}`;
    shop.services.actors.forgetAll();
    return (await key.call(orderRoutes.view, { params })).status;
  };

  expect([await seenAt([location]), await seenAt([elsewhere])]).toEqual([200, 404]);
});

test('allows only the reads of each scope', async () => {
  const calls = {
    catalogue: (headers: Record<string, string>) =>
      Promise.all([
        shop.anonymous.call(locationRoutes.list, { headers, body: {} }),
        shop.anonymous.call(locationRoutes.view, { headers, params: { id: location } }),
        shop.anonymous.call(locationRoutes.dropdown, { headers }),
        shop.anonymous.call(brandRoutes.list, { headers, body: {} }),
        shop.anonymous.call(brandRoutes.dropdown, { headers }),
        shop.anonymous.call(taxRoutes.list, { headers, body: {} }),
        shop.anonymous.call(taxRoutes.dropdown, { headers }),
      ]),
    stock: async (headers: Record<string, string>) => [
      await shop.anonymous.call(inventoryRoutes.levels, {
        headers,
        body: { filters: { locationId: location } },
      }),
    ],
    prices: async (headers: Record<string, string>) => [
      await shop.anonymous.call(priceRoutes.grid, { headers, body: {} }),
    ],
  };

  for (const scope of ['catalogue', 'stock', 'prices'] as const) {
    const headers = await addStorefront(shop, [scope]);
    for (const [other, call] of Object.entries(calls)) {
      const statuses = new Set((await call(headers)).map(({ status }) => status));
      expect([...statuses], `${other} with ${scope}`).toEqual([other === scope ? 200 : 403]);
    }
  }
});

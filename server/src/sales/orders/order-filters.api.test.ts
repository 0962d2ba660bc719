import type { OrderCountsInput, OrderPage } from '@aisle/contract/sales/orders/order-list';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  basketOf,
  place,
  placeOne,
  takeTo,
  walkTo,
} from '../../../test/order-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';

let shop: Shop;
let manager: Person;
let near: string;
let far: string;
let rice: string;
let oats: string;
let plain: Order;
let picked: Order;
let swapped: Order;
let noted: Order;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.signIn();
  near = await addOrderLocation(shop, { name: 'Near' });
  far = await addOrderLocation(shop, { name: 'Far' });
  rice = await addGoods(shop, near, { name: 'Basmati rice', price: 100, stock: 1000 });
  oats = await addGoods(shop, near, { name: 'Rolled oats', price: 300, stock: 1000 });
  const beans = await addGoods(shop, far, { name: 'Black beans', price: 150, stock: 1000 });
  plain = await placeOne(manager, near, rice, { quantity: 4 });
  picked = await placeOne(manager, near, rice, { quantity: 5 });
  swapped = await placeOne(manager, near, rice, { quantity: 6 });
  noted = await placeOne(manager, far, beans, { quantity: 2, note: 'Ring twice' });
  picked = await pick(picked, { pickedQuantity: 3 });
  swapped = await pick(swapped, { substituteId: oats, quantity: 6 });
});
afterAll(() => shop.close());

const pick = async (order: Order, change: object): Promise<Order> => {
  const { version } = await takeTo(manager, order, 'processing');
  const lines = [{ lineId: order.lines[0]!._id, ...change }];
  return manager.do(orderRoutes.editLines, { params: { id: order._id }, body: { version, lines } });
};
const list = async (body: Partial<OrderPage>, person = manager) =>
  (await person.do(orderRoutes.list, { body: body as OrderPage })).records.map((row) => row.number);
const filtered = (filters: OrderPage['filters']) => list({ filters });
const counts = async (body: OrderCountsInput, person = manager) =>
  Object.fromEntries(
    (await person.do(orderRoutes.counts, { body })).map(({ status, count }) => [status, count]),
  );

test('orders are found by their flags', async () => {
  expect(await filtered({ flag: 'hasNote' })).toEqual([noted.number]);
  expect(await filtered({ flag: 'short' })).toEqual([picked.number]);
  expect(await filtered({ flag: 'substituted' })).toEqual([swapped.number]);
  expect(await filtered({ flag: ['short', 'hasNote'] })).toEqual([]);
  expect(await filtered({ flag: 'refundFailed' })).toEqual([]);
});

test('an order is late once its time is over, as long as it is not there', async () => {
  const first = { from: '2030-05-01T10:00:00Z', to: '2030-05-01T11:00:00Z' };
  const soon = await placeOne(manager, near, rice, { slot: first });
  const old = await placeOne(manager, near, rice);
  await shop.look((tx) =>
    tx.updateTable('orders').set({ created_at: '2020-01-01T00:00:00Z' }).where('id', '=', old._id).execute(),
  );

  expect(await filtered({ flag: 'late' })).toEqual([old.number]);
  expect(await counts({ filters: { flag: 'late' } })).toEqual({ orderPlaced: 1 });
  expect(await filtered({ slotFrom: '2030-05-01T09:00:00Z', slotTo: '2030-05-02T00:00:00Z' })).toEqual([
    soon.number,
  ]);
  await takeTo(manager, old, 'cancelled');
  await takeTo(manager, soon, 'cancelled');
  expect(await filtered({ flag: 'late' })).toEqual([]);
});

test('orders are filtered by what they come to and how much is in them', async () => {
  const open = { status: ['orderPlaced', 'processing'] } as const;

  expect(await filtered({ status: [...open.status], maxTotal: 399 })).toEqual([noted.number, picked.number]);
  expect(await filtered({ status: [...open.status], minTotal: 400, maxTotal: 400 })).toEqual([plain.number]);
  expect(await filtered({ minItems: 99 })).toEqual([]);
});

test('orders are found by what is on them: by its name, its SKU, or chosen', async () => {
  expect(await list({ search: 'black bea' })).toEqual([noted.number]);
  expect(await list({ search: 'rolled oats' })).toEqual([swapped.number]);
  expect(await list({ search: `sku-${oats}` })).toEqual([swapped.number]);
  expect(await filtered({ subProductId: oats })).toEqual([swapped.number]);
  expect(await list({ search: 'black bea', filters: { locationId: near } })).toEqual([]);
  const owner = await shop.signIn({ permissions: ['order_list'], locations: [near] });
  expect(await list({ search: 'black bea' }, owner)).toEqual([]);
  expect(await list({ search: 'rolled oats' }, owner)).toEqual([swapped.number]);
});

test('orders are counted by status, within a search and filters, as far as one may see', async () => {
  const owner = await shop.signIn({ permissions: ['order_list'], locations: [far] });

  expect(await counts({ filters: { locationId: near } })).toMatchObject({ orderPlaced: 1, processing: 2 });
  expect(await counts({ filters: {} }, owner)).toEqual({ orderPlaced: 1 });
  expect(await counts({ filters: { locationId: near, paymentType: 'card' } })).toEqual(
    expect.not.objectContaining({ processing: 2 }),
  );
  expect(await counts({ filters: { locationId: near, minTotal: 401 } })).toMatchObject({ processing: 1 });
  expect(await counts({ search: 'black bea', filters: {} })).toEqual({ orderPlaced: 1 });
  expect(await counts({ search: 'Shopper', filters: { locationId: far } })).toEqual({ orderPlaced: 1 });
});

test('a status that more orders have than anybody counts says so', async () => {
  await shop.look(async (tx) => {
    const columns = `location_id, main_order_id, customer_id, customer_name, customer_phone, status,
      headline_status, fulfilment, payment_type, items_total, total, line_count`;
    const { sql } = await import('kysely');
    await sql`INSERT INTO orders (id, ${sql.raw(columns)})
      SELECT gen_random_uuid(), ${sql.raw(columns.replace(/headline_status/, "'failed'").replace(/ status/, " 'failed'"))}
      FROM orders, generate_series(1, 1001) WHERE id = ${noted._id}`.execute(tx);
  });

  const countsOf = (filters: OrderCountsInput['filters']) =>
    manager
      .do(orderRoutes.counts, { body: { filters } })
      .then((all) => all.find(({ status }) => status === 'failed'));
  expect(await countsOf({})).toEqual({ status: 'failed', count: 1000, isMore: true });
  expect(await countsOf({ maxTotal: 1 })).toEqual({ status: 'failed', count: 0, isMore: true });
});

test('a note is in the timeline for colleagues, and makes no open form stale', async () => {
  const clerk = await shop.signIn({ permissions: ['order_edit'] });

  const after = await clerk.do(orderRoutes.addNote, {
    params: { id: plain._id },
    body: { note: ' Called: comes at 6 ' },
  });

  expect(after.events.at(-1)).toMatchObject({
    kind: 'note',
    to: null,
    note: 'Called: comes at 6',
    by: 'Ada Tester',
  });
  expect(after.version).toBe(plain.version);
  expect(
    (await clerk.call(orderRoutes.addNote, { params: { id: plain._id }, body: { note: ' ' } })).status,
  ).toBe(400);
});

test('an order shows what the customer ordered before, and what it will earn them', async () => {
  const main = await place(manager, { lines: [{ subProductId: rice, locationId: near, quantity: 3 }] });
  const again = await manager.do(orderRoutes.view, {
    params: {
      id: (
        await place(manager, {
          ...basketOf({ lines: [{ subProductId: rice, locationId: near, quantity: 7 }] }),
          customer: undefined,
          customerId: main.customerId,
        })
      ).orders[0]!._id,
    },
  });

  expect(again.customer.recent).toMatchObject([
    { _id: main.orders[0]!._id, number: main.orders[0]!.number, total: 300 },
  ]);
  expect(again.coinsToEarn).toBe(7);
  const delivered = await walkTo(manager, again, 'delivered');
  expect([delivered.coinsToEarn, delivered.coinsEarned]).toEqual([0, 7]);
});

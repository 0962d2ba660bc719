import type { OrderCountsInput, OrderPage } from '@aisle/contract/sales/orders/order-list';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  editLines,
  moveTo,
  openStore,
  placeOne,
  runSql,
} from '../../../test/order-builders.ts';

const {
  shop,
  manager,
  location: near,
  addOrder,
} = await openStore({
  goods: { name: 'Basmati rice', price: 100, stock: 1000 },
});
const far = await addOrderLocation(shop);
const oats = await addGoods(shop, near, { name: 'Rolled oats', price: 300, stock: 1000 });
const beans = await addGoods(shop, far, { name: 'Black beans', price: 150, stock: 1000 });
const pick = async (
  order: Order,
  change: { pickedQuantity: number } | { substituteId: string; quantity: number },
) =>
  editLines(manager, await moveTo(manager, order, 'processing'), {
    lines: [{ lineId: order.lines[0]!._id, ...change }],
  });
const plain = await addOrder({ quantity: 4 });
const picked = await pick(await addOrder({ quantity: 5 }), { pickedQuantity: 3 });
const swapped = await pick(await addOrder({ quantity: 6 }), { substituteId: oats, quantity: 6 });
const noted = await placeOne(manager, far, beans, { quantity: 2, note: 'Ring twice' });
const list = async (body: Partial<OrderPage>, person = manager) =>
  (await person.do(orderRoutes.list, { body: body as OrderPage })).records.map((row) => row.number);
const filtered = (filters: OrderPage['filters']) => list({ filters });
const counts = async (body: OrderCountsInput, person = manager) =>
  Object.fromEntries(
    (await person.do(orderRoutes.counts, { body })).map(({ status, count }) => [status, count]),
  );

test('filters orders by their flags', async () => {
  expect(await filtered({ flag: 'hasNote' })).toEqual([noted.number]);
  expect(await filtered({ flag: 'short' })).toEqual([picked.number]);
  expect(await filtered({ flag: 'substituted' })).toEqual([swapped.number]);
  expect(await filtered({ flag: ['short', 'hasNote'] })).toEqual([]);
  expect(await filtered({ flag: 'refundFailed' })).toEqual([]);
});

test('counts an order as late after its promised time until it is delivered', async () => {
  const first = { from: '2030-05-01T10:00:00Z', to: '2030-05-01T11:00:00Z' };
  const soon = await addOrder({ slot: first });
  const old = await addOrder();
  await runSql(shop, `UPDATE orders SET created_at = '2020-01-01' WHERE id = '${old._id}'`);

  expect(await filtered({ flag: 'late' })).toEqual([old.number]);
  expect(await counts({ filters: { flag: 'late' } })).toEqual({ orderPlaced: 1 });
  const inMay = { slotFrom: '2030-05-01T09:00:00Z', slotTo: '2030-05-02T00:00:00Z' };
  expect(await filtered(inMay)).toEqual([soon.number]);
  await moveTo(manager, old, 'cancelled');
  await moveTo(manager, soon, 'cancelled');
  expect(await filtered({ flag: 'late' })).toEqual([]);
});

test('filters orders by total and number of items', async () => {
  const open = { status: ['orderPlaced', 'processing'] } as const;

  expect(await filtered({ status: [...open.status], maxTotal: 399 })).toEqual([noted.number, picked.number]);
  expect(await filtered({ status: [...open.status], minTotal: 400, maxTotal: 400 })).toEqual([plain.number]);
  expect(await filtered({ minItems: 99 })).toEqual([]);
});

test('filters orders by item, by name, SKU or selection', async () => {
  expect(await list({ search: 'black bea' })).toEqual([noted.number]);
  expect(await list({ search: 'rolled oats' })).toEqual([swapped.number]);
  expect(await list({ search: `sku-${oats}` })).toEqual([swapped.number]);
  expect(await filtered({ subProductId: oats })).toEqual([swapped.number]);
  expect(await list({ search: 'black bea', filters: { locationId: near } })).toEqual([]);
  const owner = await shop.signIn({ permissions: ['order_list'], locations: [near] });
  expect(await list({ search: 'black bea' }, owner)).toEqual([]);
  expect(await list({ search: 'rolled oats' }, owner)).toEqual([swapped.number]);
});

test("counts orders by status within a search, filters and the user's reach", async () => {
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

test('marks a status with more orders than the maximum count', async () => {
  const copied = `location_id, main_order_id, customer_id, customer_name, customer_phone, fulfilment, payment_type,
    items_total, total, line_count`;
  await runSql(
    shop,
    `INSERT INTO orders (id, status, headline_status, ${copied}) SELECT gen_random_uuid(), 'failed', 'failed', ${copied}
      FROM orders, generate_series(1, 1001) WHERE id = '${noted._id}'`,
  );

  const countsOf = async (filters: OrderCountsInput['filters']) =>
    (await manager.do(orderRoutes.counts, { body: { filters } })).find(({ status }) => status === 'failed');
  expect(await countsOf({})).toEqual({ status: 'failed', count: 1000, isMore: true });
  expect(await countsOf({ maxTotal: 1 })).toEqual({ status: 'failed', count: 0, isMore: true });
});

test('adds an internal note to the timeline without changing the version', async () => {
  const clerk = await shop.signIn({ permissions: ['order_edit'] });

  const addNote = (note: string) =>
    clerk.call(orderRoutes.addNote, { params: { id: plain._id }, body: { note } });

  const { data: after } = await addNote(' Called: comes at 6 ');

  const note = { kind: 'note', to: null, note: 'Called: comes at 6', by: 'Ada Tester', automatic: false };
  expect(after.events.at(-1)).toMatchObject(note);
  expect(after.version).toBe(plain.version);
  expect((await addNote(' ')).status).toBe(400);
});

test("shows the customer's earlier orders and the coins to earn", async () => {
  const first = await addOrder({ quantity: 3 });
  const again = await addOrder({ customerId: first.customer._id, quantity: 7 });

  expect(again.customer.recent).toMatchObject([{ _id: first._id, number: first.number, total: 300 }]);
  expect(again.coinsToEarn).toBe(7);
  const delivered = await advanceTo(manager, again, 'delivered');
  expect([delivered.coinsToEarn, delivered.coinsEarned]).toEqual([0, 7]);
});

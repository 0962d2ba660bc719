import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { defaultSettings } from '@aisle/contract/system/settings';
import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne, takeTo } from '../../../test/order-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import { startOfDay } from './dashboard.service.ts';

let shop: Shop;
let admin: Person;
let here: string;
let elsewhere: string;
let sold: { today: number; goods: string };
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.signIn();
  here = await addOrderLocation(shop, { name: 'Here' });
  elsewhere = await addOrderLocation(shop, { name: 'Elsewhere' });
  const goods = await addGoods(shop, here, { name: 'Apples', price: 250, stock: 100 });
  const far = await addGoods(shop, elsewhere, { name: 'Far apples', price: 100, stock: 2 });
  const first = await placeOne(admin, here, goods);
  const second = await placeOne(admin, here, goods, { quantity: 4 });
  const cancelled = await placeOne(admin, here, goods);
  await takeTo(admin, cancelled, 'cancelled');
  // Takes the last two: the shelf is empty.
  await placeOne(admin, elsewhere, far);
  sold = { today: first.total + second.total, goods };
  const earlier = await placeOne(admin, here, goods);
  await shop.look((tx) =>
    tx
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - 40 * 86_400_000).toISOString() })
      .where('id', '=', earlier._id)
      .execute(),
  );
});
afterAll(() => shop.close());

const look = (person: Person, query = {}) => person.do(dashboardRoutes.data, { query });

test('sales count what was placed and not called off, day by day, beside the period before', async () => {
  const { sales } = await look(admin, { locationId: here });

  expect(sales).toMatchObject({ gross: sold.today, orders: 2, averageBasket: Math.round(sold.today / 2) });
  expect(sales!.byDay).toHaveLength(30);
  expect(sales!.byDay.at(-1)).toMatchObject({ gross: sold.today, orders: 2 });
  expect(sales!.before.orders).toBe(1);
});

test('what waits, what sells, where it sells, and who buys', async () => {
  const board = await look(admin);

  expect(board.orders!.byStatus).toMatchObject([{ status: 'orderPlaced', count: 4, isLate: true }]);
  expect(board.topProducts![0]).toMatchObject({ subProductId: sold.goods, quantity: 6, revenue: 1500 });
  expect(board.topLocations!.map(({ name, orders }) => [name, orders])).toEqual([
    ['Here', 2],
    ['Elsewhere', 1],
  ]);
  expect(board.customers).toMatchObject({ total: 5, new: 5, active: 3, activeBefore: 1 });
  expect(board.stock!.out).toMatchObject({
    count: 1,
    first: [{ name: 'Far apples', locationName: 'Elsewhere' }],
  });
});

test('what needs attention has the number of the list that it leads to', async () => {
  const board = await look(admin);
  const total = async (list: Promise<{ totalRecords: number }>) => (await list).totalRecords;
  const { day, lots } = board.attention.expiresToday!;

  // Wanted 40 days ago, and never brought.
  expect(board.attention.late).toBe(1);
  expect(board.attention.outOfStock).toBe(1);
  expect([board.attention.late, board.attention.refundFailed, board.attention.outOfStock, lots]).toEqual([
    await total(admin.do(orderRoutes.list, { body: { filters: { flag: 'late' } } })),
    await total(admin.do(orderRoutes.list, { body: { filters: { flag: 'refundFailed' } } })),
    await total(admin.do(inventoryRoutes.levels, { body: { filters: { status: 'out' } } })),
    await total(admin.do(expiryRoutes.lots, { body: { filters: { from: day, to: day } } })),
  ]);
});

test('goods on their last day count with what they would sell for', async () => {
  const place = await addOrderLocation(shop, { name: 'Last day' });
  await addGoods(shop, place, { name: 'Soft cheese', price: 500, stock: 3 });
  const { day } = (await look(admin, { locationId: place })).attention.expiresToday!;
  await shop.look((tx) =>
    tx.updateTable('lots').set({ expires_on: day }).where('location_id', '=', place).execute(),
  );

  const { attention } = await look(admin, { locationId: place });

  expect(attention.expiresToday).toEqual({ day, lots: 1, retail: 1500 });
});

test('today is compared with the same time a week ago', async () => {
  const place = await addOrderLocation(shop, { name: 'Weekly' });
  const goods = await addGoods(shop, place, { name: 'Pears', price: 300, stock: 100 });
  const now = await placeOne(admin, place, goods);
  const moved = async (hours: number) => {
    const { _id } = await placeOne(admin, place, goods);
    const created_at = new Date(Date.now() - 7 * 86_400_000 + hours * 3_600_000).toISOString();
    await shop.look((tx) => tx.updateTable('orders').set({ created_at }).where('id', '=', _id).execute());
  };
  await moved(-0.001);
  await moved(2);

  const { today } = await look(admin, { locationId: place });

  expect(today).toMatchObject({ gross: now.total, orders: 1, lastWeek: { orders: 1 } });
});

test('somebody of one location sees that location, whether they ask for it or not', async () => {
  const owner = await shop.signIn({
    permissions: ['order_list', 'store_list', 'inventory_list', 'customer_list', 'product_list'],
    locations: [elsewhere],
  });

  const own = await look(owner);

  expect(own.topLocations).toMatchObject([{ name: 'Elsewhere', orders: 1 }]);
  expect(own.sales!.orders).toBe(1);
  expect(own.customers).toMatchObject({ total: 1, active: 1 });
  expect(own.stock!.out.count).toBe(1);
  expect((await owner.call(dashboardRoutes.data, { query: { locationId: here } })).status).toBe(404);
});

test('a block that one may not see is left out, and the others are there', async () => {
  const keeper = await shop.signIn({ permissions: ['inventory_list'] });

  const board = await look(keeper);

  expect(board).toMatchObject({ sales: null, today: null, orders: null, topProducts: null, customers: null });
  expect(board.attention).toMatchObject({ late: null, returnsToApprove: null, outOfStock: 1 });
  expect(board.stock).not.toBeNull();
});

test('a period that ends before it begins, or lasts for years, is refused', async () => {
  for (const query of [
    { from: '2026-02-01', to: '2026-01-01' },
    { from: '2020-01-01', to: '2026-01-01' },
    { from: '1999-01-01' },
  ]) {
    expect((await admin.call(dashboardRoutes.data, { query })).status).toBe(400);
  }
});

test('the dashboard takes at most seven statements and a look at the settings', async () => {
  await look(admin);

  const { headers } = await admin.call(dashboardRoutes.data);

  expect(Number(/desc="(\d+)"/.exec(String(headers['server-timing']))?.[1])).toBeLessThanOrEqual(7);
});

test('reasons to cancel are those of the settings', async () => {
  const clerk = await shop.signIn({ permissions: [] });

  const reasons = await clerk.do(dashboardRoutes.reasonDropdown, { query: { type: 'cancel' } });

  expect(reasons).toEqual(defaultSettings.reasons.cancel);
  const all = await clerk.do(dashboardRoutes.reasonDropdown, { query: {} });
  expect(all).toEqual(Object.values(defaultSettings.reasons).flat());
});

test('a day begins when it does there, also when the clocks change', () => {
  expect(startOfDay('2026-07-01', 'America/Chicago')).toBe('2026-07-01T05:00:00.000Z');
  expect(startOfDay('2026-03-08', 'America/Chicago')).toBe('2026-03-08T06:00:00.000Z');
  expect(startOfDay('2026-03-09', 'America/Chicago')).toBe('2026-03-09T05:00:00.000Z');
  expect(startOfDay('2026-11-02', 'America/Chicago')).toBe('2026-11-02T06:00:00.000Z');
});

test('a new marketplace is told what it lacks, until its first order', async () => {
  const fresh = await openShop();
  const first = await fresh.signIn();
  const setup = async () => (await first.do(dashboardRoutes.data, { query: {} })).setup;
  const before = await setup();
  const place = await addOrderLocation(fresh);
  const goods = await addGoods(fresh, place);
  const stocked = await setup();
  await placeOne(first, place, goods);

  const none = {
    location: false,
    products: false,
    stock: false,
    delivery: false,
    people: false,
    shop: false,
  };
  expect(before).toEqual(none);
  expect(stocked).toMatchObject({ location: true, products: true, stock: true, shop: false });
  expect(await setup()).toBeNull();
  await fresh.close();
});

import { customerRoutes } from '@aisle/contract/customers/customers';
import { blockNames, dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { Permission } from '@aisle/contract/permissions';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { supportRoutes } from '@aisle/contract/service/support';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import {
  defaultSettings,
  type SettingsValues,
  settingsRoutes,
  setupSteps,
} from '@aisle/contract/system/settings';
import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, advanceTo, moveTo, placeOne } from '../../../test/order-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addTicket } from '../../../test/support-builders.ts';
import { recountMarkedMetrics } from '../../ledgers/figures/figure-claims.queries.ts';

const look = (person: Person, query = {}) => person.do(dashboardRoutes.data, { query });

// Silent, because a failed block is logged.
const shop = await openShop({ logLevel: 'silent' });
const admin = await shop.signIn();
const here = await addOrderLocation(shop, { name: 'Here' });
const elsewhere = await addOrderLocation(shop, { name: 'Elsewhere' });
const goods = await addGoods(shop, here, { name: 'Apples', price: 250, stock: 100 });
const far = await addGoods(shop, elsewhere, { name: 'Far apples', price: 100, stock: 2 });
const first = await placeOne(admin, here, goods);
const second = await placeOne(admin, here, goods, { quantity: 4 });
const cancelled = await placeOne(admin, here, goods);
await moveTo(admin, cancelled, 'cancelled');
// Sells the last two, so that the item is out of stock.
await placeOne(admin, elsewhere, far);
const sold = { today: first.total + second.total, goods };
const earlier = await placeOne(admin, here, goods);
await shop.sql`UPDATE orders SET created_at = ${new Date(Date.now() - 40 * 86_400_000).toISOString()}
  WHERE id = ${earlier._id}`;

test('counts sales by day without cancelled orders, with the preceding period', async () => {
  const { sales } = await look(admin, { locationId: here });

  expect(sales).toMatchObject({ gross: sold.today, orders: 2, averageBasket: Math.round(sold.today / 2) });
  expect(sales!.byDay).toHaveLength(30);
  expect(sales!.byDay.at(-1)).toMatchObject({ gross: sold.today, orders: 2 });
  expect(sales!.before!.orders).toBe(1);
});

test('shows open orders, best sellers, top locations and customers', async () => {
  const board = await look(admin);

  expect(board.orders!.byStatus).toMatchObject([{ status: 'orderPlaced', count: 4, isLate: true }]);
  expect(board.topProducts![0]).toMatchObject({ subProductId: sold.goods, quantity: 6, revenue: 1500 });
  expect(board.topLocations!.map(({ name, orders }) => [name, orders])).toEqual([
    ['Here', 2],
    ['Elsewhere', 1],
  ]);
  expect(board.customers).toMatchObject({ total: 5, new: 5, active: 3, activeBefore: 1, churned: 1 });
  expect(board.stock!.out).toMatchObject({
    count: 1,
    first: [{ name: 'Far apples', locationName: 'Elsewhere' }],
  });
});

test('shows the same numbers as the lists that each alert opens', async () => {
  const board = await look(admin);
  const total = async (list: Promise<{ totalRecords: number }>) => (await list).totalRecords;
  const { day } = board.attention!.expiresToday!;

  // One order was due 40 days ago and never delivered.
  expect(board.attention).toMatchObject({ late: 1, outOfStock: 1 });
  expect(board.attention).toMatchObject({
    late: await total(admin.do(orderRoutes.list, { body: { filters: { flag: 'late' } } })),
    refundFailed: await total(admin.do(orderRoutes.list, { body: { filters: { flag: 'refundFailed' } } })),
    outOfStock: await total(admin.do(inventoryRoutes.levels, { body: { filters: { status: 'out' } } })),
    expiresToday: {
      lots: await total(admin.do(expiryRoutes.lots, { body: { filters: { from: day, to: day } } })),
    },
  });
});

test.each(['an administrator', 'finance'])(
  'shows %s the same customer metrics as their lists',
  async (who) => {
    const place = await addOrderLocation(shop, { name: `Regulars of ${who}` });
    const goods = await addGoods(shop, place, { name: 'Bread', price: 300, stock: 100 });
    const longAgo = await placeOne(admin, place, goods);
    await placeOne(admin, place, goods);
    await moveTo(admin, await placeOne(admin, place, goods), 'cancelled');
    const created_at = new Date(Date.now() - 35 * 86_400_000).toISOString();
    await shop.sql`UPDATE orders SET created_at = ${created_at} WHERE id = ${longAgo._id}`;
    const person =
      who === 'an administrator'
        ? admin
        : await shop.signIn({ userType: 'others', permissions: ['customer_list', 'order_list'] });
    const at = { locationId: place };

    const { customers, since, until, previous } = await look(person, at);

    const total = async (filters: object) =>
      (await person.do(customerRoutes.list, { body: { filters: { ...at, ...filters } } })).totalRecords;
    expect(customers).toMatchObject({ total: 3, new: 3, active: 1, churned: 1 });
    expect(await total({ from: since, to: until })).toBe(customers!.new);
    expect(await total({ orderedFrom: since, orderedTo: until })).toBe(customers!.active);
    const churned = {
      orderedFrom: previous.since,
      orderedTo: previous.until,
      notOrderedFrom: since,
      notOrderedTo: until,
    };
    expect(await total(churned)).toBe(customers!.churned);
    expect(await total({ from: until })).toBe(0);
  },
);

test('counts a customer of two stores for each, from the day they were added there', async () => {
  const [first, second] = [
    await addOrderLocation(shop, { name: 'First' }),
    await addOrderLocation(shop, { name: 'Second' }),
  ];
  const goods = await addGoods(shop, first, { name: 'Rolls', price: 300, stock: 100 });
  const order = await placeOne(admin, first, goods);
  const { customer_id } = (await shop.sql`SELECT customer_id FROM orders WHERE id = ${order._id}`)[0]!;
  const since = new Date(Date.now() - 90 * 86_400_000).toISOString();
  await shop.sql`INSERT INTO customer_locations
      (customer_id, location_id, since, first_name, last_name, phone, phone_digits)
    VALUES (${customer_id}, ${second}, ${since}, 'Ada', 'Bell', '', '')`;
  const owner = await shop.signIn({ permissions: ['customer_list'], locations: [second] });
  const total = async (filters: object) =>
    (await owner.do(customerRoutes.list, { body: { filters } })).totalRecords;

  expect(await total({})).toBe(1);
  expect(await total({ to: new Date(Date.now() - 86_400_000).toISOString() })).toBe(1);
  expect(await total({ from: new Date(Date.now() - 86_400_000).toISOString() })).toBe(0);
  // The customer's order was placed at another location.
  expect(await total({ orderedFrom: since })).toBe(0);
});

test('counts items on their last day at their sales value', async () => {
  const place = await addOrderLocation(shop, { name: 'Last day' });
  await addGoods(shop, place, { name: 'Soft cheese', price: 500, stock: 3 });
  const { day } = (await look(admin, { locationId: place })).attention!.expiresToday!;
  await shop.sql`UPDATE lots SET expires_on = ${day} WHERE location_id = ${place}`;

  const { attention } = await look(admin, { locationId: place });

  expect(attention!.expiresToday).toEqual({ day, lots: 1, retail: 1500 });
  const { totalRecords } = await admin.do(inventoryRoutes.list, {
    body: { filters: { status: 'expiring' } },
  });
  expect((await look(admin)).stock!.expiring.count).toBe(totalRecords);
});

test('compares today with the same time a week ago', async () => {
  const place = await addOrderLocation(shop, { name: 'Weekly' });
  const goods = await addGoods(shop, place, { name: 'Pears', price: 300, stock: 100 });
  const now = await placeOne(admin, place, goods);
  const moved = async (hours: number) => {
    const { _id } = await placeOne(admin, place, goods);
    const created_at = new Date(Date.now() - 7 * 86_400_000 + hours * 3_600_000).toISOString();
    await shop.sql`UPDATE orders SET created_at = ${created_at} WHERE id = ${_id}`;
  };
  await moved(-0.001);
  await moved(2);

  const { today } = await look(admin, { locationId: place });

  expect(today).toMatchObject({ gross: now.total, orders: 1, lastWeek: { orders: 1 } });
});

test("counts today's orders from the start of the day in one time zone, at all locations", async () => {
  const zones = ['UTC', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const places = await Promise.all(zones.map((zone) => addOrderLocation(shop, { name: `In ${zone}` })));
  for (const [index, time_zone] of zones.entries()) {
    const id = places[index]!;
    await shop.look((tx) => tx.updateTable('locations').set({ time_zone }).where('id', '=', id).execute());
    const goods = await addGoods(shop, id, { name: `Figs of ${id}`, price: 100, stock: 100 });
    for (const hours of [0, 9, 18, 27, 36]) {
      const { _id } = await placeOne(admin, id, goods, { quantity: index + 1 });
      const created_at = new Date(Date.now() - hours * 3_600_000).toISOString();
      await shop.sql`UPDATE orders SET created_at = ${created_at} WHERE id = ${_id}`;
    }
  }
  const owner = await shop.signIn({ permissions: everything, locations: places });
  const counted = async (since: string, ids: string[] | null) => {
    const rows = await shop.sql`
      SELECT count(*) AS orders, sum(total)::bigint AS gross, round(avg(total))::bigint AS "averageBasket"
      FROM orders
      WHERE created_at >= ${since} AND is_sold(status) AND NOT is_replacement
        AND location_id = ANY (coalesce(${ids}, ARRAY[location_id]))`;
    return rows[0];
  };

  const agree = async () => {
    const [ofOwner, ofAll] = [(await look(owner)).today!, (await look(admin)).today!];
    expect(ofOwner).toMatchObject((await counted(ofOwner.day.since, places)) as object);
    expect(ofAll).toMatchObject((await counted(ofAll.day.since, null)) as object);
    expect(ofOwner.orders).toBeGreaterThanOrEqual(4);
  };
  await agree();
  while (await shop.look(recountMarkedMetrics));
  await agree();
});

const everything: Permission[] = [
  'order_list',
  'location_report',
  'store_list',
  'inventory_list',
  'customer_list',
  'product_list',
];

test('shows store users four blocks of their location only', async () => {
  const owner = await shop.signIn({ permissions: everything, locations: [elsewhere] });

  const own = await look(owner);

  expect(own.sales!.orders).toBe(1);
  expect(own.sales!.gross).not.toBe(sold.today);
  expect(own).toMatchObject({ today: { orders: 1 }, orders: { byStatus: [{ count: 1 }] } });
  expect(own.topProducts).toMatchObject([{ name: 'Far apples' }]);
  expect(own).toMatchObject({ stock: { out: { count: 1 } }, attention: { late: 0, outOfStock: 1 } });
  for (const name of ['service', 'topLocations', 'customers']) expect(own).not.toHaveProperty(name);
  expect(await look(owner, { blocks: 'customers,service' })).not.toHaveProperty('customers');
  expect((await owner.call(dashboardRoutes.data, { query: { locationId: here } })).status).toBe(404);
});

test('shows marketplace users without admin rights the blocks that they have permission for', async () => {
  const finance = await shop.signIn({ userType: 'others', permissions: ['customer_list'] });

  const board = await look(finance);

  expect(board.customers!.active).toBeGreaterThan(0);
  expect(board).toMatchObject({ sales: null, service: null, stock: null });
});

test('hides sales from users without the permission for reports', async () => {
  const clerk = await shop.signIn({
    permissions: everything.filter((one) => one !== 'location_report'),
    locations: [elsewhere],
  });

  const board = await look(clerk);

  expect(board).toMatchObject({
    today: null,
    sales: null,
    topProducts: null,
    orders: { byStatus: [{ count: 1 }] },
  });
});

test('returns only the requested blocks', async () => {
  const part = await look(admin, { blocks: 'sales,stock' });

  const blocks = blockNames.filter((name) => name in part);
  expect(blocks).toEqual(['sales', 'stock']);
  expect((await admin.call(dashboardRoutes.data, { query: { blocks: 'sales,weather' } })).status).toBe(400);
});

test('reports a failing block without affecting others, until it can be read', async () => {
  const { owner } = shop.db;
  const period = { period: 'last90Days' } as const;
  await owner.query('REVOKE SELECT ON customer_locations, customers, refunds FROM aisle_all');
  const broken = await look(admin, period);
  await owner.query('GRANT SELECT ON customer_locations, customers, refunds TO aisle_all');
  const retried = await look(admin, { ...period, blocks: broken.failed.join(',') });
  const whole = await look(admin, period);

  expect(broken.failed).toEqual(['attention', 'service', 'customers']);
  const { attention, service, customers, ...others } = whole;
  expect({ ...broken, failed: [], asOf: others.asOf }).toEqual(others);
  expect(retried).toMatchObject({ failed: [], attention, service, customers });
  expect(retried).not.toHaveProperty('sales');
});

test('compares sales with the preceding days, with last year, or with nothing', async () => {
  const place = await addOrderLocation(shop, { name: 'Yearly' });
  const goods = await addGoods(shop, place, { name: 'Plums', price: 300, stock: 100 });
  const placedAt = async (created_at: string) => {
    const { _id } = await placeOne(admin, place, goods);
    await shop.sql`UPDATE orders SET created_at = ${created_at} WHERE id = ${_id}`;
  };
  await placedAt('2026-03-10T12:00:00Z');
  await placedAt('2026-02-20T12:00:00Z');
  await placedAt('2025-03-05T12:00:00Z');
  await placedAt('2025-03-31T12:00:00Z');
  const march = { locationId: place, from: '2026-03-01', to: '2026-03-31' };
  const compared = (compare: 'previous' | 'lastYear' | 'none') => look(admin, { ...march, compare });

  const [previous, lastYear, none] = [
    await compared('previous'),
    await compared('lastYear'),
    await compared('none'),
  ];

  expect(previous.comparedWith).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
  expect(lastYear.comparedWith).toMatchObject({ from: '2025-03-01', to: '2025-03-31' });
  expect(none.comparedWith).toBeNull();
  const before = [previous, lastYear, none].map(({ sales }) => sales!.before?.orders ?? null);
  expect(before).toEqual([1, 2, null]);
  const customers = [previous, lastYear, none].map((board) => board.customers!.activeBefore);
  expect(customers).toEqual([1, 2, null]);
  expect([previous, lastYear, none].map((board) => board.customers!.churned)).toEqual([1, 1, 1]);
  expect(previous.sales!.byDay).toHaveLength(31);
});

test("starts and ends days in the location's time zone", async () => {
  const place = await addOrderLocation(shop, { name: 'Far west' });
  await shop.sql`UPDATE locations SET time_zone = 'Pacific/Honolulu' WHERE id = ${place}`;
  const goods = await addGoods(shop, place, { name: 'Pineapples', price: 300, stock: 100 });
  const { _id } = await placeOne(admin, place, goods);
  // It is still May 1 at the location.
  const created_at = '2026-05-02T09:30:00Z';
  await shop.sql`UPDATE orders SET created_at = ${created_at} WHERE id = ${_id}`;
  const day = { locationId: place, from: '2026-05-01', to: '2026-05-01' };

  const board = await look(admin, day);

  expect(board).toMatchObject({
    timeZone: 'Pacific/Honolulu',
    since: '2026-05-01T10:00:00.000Z',
    until: '2026-05-02T10:00:00.000Z',
    sales: { orders: 1 },
  });
  const list = { locationId: place, fromDay: board.from, toDay: board.to, isSale: true };
  expect((await admin.do(orderRoutes.list, { body: { filters: list } })).totalRecords).toBe(1);
});

test('counts open requests like their lists, with the age of the oldest', async () => {
  await addTicket(admin);
  await addTicket(admin);
  await admin.do(supportRoutes.updateStatus, {
    params: { id: (await addTicket(admin))._id },
    body: { status: 'pending' },
  });
  await shop.sql`UPDATE tickets SET due_at = now() - interval '1 minute' WHERE due_at IS NOT NULL`;
  const [oldest] = await shop.sql`
    UPDATE tickets SET created_at = '2026-11-01T10:00:00Z' WHERE id = (SELECT id FROM tickets WHERE status = 'open' LIMIT 1)
    RETURNING iso(created_at) AS at`;
  const { service } = await look(admin);

  expect(service!.openTickets).toEqual({ count: 2, overdue: 2, oldestAt: oldest!.at });
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  expect((await look(clerk)).service!.openTickets).toBeNull();
  const late = await admin.do(orderRoutes.list, { body: { filters: { flag: 'late' } } });
  expect(service!.ordersLate.count).toBe(late.totalRecords);
  expect(Date.parse(service!.ordersLate.oldestAt!)).toBeLessThan(Date.now() - 39 * 86_400_000);
  expect(service!.returnRequests).toEqual({ count: 0, oldestAt: null });
  expect(service!.refundsFailed).toEqual({ count: 0, oldestAt: null, amount: 0 });
});

test('announces changes that affect a block', async () => {
  const place = await addOrderLocation(shop, { name: 'Lively' });
  const goods = await addGoods(shop, place, { name: 'Leeks', price: 300, stock: 10 });
  const topicsOf = async (work: () => Promise<unknown>) => {
    const latest = () => shop.sql`SELECT id, resource FROM changes WHERE location_id = ${place}`;
    const known = new Set((await latest()).map(({ id }) => id));
    await work();
    return new Set((await latest()).filter(({ id }) => !known.has(id)).map(({ resource }) => resource));
  };
  const rows = [{ subProductId: goods, quantity: 5, costPrice: 100 }];
  const receive = () => admin.do(inventoryRoutes.bulkCreate, { body: { locationId: place, rows } });
  const adjust = () =>
    admin.do(inventoryRoutes.adjust, {
      body: { locationId: place, subProductId: goods, quantity: -1, reason: 'waste' },
    });
  const order = await deliver(admin, place, goods);
  const refund = () =>
    admin.do(refundRoutes.create, { params: { id: order._id }, body: { reason: 'Wilted' } });

  expect(await topicsOf(() => placeOne(admin, place, goods))).toContain('orders');
  expect(await topicsOf(receive)).toContain('stock');
  expect(await topicsOf(adjust)).toContain('stock');
  expect(await topicsOf(refund)).toContain('orders');
});

test('leaves out blocks without permission, and returns the others', async () => {
  const keeper = await shop.signIn({ permissions: ['inventory_list'] });

  const board = await look(keeper);

  expect(board).toMatchObject({ sales: null, today: null, orders: null, topProducts: null, customers: null });
  expect(board.attention).toMatchObject({ late: null, returnsToApprove: null, outOfStock: 1 });
  expect(board.stock).not.toBeNull();
});

test('rejects a period that ends before it starts or lasts for years', async () => {
  for (const query of [
    { from: '2026-02-01', to: '2026-01-01' },
    { from: '2020-01-01', to: '2026-01-01' },
    { from: '1999-01-01' },
    { from: '9999-12-31' },
    { period: 'today' as const, from: '2026-01-01' },
  ]) {
    expect((await admin.call(dashboardRoutes.data, { query })).status).toBe(400);
  }
});

test('takes at most six statements', async () => {
  const counts: number[] = [];
  // The settings are read again every few seconds; at least one of three requests doesn't include that.
  for (let count = 0; count < 3; count += 1) {
    const { headers } = await admin.call(dashboardRoutes.data);
    counts.push(Number(/desc="(\d+)"/.exec(String(headers['server-timing']))?.[1]));
  }

  expect(Math.min(...counts)).toBeLessThanOrEqual(6);
});

test('uses the cancellation reasons from the settings', async () => {
  const clerk = await shop.signIn({ permissions: [] });

  const reasons = await clerk.do(dashboardRoutes.reasonDropdown, { query: { type: 'cancel' } });

  expect(reasons).toEqual(defaultSettings.reasons.cancel);
  const all = await clerk.do(dashboardRoutes.reasonDropdown, { query: {} });
  expect(all).toEqual(Object.values(defaultSettings.reasons).flat());
});

test('shows a new marketplace its setup steps until its first order is delivered', async () => {
  const fresh = await openShop();
  const first = await fresh.signIn();
  const setup = () => first.do(dashboardRoutes.setup);
  const onDashboard = async () => (await first.do(dashboardRoutes.data, { query: {} })).setup;
  const done = async () => {
    const steps = await setup();
    return setupSteps.filter((name) => steps[name]);
  };

  expect(await done()).toEqual([]);
  expect(await onDashboard()).toEqual(await setup());
  const place = await addOrderLocation(fresh);
  expect(await done()).toEqual(['location']);
  expect(await setup()).toMatchObject({ firstLocationId: place, emptyLocationId: place });
  const goods = await addGoods(fresh, place);
  expect(await done()).toEqual(['location', 'products', 'assortment', 'stock', 'ready']);
  expect((await setup()).emptyLocationId).toBeNull();
  const order = await placeOne(first, place, goods, { fulfilment: 'pickup' });
  expect(await done()).toContain('order');
  expect((await setup()).openOrderId).toBe(order._id);
  expect(await onDashboard()).toBeNull();
  await advanceTo(first, order, 'delivered');
  expect(await done()).toContain('delivered');
});

test('counts settings that differ from the defaults and steps marked as done, and hides the steps on request', async () => {
  const fresh = await openShop();
  const first = await fresh.signIn();
  const change = async (values: Partial<SettingsValues>) => {
    const { version } = await first.do(settingsRoutes.get);
    return first.do(settingsRoutes.update, { body: { ...values, version } });
  };
  const setup = () => first.do(dashboardRoutes.setup);

  await change({ brandName: 'Corner Market', setup: { isShown: true, done: ['payment', 'people'] } });
  expect(await setup()).toMatchObject({ marketplace: true, payment: true, people: true, delivery: false });
  await change({ deliveryInfo: { ...defaultSettings.deliveryInfo, feeBase: 499 } });
  expect((await setup()).delivery).toBe(true);

  await change({ setup: { isShown: false, done: [] } });
  expect((await first.do(dashboardRoutes.data, { query: {} })).setup).toBeNull();
  expect((await first.do(authRoutes.check)).flags.setup).toBe(false);
});

test('shows the setup steps only to users who can change the settings', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });

  expect((await clerk.call(dashboardRoutes.setup)).status).toBe(403);
});

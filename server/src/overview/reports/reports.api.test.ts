import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dayIn } from '@aisle/contract/core/dates';
import type { BodyInputOf } from '@aisle/contract/core/route';
import { reportRoutes } from '@aisle/contract/overview/reports';
import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addCategory, addTax } from '../../../test/catalogue-builders.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  moveTo,
  payOrder,
  placeOne,
} from '../../../test/order-builders.ts';
import { completeRefund } from '../../../test/payable-builders.ts';
import { addSubscriber } from '../../../test/plan-builders.ts';
import { deliver, requestReturn, stepTo } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { recountMarkedMetrics } from '../../ledgers/figures/figure-claims.queries.ts';
import { topProducts } from '../../ledgers/figures/figures.queries.ts';

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const today = dayIn('America/Chicago');
const month = { from: addDays(today, -29), to: today };

/** Moves an order back by days of the location, some of which have 23 or 25 hours. */
const movedBack = ({ _id }: { _id: string }, days: number) =>
  shop.sql`UPDATE orders SET created_at = (created_at AT TIME ZONE 'America/Chicago' - make_interval(days => ${days}))
    AT TIME ZONE 'America/Chicago' WHERE id = ${_id}`;

const shop = await openShop();
const admin = await shop.signIn();
await shop.sql`UPDATE sessions SET confirmed_at = now() + interval '1 day'`;
const here = await addOrderLocation(shop, { name: 'Here' });
const elsewhere = await addOrderLocation(shop, { name: 'Elsewhere' });
const apples = await addGoods(shop, here, { name: 'Apples', price: 250, stock: 100 });
const cheese = await addGoods(shop, here, { name: 'Cheese', price: 900, stock: 50, byWeight: true });
const far = await addGoods(shop, elsewhere, { name: 'Far apples', price: 100, stock: 20 });
const goods = { apples, cheese, far };
await shop.sql`UPDATE lots SET cost_price = 150 WHERE sub_product_id = ${apples}`;
const sold = await deliver(admin, here, apples, { quantity: 4 });
await placeOne(admin, here, cheese, { quantity: 1.5 });
await moveTo(admin, await placeOne(admin, here, apples), 'cancelled');
await placeOne(admin, elsewhere, far, { quantity: 3 });
await movedBack(await deliver(admin, here, apples, { quantity: 1 }), 40);
await admin.do(refundRoutes.create, {
  params: { id: sold._id },
  body: { lines: [{ lineId: sold.lines[0]!._id, amount: 250 }], reason: 'Bruised' },
});
await settleRefunds();
const replaced = await deliver(admin, here, apples, { quantity: 2 });
const request = await requestReturn(admin, replaced, { kind: 'replace', quantity: 1 });
await stepTo(admin, request, 'approved');
await admin.do(inventoryRoutes.adjust, {
  body: { locationId: here, subProductId: apples, quantity: -3, reason: 'waste' },
});
async function settleRefunds(): Promise<void> {
  const { records } = await admin.do(refundRoutes.list, { body: {} });
  for (const refund of records) {
    for (const status of ['refundProcessing', 'refunded'] as const) {
      await admin.do(refundRoutes.updateStatus, { params: { id: refund._id }, body: { status } });
    }
  }
}
const store = (body: Partial<BodyInputOf<typeof reportRoutes.store>>, person = admin) =>
  person.do(reportRoutes.store, { body: { ...month, ...body } });
const product = (body: Partial<BodyInputOf<typeof reportRoutes.product>>, person = admin) =>
  person.do(reportRoutes.product, { body: { ...month, ...body } });

test('shows sales, refunds, returns and payouts per location, with totals', async () => {
  const report = await store({});

  const [first, second] = report.records;
  expect([first!.locationName, second!.locationName]).toEqual(['Here', 'Elsewhere']);
  expect(first).toMatchObject({
    orders: 3,
    gross: 1000 + 1350 + 500,
    grossSales: 1000 + 1350 + 500,
    refundedSales: 250,
    net: 1000 + 1350 + 500 - 250,
    totalSales: 1000 + 1350 + 500 - 250,
    discounts: 0,
    cancelled: 1,
    cancelledShare: 0.25,
    refunds: 250,
    returns: 1,
    averageBasket: 950,
    from: month.from,
    to: month.to,
    before: null,
  });
  expect(second).toMatchObject({ orders: 1, gross: 300, refunds: 0, payout: 0 });
  expect(report.totals).toMatchObject({ orders: 4, gross: 3150, refunds: 250, cancelled: 1 });
  expect(report.totalRecords).toBe(2);
});

test('equals the ledger to the cent', async () => {
  const { totals } = await store({ from: addDays(today, -100) });

  const rows = await shop.sql<{ payout: number; commission: number; refunds: number }>`
    SELECT -sum(amount) FILTER (WHERE account = 'locationPayable') AS payout,
      -sum(amount) FILTER (WHERE account = 'commissionIncome' AND amount < 0) AS commission,
      -sum(amount) FILTER (WHERE account = 'refunds') AS refunds FROM ledger_entries`;
  expect(totals).toMatchObject(rows[0]!);
  expect(totals.payout).toBeGreaterThan(0);
});

test('opens a list with the same numbers from every metric', async () => {
  const total = async (list: Promise<{ totalRecords: number }>) => (await list).totalRecords;
  const { records } = await store({ groupBy: 'locationDay', sort: { field: 'orders', order: 'desc' } });
  const row = records[0]!;
  const days = { fromDay: row.from, toDay: row.to, locationIds: [row.locationId!] };

  const orders = await admin.do(orderRoutes.list, { body: { filters: { ...days, isSale: true } } });
  const refunds = await admin.do(refundRoutes.list, {
    body: {
      filters: {
        locationIds: days.locationIds,
        refundedFromDay: row.from,
        refundedToDay: row.to,
        ofSale: true,
        status: 'refunded',
      },
    },
  });

  expect([orders.totalRecords, orders.records.reduce((sum, order) => sum + order.total, 0)]).toEqual([
    row.orders,
    row.gross,
  ]);
  expect(refunds.records.reduce((sum, refund) => sum + refund.amount, 0)).toBe(row.refunds);
  const ordersOf = (filters: object) =>
    total(admin.do(orderRoutes.list, { body: { filters: { ...days, ...filters } } }));
  expect(await ordersOf({ status: [...calledOffStatuses], isReplacement: false })).toBe(row.cancelled);
  expect(await total(admin.do(returnRoutes.list, { body: { filters: days } }))).toBe(row.returns);
  expect(await ordersOf({ fromDay: addDays(row.to, 1) })).toBe(0);
});

test('groups by time with non-empty days only, and charts all days', async () => {
  const report = await store({ groupBy: 'day', from: addDays(today, -49) });

  expect(report.records.map(({ from, orders, locationId }) => [from, orders, locationId])).toEqual([
    [addDays(today, -40), 1, null],
    [today, 4, null],
  ]);
  expect(report.series).toHaveLength(50);
  expect(report.series.at(-1)).toMatchObject({ from: today, to: today, orders: 4 });
  expect(report.series[0]).toMatchObject({ orders: 0, averageBasket: null });
  const byMonth = await store({ groupBy: 'locationMonth', from: addDays(today, -49), limit: 1 });
  expect(byMonth.records[0]).toMatchObject({ locationName: 'Elsewhere', orders: 1 });
  expect(byMonth.seriesBy).toBe('month');
});

test.each([
  ['seven weeks', 49],
  ['more than a year', 400],
])('returns the same sums by month as by day over %s', async (_, length) => {
  while (await shop.look(recountMarkedMetrics));
  const range = {
    from: addDays(today, -length),
    to: addDays(today, -1),
    compare: 'lastYear' as const,
    limit: 100,
  };

  const months = await store({ ...range, groupBy: 'locationMonth' });
  const days = await store({ ...range, groupBy: 'locationDay' });

  const keyed = (rows: typeof days.records) =>
    Map.groupBy(rows, ({ locationId, from }) => `${locationId} ${from.slice(0, 7)}`);
  const sums = (rows: typeof days.records) =>
    (['orders', 'gross', 'net', 'totalSales', 'refunds', 'returns', 'cancelled', 'payout'] as const).map(
      (figure) => rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0),
    );
  const byMonth = (rows: typeof days.records) =>
    [...keyed(rows)].map(([key, those]) => [key, ...sums(those)]).toSorted();
  expect(byMonth(months.records)).toEqual(byMonth(days.records));
  expect(months.records.some(({ orders }) => orders === 1)).toBe(true);
  expect(months.totals).toEqual(days.totals);
});

test('continues by page and by cursor, in the requested order', async () => {
  const first = await store({ limit: 1, sort: { field: 'gross', order: 'asc' } });
  const second = await store({ cursor: first.nextCursor!, limit: 1, sort: { field: 'gross', order: 'asc' } });
  const byPage = await store({ page: 2, limit: 1, sort: { field: 'gross', order: 'asc' } });

  expect([first.records[0]!.locationName, second.records[0]!.locationName]).toEqual(['Elsewhere', 'Here']);
  expect(second.nextCursor).toBeNull();
  expect(byPage.records).toEqual(second.records);
});

test('compares with the preceding period, or with the same days a year ago', async () => {
  const { before, totals, records } = await store({ compare: 'previous', groupBy: 'location' });
  const lastYear = await store({ compare: 'lastYear' });

  expect(before).toEqual({ from: addDays(today, -59), to: addDays(today, -30) });
  expect(totals.before).toMatchObject({ orders: 1, gross: 250 });
  expect(records.find(({ locationId }) => locationId === here)!.before).toMatchObject({ orders: 1 });
  expect(lastYear.totals.before).toMatchObject({ orders: 0, averageBasket: null });
});

test('shows units sold, their cost and the remaining stock', async () => {
  const { records, totals } = await product({});

  const byName = Object.fromEntries(records.map((row) => [row.name, row]));
  expect(byName.Apples).toMatchObject({
    subProductId: goods.apples,
    units: 6,
    pounds: 0,
    revenue: 1500,
    refunds: 250,
    net: 1250,
    cost: 900,
    margin: 600,
    marginShare: 0.4,
    refundedUnits: 1,
    returns: 1,
    waste: 3,
    wasteValue: 450,
    stock: 100 - 4 - 1 - 2 - 3,
    stockValue: (100 - 4 - 1 - 2 - 3) * 150,
  });
  expect(byName.Apples!.daysOfStock).toBeCloseTo((90 * 30) / 6, 0);
  expect(byName.Cheese).toMatchObject({ units: 0, pounds: 1.5, stock: 0, stockPounds: 50, revenue: 1350 });
  expect(byName.Cheese!.sellThrough).toBeCloseTo(1.5 / 51.5, 5);
  expect(totals).toMatchObject({ units: 9, pounds: 1.5, revenue: 3150, net: 2900 });
});

test('includes subcategories in a category, counts them once in totals, and opens their rows', async () => {
  const parentId = await addCategory(shop, { name: 'All fruit' });
  await shop.sql`UPDATE categories SET parent_id = ${parentId}, level = 2 WHERE id IN (
    SELECT p.category_id FROM products p JOIN sub_products s ON s.product_id = p.id
    WHERE s.id IN (${goods.apples}, ${goods.far}))`;

  const report = await product({ groupBy: 'category' });
  const fruit = report.records.find(({ categoryId }) => categoryId === parentId)!;
  const below = await product({ groupBy: 'subProduct', categoryId: parentId });

  expect(fruit).toMatchObject({ name: 'All fruit', revenue: 1800, path: [] });
  expect(report.records.filter(({ path }) => path[0]?._id === parentId)).toHaveLength(2);
  expect(report.totals.revenue).toBe(3150);
  expect(below.totals).toMatchObject({ revenue: fruit.revenue, units: fruit.units, stock: fruit.stock });
  expect(below.records.map(({ name }) => name)).toEqual(['Apples', 'Far apples']);
  expect((await product({ groupBy: 'product', categoryId: parentId })).totals).toEqual(below.totals);
  const brands = await product({ groupBy: 'brand' });
  expect(brands.records).toMatchObject([{ brandId: null, name: '', revenue: 3150 }]);
});

test('returns the same sums before and after the recount, by month or by day', async () => {
  const whole = { from: `${today.slice(0, 7)}-01`, to: today };
  const before = [await store(whole), await product(whole), await product({ from: addDays(today, -200) })];
  while (await shop.look(recountMarkedMetrics));

  expect([await store(whole), await product(whole), await product({ from: addDays(today, -200) })]).toEqual(
    before,
  );
  expect(await product({ locationIds: [here, elsewhere] })).toEqual(await product({}));
});

test('limits users of a location to its metrics, in rows, totals, chart and file', async () => {
  const owner = await shop.signIn({
    permissions: ['location_report', 'product_view'],
    locations: [elsewhere],
  });

  const report = await store({ locationIds: undefined }, owner);
  const others = await store({ locationIds: [here] }, owner);
  const products = await product({ compare: 'previous' }, owner);

  expect(report.records.map(({ locationName }) => locationName)).toEqual(['Elsewhere']);
  expect(report.totals).toMatchObject({ orders: 1, gross: 300, refunds: 0 });
  expect(report.series.reduce((sum, point) => sum + (point.gross ?? 0), 0)).toBe(300);
  expect(others).toMatchObject({ records: [], totals: { orders: 0, gross: 0 } });
  expect(products.records.map(({ name }) => name)).toEqual(['Far apples']);
  expect(products.totals).toMatchObject({ revenue: 300, stock: 20 });
  const { file } = await owner.do(reportRoutes.store, { query: { format: 'csv' }, body: month });
  const text = await contentOf(file!.url!);
  expect(text).toContain('Elsewhere');
  expect(text).not.toContain('Here');
});

const contentOf = (url: string) => {
  const key = decodeURIComponent(/exports\/[^?&]+/.exec(decodeURIComponent(url))![0]);
  return readFile(path.join(shop.dataDir, 'files', key), 'utf8').catch(async () => {
    const answer = await shop.server.inject({ url });
    return answer.body;
  });
};

test('exports all rows, regardless of the page', async () => {
  const { file } = await admin.do(reportRoutes.product, {
    query: { format: 'csv' },
    body: { ...month, limit: 1 },
  });

  expect(file).toMatchObject({ rows: 3, jobId: null });
  const lines = (await contentOf(file!.url!)).trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^Name,SKU,Unit,Units,Pounds,Revenue,Refunds,Net sales,Cost,Margin,Margin %/);
  expect(lines[2]).toMatch(/^Apples,SKU-[^,]+,each,6,0,15.00,2.50,12.50,9.00,6.00,40,/);
  const workbook = await admin.do(reportRoutes.store, { query: { format: 'xlsx' }, body: month });
  expect(workbook.file).toMatchObject({ rows: 2, url: expect.stringContaining('.xlsx') });
});

test('ranks best sellers over the whole period, like the report by revenue', async () => {
  const { records } = await product({ sort: { field: 'revenue', order: 'desc' } });
  const top = (limit: number) =>
    shop.look((tx) => topProducts(tx, { ...month, locationId: null, isEverywhere: true }, limit));

  expect((await top(1)).map(({ name, revenue }) => [name, revenue])).toEqual([['Apples', 1500]]);
  expect((await top(10)).map(({ name, revenue, quantity }) => [name, revenue, quantity])).toEqual(
    records.map(({ name, revenue, units, pounds }) => [name, revenue, units || pounds]),
  );
});

test.each([
  ['an end before the start', { from: '2026-02-01', to: '2026-01-01' }, 'to'],
  ['a period of more than three years', { from: '2020-01-01', to: '2026-01-01' }, 'from'],
  ['no period', { from: undefined }, 'from'],
  ['a sort field that is not a metric', { sort: { field: 'nothing' } }, 'sort.field'],
  ['an unknown grouping', { groupBy: 'weather' }, 'groupBy'],
  ['a cursor of another list', { cursor: 'abc' }, 'cursor'],
  ['an invalid date', { to: '2026-02-30' }, 'to'],
])('rejects %s at its field', async (_, body, field) => {
  for (const route of [reportRoutes.store, reportRoutes.product]) {
    const { status, body: answer } = await admin.send(route, { body: { ...month, ...body } });

    expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(`"path":"${field}"`)]);
  }
});

test('reads each report in a single statement, with any number of rows', async () => {
  for (const route of [reportRoutes.store, reportRoutes.product]) {
    const { headers } = await admin.send(route, { body: { ...month, compare: 'previous' } });

    expect(headers['server-timing']).toBe('db;desc="1"');
  }
});

test('requires permission', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });

  expect((await clerk.call(reportRoutes.store, { body: month })).status).toBe(403);
  expect((await clerk.call(reportRoutes.product, { body: month })).status).toBe(403);
});

/** What the ledger holds for a location: items after discounts, tax and delivery fees, each less refunds, and refunded items. */
const ledgerOf = async (place: string) => {
  const rows = await shop.sql<Record<string, number>>`
    SELECT -sum(amount) FILTER (WHERE part IN ('goods', 'discount')) AS net, -sum(amount) FILTER (WHERE part = 'tax') AS tax,
      -sum(amount) FILTER (WHERE part = 'deliveryFee') AS "deliveryFees",
      coalesce(sum(amount) FILTER (WHERE part IN ('goods', 'discount') AND kind = 'refund'), 0)::bigint AS "refundedSales"
    FROM ledger_entries JOIN journals ON journals.location_id = ledger_entries.location_id AND journals.id = journal_id
    WHERE ledger_entries.location_id = ${place}`;
  return rows[0]!;
};

test('adds up to net and total sales, and equals the ledger after each kind of refund', async () => {
  const place = await addOrderLocation(shop, { name: 'With tax', deliveryFee: { base: 499, perMile: 0 } });
  const taxIds = [await addTax(shop, 8.25)];
  const item = await addGoods(shop, place, { price: 1333, stock: 100, taxIds });
  const { customerId } = await addSubscriber(shop, admin, { discountPercent: 10 });
  const placed = () => placeOne(admin, place, item, { quantity: 3, customerId });
  const refund = async ({ _id }: Order, body: object) => {
    const refunded = await admin.do(refundRoutes.create, {
      params: { id: _id },
      body: { reason: 'Late', ...body },
    });
    await completeRefund(admin, refunded._id);
  };
  // Slow responses are cached for a moment, so each step requests another page size.
  let limit = 10;
  const agrees = async (step: string) => {
    const { totals } = await store({ locationIds: [place] });
    const { grossSales, discounts, refundedSales, net, tax, deliveryFees, totalSales } = totals;
    limit += 1;
    const { totals: goodsTotals } = await product({ locationIds: [place], limit });
    expect({ step, net, tax, deliveryFees, refundedSales }).toEqual({ step, ...(await ledgerOf(place)) });
    expect([step, grossSales! - discounts! - refundedSales!]).toEqual([step, net]);
    expect([step, net! + tax! + deliveryFees!]).toEqual([step, totalSales]);
    expect([step, goodsTotals.net, goodsTotals.refunds]).toEqual([step, net, refundedSales]);
    return totals;
  };

  const order = await advanceTo(admin, await placed(), 'delivered');
  const sold = await agrees('sale');
  expect([sold.grossSales, sold.discounts! > 0, sold.tax! > 0]).toEqual([3999, true, true]);
  await refund(order, { lines: [{ lineId: order.lines[0]!._id, amount: 1000 }] });
  const after = await agrees('part of a line');
  expect([after.refunds, after.tax! < sold.tax!, after.refundedSales! < 1000]).toEqual([1000, true, true]);
  await refund(order, { deliveryFee: 199 });
  expect(await agrees('part of the delivery fee')).toMatchObject({ deliveryFees: 300 });
  await refund(order, {});
  expect(await agrees('the rest')).toMatchObject({ net: 0, tax: 0, deliveryFees: 0, totalSales: 0 });
  await moveTo(admin, await placed(), 'cancelled');
  expect(await agrees('a cancelled order')).toMatchObject({ totalSales: 0 });
  const prepaid = await placed();
  await payOrder(admin, prepaid);
  const early = await advanceTo(admin, prepaid, 'prepared');
  await refund(early, { lines: [{ lineId: early.lines[0]!._id, amount: 500 }] });
  await moveTo(admin, early, 'awaitingForDelivery');
  for (const status of ['offQueue', 'outOfDelivery', 'delivered']) await moveTo(admin, early, status);
  await agrees('a refund before delivery');
  while (await shop.look(recountMarkedMetrics));
  await agrees('the recount');
});

import { bookRoutes } from '@aisle/contract/finance/books';
import {
  commissionSimulatorRoutes,
  type SimulatedRate,
  type Simulation,
} from '@aisle/contract/finance/commission-simulator';
import { locationRateRoutes } from '@aisle/contract/locations/location-rates';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { addCategory, addTax } from '../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, advanceTo, place, viewOrder } from '../../../test/order-builders.ts';
import { dayAgo, completeRefund as finishRefund } from '../../../test/payable-builders.ts';
import { openShop, type Person, refusedField } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';
import { commissionOfLine } from '../../ledgers/money/accounts.ts';
import { shareOf } from '../../ledgers/money/money-plan.ts';
import { simulationWork } from './simulation-work.ts';

/** Amounts that refunds reversed for each line, oldest first. */
const taken: { lineId: string; amount: number }[] = [];

const shop = await openShop();
const admin = await shop.signIn();
const runner = await workJobs(shop, { commissionSimulation: simulationWork });
const downtown = await addOrderLocation(shop, { name: 'Downtown', commissionRate: 10 });
const uptown = await addOrderLocation(shop, { name: 'Uptown', commissionRate: 7.125 });
const owner = await shop.signIn({ permissions: ['store_tax_comm_edit'], locations: [uptown] });
const dairy = await addCategory(shop, { name: 'Dairy' });
const cheese = await addCategory(shop, { name: 'Cheese', parentId: dairy });
const bakery = await addCategory(shop, { name: 'Bakery' });
const tax = await addTax(shop);
const goods = {
  milk: await addGoods(shop, downtown, { price: 333, categoryId: dairy }),
  brie: await addGoods(shop, downtown, { price: 1277, categoryId: cheese, taxIds: [tax] }),
  bread: await addGoods(shop, downtown, { price: 455, categoryId: bakery }),
  bagel: await addGoods(shop, uptown, { price: 219, categoryId: bakery }),
};
const orders = [
  await sell(downtown, ['milk', 'brie', 'bread']),
  await sell(downtown, ['brie', 'bread']),
  await sell(uptown, ['bagel']),
];
const brie = orders[0]!.lines.find(({ subProductId }) => subProductId === goods.brie)!;
for (const amount of [101, 333]) await payBack(orders[0]!, brie._id, amount);
const today = dayAgo();
afterAll(() => runner.stop());

async function sell(locationId: string, names: (keyof typeof goods)[]): Promise<Order> {
  const lines = names.map((name) => ({ subProductId: goods[name], locationId, quantity: 3 }));
  const { orders: placed } = await place(admin, { lines, fulfilment: 'pickup' });
  return advanceTo(admin, await viewOrder(admin, placed[0]!._id), 'delivered');
}
async function payBack(order: Order, lineId: string, amount: number): Promise<void> {
  const { _id } = await admin.do(refundRoutes.create, {
    params: { id: order._id },
    body: { reason: 'Sour', lines: [{ lineId, amount }] },
  });
  await finishRefund(admin, _id);
  taken.push({ lineId, amount });
}

async function simulate(changes: SimulatedRate[], rest: object = {}, person = admin): Promise<Simulation> {
  const body = { from: '2020-01-01', to: today, ...rest };
  if (!('from' in rest)) body.from = new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10);
  const { jobId } = await person.do(commissionSimulatorRoutes.start, { body: { ...body, changes } });
  expect((await jobOver(person, jobId)).error).toBeNull();
  return person.do(commissionSimulatorRoutes.result, { params: { id: jobId } });
}

/** Computes the expected commission line by line, with the functions of the ledger. */
async function expected(rateOf: (name: string, charged: number) => number): Promise<number> {
  const nameOf = (id: string) => Object.entries(goods).find(([, one]) => one === id)![0];
  const { rows } = await shop.look((tx) =>
    sql<{ id: string; goods: string; discount: number; tax: number; total: number; rate: number }>`
      SELECT id, sub_product_id AS goods, discount, tax, total, commission_rate AS rate FROM order_lines`.execute(
      tx,
    ),
  );
  return rows.reduce((sum, { id, goods: goodsId, discount, tax, total, rate }) => {
    const line = {
      id,
      name: '',
      productName: '',
      variantName: '',
      unitPrice: 0,
      quantity: 1,
      pickedQuantity: null,
      removed: false,
      discounts: [],
      discount,
      tax,
      total,
      commissionRate: rateOf(nameOf(goodsId), rate),
    };
    let before = 0;
    const back = taken
      .filter(({ lineId }) => lineId === id)
      .reduce((all, { amount }) => {
        const { commission } = shareOf(line, before, amount);
        before += amount;
        return all + commission;
      }, 0);
    return sum + commissionOfLine(line) - back;
  }, 0);
}

describe('the simulated commission', () => {
  test('compares with the posted commission, including refunds', async () => {
    const found = await simulate([{ categoryId: bakery, rate: 20 }]);
    const books = await admin.do(bookRoutes.trialBalance, {
      body: { from: found.from, to: found.to, account: 'commissionIncome' },
    });

    expect(found.total.actual).toBe(books.totals.credits - books.totals.debits);
    expect(found.orders).toBe(3);
    for (const part of [found.locations, found.categories]) {
      for (const key of ['goods', 'actual', 'simulated'] as const) {
        expect(part.reduce((sum, row) => sum + row[key], 0)).toBe(found.total[key]);
      }
    }
  });

  const cases: [string, () => SimulatedRate[], (name: string, charged: number) => number][] = [
    [
      'a category rate applies to subcategories',
      () => [{ categoryId: dairy, rate: 13.375 }],
      (name, charged) => (name === 'milk' || name === 'brie' ? 13.375 : charged),
    ],
    [
      'a rate of a nearer category overrides it',
      () => [
        { categoryId: dairy, rate: 13.375 },
        { categoryId: cheese, rate: 2.5 },
      ],
      (name, charged) => ({ milk: 13.375, brie: 2.5 })[name] ?? charged,
    ],
    [
      "the location's rate applies where no category has one",
      () => [
        { categoryId: null, rate: 15 },
        { categoryId: bakery, rate: 1.5 },
      ],
      (name) => (name === 'bread' || name === 'bagel' ? 1.5 : 15),
    ],
    [
      'a rate for one location overrides one for all',
      () => [
        { categoryId: bakery, rate: 30 },
        { categoryId: bakery, rate: 3, locationId: uptown },
      ],
      (name, charged) => ({ bread: 30, bagel: 3 })[name] ?? charged,
    ],
  ];
  test.each(cases)('simulates rates: %s', async (_, changes, rateOf) => {
    const { total } = await simulate(changes());

    expect(total.simulated).toBe(await expected(rateOf));
    expect(total.actual).toBe(await expected((_name, charged) => charged));
  });

  test("keeps a subcategory's custom rate unless the change includes or removes it", async () => {
    const { version } = await admin.do(locationRateRoutes.show, { params: { id: downtown } });
    await admin.do(locationRateRoutes.edit, {
      params: { id: downtown },
      body: { version, changes: [{ categoryId: cheese, commissionRate: 5 }] },
    });
    const milkOnly = (name: string, charged: number) => (name === 'milk' ? 18 : charged);
    const both = (name: string, charged: number) => (name === 'milk' || name === 'brie' ? 18 : charged);
    const at = async (changes: SimulatedRate[]) => (await simulate(changes)).total.simulated;

    expect(await at([{ categoryId: dairy, rate: 18 }])).toBe(await expected(milkOnly));
    expect(await at([{ categoryId: dairy, rate: 18, applyToChildren: true }])).toBe(await expected(both));
    expect(
      await at([
        { categoryId: dairy, rate: 18 },
        { categoryId: cheese, rate: null },
      ]),
    ).toBe(await expected(both));
  });

  test('excludes orders of other days and locations', async () => {
    const onlyUptown = await simulate([{ categoryId: bakery, rate: 50 }], { locationIds: [uptown] });
    const longAgo = await simulate([{ categoryId: bakery, rate: 50 }], {
      from: '2021-01-01',
      to: '2021-01-31',
    });

    expect(onlyUptown.locations.map(({ location }) => location.name)).toEqual(['Uptown']);
    expect(onlyUptown.total).toEqual({ goods: 657, actual: 47, simulated: 329 });
    expect(longAgo).toMatchObject({ orders: 0, total: { goods: 0, actual: 0, simulated: 0 }, locations: [] });
  });

  test('keeps the rate of the sale for refunds of earlier sales', async () => {
    const client = await shop.db.owner.connect();
    await client.query("SET session_replication_role = 'replica'");
    const move = (days: number) =>
      client.query(
        `UPDATE journals SET posted_at = posted_at - make_interval(days => $2) WHERE kind = 'sale' AND order_id = $1`,
        [orders[0]!._id, days],
      );
    await move(20);
    const from = new Date(Date.parse(today) - 5 * 86_400_000).toISOString().slice(0, 10);
    const found = await simulate([{ categoryId: cheese, rate: 90 }], { from, locationIds: [downtown] });
    await move(-20);
    client.release(true);

    const [line] = orders[1]!.lines.filter(({ subProductId }) => subProductId === goods.brie);
    const {
      goods: all,
      actual,
      simulated,
    } = found.categories.find(({ category }) => category.name === 'Cheese')!;
    const sold = line!.total - line!.tax;
    expect(simulated - actual).toBe(
      commissionOfLine({ ...line!, commissionRate: 90 }) - commissionOfLine({ ...line!, commissionRate: 10 }),
    );
    expect(all).toBeLessThan(sold);
  });

  test('creates a file by location and category, and saves no rate', async () => {
    const before = await admin.do(locationRateRoutes.show, { params: { id: downtown } });
    const body = { from: today, to: today, changes: [{ categoryId: bakery, rate: 12 }] };
    const { jobId } = await admin.do(commissionSimulatorRoutes.start, { body });
    const { files } = await jobOver(admin, jobId);
    const file = await shop.server.inject(files[0]!.url);

    const [head, ...lines] = file.body.replace('\ufeff', '').trimEnd().split('\n');
    expect(head).toBe('Location,Category,Goods,Commission,Simulated commission,Difference');
    expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
      'Downtown Bakery',
      'Downtown Cheese',
      'Downtown Dairy',
      'Uptown Bakery',
    ]);
    expect(files.map(({ name }) => name)).toEqual([
      `Commission simulation ${today} to ${today}.csv`,
      `Commission simulation ${today} to ${today}.xlsx`,
    ]);
    expect((await shop.server.inject(files[1]!.url)).headers['content-type']).toContain('spreadsheetml');
    expect(await admin.do(locationRateRoutes.show, { params: { id: downtown } })).toEqual(before);
  });
});

describe('permissions', () => {
  const start = (person: Person, body: object) =>
    person.send(commissionSimulatorRoutes.start, {
      body: { from: '2026-01-01', to: '2026-01-31', changes: [{ categoryId: bakery, rate: 5 }], ...body },
    });

  test('limits users of a location to simulations of it and to their own results', async () => {
    const own = await simulate([{ categoryId: bakery, rate: 5 }], {}, owner);
    expect(own.locations.map(({ location }) => location._id)).toEqual([uptown]);

    expect(refusedField(await start(owner, { locationIds: [downtown] }))).toEqual([404, 'locationIds.0']);
    const { jobId } = (await start(admin, {})).data as { jobId: string };
    await jobOver(admin, jobId);
    const foreign = await owner.call(commissionSimulatorRoutes.result, { params: { id: jobId } });
    expect(foreign.status).toBe(404);
  });

  test('requires the permission to change rates', async () => {
    expect((await start(await shop.signIn({ permissions: ['store_tax_comm_view'] }), {})).status).toBe(403);
  });

  test.each([
    ['reversed dates', () => ({ from: '2026-02-01' }), 400, 'to'],
    ['a future date', () => ({ to: '2999-01-01', from: '2998-12-01' }), 400, 'to'],
    ['a period of more than a year', () => ({ from: '2024-01-01' }), 400, 'to'],
    ['an unknown location', () => ({ locationIds: [newId()] }), 404, 'locationIds.0'],
    ['a rate above 100', () => ({ changes: [{ categoryId: bakery, rate: 101 }] }), 400, 'changes.0.rate'],
    ['a rate below 0', () => ({ changes: [{ categoryId: bakery, rate: -1 }] }), 400, 'changes.0.rate'],
    [
      'removing the rate of the location',
      () => ({ changes: [{ categoryId: null, rate: null }] }),
      400,
      'changes.0.rate',
    ],
    [
      'an unknown category',
      () => ({ changes: [{ categoryId: newId(), rate: 5 }] }),
      404,
      'changes.0.categoryId',
    ],
    [
      'a rate for a location outside the selection',
      () => ({ locationIds: [uptown], changes: [{ categoryId: bakery, rate: 5, locationId: downtown }] }),
      404,
      'changes.0.locationId',
    ],
    [
      'a duplicate category',
      () => ({ changes: [1, 2].map((rate) => ({ categoryId: bakery, rate })) }),
      400,
      'changes',
    ],
    ['an empty list of changes', () => ({ changes: [] }), 400, 'changes'],
  ])('rejects %s at its field', async (_, body, status, path) => {
    expect(refusedField(await start(admin, body()))).toEqual([status, path]);
  });
});

import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { productRoutes } from '@aisle/contract/catalog/products';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import type { BodyInputOf } from '@aisle/contract/core/route';
import { locationRateRoutes as routes } from '@aisle/contract/locations/location-rates';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { auditRoutes } from '@aisle/contract/system/audit';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addCategory, addTax } from '../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation, basketOf, moveTo, place } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';

/** A location with 10% commission, its current date, and Cheese below Dairy, which is taxed at 8%. */
let at: string;
let today: string;
let dairy: string;
let cheese: string;

const shop = await openShop({}, { isBroken: true });
const manager = await shop.signIn();
beforeEach(async () => {
  at = await addOrderLocation(shop);
  today = await dayThere(0);
  dairy = await addCategory(shop, { taxIds: [await addTax(shop, 8)] });
  cheese = await addCategory(shop, { parentId: dairy });
});

const dayThere = async (days: number): Promise<string> => {
  const rows = await shop.sql<{ day: string }>`SELECT today_at(${at}) + ${days}::int AS day`;
  return rows[0]!.day;
};
type Body = Partial<BodyInputOf<typeof routes.edit>>;
const put = (body: Body, person = manager) =>
  person.call(routes.edit, { params: { id: at }, body: { version: 1, ...body } });
const show = (date?: string) =>
  manager.do(routes.show, { params: { id: at }, query: { ...(date && { date }) } });
const of = async (categoryId: string, date?: string) => {
  const { categories } = await show(date);
  return categories.find(({ _id }) => _id === categoryId)!;
};
const save = async (body: Body) => {
  const { version } = await show();
  const got = await put({ version, ...body });
  expect(got.status, JSON.stringify(got.body)).toBe(200);
  return got.data;
};
const setOwnTaxes = async (subProductId: string, taxIds: string[]) => {
  const rows = await shop.sql`SELECT product_id AS id FROM sub_products WHERE id = ${subProductId}`;
  const params = { id: rows[0]!.id };
  const { version } = await manager.do(productRoutes.show, { params });
  await manager.do(productRoutes.edit, { params, body: { taxIds, version } });
};
/** Adds a rate that was written in the past. */
const writtenBefore = (
  categoryId: string,
  kind: 'tax' | 'commission',
  rate: number,
  from: string,
  until?: string,
) =>
  shop.look((tx) =>
    sql`INSERT INTO location_rates (location_id, position, category_id, kind, rate, from_day, until_day, actor_name)
      SELECT ${at}, coalesce(max(position), 0) + 1, ${categoryId}::uuid, ${kind}, ${rate}::numeric, ${from}::date,
        ${until ?? null}::date, 'Somebody' FROM location_rates WHERE location_id = ${at}`.execute(tx),
  );

describe('the tree', () => {
  test('inherits rates down the tree, each with its source', async () => {
    await save({ changes: [{ categoryId: dairy, commissionRate: 7.125 }] });

    expect(await of(cheese)).toMatchObject({
      tax: { rate: 8, source: { rule: 'category', category: { _id: dairy } }, own: null },
      commission: {
        rate: 7.125,
        source: { rule: 'locationCategory', category: { _id: dairy } },
        since: today,
      },
    });

    await save({ changes: [{ categoryId: cheese, taxRate: 2.5 }] });

    const other = await of(await addCategory(shop));
    expect((await of(cheese)).tax).toMatchObject({ rate: 2.5, own: { rate: 2.5, from: today, until: null } });
    expect((await of(dairy)).tax.rate).toBe(8);
    expect(other).toMatchObject({
      tax: { rate: 0, source: { rule: 'untaxed', category: null } },
      commission: { rate: 10, source: { rule: 'location', category: null } },
    });
  });

  test('nests every category below its parent', async () => {
    const { categories } = await show();

    const index = categories.findIndex(({ _id }) => _id === cheese);
    expect(categories[index - 1]?._id).toBe(dairy);
  });

  test('lists a planned rate, which starts on its day and ends after its last day', async () => {
    const [first, last, after] = [await dayThere(5), await dayThere(9), await dayThere(10)];

    await save({ from: first, until: last, changes: [{ categoryId: dairy, commissionRate: 4 }] });

    expect(await of(dairy)).toMatchObject({
      commission: { rate: 10, next: { on: first, rate: 4 } },
      planned: [{ kind: 'commission', rate: 4, from: first, until: last }],
    });
    expect((await of(cheese)).commission.next).toEqual({ on: first, rate: 4 });
    expect((await of(cheese, last)).commission).toMatchObject({ rate: 4, next: { on: after, rate: 10 } });
    expect((await of(cheese, after)).commission.rate).toBe(10);
  });

  test('cancels a planned rate, but not one that has started', async () => {
    const planned = await save({ from: await dayThere(5), changes: [{ categoryId: dairy, taxRate: 4 }] });
    const { position } = planned.categories.find(({ _id }) => _id === dairy)!.planned[0]!;

    const saved = await save({ withdraw: [position] });

    expect(saved.categories.find(({ _id }) => _id === dairy)!.planned).toEqual([]);
    expect((await of(dairy, await dayThere(6))).tax.rate).toBe(8);
    await save({ changes: [{ categoryId: dairy, taxRate: 3 }] });
    const begun = await put({ version: (await show()).version, withdraw: [3] });
    expect(begun.body.error?.fields).toMatchObject([{ path: 'withdraw.0' }]);
  });

  test('clears a rate, so that the inherited one applies', async () => {
    await save({ changes: [{ categoryId: cheese, taxRate: 1, commissionRate: 1 }] });

    await save({ changes: [{ categoryId: cheese, taxRate: null }] });

    expect(await of(cheese)).toMatchObject({ tax: { rate: 8, own: null }, commission: { rate: 1 } });
  });

  test('ends custom rates and cancels planned ones of subcategories if applied to all', async () => {
    await save({ changes: [{ categoryId: cheese, taxRate: 1, commissionRate: 2 }] });
    await save({ from: await dayThere(3), changes: [{ categoryId: cheese, taxRate: 9 }] });

    await save({ changes: [{ categoryId: dairy, taxRate: 5, applyToChildren: true }] });

    expect(await of(cheese)).toMatchObject({
      tax: { rate: 5, own: null, source: { category: { _id: dairy } } },
      // Only the changed rate is passed down.
      commission: { rate: 2 },
      planned: [],
    });
    expect((await of(cheese, await dayThere(4))).tax.rate).toBe(5);
  });

  test('writes nothing for an unchanged rate', async () => {
    const { version } = await save({ changes: [{ categoryId: dairy, taxRate: 5 }] });

    const again = await save({
      changes: [
        { categoryId: dairy, taxRate: 5 },
        { categoryId: cheese, taxRate: null },
      ],
    });

    expect(again.version).toBe(version);
  });

  test('shows the rates of a past day', async () => {
    await writtenBefore(dairy, 'commission', 3, '2026-01-01');
    await writtenBefore(dairy, 'commission', 4, '2026-02-01');

    expect((await of(dairy, '2026-01-15')).commission.rate).toBe(3);
    expect((await of(dairy)).commission).toMatchObject({ rate: 4, since: '2026-02-01' });
  });
});

describe('validation', () => {
  test.each([
    ['a rate above 100', { taxRate: 100.001 }, 'changes.0.taxRate'],
    ['a rate below 0', { commissionRate: -1 }, 'changes.0.commissionRate'],
    ['a rate with four decimals', { commissionRate: 1.2345 }, 'changes.0.commissionRate'],
    ['a change without a rate', {}, 'changes.0.taxRate'],
  ])('rejects %s', async (_, change, path) => {
    expect(await put({ changes: [{ categoryId: dairy, ...change }] })).toMatchObject({
      status: 400,
      paths: [path],
    });
  });

  test('rejects past days, reversed dates, empty and duplicate changes, and unknown categories', async () => {
    const changes = [{ categoryId: dairy, taxRate: 1 }];
    const refused = [
      await put({ changes, from: await dayThere(-1) }),
      await put({ changes, from: await dayThere(2), until: await dayThere(1) }),
      await put({}),
      await put({ changes: [{ categoryId: at, taxRate: 1 }] }),
      await put({ changes: [...changes, ...changes] }),
    ];

    expect(refused.map((got) => [got.status, got.paths[0]])).toEqual([
      [400, 'from'],
      [400, 'until'],
      [400, 'changes'],
      [400, 'changes.0.categoryId'],
      [400, 'changes'],
    ]);
    expect((await show()).version).toBe(1);
  });

  test('rejects the second of two concurrent changes of a rate, and returns the first', async () => {
    const change = (taxRate: number) => put({ changes: [{ categoryId: dairy, taxRate }] });

    const results = await Promise.all([change(1), change(2)]);

    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = results.find(({ status }) => status === 409)!;
    expect(late).toMatchObject({ data: { version: 2 }, code: 'version-stale' });
  });

  test('saves two concurrent changes of different rates', async () => {
    const results = await Promise.all([
      put({ changes: [{ categoryId: dairy, taxRate: 1 }] }),
      put({ changes: [{ categoryId: dairy, commissionRate: 2 }] }),
      put({ changes: [{ categoryId: cheese, taxRate: 3 }] }),
    ]);

    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await of(dairy)).toMatchObject({ tax: { rate: 1 }, commission: { rate: 2 } });
    expect((await of(cheese)).tax.rate).toBe(3);
  });

  test('rejects changing stored rates', async () => {
    await save({ changes: [{ categoryId: dairy, taxRate: 1 }] });

    const change = sql`UPDATE location_rates SET rate = 2 WHERE location_id = ${at}`;

    await expect(shop.look((tx) => change.execute(tx))).rejects.toThrow();
  });
});

describe('users limited to locations', () => {
  const owner = (locations: string[]) =>
    shop.signIn({ permissions: ['store_tax_comm_edit', 'tax_list', 'order_list'], locations });

  test('lets users omit their only location, and requires a choice of several', async () => {
    const other = await addOrderLocation(shop);

    const mine = await (await owner([at])).do(routes.show, { params: {} });
    const unspecified = await (await owner([at, other])).call(routes.show, { params: {} });
    const chosen = await (await owner([at, other])).do(routes.show, {
      params: {},
      query: { locationId: other },
    });

    expect(mine.location._id).toBe(at);
    expect([unspecified.status, unspecified.paths[0]]).toEqual([400, 'locationId']);
    expect(chosen.location._id).toBe(other);
  });

  test("lets users change the location's tax but not its commission", async () => {
    const person = await owner([at]);

    const commission = await put({ changes: [{ categoryId: dairy, commissionRate: 0 }] }, person);
    const tax = await put({ changes: [{ categoryId: dairy, taxRate: 6 }] }, person);

    expect([commission.status, commission.code]).toEqual([403, 'not-allowed']);
    expect(tax.status).toBe(200);
    expect(await of(dairy)).toMatchObject({ tax: { rate: 6 }, commission: { rate: 10 } });
  });

  test('hides other locations in all requests', async () => {
    const goods = await addGoods(shop, at, { categoryId: cheese });
    const stranger = await owner([await addOrderLocation(shop)]);
    const body = { changes: [{ categoryId: dairy, taxRate: 1 }] };
    const query = { subProductId: goods, locationId: at };

    const got = [
      await stranger.call(routes.show, { params: { id: at } }),
      await stranger.call(routes.edit, { params: { id: at }, body: { ...body, version: 1 } }),
      await stranger.call(routes.preview, { params: { id: at }, body }),
      await stranger.call(routes.history, { params: { id: at }, query: { categoryId: dairy } }),
      await stranger.call(routes.explain, { query }),
      await stranger.call(routes.explainRates, { params: {}, query }),
    ];

    expect(got.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await show()).version).toBe(1);
  });
});

describe('orders', () => {
  const lineOf = (subProductId: string) => ({ subProductId, locationId: at, quantity: 1 });
  const quoted = async (...ids: string[]) => {
    const body = basketOf({ lines: ids.map(lineOf) });
    const { orders } = await manager.do(mainOrderRoutes.quote, { body });
    return orders[0]!.lines.map(({ taxRate, tax }) => ({ taxRate, tax }));
  };
  const linesOf = (orderId: string) =>
    shop.sql`SELECT tax_rate AS "taxRate", tax, commission_rate AS "commissionRate" FROM order_lines
      WHERE order_id = ${orderId} ORDER BY position`;

  test('taxes each line by its category, rounded half up to the cent, with its commission', async () => {
    const inCheese = await addGoods(shop, at, { categoryId: cheese, price: 1000 });
    const withOwnTax = await addGoods(shop, at, {
      categoryId: cheese,
      price: 1000,
      taxIds: [await addTax(shop, 1.5), await addTax(shop, 90, false)],
    });
    const elsewhere = await addGoods(shop, at, { price: 1000 });
    await save({ changes: [{ categoryId: dairy, taxRate: 6.125, commissionRate: 7.375 }] });

    const placed = await place(manager, { lines: [inCheese, withOwnTax, elsewhere].map(lineOf) });

    // 6.125% of $10.00 is 61.25 cents, and of two items 122.5 cents.
    expect(await quoted(inCheese, withOwnTax, elsewhere)).toEqual([
      { taxRate: 6.125, tax: 61 },
      { taxRate: 1.5, tax: 15 },
      { taxRate: 0, tax: 0 },
    ]);
    expect(await linesOf(placed.orders[0]!._id)).toEqual([
      { taxRate: 6.125, tax: 61, commissionRate: 7.375 },
      { taxRate: 1.5, tax: 15, commissionRate: 7.375 },
      { taxRate: 0, tax: 0, commissionRate: 10 },
    ]);
    const two = basketOf({ lines: [{ subProductId: inCheese, locationId: at, quantity: 2 }] });
    expect((await manager.do(mainOrderRoutes.quote, { body: two })).taxTotal).toBe(123);
  });

  test("taxes one basket of two locations by each location's rates", async () => {
    const other = await addOrderLocation(shop);
    const goods = await addGoods(shop, at, { categoryId: cheese, price: 1000 });
    await save({ changes: [{ categoryId: dairy, taxRate: 3 }] });
    const lines = [at, other].map((locationId) => ({ subProductId: goods, locationId, quantity: 1 }));

    const { orders } = await manager.do(mainOrderRoutes.quote, { body: basketOf({ lines }) });

    const taxes = Object.fromEntries(orders.map((one) => [one.locationId, one.lines[0]!.taxRate]));
    expect(taxes).toEqual({ [at]: 3, [other]: 8 });
  });

  test("keeps an order's rates from its placement, also for lines added later", async () => {
    const [one, another] = [
      await addGoods(shop, at, { categoryId: cheese, price: 1000 }),
      await addGoods(shop, at, { categoryId: cheese, price: 1000 }),
    ];
    await writtenBefore(dairy, 'tax', 2, '2026-01-01');
    await writtenBefore(dairy, 'commission', 5, '2026-01-01');
    const { _id } = (await place(manager, { lines: [lineOf(one)] })).orders[0]!;
    await shop.sql`UPDATE orders SET created_at = created_at - interval '3 days' WHERE id = ${_id}`;

    await save({ changes: [{ categoryId: dairy, taxRate: 9, commissionRate: 20 }] });
    const { version } = await moveTo(manager, { _id }, 'processing');
    await manager.do(orderRoutes.editLines, {
      params: { id: _id },
      body: { version, add: [{ subProductId: another, quantity: 1 }] },
    });

    expect(await linesOf(_id)).toEqual([
      { taxRate: 2, tax: 20, commissionRate: 5 },
      { taxRate: 2, tax: 20, commissionRate: 5 },
    ]);
    expect((await quoted(one))[0]!.taxRate).toBe(9);
  });

  test("applies rates by the location's date, and not those of tomorrow", async () => {
    const goods = await addGoods(shop, at, { categoryId: cheese });
    await save({ from: await dayThere(1), changes: [{ categoryId: dairy, taxRate: 9 }] });

    const here = await quoted(goods);
    await shop.sql`UPDATE locations
      SET time_zone = CASE WHEN (now() AT TIME ZONE 'Pacific/Kiritimati')::date > ${today}::date
      THEN 'Pacific/Kiritimati' ELSE 'Pacific/Pago_Pago' END WHERE id = ${at}`;
    const there = await quoted(goods);

    const isTomorrow = (await dayThere(0)) > today;
    expect([here[0]!.taxRate, there[0]!.taxRate]).toEqual([8, isTomorrow ? 9 : 8]);
  });
});

describe('the explanation', () => {
  test("names the rule that applies and why the others don't", async () => {
    const goods = await addGoods(shop, at, { categoryId: cheese });
    await save({ changes: [{ categoryId: dairy, taxRate: 6.5 }] });

    const query = { subProductId: goods, locationId: at };
    const explained = await manager.do(routes.explainRates, { params: {}, query });
    const clerk = await shop.signIn({ permissions: ['tax_list'] });

    expect(explained).toMatchObject({ day: today, tax: { rate: 6.5 }, commission: { rate: 10 } });
    expect(explained.tax.rules.map(({ rule, outcome, rate }) => [rule, outcome, rate])).toEqual([
      ['product', 'silent', null],
      ['locationCategory', 'silent', null],
      ['locationCategory', 'won', 6.5],
      ['category', 'silent', null],
      ['category', 'outranked', 8],
      ['untaxed', 'outranked', 0],
    ]);
    const taxAlone = await clerk.do(routes.explain, { query });
    expect(taxAlone.tax).toEqual(explained.tax);
    expect(taxAlone).not.toHaveProperty('commission');
  });

  test('explains the requested day', async () => {
    const goods = await addGoods(shop, at, { categoryId: cheese });
    const date = await dayThere(7);
    await save({ from: date, changes: [{ categoryId: cheese, taxRate: 1 }] });

    const query = { subProductId: goods, locationId: at };
    expect(await manager.do(routes.explain, { query })).toMatchObject({ tax: { rate: 8 } });
    expect(await manager.do(routes.explain, { query: { ...query, date } })).toMatchObject({
      tax: { rate: 1 },
    });
  });

  test('uses the commission and taxes of a past day', async () => {
    const [old, gone] = [await addTax(shop, 4), await addTax(shop, 1.5)];
    const ownTaxed = await addGoods(shop, at, { taxIds: [gone] });
    const bakery = await addCategory(shop, { taxIds: [old] });
    const inherited = await addGoods(shop, at, { categoryId: await addCategory(shop, { parentId: bakery }) });
    const yesterday = await dayThere(-1);
    const explained = async (subProductId: string, date?: string) => {
      const query = { subProductId, locationId: at, ...(date && { date }) };
      const { tax, commission } = await manager.do(routes.explainRates, { params: {}, query });
      return [tax.rate, tax.rules.find(({ outcome }) => outcome === 'won')?.reason, commission.rate];
    };
    const [before, ownBefore] = [await explained(inherited), await explained(ownTaxed)];

    await manager.do(taxRoutes.edit, { params: { id: old }, body: { rate: 40, version: 1 } });
    await manager.do(locationRoutes.edit, { params: { id: at }, body: { commissionRate: 33, version: 1 } });
    await manager.do(locationRoutes.edit, { params: { id: at }, body: { commissionRate: 34, version: 2 } });
    await setOwnTaxes(ownTaxed, []);
    await manager.do(taxRoutes.remove, { params: { id: gone } });

    expect([before, ownBefore].map(([tax, , commission]) => [tax, commission])).toEqual([
      [4, 10],
      [1.5, 10],
    ]);
    expect([await explained(inherited, yesterday), await explained(ownTaxed, yesterday)]).toEqual([
      before,
      ownBefore,
    ]);
    expect((await explained(inherited)).at(0)).toBe(40);
    expect(await explained(ownTaxed)).toEqual([0, 'No tax is set', 34]);
    expect((await of(bakery, yesterday)).tax.rate).toBe(4);
    expect((await of(bakery, yesterday)).commission.rate).toBe(10);
    expect((await of(bakery)).commission.rate).toBe(34);
  });

  test("uses the product's category on a past day, and that category's parent then", async () => {
    const [low, high] = [await addTax(shop, 2), await addTax(shop, 9)];
    const above = await addCategory(shop, { taxIds: [low] });
    const former = await addCategory(shop, { parentId: above });
    const latter = await addCategory(shop, { taxIds: [high] });
    const goods = await addGoods(shop, at, { categoryId: former });
    const yesterday = await dayThere(-1);
    const explained = (date?: string) =>
      manager.do(routes.explain, { query: { subProductId: goods, locationId: at, ...(date && { date }) } });
    const before = await explained();

    const params = { id: before.subProduct.productId };
    await manager.do(productRoutes.edit, { params, body: { categoryId: latter, version: 1 } });
    await manager.do(categoryRoutes.edit, { params: { id: former }, body: { parentId: null, version: 1 } });
    await manager.do(categoryRoutes.remove, { params: { id: former } });

    expect([before.tax.rate, (await explained()).tax.rate]).toEqual([2, 9]);
    const then = await explained(yesterday);
    expect(then.tax).toEqual(before.tax);
    expect(then.formerCategories.map(({ _id }) => _id)).toEqual([former]);
    expect(before.formerCategories).toEqual([]);
  });

  test('excludes taxes that were added after a past day', async () => {
    const goods = await addGoods(shop, at, { categoryId: cheese });
    const named = await addTax(shop, 30);
    await shop.sql`UPDATE categories SET created_at = created_at - interval '9 days' WHERE id = ${cheese}`;

    await manager.do(categoryRoutes.editTax, { params: { id: cheese }, body: { taxIds: [named] } });

    const query = { subProductId: goods, locationId: at };
    const then = await manager.do(routes.explain, { query: { ...query, date: await dayThere(-1) } });
    const now = await manager.do(routes.explain, { query });
    expect([then.tax.rate, now.tax.rate]).toEqual([8, 30]);
  });

  test.each([
    ['a request without an item', {}],
    ['an invalid date', { subProductId: 'it', date: '2026-02-30' }],
    ['an invalid ID', { subProductId: 'cheddar' }],
  ])('rejects %s', async (_, wrong: Record<string, string>) => {
    const query: Record<string, string> = { locationId: at, ...wrong };
    if (query.subProductId === 'it') query.subProductId = at;

    expect((await manager.send(routes.explain, { query })).status).toBe(400);
  });
});

test('keeps the history of every rate with its author and outcome', async () => {
  await writtenBefore(dairy, 'tax', 1, '2026-01-01', '2026-01-31');
  await writtenBefore(dairy, 'tax', 2, '2026-02-01');
  await writtenBefore(dairy, 'tax', 3, '2026-03-01');
  const saved = await save({ from: await dayThere(1), changes: [{ categoryId: dairy, taxRate: 4 }] });
  await save({
    withdraw: saved.categories.find(({ _id }) => _id === dairy)!.planned.map((one) => one.position),
  });
  await save({ from: await dayThere(2), changes: [{ categoryId: dairy, taxRate: null }] });

  const { entries, nextBefore } = await manager.do(routes.history, {
    params: { id: at },
    query: { categoryId: dairy },
  });

  expect(entries.map(({ rate, state }) => [rate, state])).toEqual([
    [null, 'planned'],
    [4, 'withdrawn'],
    [3, 'current'],
    [2, 'replaced'],
    [1, 'over'],
  ]);
  expect(nextBefore).toBeNull();
  const log = await manager.do(auditRoutes.list, { body: { filters: { resource: 'locationRates' } } });
  expect(log.totalRecords).toBeGreaterThanOrEqual(3);
});

describe('the preview', () => {
  /** Delivers an order of two of each item in the middle of last month. */
  async function soldLastMonth(...ids: string[]): Promise<void> {
    const lines = ids.map((subProductId) => ({ subProductId, locationId: at, quantity: 2 }));
    const { orders } = await place(manager, { lines });
    await shop.sql`UPDATE orders
      SET status = 'delivered', headline_status = 'delivered', dispatch_status = NULL,
      created_at = date_trunc('month', ${today}::date) - interval '12 days' WHERE id = ${orders[0]!._id}`;
  }
  const preview = (body: Omit<Body, 'version'>) => manager.do(routes.preview, { params: { id: at }, body });

  test("previews last month's amounts by category, line by line, and saves nothing", async () => {
    const inCheese = await addGoods(shop, at, { categoryId: cheese, price: 333 });
    const inDairy = await addGoods(shop, at, { categoryId: dairy, price: 1000 });
    const elsewhere = await addGoods(shop, at, { price: 5000 });
    await soldLastMonth(inCheese, inDairy, elsewhere);
    await soldLastMonth(inCheese);

    const explained = await preview({ changes: [{ categoryId: dairy, commissionRate: 12.5, taxRate: 5 }] });

    // 12.5% of 6.66 is 83.25 cents and 5% is 33.3 cents, rounded per line; 8% of 20.00 is 160 cents.
    expect(explained.categories).toEqual([
      {
        category: { _id: dairy, name: expect.any(String) },
        lineCount: 1,
        goods: 2000,
        tax: { before: 160, after: 100 },
        commission: { before: 200, after: 250 },
        payoutDifference: -110,
      },
      {
        category: { _id: cheese, name: expect.any(String) },
        lineCount: 2,
        goods: 1332,
        tax: { before: 106, after: 66 },
        commission: { before: 134, after: 166 },
        payoutDifference: -72,
      },
    ]);
    expect(explained).toMatchObject({
      orderCount: 2,
      total: { goods: 13332, commission: { before: 1334, after: 1416 }, payoutDifference: -182 },
      charged: { tax: 266, commission: 1334 },
    });
    expect((await show()).version).toBe(1);
  });

  test('keeps product taxes, and ignores undelivered orders and other months', async () => {
    const own = await addGoods(shop, at, {
      categoryId: cheese,
      price: 1000,
      taxIds: [await addTax(shop, 2)],
    });
    await soldLastMonth(own);
    await place(manager, { lines: [{ subProductId: own, locationId: at, quantity: 1 }] });

    const explained = await preview({ changes: [{ categoryId: dairy, taxRate: 50 }] });

    expect(explained.orderCount).toBe(1);
    expect(explained.total).toMatchObject({
      goods: 2000,
      tax: { before: 40, after: 40 },
      payoutDifference: 0,
    });
  });

  test('applies planned rates from their day, and cancelled ones from their own day', async () => {
    const goods = await addGoods(shop, at, { categoryId: cheese, price: 1000 });
    await soldLastMonth(goods);
    const saved = await save({
      from: await dayThere(4),
      changes: [{ categoryId: dairy, commissionRate: 20 }],
    });
    const { position } = saved.categories.find(({ _id }) => _id === dairy)!.planned[0]!;

    const [sooner, later, back] = [
      await preview({ changes: [{ categoryId: cheese, commissionRate: 0 }] }),
      await preview({ from: await dayThere(5), changes: [{ categoryId: cheese, commissionRate: 0 }] }),
      await preview({ withdraw: [position] }),
    ];

    expect([sooner, later, back].map(({ total }) => total.commission)).toEqual([
      { before: 200, after: 0 },
      { before: 400, after: 0 },
      { before: 400, after: 200 },
    ]);
  });
});

import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addCategory, addProduct, addSubProduct, receive } from '../../../test/catalogue-builders.ts';
import { readPages } from '../../../test/list-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation, dayAt } from '../../../test/stock-builders.ts';
import { system, transaction } from '../../core/db/db.ts';
import { listPage } from '../../core/list/list.ts';
import { claimsOfAll } from '../../ledgers/drift/claims.queries.ts';
import { recountStockTotals } from '../../ledgers/stock/stock.queries.ts';

// Values that lists show of a product are stored beside it. After any change of items and stock, they must equal the sums.

const shop = await openShop();
const manager = await shop.signIn();

type Body = NonNullable<Parameters<typeof manager.do<typeof productRoutes.list>>[1]>['body'];
const list = (body: Body, person = manager) => person.do(productRoutes.list, { body });
const rowOf = async (search: string, filters: object = {}, person = manager) =>
  (await list({ search, filters } as Body, person)).records[0];

let names = 0;
const newName = () => {
  names += 1;
  return `Kept ${names}x`;
};

test('shows the exact available quantity before and after the job adds it up', async () => {
  const name = newName();
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const productId = await addProduct(shop, { name });
  const [small, large] = [await addSubProduct(shop, { productId }), await addSubProduct(shop, { productId })];
  const seen = async () => (await rowOf(name))?.available;
  expect(await seen()).toBe(0);

  await receive(shop, here, small, { quantity: 5 });
  await receive(shop, there, large, { quantity: 7 });
  expect(await seen()).toBe(12);

  await shop.look(recountStockTotals);
  expect(await seen()).toBe(12);

  const owner = await shop.signIn({ permissions: ['product_list'], locations: [there] });
  await manager.do(inventoryRoutes.adjust, {
    body: { locationId: here, subProductId: small, quantity: -2, reason: 'damage', note: 'Wet' },
  });
  expect(await seen()).toBe(10);
  expect((await rowOf(name, { inStockAt: here }))?.available).toBe(3);
  expect((await rowOf(name, {}, owner))?.available).toBe(7);
});

test('excludes items that expired since their last movement from the available quantity', async () => {
  const name = newName();
  const location = await addLocation(shop);
  const productId = await addProduct(shop, { name });
  const goods = await addSubProduct(shop, { productId });
  await receive(shop, location, goods, { quantity: 4 });
  await shop.look(recountStockTotals);
  await shop.sql`UPDATE lots SET expires_on = current_date - 3 WHERE sub_product_id = ${goods}`;
  // Simulates a value stored before the lot expired.
  await shop.sql`UPDATE stock_levels SET next_expiry = current_date - 3 WHERE sub_product_id = ${goods}`;

  expect((await rowOf(name))?.available).toBe(0);
  await shop.look(recountStockTotals);
  expect((await rowOf(name))?.available).toBe(0);
});

test('keeps a stock total until the expiration date ends at the location', async () => {
  const location = await addLocation(shop);
  const productId = await addProduct(shop);
  const goods = await addSubProduct(shop, { productId });
  const day = await dayAt(shop, location, 5);
  await receive(shop, location, goods, { quantity: 4, expiresOn: day });
  const holdsUntilTheEndOfDayIn = async (zone: string) => {
    await shop.look(recountStockTotals);
    const rows = await shop.sql`
      SELECT expires_at = (${day}::date + 1)::timestamp AT TIME ZONE ${zone} AS holds FROM stock_totals
      WHERE sub_product_id = ${goods}`;
    return rows[0]!.holds;
  };
  const rows = await shop.sql`SELECT time_zone FROM locations WHERE id = ${location}`;
  expect(await holdsUntilTheEndOfDayIn(rows[0]!.time_zone)).toBe(true);

  await manager.do(locationRoutes.edit, {
    params: { id: location },
    body: { version: 1, timeZone: 'Pacific/Kiritimati' },
  });
  expect(await holdsUntilTheEndOfDayIn('Pacific/Kiritimati')).toBe(true);
});

test('counts transactions that commit while the job is counting', async () => {
  const name = newName();
  const location = await addLocation(shop);
  const productId = await addProduct(shop, { name });
  const goods = await addSubProduct(shop, { productId });
  await receive(shop, location, goods, { quantity: 5 });
  const available = async () => (await rowOf(name))?.available;

  await transaction(shop.db, system, async (tx) => {
    await sql`SELECT hold_levels(${location}, ARRAY[${goods}]::uuid[])`.execute(tx);
    await sql`UPDATE lots SET cost_price = 250 WHERE sub_product_id = ${goods}`.execute(tx);
    await sql`INSERT INTO stock_movements (location_id, sub_product_id, id, kind, on_hand, lot_id, cause_kind, cause_id)
      SELECT location_id, sub_product_id, gen_random_uuid(), 'waste', -2, id, 'adjustment', gen_random_uuid() FROM lots
      WHERE sub_product_id = ${goods}`.execute(tx);
    await shop.look(recountStockTotals);
    expect(await available()).toBe(5);
  });
  expect(await available()).toBe(3);

  await shop.look(recountStockTotals);
  const { rows } = await shop.db.owner.query(
    `SELECT stock, worth, available, (SELECT count(*) FROM stock_total_marks WHERE sub_product_id = $1) AS marks
     FROM stock_totals WHERE sub_product_id = $1`,
    [goods],
  );
  expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[3000, 750_000, 3, 0]]);
});

test('sorts by the lowest price, products without one first', async () => {
  const categoryId = await addCategory(shop);
  const add = async (name: string, ...prices: number[]) => {
    const productId = await addProduct(shop, { name: `Priced ${name}`, categoryId });
    for (const price of prices) await addSubProduct(shop, { productId, price });
  };
  await add('dear', 900);
  await add('cheap', 700, 100);
  await add('empty');
  await add('usual', 300, 800);
  const sorted = async (body: object, order: 'asc' | 'desc') => {
    const products = await readPages((cursor) =>
      list({ ...body, limit: 1, sort: { field: 'price', order }, cursor } as Body),
    );
    return products.map(({ name }) => name.slice('Priced '.length));
  };

  const ascending = ['empty', 'cheap', 'usual', 'dear'];
  expect(await sorted({ filters: { categoryId } }, 'asc')).toEqual(ascending);
  expect(await sorted({ filters: { categoryId } }, 'desc')).toEqual(ascending.toReversed());
  expect(await sorted({ search: 'Priced' }, 'asc')).toEqual(ascending);
});

test('updates prices when sub-products are added, changed or deleted', async () => {
  const name = newName();
  const productId = await addProduct(shop, { name });
  const seen = async () => {
    const row = await rowOf(name);
    return [row?.subProductCount, row?.lowestPrice, row?.highestPrice];
  };
  expect(await seen()).toEqual([0, null, null]);

  const first = await addSubProduct(shop, { productId, price: 300 });
  const second = await addSubProduct(shop, { productId, price: 500 });
  expect(await seen()).toEqual([2, 300, 500]);

  await manager.do(subProductRoutes.edit, { params: { id: second }, body: { version: 1, salePrice: 200 } });
  expect(await seen()).toEqual([2, 200, 300]);

  await manager.do(subProductRoutes.remove, { params: { id: first } });
  expect(await seen()).toEqual([1, 200, 200]);
});

test('counts more products exactly than other lists, and again after each change', async () => {
  const categoryId = await addCategory(shop);
  const elsewhere = await addCategory(shop);
  const location = await addLocation(shop);
  await shop.sql`WITH made AS (
      INSERT INTO products (id, name, slug, category_id)
      SELECT gen_random_uuid(), 'Many ' || n, 'many-' || n, ${categoryId} FROM generate_series(1, 2200) AS n RETURNING id
    ), sold AS (
      INSERT INTO sub_products (id, product_id, name, sku, price)
      SELECT gen_random_uuid(), id, 'Many', 'MANY-' || id, 100 FROM made RETURNING id
    ) INSERT INTO location_sub_products (location_id, sub_product_id) SELECT ${location}, id FROM sold`;
  const total = async (filters: object) => {
    const page = await list({ filters, limit: 10 } as Body);
    return [page.totalRecords, page.totalIsEstimate ?? false];
  };
  const totals = async () => [await total({ categoryId }), await total({ locationId: location })];
  expect(await totals()).toEqual([
    [2200, false],
    [2200, false],
  ]);

  const { _id: added } = await manager.do(productRoutes.create, { body: { name: 'Many more', categoryId } });
  expect(await totals()).toEqual([
    [2201, false],
    [2200, false],
  ]);

  const variant = { name: 'Many', sku: 'MANY-MORE', unit: 'each' as const, price: 100 };
  await manager.do(subProductRoutes.saveEdit, { body: { productId: added, subProducts: [variant] } });
  const [goods] = (await manager.do(subProductRoutes.list, { body: { filters: { productId: added } } }))
    .records;
  await manager.do(locationRoutes.assign, {
    body: { locationId: location, subProducts: [{ subProductId: goods!._id, assigned: true }] },
  });
  expect(await total({ locationId: location })).toEqual([2201, false]);

  await manager.do(productRoutes.edit, {
    params: { id: added },
    body: { version: 1, categoryId: elsewhere },
  });
  expect(await totals()).toEqual([
    [2200, false],
    [2201, false],
  ]);
});

test('updates the filter by stock at a location as stock arrives and sells out', async () => {
  const location = await addLocation(shop);
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const productId = await addProduct(shop);
    ids.push(await addSubProduct(shop, { productId }));
  }
  for (const id of ids.slice(0, 11)) await receive(shop, location, id, { quantity: 1 });
  const total = async () => (await list({ filters: { inStockAt: location }, limit: 10 })).totalRecords;
  expect(await total()).toBe(11);
  expect(await total()).toBe(11);

  await receive(shop, location, ids[11]!, { quantity: 1 });
  expect(await total()).toBe(12);
  await manager.do(inventoryRoutes.adjust, {
    body: { locationId: location, subProductId: ids[0]!, quantity: -1, reason: 'damage', note: 'Broken' },
  });
  expect(await total()).toBe(11);
});

test('reads a page in one statement after the list was counted', async () => {
  const count = () => manager.send(productRoutes.list, { body: { limit: 10 } });
  await count();

  expect((await count()).headers['server-timing']).toBe('db;desc="1"');
});

test('skips counting each page of a list too long for an exact count', async () => {
  for (let index = 0; index < 3; index += 1) await addProduct(shop);
  const page = () =>
    transaction(shop.db, system, async (tx, statements) => {
      const { totalRecords, totalIsEstimate } = await listPage(tx, tx.selectFrom('products as p'), {
        request: { page: 1, limit: 1 },
        sort: { columns: [sql.ref('p.id')], direction: 'asc' },
        exactUpTo: 1,
        sharedBy: { key: 'more than are counted', changedSince: () => sql`false` },
        select: (query) => query.select('p.id as _id'),
      });
      return { totalRecords, totalIsEstimate, statements: statements.count };
    });
  const { statements, ...total } = await page();
  expect(total.totalIsEstimate).toBe(true);
  expect(statements).toBeGreaterThan(1);

  expect(await page()).toEqual({ ...total, statements: 1 });
});

test('stores totals that equal the sums of sub-products and levels', async () => {
  for (const [claim, query] of Object.entries(claimsOfAll)) {
    if (!/of each product/.test(claim)) continue;
    expect((await shop.look((tx) => query.execute(tx))).rows, claim).toEqual([]);
  }
});

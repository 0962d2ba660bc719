import { type BulkEdit, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import {
  type ProductChange,
  type ProductTarget,
  productBulkRoutes,
} from '@aisle/contract/catalog/product-bulk';
import { productRoutes } from '@aisle/contract/catalog/products';
import { expect, test } from 'vitest';
import {
  addBrand,
  addCategory,
  addProduct,
  addSubProduct,
  addTax,
  assign,
  receive,
} from '../../../test/catalogue-builders.ts';
import { jobOver } from '../../../test/jobs-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop();
const manager = await shop.signIn();
await shop.jobs.start();

const show = (id: string) => manager.do(productRoutes.show, { params: { id } });
async function done({ _id, jobId }: BulkEdit, person = manager): Promise<BulkEdit> {
  await jobOver(person, jobId!);
  return person.do(bulkEditRoutes.get, { params: { id: _id } });
}
const change = async (target: ProductTarget, what: ProductChange, person = manager) =>
  done(await person.do(productBulkRoutes.create, { body: { target, change: what } }), person);
const undo = async ({ _id }: BulkEdit, person = manager) =>
  done(await person.do(bulkEditRoutes.undo, { params: { id: _id }, body: {} }), person);
const rowsOf = async ({ _id }: BulkEdit) =>
  (await manager.do(bulkEditRoutes.rows, { body: { filters: { bulkEditId: _id } } })).records;

async function someProducts(count: number, categoryId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await addProduct(shop, { categoryId }));
  return ids;
}

test('moves all matching products to a category, lists missing specifications, and undoes it', async () => {
  const from = await addCategory(shop, { name: 'Cooler' });
  const to = await addCategory(shop, {
    name: 'Frozen',
    specifications: [{ name: 'Weight', type: 'text', options: [], required: true }],
  });
  const [with1, without] = (await someProducts(2, from)) as [string, string];
  await shop.sql`UPDATE products SET specifications = '{"Weight": "1 lb", "Old": "x"}' WHERE id = ${with1}`;
  const target = { filters: { categoryId: from } };
  const what = { field: 'categoryId' as const, to };

  expect(await manager.do(productBulkRoutes.preview, { body: { target, change: what } })).toMatchObject({
    rows: 2,
    changed: 1,
    refused: 1,
    problems: [{ reason: 'Weight is required in this category', count: 1, refuses: true }],
  });

  const edit = await change(target, what);
  expect(edit).toMatchObject({
    of: 'products',
    field: 'categoryId',
    title: 'Category: Frozen',
    counts: { changed: 1, refused: 1 },
  });
  expect(await show(with1)).toMatchObject({ categoryId: to, specifications: { Weight: '1 lb' } });
  expect((await show(without)).categoryId).toBe(from);
  const row = (await rowsOf(edit)).find(({ productId }) => productId === with1);
  expect(row).toMatchObject({ before: 'Cooler', after: 'Frozen', outcome: 'changed', subProductId: null });

  await undo(edit);
  expect(await show(with1)).toMatchObject({
    categoryId: from,
    specifications: { Weight: '1 lb', Old: 'x' },
  });
});

test('changes brand, badge, home page, status, tags and taxes, and undoes them', async () => {
  const categoryId = await addCategory(shop);
  const [id] = (await someProducts(1, categoryId)) as [string];
  const brandId = await addBrand(shop);
  const taxId = await addTax(shop);
  const target = { filters: { categoryId } };
  const changes: [ProductChange, object][] = [
    [{ field: 'brandId', to: brandId }, { brandId }],
    [
      { field: 'badge', to: 'bestSeller' },
      { badge: 'bestSeller', badgeBySales: false },
    ],
    [{ field: 'addToHomePage', to: true }, { addToHomePage: true }],
    [{ field: 'status', to: false }, { status: false }],
    [{ field: 'tags', by: 'add', to: ['organic', 'local'] }, { tags: ['organic', 'local'] }],
    [{ field: 'taxIds', to: [taxId] }, { taxIds: [taxId] }],
  ];
  const before = await show(id);

  for (const [what, expected] of changes) {
    const edit = await change(target, what);
    expect(edit.counts, what.field).toMatchObject({ changed: 1 });
    expect(await show(id)).toMatchObject(expected);
    expect((await change(target, what)).counts, what.field).toMatchObject({ changed: 0, same: 1 });
    await undo(edit);
    const { version: _, updatedAt: __, ...after } = await show(id);
    expect(before, what.field).toMatchObject(after);
  }
  const entries = await shop.sql`SELECT after FROM audit_entries WHERE record_id = ${id}`;
  expect(entries.map(({ after }) => after)).toContainEqual({ brandId });
});

test('removes a tag where present, and keeps products edited since when undone', async () => {
  const categoryId = await addCategory(shop);
  const ids = await someProducts(2, categoryId);
  await shop.sql`UPDATE products SET tags = '{old,new}' WHERE id = ANY(${ids})`;

  const edit = await change({ ids, filters: {} }, { field: 'tags', by: 'remove', to: ['old'] });
  const { version } = await show(ids[0]!);
  await manager.do(productRoutes.edit, { params: { id: ids[0]! }, body: { version, tags: ['typed'] } });
  expect((await undo(edit)).counts).toMatchObject({ undone: 1, kept: 1 });
  expect([(await show(ids[0]!)).tags, (await show(ids[1]!)).tags]).toEqual([['typed'], ['old', 'new']]);
});

test.each<[string, object, string]>([
  ['a category that is gone', { field: 'categoryId', to: newId() }, 'change.to'],
  ['a brand that is gone', { field: 'brandId', to: newId() }, 'change.to'],
  ['a tax that is gone', { field: 'taxIds', to: [newId()] }, 'change.to'],
  ['no tag', { field: 'tags', by: 'add', to: [] }, 'change.to'],
])('rejects %s at its field', async (_, wrong, path) => {
  const body = { target: { filters: {} }, change: wrong };

  for (const route of [productBulkRoutes.preview, productBulkRoutes.create]) {
    const got = await manager.send(route, { body });
    expect([got.status, got.paths]).toEqual([400, [path]]);
  }
});

/** Adds a category with two products: one with two variants and one without any. */
async function aisle(prices: [number, number] = [500, 300]) {
  const categoryId = await addCategory(shop);
  const [productId, barren] = (await someProducts(2, categoryId)) as [string, string];
  const variants = [
    await addSubProduct(shop, { productId, name: '1', price: prices[0] }),
    await addSubProduct(shop, { productId, name: '2', price: prices[1] }),
  ] as const;
  return { productId, barren, variants, target: { filters: { categoryId } } };
}
const pricesOf = async (ids: readonly string[]) => {
  const rows = await shop.sql`SELECT id, price FROM sub_products WHERE id = ANY(${ids})`;
  return ids.map((id) => rows.find((row) => row.id === id)?.price);
};
const raise: ProductChange = { field: 'price', to: { by: 'percent', value: 10, rounding: 'nine' } };

test('reprices the variants of all matching products, with a row for each, and undoes it', async () => {
  const { productId, barren, variants, target } = await aisle();

  const preview = await manager.do(productBulkRoutes.preview, { body: { target, change: raise } });
  const edit = await change(target, raise);

  expect(preview).toMatchObject({
    records: 2,
    rows: 3,
    changed: 2,
    refused: 1,
    problems: [{ reason: 'Has no sub-products', count: 1, refuses: true }],
  });
  expect(preview.sample.map(({ before, after }) => [before, after])).toEqual([
    [500, 549],
    [300, 329],
  ]);
  expect(edit).toMatchObject({
    of: 'subProducts',
    title: 'Price +10%, ending in 9',
    rows: preview.rows,
    counts: { changed: preview.changed, refused: preview.refused },
  });
  expect(await pricesOf(variants)).toEqual([549, 329]);
  expect(await rowsOf(edit)).toMatchObject([
    { subProductId: variants[0], productId, outcome: 'changed' },
    { subProductId: variants[1], productId, outcome: 'changed' },
    { subProductId: null, productId: barren, outcome: 'refused', reason: 'Has no sub-products' },
  ]);

  await undo(edit);
  expect(await pricesOf(variants)).toEqual([500, 300]);
});

test('rejects a price that would fall to the sale price, with the reason, and changes the others', async () => {
  const { variants, target } = await aisle();
  await shop.sql`UPDATE sub_products SET sale_price = 290 WHERE id = ${variants[1]}`;

  const edit = await change(target, { field: 'price', to: { by: 'amount', value: -20, rounding: 'cent' } });

  expect(edit.counts).toMatchObject({ changed: 1, refused: 2 });
  expect((await rowsOf(edit)).map(({ reason }) => reason)).toEqual([
    null,
    'Would not be above the sale price',
    'Has no sub-products',
  ]);
  expect(await pricesOf(variants)).toEqual([480, 300]);
});

const offersOf = async (ids: readonly string[]) => {
  const rows = await shop.sql`SELECT location_id, sub_product_id FROM location_sub_products
    WHERE sub_product_id = ANY(${ids}) AND assigned = true`;
  return rows.map((row) => `${row.sub_product_id} ${row.location_id}`).sort();
};

test('assigns all matching products to locations, reports existing assignments, and undoes it', async () => {
  const { variants, target } = await aisle();
  const [one, two] = variants;
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  await assign(shop, here, one);
  await shop.sql`UPDATE sub_products SET status = false WHERE id = ${two}`;
  const what: ProductChange = {
    field: 'assigned',
    locationIds: [here, there, here],
    to: { by: 'set', value: true },
  };

  const preview = await manager.do(productBulkRoutes.preview, { body: { target, change: what } });
  const edit = await change(target, what);

  expect(preview).toMatchObject({ records: 2, rows: 5, changed: 3, same: 1, refused: 1 });
  expect(preview.problems).toEqual([
    { reason: 'Has no sub-products', count: 1, refuses: true },
    { reason: "Inactive, so it isn't sold until it's activated", count: 2, refuses: false },
  ]);
  expect(preview.sample).toHaveLength(4);
  expect(edit).toMatchObject({
    title: 'Assign to 2 locations',
    counts: { changed: 3, same: 1, refused: 1 },
  });
  const everywhere = [one, two].flatMap((id) => [here, there].map((place) => `${id} ${place}`)).sort();
  expect(await offersOf(variants)).toEqual(everywhere);

  await undo(edit);
  expect(await offersOf(variants)).toEqual([`${one} ${here}`]);
});

test('reports remaining stock of unassigned items, and keeps items edited since when undone', async () => {
  const { variants, target } = await aisle();
  const here = await addLocation(shop);
  for (const id of variants) await assign(shop, here, id);
  await receive(shop, here, variants[0], { quantity: 3 });
  const what: ProductChange = {
    field: 'assigned',
    locationIds: [here],
    to: { by: 'set', value: false },
  };

  const edit = await change(target, what);
  expect((await rowsOf(edit)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['changed', 'Still in stock there'],
    ['changed', null],
    ['refused', 'Has no sub-products'],
  ]);
  expect(await offersOf(variants)).toEqual([]);
  expect((await change(target, what)).counts).toMatchObject({ changed: 0, same: 2 });

  await shop.sql`UPDATE location_sub_products SET threshold = 2
    WHERE location_id = ${here} AND sub_product_id = ${variants[1]}`;
  expect((await undo(edit)).counts).toMatchObject({ undone: 1, kept: 1 });
  expect(await offersOf(variants)).toEqual([`${variants[0]} ${here}`]);
});

test('lets store users assign only at their own locations, without changing prices or products', async () => {
  const { variants, target } = await aisle();
  const [mine, foreign] = [await addLocation(shop), await addLocation(shop)];
  const owner = await shop.signIn({
    permissions: [
      'product_list',
      'sub_product_list',
      'assign_subProduct',
      'product_edit',
      'sub_product_edit',
    ],
    locations: [mine],
  });
  const assigned = (locationIds: string[]): ProductChange => ({
    field: 'assigned',
    locationIds,
    to: { by: 'set', value: true },
  });
  const sent = (what: ProductChange) =>
    owner.call(productBulkRoutes.create, { body: { target, change: what } });

  const edit = await change(target, assigned([mine]), owner);
  const elsewhere = await sent(assigned([mine, foreign]));
  const price = await sent(raise);
  const status = await sent({ field: 'status', to: false });

  expect(edit.counts).toMatchObject({ changed: 2, refused: 1 });
  expect(await offersOf(variants)).toEqual(variants.map((id) => `${id} ${mine}`).sort());
  expect([elsewhere.status, elsewhere.paths[0]]).toEqual([404, 'change.locationIds.1']);
  expect([price.code, status.code]).toEqual(['not-allowed', 'not-allowed']);
});

test('requires the same permission for each field as a manual edit', async () => {
  const { target } = await aisle();
  const here = await addLocation(shop);
  const place: ProductChange = { field: 'assigned', locationIds: [here], to: { by: 'set', value: true } };
  const lister = await shop.signIn({ permissions: ['product_list'] });
  const missing = async (what: ProductChange) =>
    (await lister.call(productBulkRoutes.preview, { body: { target, change: what } })).body.error?.details;

  expect(await missing(raise)).toEqual({ permission: 'sub_product_edit' });
  expect(await missing(place)).toEqual({ permission: 'assign_subProduct' });
  expect(await missing({ field: 'status', to: false })).toEqual({ permission: 'product_edit' });
});

test.each<[string, object, string]>([
  [
    'an assignment to nowhere',
    { field: 'assigned', locationIds: [], to: { by: 'set', value: true } },
    'change.locationIds',
  ],
  ['a price of nothing', { field: 'price', to: { by: 'set', value: 0 } }, 'change.to.value'],
])('rejects %s at its field', async (_, wrong, path) => {
  const got = await manager.send(productBulkRoutes.preview, {
    body: { target: { filters: {} }, change: wrong },
  });

  expect([got.status, got.paths]).toEqual([400, [path]]);
});

test('requires the permission to edit products for the whole marketplace', async () => {
  const body = { target: { filters: {} }, change: { field: 'status', to: true } };
  const looker = await shop.signIn({ permissions: ['product_list'] });

  expect((await looker.send(productBulkRoutes.create, { body })).status).toBe(403);
});

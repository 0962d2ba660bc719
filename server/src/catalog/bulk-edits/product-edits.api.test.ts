import { type BulkEdit, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import {
  type ProductChange,
  type ProductTarget,
  productBulkRoutes,
} from '@aisle/contract/catalog/product-bulk';
import { productRoutes } from '@aisle/contract/catalog/products';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCategory, addProduct, addTax } from '../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';
import { bulkWork, undoWork } from '../../system/bulk/bulk.ts';
import { productChanges } from './product-edit-work.ts';

let shop: Shop;
let manager: Person;
let runner: Awaited<ReturnType<typeof workJobs>>;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.signIn();
  runner = await workJobs(shop, {
    productBulkEdit: bulkWork(productChanges),
    productBulkEditUndo: undoWork(productChanges),
  });
});
afterAll(async () => {
  await runner.stop();
  await shop.close();
});

const show = (id: string) => manager.do(productRoutes.show, { params: { id } });
async function done({ _id, jobId }: BulkEdit): Promise<BulkEdit> {
  await jobOver(manager, jobId!);
  return manager.do(bulkEditRoutes.get, { params: { id: _id } });
}
const change = async (target: ProductTarget, what: ProductChange) =>
  done(await manager.do(productBulkRoutes.create, { body: { target, change: what } }));
const undo = async ({ _id }: BulkEdit) =>
  done(await manager.do(bulkEditRoutes.undo, { params: { id: _id }, body: {} }));
const rowsOf = async ({ _id }: BulkEdit) =>
  (await manager.do(bulkEditRoutes.rows, { body: { filters: { bulkEditId: _id } } })).records;

async function someProducts(count: number, categoryId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await addProduct(shop, { categoryId }));
  return ids;
}

test('all products of a filter move to another category, which says what would be lacking, and back again', async () => {
  const from = await addCategory(shop, { name: 'Cooler' });
  const to = await addCategory(shop, {
    name: 'Frozen',
    specifications: [{ name: 'Weight', type: 'text', options: [], required: true }],
  });
  const [with1, without] = (await someProducts(2, from)) as [string, string];
  await shop.db.owner.query(
    `UPDATE products SET specifications = '{"Weight": "1 lb", "Old": "x"}' WHERE id = $1`,
    [with1],
  );
  const target = { filters: { categoryId: from } };
  const what = { field: 'categoryId' as const, to };

  const preview = await manager.do(productBulkRoutes.preview, { body: { target, change: what } });
  expect(preview).toMatchObject({
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

test('brand, badge, home page, status, tags and taxes are changed and taken back', async () => {
  const categoryId = await addCategory(shop);
  const [id] = (await someProducts(1, categoryId)) as [string];
  const brandId = newId();
  await shop.look((tx) => tx.insertInto('brands').values({ id: brandId, name: 'Bulk Brand' }).execute());
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
  const entries = await shop.look((tx) =>
    tx.selectFrom('audit_entries').select('after').where('record_id', '=', id).execute(),
  );
  expect(entries.map(({ after }) => after)).toContainEqual({ brandId });
});

test('a tag is removed where it is, and what was edited since is kept by an undo', async () => {
  const categoryId = await addCategory(shop);
  const ids = await someProducts(2, categoryId);
  await shop.db.owner.query(`UPDATE products SET tags = '{old,new}' WHERE id = ANY($1)`, [ids]);

  const edit = await change({ ids, filters: {} }, { field: 'tags', by: 'remove', to: ['old'] });
  const { version } = await show(ids[0]!);
  await manager.do(productRoutes.edit, { params: { id: ids[0]! }, body: { version, tags: ['typed'] } });
  const undone = await undo(edit);

  expect(undone.counts).toMatchObject({ undone: 1, kept: 1 });
  expect([(await show(ids[0]!)).tags, (await show(ids[1]!)).tags]).toEqual([['typed'], ['old', 'new']]);
});

test.each<[string, object, string]>([
  ['a category that is gone', { field: 'categoryId', to: newId() }, 'change.to'],
  ['a brand that is gone', { field: 'brandId', to: newId() }, 'change.to'],
  ['a tax that is gone', { field: 'taxIds', to: [newId()] }, 'change.to'],
  ['no tag', { field: 'tags', by: 'add', to: [] }, 'change.to'],
])('%s is refused at its field', async (_, wrong, path) => {
  const body = { target: { filters: {} }, change: wrong };

  for (const route of [productBulkRoutes.preview, productBulkRoutes.create]) {
    const got = await manager.send(route, { body });
    expect([got.status, got.body.error?.fields?.map((field) => field.path)]).toEqual([400, [path]]);
  }
});

test('a bulk edit of products needs the permission to edit them, for the whole marketplace', async () => {
  const body = { target: { filters: {} }, change: { field: 'status', to: true } };
  const looker = await shop.signIn({ permissions: ['product_list'] });

  expect((await looker.send(productBulkRoutes.create, { body })).status).toBe(403);
});

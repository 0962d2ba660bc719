import { brandRoutes } from '@aisle/contract/catalog/brands';
import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { type RecordBulkInput, recordBulkRoutes } from '@aisle/contract/catalog/record-bulk';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { expect, test } from 'vitest';
import { addCategory, addProduct } from '../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { recordUndoWork, recordWork } from './record-edit-work.ts';

const shop = await openShop();
const manager = await shop.signIn({
  permissions: [
    ...(['brand', 'tax', 'vendor'] as const).flatMap(
      (one) => [`${one}_add`, `${one}_edit`, `${one}_delete`] as const,
    ),
    'category_list',
    'category_delete',
  ],
});
let runner = await workJobs(shop, { recordBulkEdit: recordWork, recordBulkEditUndo: recordUndoWork });

const addBrand = (name: string) => manager.do(brandRoutes.create, { body: { name } });
const brandsCalled = async (search: string) =>
  (await manager.do(brandRoutes.list, { body: { search } })).records.map(({ name, status }) => [
    name,
    status,
  ]);
async function whenOver(id: string) {
  const { jobId } = await manager.do(bulkEditRoutes.get, { params: { id } });
  await jobOver(manager, jobId!);
  return manager.do(bulkEditRoutes.get, { params: { id } });
}
async function apply(body: RecordBulkInput) {
  const { _id } = await manager.do(recordBulkRoutes.create, { body });
  return whenOver(_id);
}
const rowsOf = async (bulkEditId: string) =>
  (await manager.do(bulkEditRoutes.rows, { body: { filters: { bulkEditId } } })).records;

test('deactivates all brands of a search, and reactivates those not edited since when undone', async () => {
  await addBrand('Mill A');
  const edited = await addBrand('Mill B');
  const off = await addBrand('Mill C');
  await addBrand('Other');
  await manager.do(brandRoutes.updateStatus, { params: { id: off._id }, body: { status: false } });
  const body = {
    of: 'brands' as const,
    target: { search: 'mill', filters: {} },
    change: { field: 'status' as const, to: { value: false } },
  };

  const preview = await manager.do(recordBulkRoutes.preview, { body });
  expect(preview).toMatchObject({ records: 3, changed: 2, same: 1, refused: 0 });
  expect(preview.sample.map(({ name }) => name)).toEqual(['Mill A', 'Mill B']);

  const done = await apply(body);
  expect(done).toMatchObject({ title: 'Deactivate brands', of: 'brands', field: 'status', canUndo: true });
  expect(done.counts).toMatchObject({ changed: 2, same: 1, refused: 0 });
  expect(await brandsCalled('mill')).toEqual([
    ['Mill A', false],
    ['Mill B', false],
    ['Mill C', false],
  ]);
  expect(await brandsCalled('Other')).toEqual([['Other', true]]);

  const { version } = (await manager.do(brandRoutes.list, { body: { search: 'Mill B' } })).records[0]!;
  await manager.do(brandRoutes.edit, { params: { id: edited._id }, body: { name: 'Mill Bee', version } });
  await manager.do(bulkEditRoutes.undo, { params: { id: done._id } });
  expect((await whenOver(done._id)).counts).toMatchObject({ undone: 1, kept: 1, same: 1 });
  expect(await brandsCalled('mill')).toEqual([
    ['Mill A', true],
    ['Mill Bee', false],
    ['Mill C', false],
  ]);
  expect((await rowsOf(done._id)).map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
    ['Mill A', 'undone', null],
    ['Mill B', 'kept', 'Edited since'],
    ['Mill C', 'same', null],
  ]);
});

test('deletes only brands without products, without undo', async () => {
  await addBrand('Spare 1');
  const used = await addBrand('Spare 2');
  await addProduct(shop, { brandId: used._id });
  const body = {
    of: 'brands' as const,
    target: { search: 'spare', filters: {} },
    change: { field: 'deleted' as const },
  };

  expect(await manager.do(recordBulkRoutes.preview, { body })).toMatchObject({
    records: 2,
    changed: 1,
    refused: 1,
    problems: [{ reason: 'Products use it', count: 1, refuses: true }],
  });
  const done = await apply(body);

  expect(done).toMatchObject({ field: 'deleted', canUndo: false, counts: { changed: 1, refused: 0 } });
  expect(await brandsCalled('spare')).toEqual([['Spare 2', true]]);
  expect(await rowsOf(done._id)).toMatchObject([{ name: 'Spare 1', before: false, after: true }]);
  const undo = await manager.call(bulkEditRoutes.undo, { params: { id: done._id } });
  expect(undo.code).toBe('bulk.nothing-to-undo');
  expect((await manager.call(recordBulkRoutes.create, { body })).code).toBe('bulk.nothing');
});

test('keeps a brand that comes into use before the job starts', async () => {
  const brand = await addBrand('Turn');
  await runner.stop();
  const { _id } = await manager.do(recordBulkRoutes.create, {
    body: { of: 'brands', target: { ids: [brand._id], filters: {} }, change: { field: 'deleted' } },
  });
  await addProduct(shop, { brandId: brand._id });
  runner = await workJobs(shop, { recordBulkEdit: recordWork, recordBulkEditUndo: recordUndoWork });

  expect((await whenOver(_id)).counts.changed).toBe(0);
  expect(await brandsCalled('Turn')).toEqual([['Turn', true]]);
});

test('deactivates matching taxes and vendors, and deletes matching taxes', async () => {
  await manager.do(taxRoutes.create, { body: { name: 'Old tax', rate: 5 } });
  await manager.do(vendorRoutes.create, { body: { name: 'Elm Farm' } });
  const off = { field: 'status' as const, to: { value: false } };

  const taxes = await apply({
    of: 'taxes',
    target: { search: 'old', filters: { status: true } },
    change: off,
  });
  const vendors = await apply({ of: 'vendors', target: { search: 'elm', filters: {} }, change: off });
  const gone = await apply({
    of: 'taxes',
    target: { search: 'old', filters: { status: false } },
    change: { field: 'deleted' },
  });

  expect([taxes.counts.changed, vendors.counts.changed, gone.counts.changed]).toEqual([1, 1, 1]);
  const [elm] = (await manager.do(vendorRoutes.list, { body: { search: 'elm' } })).records;
  expect(elm?.status).toBe(false);
});

test('deletes categories without products and their parents that become empty, and keeps others', async () => {
  const top = await addCategory(shop, { name: 'Empty top' });
  await addCategory(shop, { name: 'Empty leaf', parentId: top });
  const kept = await addCategory(shop, { name: 'Kept top' });
  const full = await addCategory(shop, { name: 'Full leaf', parentId: kept });
  await addCategory(shop, { name: 'Empty too', parentId: kept });
  await addProduct(shop, { categoryId: full });
  const body = { of: 'categories' as const, target: { filters: {} }, change: { field: 'deleted' as const } };

  const preview = await manager.do(recordBulkRoutes.preview, { body });
  const done = await apply(body);

  expect(preview.sample.map(({ name }) => name)).toEqual(['Empty leaf', 'Empty too', 'Empty top']);
  expect(done.counts).toMatchObject({ changed: 3, refused: 0 });
  const tree = JSON.stringify(await manager.do(categoryRoutes.tree, {}));
  expect(tree).not.toContain('Empty');
  expect(tree).toContain('Full leaf');
});

test('requires permission for each step, and shows the edit only to users who see these records', async () => {
  const body = {
    of: 'vendors' as const,
    target: { filters: {} },
    change: { field: 'deleted' as const },
  };
  const editor = await shop.signIn({ permissions: ['vendor_edit', 'brand_list'] });
  const store = await shop.signIn({
    userType: 'store',
    locations: [await addLocation(shop)],
    permissions: ['vendor_delete'],
  });
  const done = await apply({
    of: 'brands',
    target: { filters: {} },
    change: { field: 'status', to: { value: false } },
  });

  const refused = await editor.call(recordBulkRoutes.preview, { body });
  expect(refused.body.error?.details).toMatchObject({ permission: 'vendor_delete' });
  expect((await store.call(recordBulkRoutes.create, { body })).status).toBe(403);
  const switching = { ...body, of: 'categories' as const, change: { field: 'status', to: { value: false } } };
  const wrong = await manager.call(recordBulkRoutes.preview, { body: switching as RecordBulkInput });
  expect(wrong.body.error?.fields).toEqual([
    { path: 'change.field', message: 'Categories can only be deleted in bulk' },
  ]);
  const sees = async (person: Person) =>
    (await person.call(bulkEditRoutes.get, { params: { id: done._id } })).status;
  const other = await shop.signIn({ permissions: ['tax_list'] });
  expect([await sees(editor), await sees(other)]).toEqual([200, 404]);
});

import { type BulkEdit, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { type ProductChange, productBulkRoutes } from '@aisle/contract/catalog/product-bulk';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { locationRateRoutes } from '@aisle/contract/locations/location-rates';
import { expect, test } from 'vitest';
import { addCategory, addTax } from '../../../test/catalogue-builders.ts';
import { checkFile, runImported, undoImported } from '../../../test/import-builders.ts';
import { jobOver } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';

// Every change of taxes or categories stores the previous state, so that the rates of past days can be explained.

const shop = await openShop();
const manager = await shop.signIn();
const locationId = await addOrderLocation(shop);
await shop.jobs.start();

interface Item {
  subProductId: string;
  productId: string;
  sku: string;
  /** A tax of 2%, which applies to the item before the change. */
  low: string;
  /** A tax of 9%, which applies after the change. */
  high: string;
  /** The category of the item, a child of `above`. */
  category: string;
  above: string;
  /** Another top-level category with the high tax. */
  other: { id: string; name: string };
}
/** Adds an item whose low tax is set on the item, its category or the parent category. */
async function addItem(taxed: 'item' | 'category' | 'above'): Promise<Item> {
  const [low, high] = [await addTax(shop, 2), await addTax(shop, 9)];
  const taxIds = (here: typeof taxed) => (here === taxed ? [low] : []);
  const above = await addCategory(shop, { taxIds: taxIds('above') });
  const category = await addCategory(shop, { parentId: above, taxIds: taxIds('category') });
  const name = `Other ${category}`;
  const other = { id: await addCategory(shop, { name, taxIds: [high] }), name };
  const subProductId = await addGoods(shop, locationId, { categoryId: category, taxIds: taxIds('item') });
  const rows = await shop.sql<{ sku: string; productId: string }>`
    SELECT sku, product_id AS "productId" FROM sub_products WHERE id = ${subProductId}`;
  const { sku, productId } = rows[0]!;
  return { subProductId, productId, sku, low, high, category, above, other };
}

const bulkEdit = async (productId: string, change: ProductChange): Promise<BulkEdit> => {
  const edit = await manager.do(productBulkRoutes.create, { body: { target: { ids: [productId] }, change } });
  await jobOver(manager, edit.jobId!);
  return edit;
};
const undoEdit = async ({ _id }: BulkEdit) => {
  const { jobId } = await manager.do(bulkEditRoutes.undo, { params: { id: _id }, body: {} });
  await jobOver(manager, jobId!);
};
const taxName = async (id: string) => (await shop.sql`SELECT name FROM taxes WHERE id = ${id}`)[0]!.name;
const bring = async (csv: string) => runImported(manager, await checkFile(manager, csv));
const merge = (id: string, intoId: string) =>
  manager.do(categoryRoutes.merge, { params: { id }, body: { intoId } });
const remove = (id: string) => manager.do(categoryRoutes.remove, { params: { id } });

const taxRate = async (subProductId: string, daysAgo: number): Promise<number> => {
  const rows = await shop.sql<{ day: string }>`SELECT today_at(${locationId}) - ${daysAgo}::int AS day`;
  const query = { subProductId, locationId, date: rows[0]!.day };
  return (await manager.do(locationRateRoutes.explain, { query })).tax.rate;
};

test.each<[string, Parameters<typeof addItem>[0], (item: Item) => Promise<unknown>]>([
  ['a merge of its category', 'category', ({ category, other }) => merge(category, other.id)],
  ['a merge of its parent category', 'above', ({ above, other }) => merge(above, other.id)],
  [
    'a bulk move to another category',
    'above',
    ({ productId, other }) => bulkEdit(productId, { field: 'categoryId', to: other.id }),
  ],
  [
    'a bulk move and the deletion of its category',
    'category',
    async ({ productId, other, category }) => {
      await bulkEdit(productId, { field: 'categoryId', to: other.id });
      await remove(category);
    },
  ],
  [
    'a bulk edit of taxes',
    'item',
    ({ productId, high }) => bulkEdit(productId, { field: 'taxIds', to: [high] }),
  ],
  [
    'an undone bulk edit of taxes and another one',
    'item',
    async ({ productId, high }) => {
      await undoEdit(await bulkEdit(productId, { field: 'taxIds', to: [] }));
      await bulkEdit(productId, { field: 'taxIds', to: [high] });
    },
  ],
  [
    'an import of another category',
    'above',
    ({ sku, other }) => bring(`sku,category\n${sku},${other.name}\n`),
  ],
  [
    'an import of other taxes',
    'item',
    async ({ sku, high }) => bring(`sku,taxes\n${sku},${await taxName(high)}\n`),
  ],
  [
    'an undone import of another category, and a merge',
    'category',
    async ({ sku, category, other }) => {
      await undoImported(manager, await bring(`sku,category\n${sku},New ${other.name}\n`));
      await merge(category, other.id);
    },
  ],
  [
    'applying taxes of a category to its subcategories',
    'category',
    ({ above, high }) =>
      manager.do(categoryRoutes.editTax, {
        params: { id: above },
        body: { taxIds: [high], applyToChildren: true },
      }),
  ],
])("explains yesterday's tax after %s", async (_, taxed, change) => {
  const item = await addItem(taxed);
  expect(await taxRate(item.subProductId, 1)).toBe(2);

  await change(item);

  expect(await taxRate(item.subProductId, 0)).toBe(9);
  expect(await taxRate(item.subProductId, 1)).toBe(2);
});

test("explains yesterday's tax after the tax was deactivated", async () => {
  const { subProductId, low } = await addItem('item');

  await manager.do(taxRoutes.edit, { params: { id: low }, body: { status: false, version: 1 } });

  expect(await taxRate(subProductId, 0)).toBe(0);
  expect(await taxRate(subProductId, 1)).toBe(2);
});

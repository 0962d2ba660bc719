import { type ProductImportField, productImportFields } from '@aisle/contract/catalog/product-import-fields';
import { exportRoutes } from '@aisle/contract/system/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFile, rowsOf, runImported, undoImported } from '../../../test/import-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';

// Every cell that an import takes survives the way out and in again, and an undo puts back what was there before.
// The record of all fields does not compile when one is added and not tried here.

let shop: Shop;
let manager: Person;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.signIn();
  await shop.jobs.start();
});
afterAll(() => shop.close());

/** Two values for each field, neither of which is the default of a new product. */
const cells: Record<ProductImportField, readonly [string, string]> = {
  name: ['Whole milk 1 gal', 'Skim milk 1 l'],
  sku: ['MILK-1', 'MILK-1'],
  category: ['Dairy', 'Drinks'],
  subCategory: ['Milk', 'Cold'],
  price: ['4.99', '5.49'],
  salePrice: ['3.99', '4.49'],
  costPrice: ['2.50', '2.75'],
  barcode: ['4006381333931', '5012345678900'],
  brand: ['Oak Farm', 'Birch Farm'],
  unit: ['lb', 'kg'],
  unitSize: ['8.5', '1.25'],
  soldByWeight: ['yes', 'no'],
  minPerOrder: ['2', '3'],
  maxPerOrder: ['10', '12'],
  status: ['no', 'yes'],
  product: ['Milk of cows', 'Milk'],
  description: ['Fresh, and "local"', 'From the\nvalley'],
  badge: ['newArrival', 'bestSeller'],
  tags: ['cold, white', 'organic'],
  addToHomePage: ['yes', 'no'],
  productStatus: ['no', 'yes'],
};
const names = Object.keys(cells) as ProductImportField[];
const line = (texts: readonly string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
const fileOf = (which: 0 | 1): string =>
  [
    line(names.map((name) => productImportFields[name].label)),
    line(names.map((name) => cells[name][which])),
  ].join('\n');

async function exported(): Promise<string> {
  const { url } = await manager.do(exportRoutes.create, {
    params: { name: 'products' },
    query: { format: 'csv' },
    body: {},
  });
  return (await shop.server.inject(url!)).body;
}
async function expectUnchanged(csv: string): Promise<void> {
  const again = await checkFile(manager, csv);

  expect(again.errors).toEqual([]);
  expect(again.counts).toMatchObject({ rows: 1, new: 0, changed: 0, same: 1 });
}

test('every cell goes in, comes out, and is the same when it comes back; an undo brings back the rest', async () => {
  await runImported(manager, await checkFile(manager, fileOf(0)));
  const first = await exported();
  await expectUnchanged(first);
  await expectUnchanged(fileOf(0));

  const changing = await checkFile(manager, fileOf(1));
  const [row] = await rowsOf(manager, changing);
  const changed = row!.changes.map(({ field }) => field);
  expect(changed.sort()).toEqual(names.filter((name) => name !== 'sku' && name !== 'subCategory').sort());
  await runImported(manager, changing);
  await expectUnchanged(await exported());
  await expectUnchanged(fileOf(1));

  const { undone } = await undoImported(manager, changing);
  expect(undone).toEqual({ rows: 1, kept: 0 });
  expect(await exported()).toBe(first);
}, 60_000);

import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { type ProductImportField, productImportFields } from '@aisle/contract/catalog/product-import-fields';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { afterAll, expect, test } from 'vitest';
import { checkFile, rowsOf, runImported, undoImported } from '../../../test/import-builders.ts';
import { exportList } from '../../../test/list-builders.ts';
import { openPictureHost } from '../../../test/picture-host.ts';
import { openShop } from '../../../test/shop.ts';

// Every importable cell survives an export and a re-import, and an undo restores the previous values. The record of all fields
// does not compile if a new field is missing from it.

afterAll(() => host.close());

/** Two values for each field. Neither is the default of a new product. */
const cells: Record<
  Exclude<ProductImportField, 'otherCategory' | 'otherBarcode' | 'inactive'>,
  readonly [string, string]
> = {
  // Set once the picture host is listening and its address is known.
  pictures: ['', ''],
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
  options: ['Size: Large; Color: Red', 'Size: S\\; M'],
  specifications: ['Fat: Skim; Grade: 1.5', 'Origin: Italy\\; Spain'],
  taxes: ['Food tax; State, and city', 'Food tax'],
  addToHomePage: ['yes', 'no'],
  productStatus: ['no', 'yes'],
};

const host = await openPictureHost();
cells.pictures = [host.at('front.png'), `${host.at('back.png')}; ${host.at('side.png')}`];
const shop = await openShop({ webhookAllowPrivate: true });
const manager = await shop.signIn();
await shop.jobs.start();
for (const name of ['Food tax', 'State, and city']) {
  await manager.do(taxRoutes.create, { body: { name, rate: 5 } });
}
const top = await manager.do(categoryRoutes.create, {
  body: {
    name: 'Dairy',
    specifications: [
      { name: 'Fat', type: 'option', options: ['Skim', 'Whole'], required: true },
      { name: 'Grade', type: 'number' },
    ],
  },
});
await manager.do(categoryRoutes.create, { body: { name: 'Milk', parentId: top._id } });
await manager.do(categoryRoutes.create, {
  body: { name: 'Drinks', specifications: [{ name: 'Origin', type: 'text' }] },
});
const names = Object.keys(cells) as (keyof typeof cells)[];
const line = (texts: readonly string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
const fileOf = (which: 0 | 1): string =>
  [
    line(names.map((name) => productImportFields[name].label)),
    line(names.map((name) => cells[name][which])),
  ].join('\n');

const exported = async () => (await exportList(shop, manager, 'products')).body;
async function expectUnchanged(csv: string): Promise<void> {
  const again = await checkFile(manager, csv);

  expect(again).toMatchObject({ errors: [], counts: { rows: 1, new: 0, changed: 0, same: 1 } });
}

test('imports, exports and re-imports every cell unchanged, and restores the rest with an undo', async () => {
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

  expect((await undoImported(manager, changing)).undone).toEqual({ rows: 1, kept: 0 });
  expect(await exported()).toBe(first);
}, 60_000);

test('reports a missing tax or specification as an error of its row only', async () => {
  const checked = await checkFile(
    manager,
    [
      'sku,name,category,price,specifications,taxes,options',
      'W1,A,Dairy,1,Fat: Half,,',
      'W2,B,Dairy,1,Roast: Dark,,',
      'W3,C,Dairy,1,,Sugar tax,',
      'W4,D,Dairy,1,just words,,',
      'W5,E,Dairy,1,fat: Whole,food TAX,Size: L',
    ].join('\n'),
  );

  expect(checked.counts).toMatchObject({ new: 1, errors: 4 });
  expect(checked.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, 'specifications', 'Choose Skim or Whole'],
    [3, 'specifications', "The category doesn't have this specification"],
    [4, 'taxes', 'No tax has this name'],
    [5, 'specifications', 'Write each as name: value, separated by semicolons'],
  ]);
});

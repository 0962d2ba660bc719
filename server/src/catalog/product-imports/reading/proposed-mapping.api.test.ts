import type { ImportOptions } from '@aisle/contract/system/imports/import-fields';
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import { expect, test } from 'vitest';
import { checkUploaded, rowsOf, runImported, uploadFile } from '../../../../test/import-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({
  permissions: [
    'product_add',
    'product_edit',
    'product_list',
    'product_view',
    'customer_add',
    'customer_edit',
  ],
});
await shop.jobs.start();

const upload = async (csv: string, kind?: ImportKind) =>
  (await uploadFile(manager, csv, undefined, kind)).data;
/** The cells of new rows after a check with the suggested mapping and these options. */
async function newRows(csv: string, options: ImportOptions = {}) {
  const found = await upload(csv);
  const checked = await checkUploaded(manager, found, { options: { ...found.options, ...options } });
  const rows = await rowsOf(manager, checked, { kind: 'new' });
  const cells = rows.map(({ changes }) =>
    Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  );
  return { found, checked, cells };
}
const lines = (heading: string, ...rows: string[]) => [heading, ...rows].join('\n');

test('maps columns that were empty in an earlier file with the same headings', async () => {
  const heading = 'SKU,Name,Category,Price,Barcode,Rack note';
  await newRows(lines(heading, ',Milk,Dairy,1.29,,'));

  const { found, cells } = await newRows(lines(heading, 'AA3,Cheese,Dairy,3.29,4006381333931,x'));

  expect(found.remembered).not.toBeNull();
  expect(cells).toMatchObject([{ sku: 'AA3', barcode: '4006381333931' }]);
});

test('leaves out columns that the user excluded from an earlier file', async () => {
  const heading = 'SKU,Name,Category,Price,Brand,Tags';
  const row = 'B1,Milk,Dairy,1.29,Meadow,white';
  const first = await upload(lines(heading, row));
  const { brand: _, ...mapping } = first.mapping;
  await checkUploaded(manager, first, { mapping });
  await checkUploaded(manager, await upload(lines(heading, row)));

  expect((await upload(lines(heading, row))).mapping).toEqual(mapping);
});

test('keeps a remembered column that is empty in one file', async () => {
  const heading = 'Lookup,EAN,Name,Category,Price';
  const first = await upload(lines(heading, 'C1,4006381333931,Milk,Dairy,1.29'));
  await checkUploaded(manager, first, { mapping: { ...first.mapping, sku: 'Lookup' } });
  const second = await upload(lines(heading, ',4006381333931,Milk,Dairy,1.29'));
  expect(second.mapping.sku).toBeUndefined();
  await checkUploaded(manager, second);

  expect((await upload(lines(heading, 'C2,,Milk,Dairy,1.29'))).mapping.sku).toBe('Lookup');
});

test('takes the only column of categories as the category', async () => {
  const only = await upload(lines('SKU,Name,Aisle,Price', 'D1,Milk,Dairy,1.29'));
  const both = await upload(lines('SKU,Name,Department,Aisle,Price', 'D1,Milk,Food,Dairy,1.29'));

  expect(only.mapping).toMatchObject({ category: 'Aisle' });
  expect(only.mapping.subCategory).toBeUndefined();
  expect(both.mapping).toMatchObject({ category: 'Department', subCategory: 'Aisle' });
});

test('finds codes after any number of rows without one', async () => {
  const blank = Array.from({ length: 25 }, (_, at) => `,Item ${at},Dairy,1.29,`);

  const found = await upload(
    lines('SKU,Name,Category,Price,EAN', ...blank, 'M1,Milk,Dairy,1.29,4006381333931'),
  );

  expect(found.mapping).toMatchObject({ sku: 'SKU', barcode: 'EAN' });
});

test.each([
  ['Product Code,Name,Category,Price', 'P1,Milk,Dairy,1', { sku: 'Product Code' }],
  ['Product ID,Product Code/SKU,Name,Category,Price', '77,OLV-1,Olives,Food,1', { sku: 'Product Code/SKU' }],
  ['Product ID,Name,Category,Price,Reference #', '1,Milk,Dairy,1,R1', { sku: 'Reference #' }],
  ['Id,ProductCode,Name,Category,Selling Price', 'f1,PC1,Milk,Dairy,1', { sku: 'ProductCode' }],
  ['code,product_name,categories,price', '4006381333931,Pens,Office,1', { barcode: 'code' }],
  ['Item,Description,Dept,Price', '10045,Whole milk,Dairy,1', { sku: 'Item', name: 'Description' }],
])('maps codes from the columns %s', async (heading, row, expected) => {
  const { mapping } = await upload(lines(heading, row));

  expect(mapping).toMatchObject(expected);
  expect(mapping.sku === mapping.barcode).toBe(false);
});

test('maps no ID that several rows share to the SKU', async () => {
  const { mapping } = await upload(
    lines('Product Id,Name,Category,Price', '7,Milk,Dairy,1', '7,Cream,Dairy,2'),
  );

  expect(mapping.sku).toBeUndefined();
});

test('joins variations by the name of their item', async () => {
  const { cells } = await newRows(
    lines(
      'Token,Item Name,Variation Name,SKU,Categories,Price',
      'T1,Plum jam,250 g,PJ-250,Jams,3.00',
      'T2,Plum jam,500 g,PJ-500,Jams,5.00',
    ),
  );

  expect(cells).toMatchObject([
    { product: 'Plum jam', name: 'Plum jam 250 g' },
    { product: 'Plum jam', name: 'Plum jam 500 g' },
  ]);
});

test('names a variant only by its option if that contains the name', async () => {
  const { cells } = await newRows(
    lines(
      'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price',
      'wrench,15mm Wrench,Tools,Title,15mm Wrench,WR-1,5.00',
    ),
  );

  expect(cells).toMatchObject([{ name: '15mm Wrench' }]);
});

test('uses the fuller column of categories, and another one for its empty cells', async () => {
  const heading = 'Handle,Title,Type,Product Category,Variant SKU,Variant Price';
  const full = 'Food, Beverages & Tobacco > Food Items > Snack Foods > Chips';
  const { cells, checked } = await newRows(
    lines(
      heading,
      'a,Apple pie,Dessert,,AP-1,5.00',
      'b,Bread,Bakery,,BR-1,4.00',
      `c,Chips,,"${full}",CH-1,2.00`,
    ),
  );

  expect(cells.map(({ category }) => category)).toEqual([
    'Dessert',
    'Bakery',
    'Food Items > Snack Foods > Chips',
  ]);
  expect(checked.extras).toContainEqual({ key: 'shortened', count: 1, names: [{ name: full, rows: 1 }] });
});

test('applies the default category only to new rows without a category', async () => {
  const csv = lines('SKU,Name,Price', 'D1,Figs,2.00', 'D2,Dates,3.00');
  const found = await upload(csv);
  expect((await checkUploaded(manager, found)).problemGroups).toMatchObject([
    { message: 'No sub-product has this SKU, and new ones need a category', cause: 'uncategorized', rows: 2 },
  ]);

  const { cells, checked } = await newRows(csv, { category: 'Fruit > Dried' });
  expect(cells.map(({ category }) => category)).toEqual(['Fruit > Dried', 'Fruit > Dried']);
  await runImported(manager, checked);

  const again = await upload(lines('SKU,Name,Category,Price', 'D1,Figs,,2.00', 'D3,Raisins,,1.00'));
  const second = await checkUploaded(manager, again, { options: { category: 'Other' } });
  expect(second.counts).toMatchObject({ same: 1, new: 1, errors: 0 });
});

test('offers a default category for rows whose category is empty', async () => {
  const { checked } = await newRows(lines('SKU,Name,Category,Price', 'E1,Figs,Fruit,2.00', 'E2,Dates,,3.00'));

  expect(checked.problemGroups).toMatchObject([
    { message: 'Category is required', cause: 'uncategorized', rows: 1, examples: ['Dates'] },
  ]);
});

test('reads the price beside a recommended one as the cost', async () => {
  const { found } = await newRows(
    lines('Item No.,Description,EAN,Price,RRP,Department', 'F1,Olives 340 g,4006381333931,2.10,4.25,Food'),
  );

  expect(found.mapping).toMatchObject({ name: 'Description', costPrice: 'Price', price: 'RRP' });
});

test('keeps a selling price beside a recommended one that is a little higher', async () => {
  const { mapping } = await upload(lines('SKU,Name,Category,Price,MSRP', 'F1,Olives,Food,4.10,4.25'));

  expect(mapping).toMatchObject({ price: 'Price' });
  expect(mapping.costPrice).toBeUndefined();
});

test.each([
  ['"Catalog, Search"', true],
  ['both', true],
  ['none', false],
  ['proposed', false],
  ['archived', false],
])('reads a visibility of %s', async (word, isOn) => {
  const { cells } = await newRows(lines('SKU,Name,Category,Price,visibility', `G1,Milk,Dairy,1.00,${word}`));

  expect(cells[0]!.productStatus).toBe(isOn);
});

test('ignores a status with a different meaning', async () => {
  const { mapping } = await upload(lines('SKU,Name,Category,Price,Status', 'G1,Milk,Dairy,1.00,On order'));

  expect(mapping.status).toBeUndefined();
});

test('deactivates archived items', async () => {
  const { cells } = await newRows(
    lines('SKU,Name,Category,Price,Archived', 'H1,Milk,Dairy,1.00,Y', 'H2,Cream,Dairy,1.00,N'),
  );

  expect(cells.map(({ status }) => status)).toEqual([false, true]);
});

test('ignores metafields', async () => {
  const { mapping } = await upload(
    lines('SKU,Name,Category,Price,Size (product.metafields.shopify.size)', 'I1,Shirt,Wear,9.00,5; 6'),
  );

  expect(mapping.unitSize).toBeUndefined();
});

test.each([
  ['Food/Dairy', 'Food/Bakery', ['Food > Dairy', 'Food > Bakery']],
  ['Food|Dairy', 'Food', ['Food > Dairy', 'Food']],
  ['Food>Dairy', 'Food>Bakery', ['Food > Dairy', 'Food > Bakery']],
  ['Food » Dairy', 'Food', ['Food > Dairy', 'Food']],
  ['Fruit/Vegetables', 'Dairy/Eggs', ['Fruit/Vegetables', 'Dairy/Eggs']],
  ['Food > Fruit/Vegetables', 'Food > Fruit/Nuts', ['Food > Fruit/Vegetables', 'Food > Fruit/Nuts']],
])('reads the categories %s and %s', async (first, second, expected) => {
  const { cells } = await newRows(
    lines('SKU,Name,Category,Price', `K1,One,${first},1.00`, `K2,Two,${second},1.00`),
  );

  expect(cells.map(({ category }) => category)).toEqual(expected);
});

test('uses the first of several categories, or the more specific one below it', async () => {
  const { cells } = await newRows(
    lines(
      'sku,name,categories,price',
      'L1,One,"Root/Gear\nRoot/Sale",1.00',
      'L2,Two,"Root/Gear,Root/Gear/Bags",1.00',
      'L3,Three,"Root/Food;Other",1.00',
    ),
  );

  expect(cells.map(({ category }) => category)).toEqual(['Root > Gear', 'Root > Gear > Bags', 'Root > Food']);
});

test('removes HTML from descriptions of any file', async () => {
  const { cells } = await newRows(
    lines('SKU,Name,Category,Price,Description', 'N1,Salt &amp; Pepper,Food,1.00,<p>In brine</p>'),
  );

  expect(cells).toMatchObject([{ name: 'Salt & Pepper', description: 'In brine' }]);
});

test.each([
  ['Weight,Weight Unit', '1.00,kg', 1, 'kg'],
  ['units,unit_type', '500,g', 500, 'g'],
  ['Unit Price Total Measure,Unit Price Total Measure Unit', '150,g', 150, 'g'],
])('reads the unit of %s', async (headings, values, unitSize, unit) => {
  const { cells } = await newRows(
    lines(`SKU,Name,Category,Price,${headings}`, `O1,Olives,Food,1.00,${values}`),
  );

  expect(cells).toMatchObject([{ unitSize, unit }]);
});

test('leaves out new rows without a price on request, and keeps the price of existing ones', async () => {
  const csv = lines(
    'SKU,Name,Category,Price',
    'Q1,Figs,Fruit,0.00',
    'Q2,Dates,Fruit,3.00',
    'Q3,Nuts,Fruit,variable',
  );
  expect((await newRows(csv)).checked.problemGroups).toMatchObject([
    { cause: 'unpriced', rows: 2, examples: ['0.00', 'variable'] },
  ]);

  const leftOut = await newRows(csv, { unpriced: 'leaveOut' });
  expect(leftOut.checked.counts).toMatchObject({ new: 1, errors: 0 });
  expect(leftOut.checked.extras).toContainEqual({
    key: 'unpriced',
    count: 2,
    names: [
      { name: 'Row 2: Figs', rows: 0 },
      { name: 'Row 4: Nuts', rows: 0 },
    ],
  });
  await runImported(manager, leftOut.checked);

  const found = await upload(lines('SKU,Name,Category,Price', 'Q2,Dried dates,Fruit,0.00'));
  const again = await checkUploaded(manager, found, { options: { unpriced: 'leaveOut' } });
  const [row] = await rowsOf(manager, again, { kind: 'changed' });
  expect(row!.changes.map(({ field }) => field)).not.toContain('price');
});

test('asks about prices in another currency than the rest', async () => {
  const csv = lines('SKU,Name,Category,Price,Currency', 'R1,Figs,Fruit,2.00,USD', 'R2,Dates,Fruit,3.00,EUR');
  expect((await newRows(csv)).checked.problemGroups).toMatchObject([
    { message: "Isn't in US dollars", cause: 'otherCurrency', rows: 1, examples: ['3.00 EUR'] },
  ]);

  const asDollars = await newRows(csv, { otherCurrency: 'asDollars' });
  expect(asDollars.cells.map(({ price }) => price)).toEqual([200, 300]);
  const leftOut = await newRows(csv, { otherCurrency: 'leaveOut' });
  expect(leftOut.checked.counts).toMatchObject({ new: 1, errors: 0 });
});

test('reports if all prices are in another currency', async () => {
  const found = await upload(lines('SKU,Name,Category,Price', 'S1,Figs,Fruit,"2,00 €"'));

  expect(found.notes).toEqual(['Prices are in EUR. They are imported as the same amounts in US dollars.']);
});

test.each([
  ['BRL', '"R$ 4,50"', '"R$ 5,90"'],
  ['CAD', 'CA$4.50', 'C$5.90'],
  ['INR', '₹450', 'Rs. 590'],
  ['CZK', '45 Kč', '59 CZK'],
  ['USD', '$4.50', 'US$ 5.90'],
])('reports that prices are in %s', async (currency, first, second) => {
  const found = await upload(
    lines('SKU,Name,Category,Price', `S1,Figs,Fruit,${first}`, `S2,Dates,Fruit,${second}`),
  );

  expect(found.notes).toEqual(
    currency === 'USD'
      ? []
      : [`Prices are in ${currency}. They are imported as the same amounts in US dollars.`],
  );
  expect(found.options.otherCurrency).toBeUndefined();
});

test('reports prices in dollars of different countries', async () => {
  const { checked } = await newRows(
    lines('SKU,Name,Category,Price', 'V1,Figs,Fruit,$2.00', 'V2,Dates,Fruit,R$ 3.00'),
  );

  expect(checked.problemGroups).toMatchObject([{ cause: 'otherCurrency', rows: 1 }]);
});

test('reads the three decimals of Saleor', async () => {
  const { cells } = await newRows(
    lines(
      'id,name,category,variant sku,shop (channel currency code),shop (published),shop (price amount)',
      'UHJ1,Figs,Fruit,W1,USD,True,4.500',
      'UHJ2,Dates,Fruit,W2,USD,True,12.000',
    ),
  );

  expect(cells.map(({ price }) => price)).toEqual([450, 1200]);
});

test('clears a sale price of 0', async () => {
  const { cells } = await newRows(lines('SKU,Name,Category,Price,Sale Price', 'T1,Figs,Fruit,2.00,0.00'));

  expect(cells[0]).toMatchObject({ price: 200 });
  expect(cells[0]!.salePrice).toBeUndefined();
});

test('takes the first filled phone of several', async () => {
  const found = await upload(
    lines(
      'First Name,Last Name,Email,Phone,Default Address Phone',
      'Ada,Byron,ada@home.example,,5125550142',
      'Bob,Stone,bob@home.example,5125550143,5125550144',
    ),
    'customers',
  );
  const checked = await checkUploaded(manager, found);

  const rows = await rowsOf(manager, checked, { kind: 'new' });
  const phones = rows.map(({ changes }) => changes.find(({ field }) => field === 'phone')?.after);
  expect(phones).toEqual(['+15125550142', '+15125550143']);
});

test.each<[ImportKind, string, string, ImportKind | null]>([
  ['products', 'Artikelnr.;Filiale;Bestand', 'K1;LAKE;12', 'stock'],
  ['products', 'SKU;Product;Location;On hand', 'K1;Milk;LAKE;12', 'stock'],
  ['products', 'First name;Last name;Email;City', 'Ada;Byron;ada@home.example;Austin', 'customers'],
  ['customers', 'SKU;Name;Category;Price', 'K1;Milk;Dairy;1.00', 'products'],
  ['products', 'SKU;Name;Category;Price', 'K1;Milk;Dairy;1.00', null],
  ['products', 'SKU;Price', 'K1;1.00', null],
  ['customers', 'Name;Phone', 'Ada Byron;5125550142', null],
])('suggests the kind for a file of %s with the headings %s', async (kind, heading, row, expected) => {
  const admin = await shop.signIn();
  expect((await uploadFile(admin, lines(heading, row), 'list.csv', kind)).data.likelierKind).toBe(expected);
});

test('ignores order numbers as customer names', async () => {
  const found = await upload(
    lines(
      'Name,Email,Financial Status,Lineitem quantity,Lineitem name',
      '#1001,ada@home.example,paid,1,Figs',
    ),
    'customers',
  );

  expect(found.mapping.fullName).toBeUndefined();
  expect(found.notes[0]).toContain('export of orders');
});

test('guesses the columns of a supplier list without a name column', async () => {
  const { found } = await newRows(
    lines(
      'Art. No,Description,Pack,MSRP,Category',
      'A100,Granola bar,each,1.29,Snacks',
      'A101,Peanut butter,12 oz,3.49,Pantry',
      'A102,Flour,lb,call us,Pantry',
    ),
  );

  expect(found.mapping).toMatchObject({
    sku: 'Art. No',
    name: 'Description',
    unitSize: 'Pack',
    price: 'MSRP',
  });
});

test('ignores a pack that counts the pieces of a case', async () => {
  const { found } = await newRows(
    lines(
      'SKU,Name,Category,Price,Pack,Size',
      'P1,Beans,Pantry,1.99,12,15 oz',
      'P2,Corn,Pantry,1.49,24,8 oz',
    ),
  );

  expect(found.mapping.unitSize).toBe('Size');
  expect(Object.values(found.mapping)).not.toContain('Pack');
});

test('reads a unit alone as a size of 1', async () => {
  const csv = lines('SKU,Name,Category,Price,Size', 'U1,Lime,Produce,0.49,each', 'U2,Beans,Pantry,1.99,lb');

  const found = await upload(csv);
  const checked = await checkUploaded(manager, found, { mapping: { ...found.mapping, unitSize: 'Size' } });
  const rows = await rowsOf(manager, checked, { kind: 'new' });
  const cells = rows.map(({ changes }) =>
    Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  );

  expect(checked.problemGroups).toEqual([]);
  expect(cells).toMatchObject([
    { sku: 'U1', unit: 'each', unitSize: 1 },
    { sku: 'U2', unit: 'lb', unitSize: 1 },
  ]);
});

test('imports rows without cells that cannot be read on request', async () => {
  const csv = lines(
    'SKU,Name,Category,Price,Cost,Size',
    'W1,Lime,Produce,0.49,ask,12 oz',
    'W2,Beans,Pantry,1.99,0.80,Large',
    'W3,Corn,Pantry,1.99,0.80,15 oz',
  );

  const { checked } = await newRows(csv);
  const { checked: again, cells } = await newRows(csv, { emptyIfWrong: ['costPrice', 'unitSize'] });

  expect(checked.problemGroups.map(({ field }) => field).sort()).toEqual(['costPrice', 'unitSize']);
  expect(again.problemGroups).toEqual([]);
  expect(cells).toMatchObject([
    { sku: 'W1', price: 49, unitSize: 12 },
    { sku: 'W2', price: 199, costPrice: 80 },
    { sku: 'W3', unitSize: 15 },
  ]);
});

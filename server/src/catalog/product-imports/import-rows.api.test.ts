import type { ImportRow } from '@aisle/contract/system/imports/import-rows';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import { addSubProduct } from '../../../test/catalogue-builders.ts';
import { checkFile, rowsOf, runImported, uploadFile } from '../../../test/import-builders.ts';
import { exportList } from '../../../test/list-builders.ts';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add', 'product_edit'] });
await shop.jobs.start();

const bring = async (csv: string) => runImported(manager, await checkFile(manager, csv));

test('previews the changes of each row, cell by cell', async () => {
  await bring(
    'sku,name,category,price,brand,sale price\nA1,Milk,dairy > milk,2.00,Local,1.50\nA2,Tea,drinks,3.00,,\n',
  );

  const checked = await checkFile(
    manager,
    'sku,name,category,price,brand\nA1,Milk,Dairy > Milk,1.40,Alpine\nA2,Tea,drinks,3.00,\nA3,Figs,fruit,5.00,\nA4,,fruit,1,\n',
  );

  expect(checked.counts).toEqual({ rows: 4, new: 1, changed: 1, same: 1, errors: 1 });
  expect(await rowsOf(manager, checked, { kind: 'changed' })).toMatchObject([
    {
      row: 2,
      sku: 'A1',
      changes: [
        { field: 'price', before: 200, after: 140 },
        // The sale price would no longer be below the price.
        { field: 'salePrice', before: 150, after: null },
        { field: 'brand', before: 'Local', after: 'Alpine' },
      ],
    },
  ]);
  expect(await rowsOf(manager, checked, { kind: 'new' })).toMatchObject([
    { row: 4, sku: 'A3', changes: expect.arrayContaining([{ field: 'price', before: null, after: 500 }]) },
  ]);
  expect(await rowsOf(manager, checked, { kind: 'error' })).toMatchObject([
    { row: 5, sku: 'A4', problems: [{ column: 'name', message: 'Name is required' }], taken: false },
  ]);
});

test('pages through rows and finds them by SKU or name, without counting them', async () => {
  const lines = Array.from({ length: 1200 }, (_, at) => `PG${at},Goods ${at},x,1`);
  const { _id: importId } = await checkFile(manager, `sku,name,category,price\n${lines.join('\n')}\n`);

  const first = await manager.do(importRoutes.rows, {
    body: { limit: 100, filters: { importId, kind: 'new' } },
  });
  const next = await manager.do(importRoutes.rows, {
    body: { limit: 100, cursor: first.nextCursor!, filters: { importId, kind: 'new' } },
  });
  const found = await manager.do(importRoutes.rows, {
    body: { search: 'goods 1199', filters: { importId } },
  });

  expect(first).toMatchObject({ totalRecords: 1200, totalIsEstimate: false });
  expect(first.totalIsMinimum).toBeUndefined();
  expect(next.records[0]).toMatchObject({ row: 102, sku: 'PG100' });
  expect(found.records).toMatchObject([{ row: 1201, sku: 'PG1199' }]);
});

test('changes prices by SKU, and reports unknown SKUs as errors', async () => {
  await bring('sku,name,category,price,tags\nB1,Rice,dry,2.00,"basic, vegan"\n');

  const checked = await checkFile(manager, 'SKU,Price\nB1,2.20\nB9,1.00\n');
  const done = await runImported(manager, checked);

  expect(done.counts).toMatchObject({ changed: 1, new: 0, errors: 1 });
  expect(checked.errors).toEqual([{ row: 3, column: null, message: 'No sub-product has the SKU B9' }]);
  const [row] = await rowsOf(manager, done, { kind: 'changed' });
  expect(row).toMatchObject({ taken: true, changes: [{ field: 'price', before: 200, after: 220 }] });
});

test('matches rows by barcode even if the SKU differs', async () => {
  await bring('sku,name,category,price,barcode\nC1,Soap,care,2.00,96385074\n');
  const csv = 'sku,barcode,price\nC1-NEW,00000096385074,2.10\n';

  const checked = await checkFile(manager, csv, { options: { matchBy: 'barcode' } });

  expect((await rowsOf(manager, checked))[0]).toMatchObject({
    kind: 'changed',
    changes: [
      { field: 'sku', before: 'C1', after: 'C1-NEW' },
      { field: 'price', before: 200, after: 210 },
    ],
  });
  const bySku = await checkFile(manager, csv, { options: { matchBy: 'sku' } });
  expect(bySku.errors).toMatchObject([{ message: 'No sub-product has the SKU C1-NEW' }]);
});

test('restores leading zeros of barcodes read as numbers, and reports shortened ones', async () => {
  const rows = ["BC-1,'40170725", 'BC-2,12345670008.0', 'BC-3,4.00123E+12', 'BC-4,12345670007'];
  const csv = rows.map((row) => `${row.replace(',', ',Beans,x,1,')}`).join('\n');

  const checked = await checkFile(manager, `sku,name,category,price,upc\n${csv}\n`);

  const found = await rowsOf(manager, checked);
  const barcodeOf = (row: ImportRow) => row.changes.find(({ field }) => field === 'barcode')?.after;
  expect(found.map((row) => barcodeOf(row) ?? row.problems[0]!.message)).toEqual([
    '40170725',
    '012345670008',
    'Shortened by a spreadsheet. Format the column as text there and enter the codes again',
    'A barcode has 8, 12, 13 or 14 digits',
  ]);
});

test('reads codes as printed and with zeros as stored by spreadsheets', async () => {
  const rows: [code: string, expected: string][] = [
    ['"=""0036000291452"""', '0036000291452'],
    ['4 006381 333931', '4006381333931'],
    ['4006381-333948', '4006381333948'],
    ['0-36000-29145-2', 'The barcode 036000291452 is already used in row 2'],
    ['978-3-16-148410-0', '9783161484100'],
    ['EAN: 5000159461122', '5000159461122'],
    ['4006381333931 / 4006381333948', 'Has several barcodes. Keep one'],
  ];
  const csv = rows.map(([code], at) => `"=""0072${at}""",Beans,x,1,${code}`).join('\n');

  const checked = await checkFile(manager, `sku,name,category,price,upc\n${csv}\n`);

  const found = await rowsOf(manager, checked);
  const barcodeOf = (row: ImportRow) => row.changes.find(({ field }) => field === 'barcode')?.after;
  expect(found.map((row) => barcodeOf(row) ?? row.problems[0]!.message)).toEqual(
    rows.map(([, expected]) => expected),
  );
  expect(found[0]!.sku).toBe('00720');
});

test('reads sizes and units from one or two cells, and no size from 0', async () => {
  const rows = [
    '1.00,kg',
    '500,g',
    '1,gal',
    '0.000000,kg',
    '12 x 330 ml,',
    ',Bund',
    '0.068357,kg',
    'Large,',
    '3,m',
  ];
  const csv = rows.map((row, at) => `Z${at},Item,x,1,${row}`).join('\n');

  const checked = await checkFile(manager, `sku,name,category,price,size,unit\n${csv}\n`);

  const found = await rowsOf(manager, checked);
  const of = (row: ImportRow, name: string) => row.changes.find(({ field }) => field === name)?.after ?? null;
  expect(found.map((row) => row.problems[0] ?? [of(row, 'unitSize'), of(row, 'unit')])).toEqual([
    [1, 'kg'],
    [500, 'g'],
    [128, 'fl oz'],
    [null, null],
    [3960, 'ml'],
    [null, 'each'],
    [0.068, 'kg'],
    {
      column: 'size',
      value: 'Large',
      message: "“Large” isn't a size. Use a number with a unit, such as 500 g",
    },
    {
      column: 'unit',
      value: 'm',
      message: "“m” isn't a unit here. Use each, lb, oz, kg, g, l, ml or fl oz",
    },
  ]);
});

test('reads 0 as an empty cell in fields for which 0 means none', async () => {
  const csv = 'sku,name,category,price,sale price,size,max per order\nN1,Jam,x,3.00,0.00,0,0\n';
  const [row] = await rowsOf(manager, await checkFile(manager, csv));
  expect(row).toMatchObject({ kind: 'new', problems: [] });
  expect(row!.changes.map(({ field }) => field)).not.toContain('salePrice');
});

test('removes the apostrophes that programs put before text, and keeps those of names', async () => {
  const csv = [
    'sku,name,category,price,brand',
    "'0042,'Nduja,x,'1.50,'Alpha",
    "'7-A,'90s mix,x,'2,'Beta",
    "Q1,Plain,x,1,'Gamma",
  ].join('\n');
  const found = await rowsOf(manager, await checkFile(manager, csv));
  const of = (name: string) => found.map(({ changes }) => changes.find(({ field }) => field === name)?.after);

  expect(of('sku')).toEqual(['0042', '7-A', 'Q1']);
  expect(of('price')).toEqual([150, 200, 100]);
  expect(of('brand')).toEqual(['Alpha', 'Beta', 'Gamma']);
  expect(of('name')).toEqual(["'Nduja", "'90s mix", 'Plain']);
});

test('keeps values for empty cells, or clears them if requested', async () => {
  await bring('sku,name,category,price,sale price,description\nD1,Jam,sweet,3.00,2.50,Good\n');
  const csv = 'sku,sale price,description\nD1,,\n';

  const kept = await checkFile(manager, csv, { options: { emptyCells: 'keep' } });
  const cleared = await checkFile(manager, csv, { options: { emptyCells: 'clear' } });

  expect(kept.counts).toMatchObject({ same: 1, changed: 0 });
  expect((await rowsOf(manager, cleared))[0]!.changes).toEqual([
    { field: 'salePrice', before: 250, after: null },
    { field: 'description', before: 'Good', after: null },
  ]);
});

test("rejects rows of one product that disagree on the product's fields", async () => {
  await bring('sku,name,product,category,price\nE1,Cola 0.5 l,Cola,soda,1\nE2,Cola 1 l,Cola,soda,2\n');

  const checked = await checkFile(manager, 'sku,badge\nE1,bestSeller\nE2,newArrival\n');

  expect(checked.counts).toMatchObject({ changed: 1, errors: 1 });
  expect(checked.errors[0]).toMatchObject({
    row: 3,
    message: expect.stringContaining('Row 2 says something else'),
  });
});

test('changes nothing when an export is imported again, with any content', async () => {
  const odd = [
    ['F1', '=1+1', 'Home & "Garden" > Déco, petit', '-Off! Spray', '@home', '+plus'],
    ['F2', "'=quoted", 'A/B', "''twice", "'-x", 'two\nlines, "quoted"; and more'],
    ['F3', 'Crème Fraîche 8 oz', 'Dairy > Cream > Sour', '', 'organic, "local"', ''],
  ];
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const lines = odd.map(
    ([sku, name, category, brand, tags, description]) =>
      `${[sku!, name!, category!, brand!, tags!, description!].map(cell).join(',')},1.95,each,2.5`,
  );
  await bring(`sku,name,category,brand,tags,description,price,unit,size\n${lines.join('\n')}\n`);
  await addSubProduct(shop, {});
  const admin = await shop.signIn();

  const files = ['products', 'subProducts'].flatMap((name) =>
    (['csv', 'xlsx'] as const).map((format) => ({ name, format })),
  );
  for (const { name, format } of files) {
    const { rawPayload } = await exportList(shop, admin, name, { format });
    for (const emptyCells of ['keep', 'clear'] as const) {
      const checked = await checkFile(admin, rawPayload, { options: { emptyCells } });
      expect([name, format, await rowsOf(admin, checked, { kind: 'changed' }), checked.errors]).toEqual([
        name,
        format,
        [],
        [],
      ]);
      expect(checked.counts).toMatchObject({ new: 0, changed: 0, errors: 0, same: checked.counts!.rows });
      expect(checked.counts!.rows).toBeGreaterThanOrEqual(odd.length);
    }
  }
});

test('exports a product without sub-products as its own row, and imports it unchanged', async () => {
  await shop.look(async (tx) => {
    const { id } = await tx.selectFrom('categories').select('id').limit(1).executeTakeFirstOrThrow();
    await tx
      .insertInto('products')
      .values({
        id: '0190b000-0000-7000-8000-000000000001',
        name: 'Empty shelf',
        slug: 'empty-shelf',
        category_id: id,
      })
      .execute();
  });
  const admin = await shop.signIn();
  const { body: csv } = await exportList(shop, admin, 'products', { body: { search: 'Empty shelf' } });

  expect((await checkFile(admin, csv)).counts).toMatchObject({ rows: 1, same: 1 });
  const renamed = await checkFile(admin, csv.replace(/,none,/, ',newArrival,'));
  expect((await rowsOf(admin, renamed))[0]!.changes).toEqual([
    { field: 'badge', before: 'none', after: 'newArrival' },
  ]);
});

test('remembers the mapping of the same columns in any order, for the same user only', async () => {
  const csv = 'Art,What,Where,How much\nG1,Nuts,dry,450\n';
  await checkFile(manager, csv, {
    mapping: { sku: 'Art', name: 'What', category: 'Where', price: 'How much' },
    options: { priceUnit: 'cents' },
  });

  const { data: again } = await uploadFile(manager, 'what,WHERE,Art,How much\nNuts,dry,G1,450\n', 'may.csv');
  const other = await shop.signIn({ permissions: ['product_add'] });
  const { data: otherUpload } = await uploadFile(other, csv);

  expect(again.mapping).toEqual({ sku: 'Art', name: 'what', category: 'WHERE', price: 'How much' });
  expect(again).toMatchObject({ options: { priceUnit: 'cents' }, remembered: { name: 'goods' } });
  expect(otherUpload).toMatchObject({ mapping: {}, remembered: null });

  const id = again.remembered!._id;
  await manager.do(importRoutes.renameMemory, { params: { id }, body: { name: 'Nut wholesaler' } });
  const named = await manager.do(importRoutes.memories);
  expect(named.find(({ _id }) => _id === id)).toMatchObject({ name: 'Nut wholesaler' });
  expect((await other.call(importRoutes.forgetMemory, { params: { id } })).status).toBe(404);
  await manager.do(importRoutes.forgetMemory, { params: { id } });
  expect((await uploadFile(manager, csv)).data.mapping).toEqual({});
});

test('recognizes a column of pictures by its name', async () => {
  const { data } = await uploadFile(
    manager,
    'sku,name,category,price,image_url\nH1,A,x,1,https://a.example/b.png\n',
  );

  expect(data).toMatchObject({ mapping: { pictures: 'image_url' }, notes: [] });
});

test('writes new categories in title case on request, and keeps the names of existing ones', async () => {
  await bring('sku,name,category,price\nT1,Gum,chewing gum,1.00\n');
  const csv = 'sku,name,category,price\nT2,Bar,energy granola bars,2.00\nT3,Mint,Chewing Gum,1.00\n';

  const checked = await checkFile(manager, csv, { options: { titleCase: true } });
  await runImported(manager, checked);
  const { payload: lines } = await exportList(shop, await shop.signIn(), 'categories');

  expect(checked.extras.find(({ key }) => key === 'categories')?.names).toEqual([
    { name: 'Energy Granola Bars', rows: 1 },
  ]);
  expect(lines).toContain('Energy Granola Bars');
  expect(lines).toContain('chewing gum');
});

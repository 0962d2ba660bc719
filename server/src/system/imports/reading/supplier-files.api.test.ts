import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import {
  checkFile,
  checkUploaded,
  rowsOf,
  runImported,
  uploadFile,
} from '../../../../test/import-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { rowXml, workbook } from '../../../../test/workbook-builders.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add', 'product_edit'] });
await shop.jobs.start();

const priceList = Buffer.from(
  [
    'Großhandel Müller, Preisliste Herbst',
    ';;;;;Stand 21.11.2026',
    '',
    'Artikelnummer;Bezeichnung;Warengruppe;Verkaufspreis;EAN;Größe',
    'NW-1;Äpfel rot;Obst;6,66 €;;1,5',
    'NW-2;Käse;Milch, Käse;1.234,50 €;;',
    'NW-3;Brot;Backwaren;2,99 € / Stk.;;0,75',
  ].join('\r\n'),
  'latin1',
);
// The euro sign has a different code in Windows-1252 than in Latin-1.
for (let at = priceList.indexOf(0xac); at !== -1; at = priceList.indexOf(0xac, at)) priceList[at] = 0x80;

test('reads a price list with a title, euro signs and umlauts', async () => {
  const { data } = await uploadFile(manager, priceList, 'preisliste.csv');
  expect(data).toMatchObject({
    headingRow: 4,
    delimiter: ';',
    mapping: { sku: 'Artikelnummer', name: 'Bezeichnung', category: 'Warengruppe', price: 'Verkaufspreis' },
  });
  expect(data.top[0]).toEqual({ row: 1, cells: ['Großhandel Müller, Preisliste Herbst'] });
  expect(data.notes).toEqual([
    'Prices are in EUR. They are imported as the same amounts in US dollars.',
    expect.stringContaining('Windows-1252'),
  ]);

  const checked = await checkFile(manager, priceList);

  expect(checked.errors).toEqual([]);
  const rows = await rowsOf(manager, checked, { kind: 'new' });
  expect(rows.map(({ row, name }) => [row, name])).toEqual([
    [5, 'Äpfel rot'],
    [6, 'Käse'],
    [7, 'Brot'],
  ]);
  const cell = (at: number, name: string) => rows[at]!.changes.find(({ field }) => field === name)?.after;
  expect([0, 1, 2].map((at) => cell(at, 'price'))).toEqual([666, 123450, 299]);
  expect(cell(0, 'unitSize')).toBe(1.5);
});

test('keeps every row of a workbook with merged title and categories and a blank area', async () => {
  const book = workbook({
    sheets: {
      Goods: [
        rowXml(['<c r="C2" t="inlineStr"><is><t>Autumn list</t></is></c>'], 'r="2"'),
        rowXml(['', '', 'Category', 'SKU', 'Name', 'Price'], 'r="5"'),
        rowXml(['', '', 'Fruit', 'M1', 'Apples', '1.20'], 'r="6"'),
        rowXml(['', '', '', 'M2', 'Pears', '1.30'], 'r="7"'),
        rowXml(['', '', 'Bread', 'M3', 'Rolls', '0.50'], 'r="9"'),
      ].join(''),
    },
    afterRows: '<mergeCells><mergeCell ref="C2:F2"/><mergeCell ref="C6:C7"/></mergeCells>',
  });

  expect((await uploadFile(manager, book, 'autumn.xlsx')).data).toMatchObject({
    headingRow: 5,
    mapping: { category: 'Category', sku: 'SKU', price: 'Price' },
  });
  const checked = await checkFile(manager, book);

  expect(checked.errors).toEqual([]);
  const rows = await rowsOf(manager, checked, { kind: 'new' });
  const categories = rows.map(({ changes }) => changes.find(({ field }) => field === 'category')?.after);
  expect(categories).toEqual(['Fruit', 'Fruit', 'Bread']);
});

test('accepts another heading row until rows are written', async () => {
  const csv = 'Items,Codes,Aisles,Money\nName,SKU,Category,Price\nFigs,HD-1,Fruit,2.00\n';
  const { data } = await uploadFile(manager, csv);
  expect(data).toMatchObject({ headingRow: 1, columns: ['Items', 'Codes', 'Aisles', 'Money'] });
  const choose = (row: number) =>
    manager.call(importRoutes.chooseHeading, { params: { id: data._id }, body: { row } });

  expect((await choose(3)).message).toBe('The file has headings but no rows');
  expect((await choose(9)).message).toBe('Row 9 is empty');
  const { data: chosen } = await choose(2);

  expect(chosen).toMatchObject({
    headingRow: 2,
    sample: [['Figs', 'HD-1', 'Fruit', '2.00']],
    mapping: { name: 'Name', sku: 'SKU', category: 'Category', price: 'Price' },
  });
  const done = await runImported(manager, await recheck(data._id, chosen.mapping));
  expect(done.counts).toMatchObject({ rows: 1, new: 1, errors: 0 });
  expect((await choose(1)).code).toBe('imports.done');
});

const printed = [
  'SKU,Name,Category,Price',
  'DAIRY,,,',
  'PL-1,Milk,Dairy,1.20',
  'PL-2,,,',
  ',Section 2: Bread,,',
  'PL-3,Total,Cereal,4.10',
  'sku,NAME,Category,Price',
  '-----,-----,-----,-----',
  'PL-4,Rolls,Bread,0.50',
  'Total,,,5.80',
  ',,,Page 2 of 3',
  'Printed 11/21/2026,,,',
].join('\n');

test('leaves out and lists sections, repeated headings, totals and page numbers', async () => {
  const found = await checkFile(manager, printed);

  expect(found.counts).toEqual({ rows: 4, new: 3, changed: 0, same: 0, errors: 1 });
  expect(found.errors[0]).toMatchObject({ row: 4, message: 'Name is required' });
  expect(found.extras.find(({ key }) => key === 'leftOut')).toEqual({
    key: 'leftOut',
    count: 7,
    names: [
      'Row 2: DAIRY',
      'Row 5: Section 2: Bread',
      'Row 7: sku · NAME · Category · Price',
      'Row 8: ----- · ----- · ----- · -----',
      'Row 10: Total · 5.80',
      'Row 11: Page 2 of 3',
      'Row 12: Printed 11/21/2026',
    ].map((name) => ({ name, rows: 0 })),
  });
  expect((await runImported(manager, found)).counts).toMatchObject({ rows: 4, new: 3 });
});

test('treats a column with only a repeated heading as empty', async () => {
  const { data } = await uploadFile(
    manager,
    'UPC,Name,Category,Price\n,Leeks,Greens,1.10\nUPC,Name,Category,Price\n,Chard,Greens,1.20\n',
  );

  expect(data.mapping).toEqual({ name: 'Name', category: 'Category', price: 'Price' });
});

test('reads rows between items on request', async () => {
  const found = await checkFile(manager, printed, { options: { rowsBetween: 'read' } });

  expect(found.counts).toMatchObject({ rows: 11, errors: 8 });
  expect(found.extras.find(({ key }) => key === 'leftOut')).toBeUndefined();
});

const inSections = [
  'SKU,Name,Price',
  ',Loose goods,1.00',
  'CHILLED:,,',
  'SC-1,Milk,1.20',
  'SKU,Name,Price',
  'SC-2,Quark,free',
  '--- Deli ---,,',
  'SC-3,Rolls,0.50',
].join('\n');

test('uses section names as categories of the rows below on request', async () => {
  const options = { rowsBetween: 'categories' as const };
  const found = await checkFile(manager, inSections, { options });

  expect(found.counts).toEqual({ rows: 4, new: 2, changed: 0, same: 0, errors: 2 });
  const rows = await rowsOf(manager, found, { kind: 'new' });
  const categories = rows.map(({ name, changes }) => [
    name,
    changes.find(({ field }) => field === 'category')?.after,
  ]);
  expect(categories).toEqual([
    ['Milk', 'CHILLED'],
    ['Rolls', 'Deli'],
  ]);
  // The row is above the first section.
  expect(found.errors[0]).toMatchObject({ row: 2, message: 'Category is required' });
  const names = (key: string) =>
    found.extras.find((extra) => extra.key === key)?.names.map(({ name }) => name);
  expect(names('categories')?.toSorted()).toEqual(['CHILLED', 'Deli']);
  expect(names('leftOut')).toEqual(['Row 5: SKU · Name · Price']);
  // Returned rows include their category.
  expect((await shop.server.inject(found.errorFileUrl!)).body.replace('\ufeff', '').split('\n')).toEqual([
    'SKU,Name,Price,Section,Row,Problem',
    expect.stringMatching(/^,Loose goods,1\.00,,2,/),
    expect.stringMatching(/^SC-2,Quark,free,CHILLED,6,/),
    '',
  ]);
  const values = { category: { chilled: 'Deli' } };
  const replaced = await checkFile(manager, inSections, { options: { ...options, values } });
  expect((await runImported(manager, replaced)).counts).toMatchObject({ rows: 4, new: 2 });
  const made = await shop.sql`SELECT c.name FROM sub_products s JOIN products p ON p.id = s.product_id
    JOIN categories c ON c.id = p.category_id WHERE s.sku IN ('SC-1', 'SC-3')`;
  expect(made).toEqual([{ name: 'Deli' }, { name: 'Deli' }]);
});

test('keeps a row with only a code, and treats a single word as a section in a list of changes', async () => {
  const found = await checkFile(manager, 'SKU,Price\nSNACKS,\nPL-9,\nPL-8,2.00\n');

  expect(found.counts).toMatchObject({ rows: 2, errors: 2 });
  expect(found.extras.find(({ key }) => key === 'leftOut')?.names).toEqual([
    { name: 'Row 2: SNACKS', rows: 0 },
  ]);
});

test('groups equal problems with examples and counts', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `G-${at},Thing,x,${at}.505,each`);

  const found = await checkFile(
    manager,
    `sku,name,category,price,unit\n${lines.join('\n')}\nG-X,Other,x,1,meter\n`,
  );

  expect(found.problemGroups).toEqual([
    {
      field: 'price',
      column: 'price',
      message: "Isn't a price above 0 with at most 2 decimals",
      cause: null,
      rows: 30,
      examples: ['0.505', '1.505', '2.505'],
    },
    expect.objectContaining({ field: 'unit', rows: 1, examples: ['meter'] }),
  ]);
});

test('reports unmatched rows, and adds them in a check with all required columns', async () => {
  const csv = 'Item no,What,Where,Sum\nAN-1,Nuts,Dry,4.50\nAN-2,Oats,Dry,2.50\n';
  const { data } = await uploadFile(manager, csv);
  const columns = { sku: 'Item no', name: 'What', category: 'Where' };
  expect((await recheck(data._id, columns)).problemGroups).toEqual([
    {
      field: null,
      column: null,
      message: 'No sub-product has this SKU',
      cause: 'unmatched',
      rows: 2,
      examples: ['AN-1', 'AN-2'],
    },
  ]);

  const second = await recheck(data._id, { ...columns, price: 'Sum' });

  expect(second.counts).toMatchObject({ new: 2, errors: 0 });
  expect(second.options).toEqual({});
});

test('leaves a key column without values out of the mapping', async () => {
  const csv = 'EAN;Name;Category;Price\n;Leeks;Greens;1.10\n;Chard;Greens;1.20\n';

  const { data } = await uploadFile(manager, csv);
  const found = await checkFile(manager, csv);

  expect(data.mapping).toEqual({ name: 'Name', category: 'Category', price: 'Price' });
  expect(found.counts).toMatchObject({ new: 2, errors: 0 });
});

test('deletes a discarded import with its rows and files, unless it has written any', async () => {
  const found = await checkFile(manager, 'sku,name,category,price\nDI-1,A,x,1\nDI-2,B,x,\n');
  const discard = (id: string) => manager.call(importRoutes.discard, { params: { id } });

  expect((await discard(found._id)).body).toMatchObject({ status: true, data: { _id: found._id } });

  expect((await manager.call(importRoutes.get, { params: { id: found._id } })).status).toBe(404);
  expect((await shop.server.inject(found.errorFileUrl!)).statusCode).toBe(404);
  expect(await shop.sql`SELECT sku FROM import_rows WHERE import_id = ${found._id}`).toEqual([]);
  const done = await runImported(manager, await checkFile(manager, 'sku,name,category,price\nDI-3,A,x,1\n'));
  expect((await discard(done._id)).code).toBe('imports.done');
});

async function recheck(id: string, mapping: Record<string, string>) {
  return checkUploaded(manager, await manager.do(importRoutes.get, { params: { id } }), { mapping });
}

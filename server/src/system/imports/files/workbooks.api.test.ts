import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import { checkFile, rowsOf, uploadFile } from '../../../../test/import-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { rowXml, workbook } from '../../../../test/workbook-builders.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add'] });
await shop.jobs.start();

const heading = rowXml(['sku', 'name', 'category', 'price']);
const goods = (rows: string) => workbook({ sheets: { Goods: heading + rows } });
const sampleOf = async (bytes: Buffer) => (await uploadFile(manager, bytes, 'goods.xlsx')).data.sample;

/** Formats 1 to 6: a date, a date with time, a code of 13 digits, money, a duration, a custom format. */
const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0000000000000"/>
  <numFmt numFmtId="171" formatCode="[$-409]d\\-mmm\\-yyyy;@"/><numFmt numFmtId="172" formatCode="#,##0.00&quot; day&quot;"/>
  </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>
  <xf numFmtId="22"/><xf numFmtId="170"/><xf numFmtId="172"/><xf numFmtId="46"/><xf numFmtId="171"/></cellXfs></styleSheet>`;

test('reads numbers, days, codes and rich text as a spreadsheet shows them', async () => {
  const cells = [
    '<c r="A2"><v>3.3000000000000003</v></c>',
    '<c r="B2"><v>4.006381333931E12</v></c>',
    '<c r="C2"><v>1E-3</v></c>',
    '<c r="D2" s="3"><v>12345678905</v></c>',
    '<c r="E2" s="1"><v>46347</v></c>',
    '<c r="F2" s="2"><v>46347.5868055556</v></c>',
    '<c r="G2" s="6"><v>59</v></c>',
    '<c r="H2" s="4"><v>1.95</v></c>',
    '<c r="I2" t="b"><v>1</v></c>',
    '<c r="J2" t="s"><v>0</v></c>',
    '<c r="K2" t="str"><f>A2&amp;"x"</f><v>3.3x</v></c>',
    '<c r="L2" t="d"><v>2026-11-21T00:00:00</v></c>',
    '<c r="AA2" t="inlineStr"><is><r><t>Crème</t></r><r><t xml:space="preserve"> brûlée_x000A_</t></r></is></c>',
  ];
  const names = Array.from({ length: 27 }, (_, index) => `c${index}`);
  const book = workbook({
    sheets: { Goods: rowXml(names) + rowXml(cells) },
    styles,
    texts: '<si><t>0012 &lt;b&gt;</t><rPh><t>spelt</t></rPh></si>',
  });

  const [row] = await sampleOf(book);

  expect(row!.slice(0, 12)).toEqual([
    '3.3',
    '4006381333931',
    '0.001',
    '0012345678905',
    '2026-11-21',
    '2026-11-21 14:05',
    '1900-02-28',
    '1.95',
    'TRUE',
    '0012 <b>',
    '3.3x',
    '2026-11-21',
  ]);
  expect(row![26]).toBe('Crème brûlée\n');
});

test('reads days counted from 1904 and elements with a prefix', async () => {
  const book = workbook({
    sheets: { Goods: `${heading}<x:row xmlns:x="x"><x:c s="1"><x:v>44885</x:v></x:c></x:row>` },
    styles,
    properties: '<workbookPr date1904="1"/>',
  });

  expect(await sampleOf(book)).toEqual([['2026-11-21']]);
});

test('keeps row numbers, and reports hidden rows, merged cells and macros', async () => {
  const book = workbook({
    sheets: {
      hidden: heading + rowXml(['X1', 'Not seen', 'x', '1']),
      Goods: [
        rowXml(['sku', 'name', 'category', 'price'], 'r="3"'),
        rowXml(['A1', 'Rolls, "6"; fresh', 'bakery', '1.95'], 'r="4" hidden="1"'),
        '<row r="5"><c/><c s="1"/></row>',
        rowXml(['A2', '', 'bakery', '2'], 'r="9"'),
      ].join(''),
    },
    afterRows: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
    hasMacros: true,
  });

  const { data } = await uploadFile(manager, book, 'goods.xlsm');
  expect(data).toMatchObject({ fileName: 'goods.xlsm', sheet: 'Goods', sheets: ['Goods'] });
  expect(data.notes).toEqual([
    'Hidden rows are read like the others: this sheet has 1.',
    'The file has merged cells. Their value applies to each row, in their first column.',
    "Macros in the file aren't run.",
  ]);
  const checked = await checkFile(manager, book);
  expect(checked.counts).toMatchObject({ rows: 2, new: 1, errors: 1 });
  expect(checked.errors).toEqual([{ row: 9, column: 'name', message: 'Name is required' }]);
  expect(await rowsOf(manager, checked, { kind: 'new' })).toMatchObject([
    { row: 4, name: 'Rolls, "6"; fresh' },
  ]);
});

test('reads the result of a formula, and reports failed or uncalculated ones in their row', async () => {
  const of = (sku: string, price: string) => rowXml([sku, 'Goods', 'x', price]);
  const checked = await checkFile(
    manager,
    goods(
      of('F1', '<c><f>1+1</f><v>2</v></c>') +
        of('F2', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>') +
        of('F3', '<c><f>1+1</f></c>') +
        of('F4', '<c><f>1+1</f><v/></c>'),
    ),
  );

  expect(checked.counts).toMatchObject({ new: 1, errors: 3 });
  expect(checked.errors.slice(0, 2)).toEqual([
    { row: 3, column: 'price', message: 'Has the formula error #DIV/0!' },
    {
      row: 4,
      column: 'price',
      message: 'Has a formula without a result. Open the file, save it and upload it again',
    },
  ]);
});

test('reads the first sheet with rows, and lets users choose another one before the import', async () => {
  const named = (name: string) => heading + rowXml([`S-${name}`, name, 'x', '1']);
  const bytes = workbook({
    sheets: { Notes: rowXml(['About']), Bread: named('Bread'), Milk: named('Milk') },
  });
  const { data } = await uploadFile(manager, bytes, 'goods.xlsx');
  expect(data).toMatchObject({
    sheet: 'Bread',
    sheets: ['Bread', 'Milk'],
    sample: [['S-Bread', 'Bread', 'x', '1']],
  });
  const choose = (sheet: string) =>
    manager.call(importRoutes.chooseSheet, { params: { id: data._id }, body: { sheet } });

  expect((await choose('Milk')).data).toMatchObject({
    sheet: 'Milk',
    status: 'uploaded',
    sample: [['S-Milk', 'Milk', 'x', '1']],
  });
  const refused = await choose('Notes');
  expect([refused.status, refused.paths[0]]).toEqual([400, 'sheet']);
});

test('skips a cover sheet with a name and an address', async () => {
  const bytes = workbook({
    sheets: {
      Cover: rowXml(['García S.L.']) + rowXml(['Calle Mayor 4', 'Madrid']),
      Prices: heading + rowXml(['S1', 'Oil', 'x', '1']),
    },
  });

  const { data } = await uploadFile(manager, bytes, 'goods.xlsx');

  expect(data).toMatchObject({ sheet: 'Prices', sheets: ['Cover', 'Prices'] });
});

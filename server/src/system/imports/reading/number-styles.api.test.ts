import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import { checkFile, rowsOf, uploadFile } from '../../../../test/import-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { rowXml, workbook } from '../../../../test/workbook-builders.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add', 'product_edit'] });
await shop.jobs.start();

type Options = Parameters<typeof checkFile>[2];
/** Returns the values of a field in a file's new rows, in order. */
async function valuesOf(field: string, csv: string | Buffer, how?: Options): Promise<unknown[]> {
  const checked = await checkFile(manager, csv, how);
  const rows = await rowsOf(manager, checked, { kind: 'new' });
  return rows.map(({ changes }) => changes.find((change) => change.field === field)?.after);
}
const heading = ['SKU', 'Name', 'Category', 'Price', 'Size'];
const file = (delimiter: string, rows: readonly (readonly [price: string, size: string])[]) =>
  [heading, ...rows.map(([price, size], at) => [`A${at}`, `Item ${at}`, 'Dairy', `"${price}"`, `"${size}"`])]
    .map((cells) => cells.join(delimiter))
    .join('\n');
/** More rows than the sample on a screen shows. */
const filler = Array.from({ length: 30 }, () => ['5', '2'] as const);

test('reads each number by the style that all rows of its column show', async () => {
  const rows = [...filler, ['1.000', '1.250'], ['2,49', '0,5']] as const;
  const csv = file('\t', rows);

  expect((await uploadFile(manager, csv)).data.columnFacts).toEqual({
    Price: { style: 'comma', unclear: '1.000', isGuarded: false },
    Size: { style: 'comma', unclear: '1.250', isGuarded: false },
  });
  expect((await valuesOf('price', csv)).slice(30)).toEqual([100_000, 249]);
  expect((await valuesOf('unitSize', csv)).slice(30)).toEqual([1250, 0.5]);
});

test('reads a column by its own style before that of the file', async () => {
  const csv = file('\t', [
    ['1.299,00', '1.250'],
    ['2,49', '0.5'],
  ]);
  expect(await valuesOf('price', csv)).toEqual([129_900, 249]);
  expect(await valuesOf('unitSize', csv)).toEqual([1.25, 0.5]);
});

test('reads three decimals according to the semicolons of the file', async () => {
  const csv = file(';', [
    ['5', '12,500'],
    ['3', '7,250'],
    ['4', '1.000'],
  ]);
  expect(await valuesOf('unitSize', csv)).toEqual([12.5, 7.25, 1000]);
});

test('asks about ambiguous numbers and reads them as chosen', async () => {
  const csv = file(',', [
    ['5', '12,500'],
    ['3', '2'],
  ]);

  const checked = await checkFile(manager, csv);

  expect(checked.columnFacts).toEqual({ Size: { style: null, unclear: '12,500', isGuarded: false } });
  expect(checked.errors).toEqual([
    { row: 2, column: 'Size', message: 'Can be 12.5 or 12,500. Choose how numbers are written' },
  ]);
  expect(checked.problemGroups).toEqual([
    expect.objectContaining({ field: 'unitSize', cause: 'unclearNumber', rows: 1, examples: ['12,500'] }),
  ]);
  expect(await valuesOf('unitSize', csv, { options: { decimals: 'comma' } })).toEqual([12.5, 2]);
  expect(await valuesOf('unitSize', csv, { options: { decimals: 'point' } })).toEqual([12_500, 2]);
});

test('applies a chosen number style to one file only', async () => {
  const csv = file(',', [['5', '12,500']]);
  await checkFile(manager, csv, { options: { decimals: 'comma', emptyCells: 'clear' } });

  const { data } = await uploadFile(manager, csv);

  expect(data.remembered).not.toBeNull();
  expect(data.options).toEqual({ emptyCells: 'clear' });
});

test('reads numbers of a workbook as they are', async () => {
  const number = (place: string, value: string) => `<c r="${place}"><v>${value}</v></c>`;
  const row = (at: number, price: string, size: string) =>
    rowXml([`A${at}`, `Item ${at}`, 'Dairy', number(`D${at}`, price), number(`E${at}`, size)], `r="${at}"`);
  const book = workbook({
    sheets: { Goods: rowXml(heading) + row(2, '1.5', '1.125') + row(3, '1234.5', '2') },
  });

  expect(await valuesOf('unitSize', book)).toEqual([1.125, 2]);
  expect(await valuesOf('price', book)).toEqual([150, 123_450]);
});

test('reads a text file again with the delimiter that the user chooses', async () => {
  const csv = 'Name,SKU;Category,Price\nMilk,A1;Dairy,1.29\n';
  const { data } = await uploadFile(manager, csv);
  const choose = (delimiter: ',' | ';') =>
    manager.call(importRoutes.chooseDelimiter, { params: { id: data._id }, body: { delimiter } });

  expect((await choose(';')).data).toMatchObject({ delimiter: ';', columns: ['Name,SKU', 'Category,Price'] });

  const again = await manager.do(importRoutes.chooseHeading, { params: { id: data._id }, body: { row: 1 } });
  expect(again.delimiter).toBe(';');
  expect((await choose(',')).data).toMatchObject({
    delimiter: ',',
    columns: ['Name', 'SKU;Category', 'Price'],
    mapping: { name: 'Name', price: 'Price' },
  });
});

test('rejects a delimiter for a workbook, and invalid delimiters', async () => {
  const book = workbook({ sheets: { Goods: rowXml(heading) + rowXml(['A1', 'Milk', 'Dairy', '1', '1']) } });
  const { data } = await uploadFile(manager, book, 'goods.xlsx');
  const call = { params: { id: data._id }, body: { delimiter: ';' as const } };

  const refused = await manager.call(importRoutes.chooseDelimiter, call);
  expect(refused.status).toBe(400);
  expect(refused.body.error?.fields).toEqual([
    { path: 'delimiter', message: 'Only text files have a delimiter' },
  ]);

  const strange = await manager.call(importRoutes.chooseDelimiter, {
    ...call,
    body: { delimiter: 'x' as ';' },
  });
  expect(strange.status).toBe(400);
});

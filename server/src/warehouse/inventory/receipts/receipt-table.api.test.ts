import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { maxReceiptRows } from '@aisle/contract/warehouse/receipts';
import { expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';
import { rowXml, workbook } from '../../../../test/workbook-builders.ts';

const shop = await openShop();
const clerk = await shop.signIn({ permissions: ['inventory_add'] });

const bring = (file: string | Buffer, sheet?: string, person = clerk) =>
  person.call(inventoryRoutes.readTable, {
    files: { file: { name: 'goods', bytes: Buffer.from(file) } },
    ...(sheet && { body: { sheet } }),
  });

test('reads a CSV file with or without a heading, in any encoding, in a fixed column order', async () => {
  const bare = await bring('M-1,12,$1.20,2027-01-31,"B,7"\r\n,,,,\r\nE-1,"1,200"');
  const named = await bring(
    Buffer.from('\uFEFFVendor;Qty;Expiry date;SKU;Colour\nFörm;3;2027-01-31;M-1;red', 'utf16le'),
  );

  expect(bare.data.rows).toEqual([
    ['M-1', '12', '$1.20', '2027-01-31', 'B,7', ''],
    ['E-1', '1,200', '', '', '', ''],
  ]);
  expect(named.data).toMatchObject({
    rows: [['M-1', '3', '', '2027-01-31', '', 'Förm']],
    leftOut: ['Colour'],
    sheet: null,
  });
});

test('reads every row of a file with two kinds of line ends', async () => {
  const { data } = await bring('sku,quantity\r\nM-1,5\nE-1,6\r\nB-1,7\n');
  expect(data.rows.map(([code, quantity]) => [code, quantity])).toEqual([
    ['M-1', '5'],
    ['E-1', '6'],
    ['B-1', '7'],
  ]);
});

test('reads decimal commas and local date formats', async () => {
  const { data } = await bring(
    'sku;qty;cost;expires\nM-1;12,500;1,99 €;31.01.2027\nE-1;1.000;2;5. März 2027\n',
  );
  expect(data.rows.map((row) => row.slice(1, 4))).toEqual([
    ['12.500', '1.99', '2027-01-31'],
    ['1000', '2', '2027-03-05'],
  ]);
});

test('reads the first sheet with rows or the requested one, with dates as dates', async () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  const heading = rowXml(['Barcode', 'Quantity', 'Best before']);
  const book = workbook({
    sheets: {
      Notes: '',
      Monday:
        heading + rowXml(['036000291452', '<c r="B2"><v>4</v></c>', '<c r="C2" s="1"><v>46347</v></c>']),
      '12.5': heading + rowXml(['E-1', '5', '']),
    },
    styles,
  });

  const first = await bring(book);
  const second = await bring(book, '12.5');
  const none = await bring(book, 'Friday');

  expect(first.data).toMatchObject({ sheet: 'Monday', sheets: ['Monday', '12.5'] });
  expect(first.data.rows).toEqual([['036000291452', '4', '', '2026-11-21', '', '']]);
  expect(second.data.rows).toEqual([['E-1', '5', '', '', '', '']]);
  expect([none.status, none.code]).toEqual([400, 'imports.unreadable']);
});

test('cuts off rows beyond the maximum and reports it', async () => {
  const { data } = await bring(`sku,quantity\n${'M-1,1\n'.repeat(maxReceiptRows + 1)}`);

  expect([data.rows.length, data.isCut]).toEqual([maxReceiptRows, true]);
});

test("rejects files that aren't tables with a reason, and users who can't receive", async () => {
  const reader = await shop.signIn({ permissions: ['inventory_list'] });

  const paper = await bring('%PDF-1.7\n');
  const nothing = await clerk.call(inventoryRoutes.readTable, { body: {} });
  const refused = await bring('sku,quantity\nM-1,1', undefined, reader);

  expect([paper.status, paper.code]).toEqual([400, 'imports.unreadable']);
  expect([nothing.status, nothing.paths[0]]).toEqual([400, 'file']);
  expect(refused.status).toBe(403);
});

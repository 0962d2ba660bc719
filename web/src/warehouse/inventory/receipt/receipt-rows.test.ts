import { receiptColumns, receiptFields } from '@aisle/contract/warehouse/receipts';
import { expect, test } from 'vitest';
import { errorsByCell, newRow, receiptTotals, rowBody, rowErrors, withScanned } from './receipt-rows.ts';
import { headings, pastedRows, tableRows } from './receipt-text.ts';

test('sends a scanned barcode as a barcode and any other code as a SKU', () => {
  expect(rowBody(newRow({ code: '036000291452', quantity: '2' }))).toEqual({
    barcode: '036000291452',
    quantity: 2,
  });
  expect(rowBody(newRow({ code: 'P123', quantity: '1.5', cost: '2.50', expires: '1/2/2027' }))).toEqual({
    sku: 'P123',
    quantity: 1.5,
    costPrice: 250,
    expiresOn: '2027-01-02',
  });
});

test('parses rows of a spreadsheet', () => {
  const rows = pastedRows('P1\t1,200\t2.5\t2027-01-02\tB7\r\nP2\t3\n');

  expect(rows?.map(({ code, quantity, expires, lotNumber }) => [code, quantity, expires, lotNumber])).toEqual(
    [
      ['P1', '1200', '01/02/2027', 'B7'],
      ['P2', '3', '', ''],
    ],
  );
});

test('shows a server error at its cell', () => {
  const refused = [
    { path: 'vendor', message: 'There is no vendor Nobody' },
    { path: 'costPrice', message: 'Too much' },
    { path: 'sku', message: 'No sub-product has the SKU' },
  ];

  expect(errorsByCell(refused)).toEqual({
    vendor: 'There is no vendor Nobody',
    cost: 'Too much',
    code: 'No sub-product has the SKU',
  });
});

test('returns null for a single pasted cell', () => {
  expect(pastedRows('036000291452')).toBeNull();
});

test('returns errors of a row but none for an empty one', () => {
  expect(rowErrors(newRow())).toEqual({});
  expect(Object.keys(rowErrors(newRow({ quantity: 'x', expires: '13/40/2027' })))).toEqual([
    'code',
    'quantity',
    'expires',
  ]);
});

test('excludes invalid input from the totals', () => {
  const rows = [
    newRow({ code: 'a', quantity: '2', cost: '1.25' }),
    newRow({ code: 'b', quantity: 'x' }),
    newRow(),
  ];

  expect(receiptTotals(rows)).toEqual({ rows: 2, units: 2, cost: 250 });
});

const milk = {
  _id: 'milk',
  name: 'Milk',
  sku: 'M-1',
  unit: 'each' as const,
  soldByWeight: false,
  costPrice: 120,
};

test('increments a scanned item except in a separate lot', () => {
  let rows = withScanned([newRow()], milk);
  rows = withScanned(rows, milk);
  const apart = rows.map((row) => ({ ...row, vendor: 'Farm' }));

  const after = withScanned(apart, milk);

  expect(after.map((row) => [row.quantity, row.cost, row.vendor])).toEqual([
    ['2', '1.20', 'Farm'],
    ['1', '1.20', ''],
  ]);
  expect(rowBody(after[0]!)).toMatchObject({ subProductId: 'milk', quantity: 2, vendor: 'Farm' });
});

test('normalizes the formats of a parsed table', () => {
  const rows = tableRows([
    ['M-1', '12', '$1.20', '2027-01-31', 'B,7', 'Farm'],
    ['E-1', '1,200', '', '', '', ''],
  ]);

  expect(rows).toEqual([
    expect.objectContaining({
      code: 'M-1',
      cost: '1.20',
      expires: '01/31/2027',
      lotNumber: 'B,7',
      vendor: 'Farm',
    }),
    expect.objectContaining({ code: 'E-1', quantity: '1200', expires: '' }),
  ]);
});

test('recognizes the template header', () => {
  expect(receiptColumns(headings.trim().split(','))).toEqual(receiptFields);
});

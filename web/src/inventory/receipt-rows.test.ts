import { expect, test } from 'vitest';
import { newRow, pastedRows, receiptTotals, rowBody, rowErrors } from './receipt-rows.ts';

test('a scanned barcode goes as a barcode, anything else as a SKU', () => {
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

test('rows of a spreadsheet are taken over as they are', () => {
  const rows = pastedRows('P1\t1,200\t2.5\t2027-01-02\tB7\r\nP2\t3\n');

  expect(rows?.map(({ code, quantity, expires, lotNumber }) => [code, quantity, expires, lotNumber])).toEqual(
    [
      ['P1', '1200', '01/02/2027', 'B7'],
      ['P2', '3', '', ''],
    ],
  );
});

test('one pasted cell is only text', () => {
  expect(pastedRows('036000291452')).toBeNull();
});

test('a row says what is wrong with it; an empty one is no row', () => {
  expect(rowErrors(newRow())).toEqual({});
  expect(Object.keys(rowErrors(newRow({ quantity: 'x', expires: '13/40/2027' })))).toEqual([
    'code',
    'quantity',
    'expires',
  ]);
});

test('the totals leave out what cannot be read', () => {
  const rows = [
    newRow({ code: 'a', quantity: '2', cost: '1.25' }),
    newRow({ code: 'b', quantity: 'x' }),
    newRow(),
  ];

  expect(receiptTotals(rows)).toEqual({ rows: 2, units: 2, cost: 250 });
});

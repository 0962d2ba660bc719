import { describe, expect, test } from 'vitest';
import { ReceiptInput, ReceiptRow, receiptColumns } from './receipts.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('the first line of an item table', () => {
  test.each([
    [
      ['SKU', 'Qty', 'Unit cost'],
      ['code', 'quantity', 'cost'],
    ],
    [
      [' best_before ', 'RECEIVED', 'ean', 'Lot-Number', 'supplier'],
      ['expires', 'quantity', 'code', 'lotNumber', 'vendor'],
    ],
    [
      ['barcode', 'remark', 'units'],
      ['code', undefined, 'quantity'],
    ],
  ])('maps the columns %j', (cells, fields) => {
    expect(receiptColumns(cells)).toEqual(fields);
  });

  test.each([
    ['contains no code', ['product', 'qty']],
    ['contains no quantity', ['sku', 'cost']],
    ['is already a row of items', ['4006381333931', '12', '0.80']],
    ['is empty', []],
  ])('returns null if it %s', (_, cells) => {
    expect(receiptColumns(cells)).toBeNull();
  });

  test('accepts longer column names only if they are known', () => {
    expect(receiptColumns(['sku', 'quantity', 'price list'])).toEqual(['code', 'quantity', undefined]);
  });
});

describe('a receipt', () => {
  const receipt = { locationId: id, subProductId: id, quantity: 12 };

  test('requires only item, location and quantity', () => {
    expect(ReceiptInput.safeParse(receipt).success).toBe(true);
  });

  test('rejects an expiration date before the production date', () => {
    const result = ReceiptInput.safeParse({
      ...receipt,
      manufacturedOn: '2026-11-22',
      expiresOn: '2026-11-21',
    });

    expect(result.error?.issues).toMatchObject([
      { path: ['expiresOn'], message: 'Expiry date is before the production date' },
    ]);
  });

  test('accepts equal production and expiration dates, or only one of them', () => {
    const day = '2026-11-21';

    for (const days of [
      { manufacturedOn: day, expiresOn: day },
      { expiresOn: day },
      { manufacturedOn: day, expiresOn: null },
    ]) {
      expect(ReceiptInput.safeParse({ ...receipt, ...days }).success).toBe(true);
    }
  });

  test.each([0, -3, 1.0001])('rejects the quantity %d', (quantity) => {
    expect(ReceiptInput.safeParse({ ...receipt, quantity }).success).toBe(false);
  });
});

test.each([
  [{ sku: 'OAT-1' }, true],
  [{ barcode: '4006381333931' }, true],
  [{ subProductId: id }, true],
  [{}, false],
  [{ sku: 'OAT-1', barcode: '4006381333931' }, false],
  [{ subProductId: id, sku: 'OAT-1' }, false],
])('accepts a row that identifies its item by %j: %s', (goods, understood) => {
  expect(ReceiptRow.safeParse({ quantity: 1, ...goods }).success).toBe(understood);
});

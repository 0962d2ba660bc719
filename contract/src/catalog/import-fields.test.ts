import { expect, test } from 'vitest';
import { addsNew, importedCents, keyOfRows, missingImportFields } from './import-fields.ts';

test.each([
  ['1.95', 'dollars', 195],
  ['$1,234.50', 'dollars', 123450],
  ['1,95', 'dollars', 195],
  ['1,234', 'dollars', 123400],
  ['195', 'dollars', 19500],
  ['195', 'cents', 195],
  ['1.95', 'cents', undefined],
  ['free', 'dollars', undefined],
] as const)('the price %j in %s is %j cents', (text, unit, cents) => {
  expect(importedCents(text, unit)).toBe(cents);
});

test('a file of codes and prices changes what is there; a whole list adds too', () => {
  expect(addsNew({ sku: 'SKU', price: 'Price' }, {})).toBe(false);
  expect(addsNew({ sku: 'SKU', name: 'Name', category: 'Aisle', price: 'Price' }, {})).toBe(true);
  expect(addsNew({ sku: 'SKU', price: 'Price' }, { addNew: true })).toBe(true);
});

test('what has no column yet is named: of a product what it needs, of a change the key', () => {
  expect(missingImportFields({ name: 'Item' }, {})).toEqual(['category', 'price']);
  expect(missingImportFields({ sku: 'SKU' }, {})).toEqual([]);
  expect(missingImportFields({ sku: 'SKU' }, { matchBy: 'barcode' })).toEqual(['barcode']);
});

test('rows are found by SKU, unless a file has only barcodes', () => {
  expect(keyOfRows({ sku: 'A', barcode: 'B' }, {})).toBe('sku');
  expect(keyOfRows({ barcode: 'B' }, {})).toBe('barcode');
});

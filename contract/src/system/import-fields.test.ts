import { expect, test } from 'vitest';
import { addsNew, importedCents, keyOfRows, missingImportFields } from './import-fields.ts';

const field = (label: string, required = false) => ({ label, required, known: [] });
const table = {
  fields: {
    name: field('Name', true),
    sku: field('SKU'),
    category: field('Category', true),
    price: field('Price', true),
    barcode: field('Barcode'),
  },
  keys: ['sku', 'barcode'] as const,
};

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
  expect(addsNew(table, { sku: 'SKU', price: 'Price' }, {})).toBe(false);
  expect(addsNew(table, { sku: 'SKU', name: 'Name', category: 'Aisle', price: 'Price' }, {})).toBe(true);
  expect(addsNew(table, { sku: 'SKU', price: 'Price' }, { addNew: true })).toBe(true);
});

test('what has no column yet is named: of a product what it needs, of a change the key', () => {
  expect(missingImportFields(table, { name: 'Item' }, {})).toEqual(['category', 'price']);
  expect(missingImportFields(table, { sku: 'SKU' }, {})).toEqual([]);
  expect(missingImportFields(table, { sku: 'SKU' }, { matchBy: 'barcode' })).toEqual(['barcode']);
});

test('rows are found by SKU, unless a file has only barcodes', () => {
  expect(keyOfRows(table, { sku: 'A', barcode: 'B' }, {})).toBe('sku');
  expect(keyOfRows(table, { barcode: 'B' }, {})).toBe('barcode');
});

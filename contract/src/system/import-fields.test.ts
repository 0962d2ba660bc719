import { expect, test } from 'vitest';
import { addsNew, guessDecimals, importedCents, keyOfRows, missingImportFields } from './import-fields.ts';

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
  ['6,66 €', 'dollars', 666],
  ['1.234,50 €', 'dollars', 123450],
  ['1.234.567', 'dollars', 123456700],
  ['USD 4.50', 'dollars', 450],
  ['4.50 USD', 'dollars', 450],
  ['4.50 / ea', 'dollars', 450],
  ['€ 2,99/kg', 'dollars', 299],
  ['3,20 € pro Stück', 'dollars', 320],
  ['5,-', 'dollars', 500],
  ["CHF 1'234.50", 'dollars', 123450],
  ['1 234,50', 'dollars', 123450],
  ['4.5000', 'dollars', 450],
  ['4.505', 'dollars', undefined],
  ['.5', 'dollars', 50],
  ['199 ct', 'cents', undefined],
  ['-1.00', 'dollars', undefined],
  ['', 'dollars', undefined],
  ['€', 'dollars', undefined],
] as const)('the price %j in %s is %j cents', (text, unit, cents) => {
  expect(importedCents(text, unit)).toBe(cents);
});

test.each([
  ['1.234', 'comma', 123400],
  ['1,5', 'comma', 150],
  ['1.50', 'comma', undefined],
  ['1,234', 'point', 123400],
  ['1,50', 'point', undefined],
] as const)('with one style for the column, %j with a decimal %s is %j cents', (text, style, cents) => {
  expect(importedCents(text, 'dollars', style)).toBe(cents);
});

test.each([
  [['6,66 €', '1.234'], 'comma'],
  [['1,234.50', '3.20'], 'point'],
  [['1.234', '12'], undefined],
] as const)('the column %j has a decimal %s', (cells, style) => {
  expect(guessDecimals(cells)).toBe(style);
});

test('a file of codes and prices changes what is there; a whole list adds too', () => {
  expect(addsNew(table, { sku: 'SKU', price: 'Price' }, {})).toBe(false);
  expect(addsNew(table, { sku: 'SKU', name: 'Name', category: 'Aisle', price: 'Price' }, {})).toBe(true);
  expect(addsNew(table, { sku: 'SKU', price: 'Price' }, { addNew: true })).toBe(true);
});

test('what has no column yet is named: of a product what it needs, of a change the key', () => {
  expect(missingImportFields(table, { name: 'Item' }, {})).toEqual(['category', 'price']);
  expect(missingImportFields(table, { sku: 'SKU' }, {})).toEqual([]);
  expect(missingImportFields(table, { name: 'Item' }, { rowsBetween: 'categories' })).toEqual(['price']);
  expect(missingImportFields(table, { sku: 'SKU' }, { matchBy: 'barcode' })).toEqual(['barcode']);
});

test('rows are found by SKU, unless a file has only barcodes', () => {
  expect(keyOfRows(table, { sku: 'A', barcode: 'B' }, {})).toBe('sku');
  expect(keyOfRows(table, { barcode: 'B' }, {})).toBe('barcode');
});

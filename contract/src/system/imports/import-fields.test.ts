import { expect, test } from 'vitest';
import { addsNew, keyOfRows, missingImportFields } from './import-fields.ts';

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

test('updates records with codes and prices only, and adds records from a complete list', () => {
  expect(addsNew(table, { sku: 'SKU', price: 'Price' }, {})).toBe(false);
  expect(addsNew(table, { sku: 'SKU', name: 'Name', category: 'Aisle', price: 'Price' }, {})).toBe(true);
  expect(addsNew(table, { sku: 'SKU', price: 'Price' }, { addNew: true })).toBe(true);
});

test('lists missing columns: required fields for new records, or the key for changes', () => {
  expect(missingImportFields(table, { name: 'Item' }, {})).toEqual(['category', 'price']);
  expect(missingImportFields(table, { sku: 'SKU' }, {})).toEqual([]);
  expect(missingImportFields(table, { name: 'Item' }, { rowsBetween: 'categories' })).toEqual(['price']);
  expect(missingImportFields(table, { sku: 'SKU' }, { matchBy: 'barcode' })).toEqual(['barcode']);
});

test('matches rows by SKU, or by barcode if there are only barcodes', () => {
  expect(keyOfRows(table, { sku: 'A', barcode: 'B' }, {})).toBe('sku');
  expect(keyOfRows(table, { barcode: 'B' }, {})).toBe('barcode');
});

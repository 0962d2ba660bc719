import { expect, test } from 'vitest';
import { changedPaths, fieldLabel, valueAt } from './changes.ts';

test('changes are counted by field, and an empty field is an empty field', () => {
  const before = { name: 'Acme', phone: null, address: { city: 'Austin', line2: undefined }, tags: ['a'] };
  const after = { name: 'Acme Ltd', phone: '', address: { city: 'Dallas', line2: '' }, tags: ['a', 'b'] };

  expect(changedPaths(before, after)).toEqual(['name', 'address.city', 'tags']);
  expect(changedPaths(before, structuredClone(before))).toEqual([]);
});

test('a field is found and named by its path', () => {
  expect(valueAt({ subProducts: [{ sku: 'P1' }] }, 'subProducts.0.sku')).toBe('P1');
  expect(fieldLabel('subProducts.0.salePrice')).toBe('Sub products 1 sale price');
  expect(fieldLabel('brandId')).toBe('Brand');
});

import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedPaths, fieldLabel, valueAt } from './changes.ts';

test('returns one path per changed field and treats empty values as equal', () => {
  const before = { name: 'Acme', phone: null, address: { city: 'Austin', line2: undefined }, tags: ['a'] };
  const after = { name: 'Acme Ltd', phone: '', address: { city: 'Dallas', line2: '' }, tags: ['a', 'b'] };

  expect(changedPaths(before, after)).toEqual(['name', 'address.city', 'tags']);
  expect(changedPaths(before, structuredClone(before))).toEqual([]);
});

test('reads and labels a field by its path', () => {
  expect(valueAt({ subProducts: [{ sku: 'P1' }] }, 'subProducts.0.sku')).toBe('P1');
  expect(fieldLabel('subProducts.0.salePrice')).toBe('Sub-products 1 sale price');
  expect(fieldLabel('brandId')).toBe('Brand');
});

const leaf = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
);
const plain = { noNullPrototype: true };
const record = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,4}$/),
  fc.oneof(leaf, fc.record({ city: leaf, state: leaf }, plain)),
  plain,
);

test('finds no changes between a record and its copy', () => {
  forAll(record, (values) => {
    expect(changedPaths(values, structuredClone(values))).toEqual([]);
  });
});

test('finds the same changes in both directions', () => {
  const values = fc.dictionary(fc.stringMatching(/^[a-d]$/), fc.constantFrom(0, 1, '', null, 'x'), plain);
  forAll(values, values, (before, after) => {
    expect(changedPaths(before, after).toSorted()).toEqual(changedPaths(after, before).toSorted());
  });
});

test.each([
  [['a', 'b'], ['a', 'b'], []],
  [['a', 'b'], ['b', 'a'], ['tags']],
  [[], null, ['tags']],
  [[{ sku: null }], [{ sku: '' }], []],
])('compares the list %j with %j: %j', (before, after, paths) => {
  expect(changedPaths({ tags: before }, { tags: after })).toEqual(paths);
});

test.each([
  ['salePrice', 'Sale price'],
  ['taxIds', 'Tax'],
  ['address.line1', 'Address line 1'],
  ['openingHours.monday.0.opens', 'Opening hours monday 1 opens'],
])('labels the field %s as "%s"', (path, label) => {
  expect(fieldLabel(path)).toBe(label);
});

test('returns undefined if a parent value is missing', () => {
  expect(valueAt({ address: null }, 'address.city')).toBeUndefined();
  expect(valueAt(undefined, 'name')).toBeUndefined();
});

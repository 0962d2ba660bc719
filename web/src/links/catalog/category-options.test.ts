import { expect, test } from 'vitest';
import { categoryOptions, matchingOptions } from './category-options.ts';

type Node = Parameters<typeof categoryOptions>[0][number];
const options = [
  { value: 'dairy', label: 'Dairy', name: 'Dairy', above: '' },
  { value: 'cheese', label: 'Dairy › Cheese', name: 'Cheese', above: 'Dairy' },
  { value: 'vegan', label: 'Vegan › Cheese', name: 'Cheese', above: 'Vegan' },
];
const empty: readonly Node[] = [];

test.each([
  ['cheese', ['cheese', 'vegan']],
  ['dairy › cheese', ['cheese']],
  ['che vEg', ['vegan']],
  ['', ['dairy', 'cheese', 'vegan']],
  ['wine', []],
])('finds categories by %j', (search, found) => {
  expect(matchingOptions(options, search).map(({ value }) => value)).toEqual(found);
});

test('sorts an exact name before names that start with it', () => {
  const leaves = ['Leaf 390', 'Leaf 39', 'Leaf 3'].map((name) => ({
    value: name,
    label: name,
    name,
    above: '',
  }));

  expect(matchingOptions(leaves, 'leaf 39').map(({ name }) => name)).toEqual(['Leaf 39', 'Leaf 390']);
});

test('returns no options without categories', () => {
  expect(categoryOptions(empty)).toEqual([]);
});

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
])('categories are found by %j', (search, found) => {
  expect(matchingOptions(options, search).map(({ value }) => value)).toEqual(found);
});

test('the category of that very name comes before those that begin with it', () => {
  const leaves = ['Leaf 390', 'Leaf 39', 'Leaf 3'].map((name) => ({
    value: name,
    label: name,
    name,
    above: '',
  }));

  expect(matchingOptions(leaves, 'leaf 39').map(({ name }) => name)).toEqual(['Leaf 39', 'Leaf 390']);
});

test('without categories there is nothing to choose', () => {
  expect(categoryOptions(empty)).toEqual([]);
});

import type { CategoryNode } from '@aisle/contract/catalog/categories';
import { expect, test } from 'vitest';
import { categoryOptions, matchingOptions } from '../../links/catalog/category-options.ts';
import { nodeOf } from '../catalog.fixtures.ts';

const node = (name: string, children: CategoryNode[] = []) => nodeOf(name, { _id: name, children });
const tree = [node('Dairy', [node('Cheese'), node('Milk')]), node('Bakery', [node('Cheese cakes')])];

test('lists every category with its parents, in tree order', () => {
  expect(categoryOptions(tree).map(({ label }) => label)).toEqual([
    'Dairy',
    'Dairy › Cheese',
    'Dairy › Milk',
    'Bakery',
    'Bakery › Cheese cakes',
  ]);
});

test('finds a category by words of its name and of its parents', () => {
  const found = matchingOptions(categoryOptions(tree), 'bak cheese');

  expect(found.map(({ name }) => name)).toEqual(['Cheese cakes']);
});

test('ranks names that start with the search text first, then words that start with it', () => {
  const leaves = [node('Leaf 139'), node('Old leaf 39'), node('Leaf 339'), node('Leaf 39'), node('Leaf 390')];

  const found = matchingOptions(categoryOptions(leaves), 'leaf 39');

  expect(found.map(({ name }) => name)).toEqual([
    'Leaf 39',
    'Leaf 390',
    'Old leaf 39',
    'Leaf 139',
    'Leaf 339',
  ]);
});

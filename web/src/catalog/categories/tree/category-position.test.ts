import type { CategoryNode } from '@aisle/contract/catalog/categories';
import { expect, test } from 'vitest';
import { nodeOf } from '../../catalog.fixtures.ts';
import { placeOf } from './category-position.ts';

const node = (_id: string, parentId: string | null, children: CategoryNode[] = []) =>
  nodeOf(_id, { _id, parentId, children });
const tree = [
  node('dairy', null, [node('milk', 'dairy'), node('cheese', 'dairy')]),
  node('bakery', null, [node('bread', 'bakery')]),
];

test('moves a category up and down only among its siblings', () => {
  expect(placeOf(tree, 'cheese', { to: 'up' })?.orderedIds).toEqual(['cheese', 'milk']);
  expect(placeOf(tree, 'cheese', { to: 'down' })).toBeNull();
});

test('moves a category to the end of its previous sibling', () => {
  const place = placeOf(tree, 'bakery', { to: 'in' });

  expect(place).toEqual({ parentId: 'dairy', orderedIds: ['milk', 'cheese', 'bakery'], isMoved: true });
});

test('moves a category out to the position after its former parent', () => {
  const place = placeOf(tree, 'milk', { to: 'out' });

  expect(place).toEqual({ parentId: null, orderedIds: ['dairy', 'milk', 'bakery'], isMoved: true });
});

test('places a category between children of another parent', () => {
  const place = placeOf(tree, 'bread', { to: 'before', target: 'cheese' });

  expect(place).toEqual({ parentId: 'dairy', orderedIds: ['milk', 'bread', 'cheese'], isMoved: true });
});

test('rejects a move into itself, into its subcategories or to the same position', () => {
  expect(placeOf(tree, 'dairy', { to: 'inside', target: 'milk' })).toBeNull();
  expect(placeOf(tree, 'milk', { to: 'before', target: 'cheese' })).toBeNull();
});

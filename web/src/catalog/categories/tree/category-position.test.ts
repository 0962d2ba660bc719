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

test('a category moves up and down among those beside it, and no further', () => {
  expect(placeOf(tree, 'cheese', { to: 'up' })?.orderedIds).toEqual(['cheese', 'milk']);
  expect(placeOf(tree, 'cheese', { to: 'down' })).toBeNull();
});

test('a category goes into the one above it, at the end', () => {
  const place = placeOf(tree, 'bakery', { to: 'in' });

  expect(place).toEqual({ parentId: 'dairy', orderedIds: ['milk', 'cheese', 'bakery'], isMoved: true });
});

test('a category comes out behind the one it was in', () => {
  const place = placeOf(tree, 'milk', { to: 'out' });

  expect(place).toEqual({ parentId: null, orderedIds: ['dairy', 'milk', 'bakery'], isMoved: true });
});

test('a category dropped between others of another branch is placed between them', () => {
  const place = placeOf(tree, 'bread', { to: 'before', target: 'cheese' });

  expect(place).toEqual({ parentId: 'dairy', orderedIds: ['milk', 'bread', 'cheese'], isMoved: true });
});

test('a category cannot be dropped into itself or below itself, nor where it is', () => {
  expect(placeOf(tree, 'dairy', { to: 'inside', target: 'milk' })).toBeNull();
  expect(placeOf(tree, 'milk', { to: 'before', target: 'cheese' })).toBeNull();
});

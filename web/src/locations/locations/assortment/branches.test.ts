import type { CategoryProductBranch } from '@aisle/contract/catalog/categories';
import { expect, test } from 'vitest';
import { checkState } from '../../../ui/tree/tree.ts';
import { countToAssign, foundNodes, itemOfNode, moreOf, nodesOf } from './branches.ts';

const sub = (id: string, assigned: boolean) => ({
  _id: id,
  name: id,
  sku: id.toUpperCase(),
  barcode: null,
  unit: 'each' as const,
  status: true,
  price: 100,
  assigned,
  locationPrice: null,
  threshold: null,
  maxPerOrder: null,
  shelf: null,
});
const dairy = {
  _id: 'dairy',
  parentId: null,
  name: 'Dairy',
  level: 1,
  status: true,
  childCount: 0,
  productCount: 2,
  subProductCount: 3,
  assignedCount: 1,
};
const root = { locationId: 'x', categories: [dairy], products: [], nextAfter: null } as CategoryProductBranch;
const milk = {
  _id: 'milk',
  name: 'Milk',
  status: true,
  picture: null,
  categoryData: { _id: 'dairy', name: 'Dairy' },
  subProducts: [sub('whole', true), sub('skim', false)],
};
const eggs = { ...milk, _id: 'eggs', name: 'Eggs', subProducts: [sub('dozen', false)] };
const inDairy = {
  ...root,
  categories: [],
  products: [milk, eggs],
  nextAfter: 'eggs',
} as CategoryProductBranch;

test('checks an unloaded category according to its counts', () => {
  const [node] = nodesOf(new Map([['', [root]]]), false);

  expect(node && checkState(node, new Set())).toBe('some');
  expect(node?.isBranch).toBe(true);
  expect(node && [countToAssign(node, true), countToAssign(node, false)]).toEqual([2, 1]);
});

test('shows a product with one sub-product as that sub-product', () => {
  const [node] = nodesOf(
    new Map([
      ['', [root]],
      ['dairy', [inDairy]],
    ]),
    false,
  );
  const [milkNode, eggsNode, more] = node?.children ?? [];

  expect(milkNode && checkState(milkNode, new Set())).toBe('some');
  expect(eggsNode && [eggsNode.id, itemOfNode(eggsNode)?.sku]).toEqual(['dozen', 'DOZEN']);
  expect(more && moreOf(more)).toBe('dairy');
});

test('shows search results below their parent categories, with a node for the next page', () => {
  const cheese = { ...dairy, _id: 'cheese', name: 'Cheese', parentId: 'dairy', level: 2 };
  const inCheese = { ...eggs, categoryData: { _id: 'cheese', name: 'Cheese' } };
  const page = { ...root, categories: [dairy, cheese], products: [inCheese], nextAfter: 'eggs' };

  const [top, more] = foundNodes([page as CategoryProductBranch], false);

  expect(top?.id).toBe('dairy');
  expect(top?.children?.[0]).toMatchObject({ id: 'cheese', children: [{ id: 'dozen' }] });
  expect(more?.isMore).toBe(true);
});

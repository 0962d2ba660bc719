import type { Permission } from '@aisle/contract/permissions';
import { expect, test } from 'vitest';
import { tabFor } from './location-tabs.ts';

const held = (...permissions: Permission[]) => new Set(permissions);

test.each([
  ['hours', held('store_view'), 'hours'],
  [undefined, held('store_view'), 'overview'],
  ['nonsense', held('store_view'), 'overview'],
  // The URL doesn't open a tab that the user can't see.
  ['stock', held('store_view'), 'overview'],
  ['stock', held('store_view', 'inventory_list'), 'stock'],
] as const)('resolves %s with %o to the tab %s', (requested, permissions, tab) => {
  expect(tabFor(requested, permissions, 'overview')).toBe(tab);
});

test('opens the assortment first for store users if they can see it', () => {
  expect(tabFor(undefined, held('store_view', 'category_product_tree'), 'assortment')).toBe('assortment');
  expect(tabFor(undefined, held('category_product_tree'), 'overview')).toBe('assortment');
  expect(tabFor(undefined, held('Assign_Product_View'), 'overview')).toBe('assortment');
  expect(tabFor(undefined, held('store_view'), 'assortment')).toBe('overview');
});

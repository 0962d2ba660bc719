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
] as const)('the address %s opens, for %o, the tab %s', (requested, permissions, tab) => {
  expect(tabFor(requested, permissions, 'overview')).toBe(tab);
});

test("a store user's screen opens with the assortment, as far as they may see it", () => {
  expect(tabFor(undefined, held('store_view', 'category_product_tree'), 'assortment')).toBe('assortment');
  expect(tabFor(undefined, held('category_product_tree'), 'overview')).toBe('assortment');
  expect(tabFor(undefined, held('Assign_Product_View'), 'overview')).toBe('assortment');
  expect(tabFor(undefined, held('store_view'), 'assortment')).toBe('overview');
});

import type { Permission } from '@aisle/contract/permissions';
import { expect, test, vi } from 'vitest';
import type { Screen } from '../../core/pages/pages.ts';
import type { ScreenPath } from '../../core/pages/screens.ts';
import { capped } from './capped.ts';
import { entryOf, menu, menuFor } from './navigation.ts';

// The session is in the browser's storage, which these rules don't need.
vi.mock('../../core/session/session.ts', () => ({ useSession: () => null }));

const visitor = (...permissions: Permission[]) => ({
  permissions: new Set(permissions),
  user: { userType: 'store' },
});
const screens = new Map<ScreenPath, Screen>([
  ['/dashboard', { title: 'Dashboard' }],
  ['/orders', { title: 'Orders', permission: 'order_list' }],
  ['/orders/queue', { title: 'Queue', permission: 'order_list' }],
  ['/products', { title: 'Products', permission: 'product_list' }],
  ['/settings', { title: 'Settings', permission: 'access_setting', userType: 'admin' }],
]);
const linksFor = (...permissions: Permission[]) =>
  menuFor(screens, visitor(...permissions)).map(({ entries }) => entries.map(({ to }) => to));

test('shows existing screens that the user can open, and no empty areas', () => {
  expect(linksFor()).toEqual([['/dashboard']]);
  expect(linksFor('order_list')).toEqual([['/dashboard'], ['/orders', '/orders/queue']]);
  expect(linksFor('product_list', 'access_setting')).toEqual([['/dashboard'], ['/products']]);
});

test.each([
  ['/orders', '/orders'],
  ['/orders/view/1', '/orders'],
  ['/orders/queue', '/orders/queue'],
  ['/orders/returns/view/7', '/orders/returns'],
  ['/products/variants', '/products/variants'],
  ['/productsX', undefined],
  ['/nowhere', undefined],
])('marks the entry for %s: %s', (path, entry) => {
  expect(entryOf(path)).toBe(entry);
});

test('has unique destinations and shortcut keys', () => {
  const entries = menu.flatMap((area) => area.entries);
  const keys = entries.flatMap(({ key }) => key ?? []);

  expect(new Set(entries.map(({ to }) => to)).size).toBe(entries.length);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
])('caps a count of %i as %s', (count, text) => {
  expect(capped(count)).toBe(text);
});

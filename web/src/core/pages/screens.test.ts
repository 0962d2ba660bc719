import type { Permission } from '@aisle/contract/permissions';
import { expect, test, vi } from 'vitest';
import type { Screen } from './pages.ts';
import { missingParts } from './screens.ts';

// The session is in the browser's storage, which these rules don't need.
vi.mock('../session/session.ts', () => ({ useSession: () => null }));

const visitor = (userType: string, ...permissions: Permission[]) => ({
  permissions: new Set(permissions),
  user: { userType },
});

test.each<[string, Partial<Screen> | undefined, ReturnType<typeof visitor>, string | null]>([
  ['none for a screen without requirements', { title: 'Profile' }, visitor('store'), null],
  ['none for an unknown screen', undefined, visitor('store'), null],
  ['none if the user has the permission', { permission: 'order_list' }, visitor('store', 'order_list'), null],
  ['a missing permission', { permission: 'order_list' }, visitor('admin', 'order_view'), 'order_list'],
  ['type admin for a store user', { userType: 'admin' }, visitor('store'), 'userType admin'],
  ['type store for an administrator', { userType: 'store' }, visitor('admin'), 'userType store'],
  ['all locations for a store user', { everywhere: true }, visitor('store'), 'everywhere'],
  ['none for a user of all locations', { everywhere: true }, visitor('others'), null],
  [
    'the permission before the user type',
    { permission: 'access_setting', userType: 'admin' },
    visitor('store'),
    'access_setting',
  ],
])('returns the missing requirement: %s', (_, screen, who, missing) => {
  expect(missingParts(screen, who)).toBe(missing);
});

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
  ['a screen that asks for nothing opens', { title: 'Profile' }, visitor('store'), null],
  ['a screen nobody knows lacks nothing', undefined, visitor('store'), null],
  ['a permission that is held opens', { permission: 'order_list' }, visitor('store', 'order_list'), null],
  ['one that is not is named', { permission: 'order_list' }, visitor('admin', 'order_view'), 'order_list'],
  ['a screen of the marketplace is not for shops', { userType: 'admin' }, visitor('store'), 'userType admin'],
  ['nor one of shops for the marketplace', { userType: 'store' }, visitor('admin'), 'userType store'],
  ['what the marketplace manages is not for shops', { everywhere: true }, visitor('store'), 'everywhere'],
  ['but for those who work everywhere', { everywhere: true }, visitor('others'), null],
  [
    'the permission is asked for first',
    { permission: 'access_setting', userType: 'admin' },
    visitor('store'),
    'access_setting',
  ],
])('returns the missing requirement: %s', (_, screen, who, missing) => {
  expect(missingParts(screen, who)).toBe(missing);
});

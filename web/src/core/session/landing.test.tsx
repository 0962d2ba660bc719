import type { Permission } from '@aisle/contract/permissions';
import { expect, test } from 'vitest';
import { ada } from '../../../test/records.ts';
import { defaultLanding } from './landing.ts';

const person = (userType: 'admin' | 'store' | 'others', ...permissions: Permission[]) => ({
  user: { ...ada, userType },
  permissions: new Set(permissions),
});

test.each([
  ['a clerk', person('store', 'order_list', 'order_edit'), '/orders/queue'],
  ['an owner', person('store', 'order_edit', 'location_report'), '/dashboard'],
  ['a stock keeper', person('store', 'inventory_edit'), '/dashboard'],
  ['an administrator', person('admin', 'order_edit'), '/dashboard'],
])('returns the start page of %s', (_, visitor, path) => {
  expect(defaultLanding(visitor)).toBe(path);
});

import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { expect, test } from 'vitest';
import { resourceOf, resourcesChangedBy } from './resources.ts';

test('goods that move are read again in the lists of stock, whatever these are called', () => {
  const lists = ['/inventory/list', '/inventory/why', '/expiry/lots'];

  expect(lists.filter((path) => !resourcesChangedBy('stock').includes(resourceOf(path)))).toEqual([]);
  expect(resourcesChangedBy('brands')).not.toContain('inventory');
});

test('whatever changes, the audit log is read again, and no history of a single record', () => {
  expect(resourcesChangedBy('brands')).toContain(resourceOf('/audit/list'));
  expect(resourcesChangedBy('audit')).not.toContain(resourceOf('/audit/history/brands/1'));
});

test('what a write changes is something that is read: else its list would go on showing what was', () => {
  const routes = Object.values(api).flatMap((own) => Object.values<Route>(own));
  const read = new Set(routes.filter(({ reads }) => reads).map(({ path }) => resourceOf(path)));
  const isSeen = ({ changes = [] }: Route) =>
    changes.flatMap(resourcesChangedBy).some((name) => read.has(name));

  const unseen = routes.filter((route) => route.changes?.length && !isSeen(route));

  expect(unseen.map(({ path }) => path)).toEqual([]);
});

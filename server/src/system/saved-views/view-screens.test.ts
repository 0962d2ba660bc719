import type { ListSearch } from '@aisle/contract/core/list-search';
import { expect, test } from 'vitest';
import { listShown, listsByScreen, permissionsOf } from './view-screens.ts';

/** Parameters of the tabs that show another list of a screen. */
const tabs: readonly ListSearch[] = ['', 'refunds', 'due', 'runs', 'lots', 'movements', 'asOf'].map((tab) =>
  tab ? { tab } : {},
);
const lists = [...listsByScreen].flatMap(([screen, routes]) =>
  routes.map((route) => ({ screen, route, path: route.path })),
);

test.each(lists)('shows $path in a tab of $screen', ({ screen, route }) => {
  expect(tabs.map((search) => listShown(screen, search).route)).toContain(route);
});

test('requires a permission for every screen', () => {
  expect([...listsByScreen.keys()].filter((screen) => permissionsOf(screen).length === 0)).toEqual([]);
});

test.each([
  [{}, '/inventory/levels'],
  [{ status: 'low' }, '/inventory/levels'],
  [{ status: 'expiring' }, '/inventory/list'],
  [{ tab: 'levels', status: 'expiring' }, '/inventory/levels'],
  [{ tab: 'movements' }, '/inventory/movements'],
])('reads the list of the inventory from %j', (search, path) => {
  expect(listShown('/inventory', search).route.path).toBe(path);
});

test.each([
  [{}, {}],
  [{ tab: 'open' }, { status: 'open' }],
  [{ tab: 'paid' }, { status: 'paid' }],
  [{ tab: 'all' }, {}],
  [{ tab: 'unknown' }, {}],
])('filters statements for %j by %j', (search, fixed) => {
  expect(listShown('/statements', search).fixed).toEqual(fixed);
});

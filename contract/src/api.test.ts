import { expect, test } from 'vitest';
import { api } from './api.ts';
import type { Route } from './core/route.ts';
import { isPermission, marketplacePermissions } from './permissions.ts';

const routes = Object.values(api).flatMap((declared) => Object.values(declared as Record<string, Route>));

test('lists as marketplace permissions those that only marketplace-wide routes require', () => {
  const permissionsOf = (kind: (route: Route) => boolean) =>
    new Set(
      routes
        .filter(kind)
        .map((route) => route.permission)
        .filter(isPermission),
    );
  const everywhere = permissionsOf((route) => route.everywhere === true);
  const somewhere = permissionsOf((route) => route.everywhere !== true);

  expect([...marketplacePermissions].sort()).toEqual(
    [...everywhere].filter((key) => !somewhere.has(key)).sort(),
  );
});

test("declares each list's features, or why one is missing", () => {
  const isList = ({ data }: Route) => 'records' in ((data as { shape?: object }).shape ?? {});
  const reasons = routes.flatMap(({ list }) => [list?.screen, list?.exportAs, list?.liveTopic]);

  expect(routes.filter((route) => isList(route) !== Boolean(route.list)).map(({ path }) => path)).toEqual([]);
  expect(reasons.filter((one) => typeof one === 'object' && one.because.length < 10)).toEqual([]);
});

test('gives every route its own address', () => {
  const addresses = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\??\}/g, '{}')}`);

  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

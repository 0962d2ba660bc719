import { api } from '@aisle/contract/api';
import { isOpenToKeys, otherPermissions, paramsOf, type Route } from '@aisle/contract/core/route';
import { allPermissions, isPermission, type Permission, without } from '@aisle/contract/permissions';
import { expect, test } from 'vitest';
import { newId } from '../src/core/ids.ts';
import { addOrderLocation } from './order-builders.ts';
import { sampleOf } from './sample-body.ts';
import { openShop, type Person } from './shop.ts';

// Covers every route of the contract automatically, including new ones.

interface NamedRoute {
  name: string;
  route: Route;
}
const guarded: NamedRoute[] = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>)
    .map(([name, route]) => ({ name: `${resource}.${name}`, route }))
    .filter(({ route }) => route.permission !== 'public'),
);
const isOpen = ({ route }: NamedRoute) => isOpenToKeys(route);
const open = guarded.filter(isOpen);
const withPermission = open.filter(({ route }) => isPermission(route.permission));

const shop = await openShop();
const location = await addOrderLocation(shop);

/** A request that is valid as far as it can be derived from the contract, for records that don't exist. */
const call = (who: Person, route: Route) =>
  who.send(route, {
    params: Object.fromEntries(paramsOf(route.path).map(({ name }) => [name, newId()])),
    body: route.body && sampleOf(route.body, () => newId()),
    query: route.query && (sampleOf(route.query, () => newId()) as Record<string, string>),
  });
const needsOf = ({ permission, alsoNeeds }: Route) =>
  [permission, alsoNeeds].filter((one): one is Permission => one !== undefined && isPermission(one));

/** Calls each route. Returns the routes with an unexpected response. */
async function unexpected(
  routes: readonly NamedRoute[],
  send: (route: Route) => Promise<{ status: number; code: string | undefined }>,
  isExpected: (got: { status: number; code: string | undefined }) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, route } of routes) {
    const got = await send(route);
    if (!isExpected(got)) wrong.push(`${name}: ${got.status} ${got.code}`);
  }
  return wrong;
}
const isRefusal = ({ status, code }: { status: number; code: string | undefined }) =>
  status === 403 && code === 'not-allowed';

/** The handlers of these routes check further permissions, which depend on the request, for keys as for users. */
const needMore = [
  'bulkEdits.create',
  'bulkEdits.preview',
  'imports.upload',
  'orderMessages.preview',
  'orderMessages.test',
  'prices.save',
  'productBulk.create',
  'productBulk.preview',
  'promotions.belowCost',
  'recordBulk.create',
  'recordBulk.preview',
  'statements.list',
];

test('opens each route for a key with exactly its permissions', async () => {
  const send = async (route: Route) => call(await shop.withKey({ permissions: needsOf(route) }), route);

  const isLetIn = ({ status, code }: { status: number; code: string | undefined }) =>
    status !== 401 && status < 500 && (status !== 403 || code === 'apiKeys.no-money');
  expect((await unexpected(open, send, isLetIn)).sort()).toEqual(
    needMore.map((name) => `${name}: 403 permission-missing`),
  );
});

test('closes each route for a key that lacks its permission', async () => {
  const send = async (route: Route) => {
    const lacking = [...needsOf(route).slice(0, 1), ...otherPermissions(route)];
    const rest = lacking.reduce((kept, one) => without(kept, one), new Set(allPermissions));
    return call(await shop.withKey({ permissions: [...rest] }), route);
  };

  expect(await unexpected(withPermission, send, isRefusal)).toEqual([]);
});

test('closes routes about access, of administrators and of persons for a key with every permission', async () => {
  const key = await shop.withKey({ permissions: allPermissions, mayMoveMoney: true });
  const closed = guarded.filter((one) => !isOpen(one));

  expect(closed.length).toBeGreaterThan(80);
  expect(await unexpected(closed, (route) => call(key, route), isRefusal)).toEqual([]);
});

test('closes routes of the whole marketplace for a key that is limited to locations', async () => {
  const key = await shop.withKey({ permissions: allPermissions, locations: [location] });
  const everywhere = open.filter(({ route }) => route.everywhere);

  expect(everywhere.length).toBeGreaterThan(50);
  expect(await unexpected(everywhere, (route) => call(key, route), isRefusal)).toEqual([]);
});

test('declares when each route asks for the password', () => {
  const asks = ({ route }: NamedRoute) => route.problems?.includes('reauth-required') ?? false;

  const isUndeclared = (one: NamedRoute) =>
    asks(one) !== (one.route.when !== undefined) || (asks(one) && !one.route.confirms);

  expect(guarded.filter(isUndeclared).map(({ name }) => name)).toEqual([]);
});

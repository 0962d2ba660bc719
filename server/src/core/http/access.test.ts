import type { Route } from '@aisle/contract/core/route';
import type { Permission } from '@aisle/contract/permissions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../problem.ts';
import { actorOn, canCall } from './access.ts';
import type { Actor } from './actor.ts';

const route = (change: Partial<Route> = {}): Route => ({
  resource: 'brands',
  method: 'GET',
  path: '/brand/list',
  permission: 'brand_list',
  summary: 'Brands',
  data: z.object({}),
  ...change,
});
const person = (permissions: Permission[], change: Partial<Actor> = {}): Actor => ({
  userId: 'u',
  sessionId: 's',
  apiKeyId: null,
  apiScopes: [],
  userType: 'others',
  name: 'Ada',
  permissions: new Set(permissions),
  locations: null,
  ...change,
});
const program = (...apiScopes: Actor['apiScopes']): Actor =>
  person([], { userId: null, sessionId: null, apiKeyId: 'k', userType: 'program', apiScopes });

const key = (...permissions: Permission[]): Actor =>
  person(permissions, { userId: null, sessionId: null, apiKeyId: 'k' });

function refusalOf(called: Route, actor: Actor | null): string | undefined {
  try {
    canCall(called, actor);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
  return undefined;
}

describe('a user', () => {
  test.each<[string, Route, Actor | null, string | undefined]>([
    ['can call public routes without signing in', route({ permission: 'public' }), null, undefined],
    ['must sign in for all other routes', route({ permission: 'signedIn' }), null, 'not-signed-in'],
    ['can call routes for all signed-in users', route({ permission: 'signedIn' }), person([]), undefined],
    ['can call a route with its permission', route(), person(['brand_list']), undefined],
    ["can't call a route with a different permission", route(), person(['brand_view']), 'permission-missing'],
    [
      "can't call a route with only one of its two permissions",
      route({ alsoNeeds: 'brand_delete' }),
      person(['brand_list']),
      'permission-missing',
    ],
    [
      'can call a route with both of its permissions',
      route({ alsoNeeds: 'brand_delete' }),
      person(['brand_list', 'brand_delete']),
      undefined,
    ],
    [
      "can't call an administrator route with its permission alone",
      route({ adminsOnly: true }),
      person(['brand_list']),
      'not-allowed',
    ],
    [
      'can call an administrator route as an administrator with its permission',
      route({ adminsOnly: true }),
      person(['brand_list'], { userType: 'admin' }),
      undefined,
    ],
    [
      'needs the permission of the route even as an administrator',
      route({ adminsOnly: true }),
      person([], { userType: 'admin' }),
      'permission-missing',
    ],
    [
      "can't call a marketplace-wide route with access to single locations",
      route({ everywhere: true }),
      person(['brand_list'], { locations: ['l'] }),
      'not-allowed',
    ],
    [
      "can't call a marketplace-wide route without any location",
      route({ everywhere: true }),
      person(['brand_list'], { locations: [] }),
      'not-allowed',
    ],
    [
      'can call a marketplace-wide route with access to all locations',
      route({ everywhere: true }),
      person(['brand_list']),
      undefined,
    ],
  ])('%s', (_, called, actor, code) => {
    expect(refusalOf(called, actor)).toBe(code);
  });
});

describe('an API key', () => {
  test.each<[string, Route, Actor, string | undefined]>([
    ['can call a route of its scope', route({ apiScope: 'orders' }), program('orders'), undefined],
    [
      "can't call a route of another scope",
      route({ apiScope: 'orders' }),
      program('catalogue'),
      'permission-missing',
    ],
    ["can't call a route without a scope", route(), program('orders', 'catalogue'), 'permission-missing'],
    ['can call a route with its permission', route(), key('brand_list'), undefined],
    ["can't call a route with a different permission", route(), key('brand_view'), 'not-allowed'],
    [
      "can't call a route with only one of its two permissions",
      route({ alsoNeeds: 'brand_delete' }),
      key('brand_list'),
      'not-allowed',
    ],
    ["can't call an administrator route", route({ adminsOnly: true }), key('brand_list'), 'not-allowed'],
    ["can't call a route about access", route({ confirms: 'access' }), key('brand_list'), 'not-allowed'],
    ['can call a route about money', route({ confirms: 'money' }), key('brand_list'), undefined],
    [
      "can't call a route that is closed to keys",
      route({ forKeys: false }),
      key('brand_list'),
      'not-allowed',
    ],
    [
      "can't call a marketplace-wide route with access to single locations",
      route({ everywhere: true }),
      { ...key('brand_list'), locations: ['l'] },
      'not-allowed',
    ],
    [
      "can't call a route for all signed-in users",
      route({ permission: 'signedIn' }),
      program('orders'),
      'permission-missing',
    ],
    [
      "can't call a route for all signed-in users with permissions either",
      route({ permission: 'signedIn' }),
      key('brand_list'),
      'not-allowed',
    ],
    [
      'can call a route for all signed-in users that is open to keys',
      route({ permission: 'signedIn', forKeys: true }),
      key('brand_list'),
      undefined,
    ],
  ])('%s', (_, called, actor, code) => {
    expect(refusalOf(called, actor)).toBe(code);
  });
});

describe('an API key acts', () => {
  const order = route({ permission: 'order_view', apiScope: 'orders' });

  test('as a program where only a scope opens the route', () => {
    const both = { ...key('brand_list'), apiScopes: ['orders'] as const };

    const acting = actorOn(order, both)!;

    expect([acting.userType, [...acting.permissions]]).toEqual(['program', ['cancel_order']]);
  });

  test('with its own permissions where they open the route', () => {
    const both = { ...key('order_view'), apiScopes: ['orders'] as const };

    expect(actorOn(order, both)).toBe(both);
  });
});

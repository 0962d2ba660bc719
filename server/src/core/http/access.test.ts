import type { Route } from '@aisle/contract/core/route';
import type { Permission } from '@aisle/contract/permissions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../problem.ts';
import { canCall } from './access.ts';
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
    ['may call what is public without signing in', route({ permission: 'public' }), null, undefined],
    ['signs in first for anything else', route({ permission: 'signedIn' }), null, 'not-signed-in'],
    ['may call what is for everybody signed in', route({ permission: 'signedIn' }), person([]), undefined],
    ['may call what they hold the permission for', route(), person(['brand_list']), undefined],
    ['may not call it with another one', route(), person(['brand_view']), 'permission-missing'],
    [
      'may not with one of the two permissions that it takes',
      route({ alsoNeeds: 'brand_delete' }),
      person(['brand_list']),
      'permission-missing',
    ],
    [
      'may with both permissions that it takes',
      route({ alsoNeeds: 'brand_delete' }),
      person(['brand_list', 'brand_delete']),
      undefined,
    ],
    [
      'of other than the administrators may not, whatever they hold',
      route({ adminsOnly: true }),
      person(['brand_list']),
      'not-allowed',
    ],
    [
      'who is an administrator may',
      route({ adminsOnly: true }),
      person(['brand_list'], { userType: 'admin' }),
      undefined,
    ],
    [
      'who is an administrator needs the permission as well',
      route({ adminsOnly: true }),
      person([], { userType: 'admin' }),
      'permission-missing',
    ],
    [
      'of single locations may not touch what belongs to all',
      route({ everywhere: true }),
      person(['brand_list'], { locations: ['l'] }),
      'not-allowed',
    ],
    [
      'of no location at all may not either',
      route({ everywhere: true }),
      person(['brand_list'], { locations: [] }),
      'not-allowed',
    ],
    ['of the whole marketplace may', route({ everywhere: true }), person(['brand_list']), undefined],
  ])('%s', (_, called, actor, code) => {
    expect(refusalOf(called, actor)).toBe(code);
  });
});

describe('an API key', () => {
  test.each<[string, Route, Actor, string | undefined]>([
    ['opens what its scope opens', route({ apiScope: 'orders' }), program('orders'), undefined],
    [
      'does not open what another scope opens',
      route({ apiScope: 'orders' }),
      program('catalogue'),
      'permission-missing',
    ],
    ['does not open what is for people', route(), program('orders', 'catalogue'), 'permission-missing'],
    [
      'does not open what is for everybody signed in',
      route({ permission: 'signedIn' }),
      program('orders'),
      'permission-missing',
    ],
  ])('%s', (_, called, actor, code) => {
    expect(refusalOf(called, actor)).toBe(code);
  });
});

import { api } from '@aisle/contract/api';
import { otherPermissions, paramsOf, type Route } from '@aisle/contract/core/route';
import { allPermissions, isPermission, type Permission, without } from '@aisle/contract/permissions';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { newId } from '../src/core/ids.ts';
import { openShop, type Person } from './shop.ts';

/** Covers every route of the contract automatically, including new ones. */
const routes: { name: string; route: Route }[] = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>).map(([name, route]) => ({
    name: `${resource}.${name}`,
    route,
  })),
);
const guarded = routes.filter(({ route }) => route.permission !== 'public');
const keyed = guarded.filter(({ route }) => isPermission(route.permission));
let admin: Person;

const shop = await openShop();
const signInAnew = async () => {
  admin = await shop.signIn();
};

/** IDs of no record, so that the call gets as far as its checks allow. */
const nowhere = (route: Route) => ({
  params: Object.fromEntries(paramsOf(route.path).map(({ name }) => [name, newId()])),
});

describe.each(guarded)('$name', ({ route }) => {
  test('requires a session before any other check', async () => {
    const got = await shop.anonymous.send(route, { ...nowhere(route), body: { garbage: true } });

    expect(got).toMatchObject({ status: 401, body: { status: false, error: { code: 'not-signed-in' } } });
  });
});

describe.each(keyed)('$name', ({ route }) => {
  test('reports the missing permission before it checks the request', async () => {
    const permission = route.permission as Permission;
    const refused = [permission, ...otherPermissions(route)];
    const almost = await shop.signIn({
      permissions: [...refused.reduce((kept, one) => without(kept, one), new Set(allPermissions))],
    });

    const got = await almost.send(route, { ...nowhere(route), body: { garbage: true } });

    expect(got.status).toBe(403);
    expect(got.message).toContain(permission);
    expect(got.body.error?.details).toMatchObject({ permission });
  });
});

describe.each(routes)('$name', ({ route }) => {
  // Some routes end the session of the caller.
  beforeEach(signInAnew);

  test('rejects invalid requests of every kind without an internal error', async () => {
    const garbage = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      fc.constantFrom(
        null,
        [],
        '',
        0,
        { page: -1 },
        { filters: { x: 1 } },
        { sort: { field: 'x' } },
        { search: '\u0000' },
        { version: 'x' },
      ),
    );

    await fc.assert(
      fc.asyncProperty(garbage, async (body) => {
        const got = await admin.send(route, { ...nowhere(route), body });

        expect(got.status, JSON.stringify(got.body)).toBeLessThan(500);
        if (got.status !== 200) expect(got.code).toMatch(/^[a-zA-Z]+([.-][a-zA-Z]+)*$/);
      }),
      { numRuns: 12 },
    );
  });
});

const odd = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    'null',
    '..',
    '%',
    "' OR 1=1 --",
    '\u0000',
    '2026-13-45',
    'x'.repeat(600),
    '{}',
  ),
);
const addressed = routes.filter(({ route }) => route.query || paramsOf(route.path).length > 0);
describe.each(addressed)('$name', ({ route }) => {
  beforeEach(signInAnew);

  test('accepts or rejects any path and query without an internal error', async () => {
    const names = [...Object.keys((route.query as z.ZodObject | undefined)?.shape ?? {}), 'other'];
    const path = fc.record(Object.fromEntries(paramsOf(route.path).map(({ name }) => [name, odd])));
    const query = fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 3 });

    await fc.assert(
      fc.asyncProperty(path, query, async (params, query) => {
        const got = await admin.send(route, { params, query });

        expect(got.status, JSON.stringify(got.body)).toBeLessThan(500);
        if (got.status !== 200) expect(got.code).toMatch(/^[a-zA-Z]+([.-][a-zA-Z]+)*$/);
      }),
      { numRuns: 10 },
    );
  });
});

const bodied = routes.filter(({ route }) => route.body);
describe.each(bodied)('$name', ({ route }) => {
  beforeEach(signInAnew);

  test("rejects a body that isn't JSON or has another content type", async () => {
    const url = `/api/v2${route.path.replace(/\{\w+\??\}/g, newId())}`;
    const send = (type: string, payload: string) =>
      shop.server.inject({
        method: route.method,
        url,
        headers: { ...admin.headers, 'content-type': type },
        payload,
      });

    const broken = await send('application/json', '{"name": ');
    const strange = await send('text/xml', '<a/>');

    // A made-up token in the path is rejected before the body is read.
    const expected = route.path.includes('{token}') ? [404, 404] : [400, 415];
    expect([broken.statusCode, strange.statusCode]).toEqual(expected);
  });
});

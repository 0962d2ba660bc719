import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../test/shop.ts';

interface Operation {
  operationId: string;
  summary: string;
  'x-permission': string;
  parameters: { name?: string; in?: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { 'x-codes'?: string[] }>;
}
let shop: Shop;
let text: string;
let document: { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };
beforeAll(async () => {
  shop = await openShop();
  const answer = await shop.server.inject('/api/v2/openapi.json');
  text = answer.body;
  document = JSON.parse(text);
});
afterAll(() => shop.close());

const routes = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>).map(([name, route]) => ({
    id: `${resource}.${name}`,
    route,
  })),
);

test('the document names every route with its permission, and none twice', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);

  expect(document.openapi).toBe('3.1.0');
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, route } of routes) {
    const path = `/api/v2${route.path.replaceAll('?', '')}`;
    const operation = document.paths[path]?.[route.method.toLowerCase()];
    expect(operation, id).toMatchObject({
      operationId: id,
      summary: route.summary,
      'x-permission': route.permission,
    });
    if (route.files) expect(operation!.requestBody!.content).toHaveProperty('multipart/form-data');
    const codes = Object.values(operation!.responses).flatMap((response) => response['x-codes'] ?? []);
    expect(codes).toEqual(expect.arrayContaining([...(route.problems ?? [])]));
    // Whatever takes a body may be sent too much of it, or another kind.
    if (route.method !== 'GET')
      expect(codes).toEqual(expect.arrayContaining(['too-large', 'unsupported-type']));
  }
});

test('the stream of events says how it may be refused', () => {
  const { responses } = document.paths['/api/v2/events']!.get!;

  expect(responses['401']!['x-codes']).toContain('not-signed-in');
  expect(responses['400']!['x-codes']).toContain('client-key-invalid');
});

test('every parameter of a path is declared', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const { parameters } of Object.values(methods)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(declared, path).toEqual(named);
    }
  }
});

test('whatever is referred to is there', () => {
  const references = [...text.matchAll(/"\$ref":"#([^"]+)"/g)].map((match) => match[1]!);
  expect(references.length).toBeGreaterThan(0);

  for (const reference of new Set(references)) {
    const found = reference
      .slice(1)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(found, reference).toBeDefined();
  }
});

test('the page to read shows every call, and runs nothing', async () => {
  const page = await shop.server.inject('/api/docs');

  expect(page.headers['content-type']).toContain('text/html');
  for (const { route } of routes) expect(page.body).toContain(`/api/v2${route.path}`);
  expect(page.body).not.toContain('<script');
});

import { gunzipSync } from 'node:zlib';
import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../test/shop.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
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

test('every call says in words who may make it', () => {
  const order = document.paths['/api/v2/order/list']!.post!;

  expect(order.description).toContain('Requires the permission `order_list` (View');
});

test('the page to read has the document and its viewer from this server, and no script of its own', async () => {
  const page = await shop.server.inject('/api/docs');
  const viewer = await shop.server.inject('/api/docs/viewer.js');

  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('data-url="/api/v2/openapi.json"');
  expect([...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1])).toEqual(
    expect.arrayContaining(['/api/docs/viewer.js']),
  );
  expect(page.body).not.toMatch(/(?:src|href)="(?!\/(?!\/))/);
  expect(page.body.match(/<script[^>]*>(?=[^<])/g)).toBeNull();
  expect(viewer.headers['content-type']).toContain('javascript');
  expect(gunzipSync(viewer.rawPayload).toString()).toContain('createApiReference');
});

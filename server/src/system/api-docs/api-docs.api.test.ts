import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { webhookData } from '@aisle/contract/system/webhooks/webhook-events';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../../test/shop.ts';
import { examples } from './examples.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  'x-permission': string;
  'x-scope'?: string;
  security: Record<string, string[]>[];
  tags: string[];
  parameters: { name?: string; in?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { 'x-codes'?: string[]; content?: Record<string, { schema: Schema }> }>;
}
interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const shop = await openShop();
const { body: text } = await shop.server.inject('/api/v2/openapi.json');
const document: {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string }[];
  'x-tagGroups': { tags: string[] }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, Schema> };
} = JSON.parse(text);

const routes = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>).map(([name, route]) => ({
    id: `${resource}.${name}`,
    route,
  })),
);

test('lists every route once, with its permission', () => {
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
    // Any route with a body can reject it as too large or as an unsupported type.
    if (route.method !== 'GET')
      expect(codes).toEqual(expect.arrayContaining(['too-large', 'unsupported-type']));
  }
});

test('documents the errors of the event stream', () => {
  const { responses } = document.paths['/api/v2/events']!.get!;

  expect(responses['401']!['x-codes']).toContain('not-signed-in');
  expect(responses['400']!['x-codes']).toContain('client-key-invalid');
});

test('names schemas once after their exports in the contract, with descriptions', () => {
  const { schemas } = document.components;
  const { Order, Cents } = schemas;

  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Product', 'Order', 'Customer', 'Location', 'Quote', 'MainOrderInput', 'Id']),
  );
  expect(Object.keys(schemas).filter((name) => /schema\d|[.!]/.test(name))).toEqual([]);
  expect(Order!.properties!.total).toEqual({ $ref: '#/components/schemas/Cents' });
  expect(Order!.properties!.coinsToEarn!.description).toContain('will earn on delivery');
  expect(Cents!.description).toContain('whole cents');
});

test('lets client generators derive a unique name for each field', () => {
  const { schemas } = document.components;
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  // Only inline schemas get a generated name; a reference already has one.
  const isInPlace = (field: Schema) => !JSON.stringify(field).includes('$ref');
  const isNamed = (field: Schema) =>
    ['anyOf', 'enum', 'properties'].some((key) => key in field) || Array.isArray(field.type);
  const names = Object.entries(schemas).flatMap(([name, { properties = {} }]) => [
    name,
    ...Object.entries(properties)
      .filter(([, field]) => isInPlace(field) && isNamed(field))
      .map(([field]) => `${name}${capital(field)}`),
  ]);

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** Yields numeric fields below a schema that have no description and whose name doesn't reveal their unit. */
function* bareNumbers(schema: Schema, at: string, seen: Set<string>): Generator<string> {
  const { $ref, properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const name = $ref?.split('/').at(-1);
  if (name && !seen.has(name)) yield* bareNumbers(document.components.schemas[name]!, name, seen.add(name));
  for (const [field, property] of Object.entries(properties)) {
    const types = [property, ...(property.anyOf ?? [])].flatMap(({ type }) => type ?? []);
    const isNumber = types.includes('number') || types.includes('integer');
    if (isNumber && !property.description && !/(?:Count|Minutes)$/.test(field)) yield `${at}.${field}`;
    yield* bareNumbers(property, at, seen);
  }
  for (const part of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf]) {
    if (part && typeof part === 'object') yield* bareNumbers(part, at, seen);
  }
}

test('describes the unit of every number that an API key sends or receives', () => {
  const ofKeys = routes.filter(({ route }) => route.apiScope);
  const contents = ofKeys.flatMap(({ route }) => {
    const methods = document.paths[`/api/v2${route.path.replaceAll('?', '')}`]!;
    const { requestBody, responses } = methods[route.method.toLowerCase()]!;
    return [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
  });
  const seen = new Set<string>();
  const bare = contents.flatMap(({ schema }) => [...bareNumbers(schema, '', seen)]);

  expect(seen).toContain('SubProduct');
  expect(bare).toEqual([]);
});

test('includes examples that match the contract', () => {
  for (const [id, { body, data }] of Object.entries(examples)) {
    const { route } = routes.find((one) => one.id === id)!;
    // Parsing drops unknown fields, so an equal result means that the schema knows them all.
    expect(z.parse(route.data, data), id).toEqual(data);
    if (route.body) expect(z.safeParse(route.body, body).error, id).toBeUndefined();
    const address = document.paths[`/api/v2${route.path}`]![route.method.toLowerCase()]!;
    expect(JSON.stringify(address.responses['200']), id).toContain('"example":');
  }
});

test('names the API key scope of each call', () => {
  for (const { route, id } of routes) {
    const operation =
      document.paths[`/api/v2${route.path.replaceAll('?', '')}`]![route.method.toLowerCase()]!;
    const scopes = operation.security.flatMap(({ apiKey }) => apiKey ?? []);
    expect([operation['x-scope'], scopes], id).toEqual([
      route.apiScope,
      route.permission === 'public'
        ? []
        : [route.apiScope, route.orApiScope].filter((scope) => scope !== undefined),
    ]);
  }
});

test('says which calls are open to API keys, and when they need the right to move money', () => {
  const operationOf = (path: string, method: string) => document.paths[`/api/v2${path}`]![method]!;

  expect(operationOf('/order/refund/{id}', 'post')).toMatchObject({
    'x-permission': 'cancel_order',
    'x-open-to-keys': true,
    'x-needs-may-move-money': 'above refundConfirmAbove',
  });
  expect(operationOf('/api-key/create', 'post')).toMatchObject({ 'x-open-to-keys': false });
  expect(operationOf('/profile/get', 'get')).toMatchObject({ 'x-open-to-keys': false });
  expect(operationOf('/brand/create', 'post').security).toContainEqual({ apiKey: [] });
});

test('names each tag in words and puts it into one group', () => {
  const used = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags }) => tags),
  );
  const grouped = document['x-tagGroups'].flatMap(({ tags }) => tags);

  expect([...new Set(used)].sort()).toEqual([...grouped].sort());
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...grouped].sort());
  expect(grouped.filter((name) => /[a-z][A-Z]/.test(name))).toEqual([]);
});

test('contains the public address of the installation and its webhooks', () => {
  expect(document.servers).toEqual([expect.objectContaining({ url: shop.services.settings.publicUrl })]);
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(webhookData));
});

test('is valid OpenAPI 3.1', async () => {
  const config = await createConfig({ extends: ['spec'] });

  const problems = await lintFromString({ source: text, config });

  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
});

/** Uses the client as a storefront would. */
const storefront = `
import type { components, paths } from './api.js';
type Create = paths['/api/v2/main-order/create']['post'];
type Body = Create['requestBody']['content']['application/json'];
type Answer = Create['responses']['200']['content']['application/json'];
const body: Body = { fulfilment: 'pickup', paymentType: 'card', customerId: 'x', lines: [{ sku: 'MILK', quantity: 1, locationId: 'x' }] };
export const totalOf = (answer: Answer): number => answer.data.total;
export const namesOf = (node: components['schemas']['CategoryNode']): string[] => [node.name, ...node.children.flatMap(namesOf)];
// @ts-expect-error A node is no \`any\`.
export const wrong = (node: components['schemas']['CategoryNode']): number => node.children[0]!.name;
// @ts-expect-error Another status than there is.
export const status: components['schemas']['Order']['status'] = 'lost';
void body;
`;

test('generates a TypeScript client that compiles in strict mode', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'api.d.ts'), astToString(await openapiTypeScript(text)));
  await writeFile(path.join(folder, 'storefront.ts'), storefront);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];

  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiled = await promisify(execFile)(
    process.execPath,
    [path.join(path.dirname(compiler), 'bin/tsc'), ...options, 'api.d.ts', 'storefront.ts'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error);

  expect(compiled.stdout).toBe('');
}, 120_000);

test('declares every path parameter', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const { parameters } of Object.values(methods)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(declared, path).toEqual(named);
    }
  }
});

test('resolves every reference', () => {
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

test('describes in words who can make each call', () => {
  const order = document.paths['/api/v2/order/list']!.post!;

  expect(order.description).toContain('Requires the permission `order_list` (View');
});

test('serves the page, its document and its viewer from this server, without inline scripts', async () => {
  const page = await shop.server.inject('/api/docs');
  const viewer = await shop.server.inject('/api/docs/viewer.js');

  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('data-url="/api/v2/openapi.json"');
  expect([...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1])).toEqual(
    expect.arrayContaining(['/api/docs/viewer.js']),
  );
  const font = await shop.server.inject(/url\('([^']+)'\)/.exec(page.body)![1]!);
  expect([font.headers['content-type'], font.rawPayload.toString('latin1', 0, 4)]).toEqual([
    'font/woff2',
    'wOF2',
  ]);
  expect(page.body).not.toMatch(/(?:src|href)="(?!\/(?!\/))/);
  expect(page.body.match(/<script[^>]*>(?=[^<])/g)).toBeNull();
  expect(viewer.headers['content-type']).toContain('javascript');
  expect(gunzipSync(viewer.rawPayload).toString()).toContain('createApiReference');
});

test('compresses the document for clients that accept it', async () => {
  const packed = await shop.server.inject({
    url: '/api/v2/openapi.json',
    headers: { 'accept-encoding': 'gzip, br' },
  });

  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.rawPayload.length).toBeLessThan(text.length / 5);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(text);
});

test('limits the API pages by address, even with invented credentials', async () => {
  const limited = await openShop({ rateLimit: 600 });
  const ask = (attempt: number, address: string) =>
    limited.server.inject({
      url: '/api/docs',
      remoteAddress: address,
      headers: { authorization: `Bearer aisle_${attempt}` },
    });

  const statuses: number[] = [];
  for (let attempt = 0; attempt < 125; attempt += 1)
    statuses.push((await ask(attempt, '192.0.2.1')).statusCode);

  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(new Set(statuses.slice(120))).toEqual(new Set([429]));
  expect((await ask(0, '192.0.2.2')).statusCode).toBe(200);
});

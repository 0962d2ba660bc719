import { Envelope } from '@aisle/contract/core/envelope';
import { type AnySchema, isOpenToKeys, paramsOf, type Route } from '@aisle/contract/core/route';
import { type ProblemCode, problems } from '@aisle/contract/errors';
import { apiScopeLabels } from '@aisle/contract/system/api-keys';
import { defaultSinceMs, eventsPath, LiveMessage, sinceParameter } from '@aisle/contract/system/live/events';
import { webhookData } from '@aisle/contract/system/webhooks/webhook-events';
import { pingEvent, webhookEvents, webhookHeaders } from '@aisle/contract/system/webhooks/webhooks';
import { z } from 'zod';
import { accessText } from './access-text.ts';
import { readContract } from './contract-schemas.ts';
import { type Example, examples } from './examples.ts';
import { type Json, Schemas } from './schemas.ts';
import { tagFor, tagGroups } from './tags.ts';

export type Api = Record<string, Record<string, Route>>;
interface About {
  basePath: string;
  version: string;
  publicUrl: string;
}

/** Error codes that any route can return besides its own. */
const always: readonly ProblemCode[] = [
  'validation-failed',
  'malformed-request',
  'encryption-required',
  'client-key-invalid',
  'not-signed-in',
  'permission-missing',
  'not-allowed',
  'apiKeys.address',
  'apiKeys.no-money',
  'not-found',
  'too-many-requests',
  'unavailable',
  'busy',
  'disk-full',
  'out-of-memory',
  'read-only',
];

const introduction = `Every response is an envelope with \`status\`, \`message\`, and \`data\` or \`error\`. Amounts are whole cents, instants are ISO 8601 in UTC, and days are \`YYYY-MM-DD\` where the location is.

**Signing in.** Programs send an API key as \`Authorization: Bearer aisle_…\`. A key with the permission of a call can use it, unless the call says that no API keys can. Where people confirm with their password that money moves, a key also needs \`mayMoveMoney\`. Some calls can be used with a scope instead. People send the \`admin-token\` and \`_id\` from \`auth/login\`.

**Encryption.** Send your public key as \`X-Client-Key\` to get encrypted responses (JWE).

**Errors.** A refusal has \`error.code\`, which never changes, a \`message\` for people, and \`error.fields\` where fields are wrong. Any call can answer these:

${always.map((code) => `- ${problems[code].status} \`${code}\`: ${problems[code].message}`).join('\n')}`;

/** Generates an OpenAPI 3.1 document of the whole API from the contract. */
export async function openApi(api: Api, { basePath, version, publicUrl }: About): Promise<Json> {
  const { schemas: named, domains } = await readContract();
  const schemas = new Schemas(named, unnamedSchemas(api));
  const paths: Record<string, Json> = {};
  for (const [resource, routes] of Object.entries(api)) {
    for (const [name, route] of Object.entries(routes)) {
      for (const [address, params] of addressesOf(route.path)) {
        const routeId = `${resource}.${name}`;
        const id = address === route.path.replaceAll('?', '') ? routeId : `${routeId}.own`;
        paths[basePath + address] ??= {};
        paths[basePath + address]![route.method.toLowerCase()] = operation(
          id,
          { resource, routeId, route, params },
          schemas,
        );
      }
    }
  }
  paths[basePath + eventsPath] = { get: eventStream(schemas) };
  return schemas.complete({
    openapi: '3.1.0',
    info: {
      title: 'Aisle',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: introduction,
    },
    servers: [{ url: publicUrl, description: 'This installation' }],
    tags: [...Object.keys(api), 'events'].map(tagFor),
    'x-tagGroups': tagGroups(api, domains),
    paths,
    webhooks: webhooks(schemas),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'admin-token', description: 'From auth/login' },
        user: { type: 'apiKey', in: 'header', name: '_id', description: 'The id of the signed-in user' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key from Settings. Its scopes: ${scopesInWords}`,
          'x-scopes': apiScopeLabels,
        },
      },
      parameters,
    },
  });
}

const scopesInWords = Object.entries(apiScopeLabels)
  .map(([scope, label]) => `\`${scope}\` (${label})`)
  .join(', ');

const parameters = {
  clientKey: {
    name: 'X-Client-Key',
    in: 'header',
    description:
      'A public JWK (OKP X25519 or EC P-256) as base64url. The response is encrypted to it as a JWE',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating a key with the same body returns the first response and does nothing again. Required with an API key.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
};

/** Request and response schemas of routes. Most have no name in the contract, so they get one such as `OrdersListData`. */
const unnamedSchemas = (api: Api) =>
  Object.entries(api).flatMap(([resource, routes]) =>
    Object.entries(routes).flatMap(([name, { query, body, data }]) => {
      const parts: Record<string, AnySchema | undefined> = { query, body, data };
      return Object.entries(parts).flatMap(([part, schema]) =>
        schema ? [{ name: [resource, name, part].map(capital).join(''), schema }] : [],
      );
    }),
  );

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Calls that Aisle makes to other programs. */
function webhooks(schemas: Schemas): Json {
  const descriptions = { ...webhookEvents, [pingEvent]: 'A test that someone sent from Settings' };
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return Object.fromEntries(
    Object.entries(webhookData).map(([event, data]) => [
      event,
      {
        post: {
          operationId: `webhooks.${event}`,
          tags: [tagFor('webhooks').name],
          summary: descriptions[event as keyof typeof descriptions],
          description: 'Respond with 2xx within 10 seconds. Anything else is retried for 2 days.',
          security: [],
          parameters: [
            header(webhookHeaders.id, 'The id of the event, the same for every repeat'),
            header(webhookHeaders.timestamp, 'When it was sent, in seconds since 1970'),
            header(
              webhookHeaders.signature,
              '`v1,` and the base64 HMAC-SHA-256 of id, timestamp and body, joined by dots. Two of them while a secret changes',
            ),
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id', 'event', 'createdAt', 'data'],
                  properties: {
                    id: { type: 'string', format: 'uuid' },
                    event: { const: event },
                    createdAt: { type: 'string', format: 'date-time' },
                    data: schemas.of(data, 'output'),
                  },
                },
              },
            },
          },
          responses: { '2XX': { description: 'Received' } },
        },
      },
    ]),
  );
}

/** The only address whose response has no envelope. */
function eventStream(schemas: Schemas): Json {
  return {
    operationId: 'events',
    tags: [tagFor('events').name],
    summary: 'A live event stream. Each data line is a LiveMessage, or a JWE of one',
    'x-permission': 'signedIn',
    'x-open-to-keys': true,
    security: [{ apiKey: [] }, { session: [], user: [] }],
    parameters: [
      { $ref: '#/components/parameters/clientKey' },
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'Resumes after this event. An event named reset means that too many were missed',
        schema: { type: 'string' },
      },
      {
        name: sinceParameter,
        in: 'query',
        description: `Without Last-Event-ID, starts this many milliseconds back (default ${defaultSinceMs})`,
        schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
      },
    ],
    responses: {
      '200': {
        description: 'A stream that ends with the session',
        content: { 'text/event-stream': { schema: schemas.of(LiveMessage, 'output') } },
      },
      ...failures({ method: 'GET' }, schemas),
    },
  };
}

/** '/store/product-tree/{id?}' becomes two addresses: with and without the parameter. */
function addressesOf(path: string): [string, string[]][] {
  const names = paramsOf(path);
  const full: [string, string[]] = [path.replaceAll('?', ''), names.map(({ name }) => name)];
  const bare = path.replace(/\/\{\w+\?\}/g, '');
  if (bare === path) return [full];
  return [full, [bare, names.filter(({ optional }) => !optional).map(({ name }) => name)]];
}

interface Operation {
  resource: string;
  /** Such as `orders.view`; the key of its examples. */
  routeId: string;
  route: Route;
  /** Path parameters. */
  params: string[];
}
function operation(id: string, { resource, routeId, route, params }: Operation, schemas: Schemas): Json {
  const session = { session: [], user: [] };
  const scopes = [route.apiScope, route.orApiScope].filter((one) => one !== undefined);
  const [scope] = scopes;
  const example = examples[routeId];
  return {
    operationId: id,
    tags: [tagFor(resource).name],
    summary: route.summary,
    description: `${accessText(route)}.`,
    'x-permission': route.permission,
    ...(route.everywhere && { 'x-everywhere': true }),
    ...(scope && { 'x-scope': scope }),
    ...(route.permission !== 'public' && { 'x-open-to-keys': isOpenToKeys(route) }),
    ...(isOpenToKeys(route) && route.confirms === 'money' && { 'x-needs-may-move-money': route.when }),
    ...(route.permission === 'public'
      ? { security: [] }
      : {
          security: [
            ...scopes.map((one) => ({ apiKey: [one] })),
            ...(isOpenToKeys(route) ? [{ apiKey: [] }] : []),
            session,
          ],
        }),
    parameters: [
      ...params.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: name === 'token' || name === 'name' ? { type: 'string' } : { type: 'string', format: 'uuid' },
      })),
      ...queryParameters(route, schemas),
      { $ref: '#/components/parameters/clientKey' },
      ...(route.onceByKey ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...(route.body || route.files ? { requestBody: requestBody(routeId, route, schemas) } : {}),
    responses: { '200': success({ route, example }, schemas), ...failures(route, schemas) },
  };
}

interface ObjectSchema {
  properties?: Record<string, Json>;
  required?: string[];
}
function queryParameters({ query }: Route, schemas: Schemas): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemas.objectOf(query, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function requestBody(id: string, { body, files = {} }: Route, schemas: Schemas): Json {
  const schema = body ? schemas.of(body, 'input') : { type: 'object' };
  const file = { type: 'string', format: 'binary' };
  const fields = Object.entries(files).map(([name, { many }]) => [
    name,
    many ? { type: 'array', items: file } : file,
  ]);
  const form = () => {
    const { properties } = (body ? schemas.objectOf(body, 'input') : {}) as ObjectSchema;
    return { type: 'object', properties: { ...properties, ...Object.fromEntries(fields) } };
  };
  const example = examples[id]?.body;
  return {
    required: body ? !z.safeParse(body, undefined).success : false,
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      ...(fields.length > 0 && { 'multipart/form-data': { schema: form() } }),
    },
  };
}

interface DocumentedResponse {
  route: Route;
  example: Example | undefined;
}
function success({ route, example }: DocumentedResponse, schemas: Schemas): Json {
  const message = route.message ?? 'OK';
  return {
    description: message,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['status', 'message', 'data'],
          properties: {
            status: { const: true },
            message: { type: 'string' },
            data: schemas.of(route.data, 'output'),
          },
        },
        ...(example && { example: { status: true, message, data: example.data } }),
      },
    },
  };
}

/** The introduction explains codes that any call can return, so they are only named here. */
const describedCode = (code: ProblemCode) =>
  always.includes(code) ? `\`${code}\`` : `\`${code}\`: ${problems[code].message}`;

/** Error responses by HTTP status, each with its possible error codes. */
function failures(route: Pick<Route, 'method' | 'problems' | 'onceByKey'>, schemas: Schemas): Json {
  const schema = schemas.of(Envelope, 'output');
  const codes = new Set<ProblemCode>([...always, ...(route.problems ?? [])]);
  if (route.method !== 'GET') for (const code of ['too-large', 'unsupported-type'] as const) codes.add(code);
  if (route.onceByKey)
    for (const code of ['idempotency-key-required', 'idempotency-key-reused'] as const) codes.add(code);
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, found]) => [
        String(status),
        {
          description: found.map(describedCode).join('\n\n'),
          content: { 'application/json': { schema } },
          'x-codes': found,
        },
      ]),
  );
}

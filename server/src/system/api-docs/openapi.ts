import { Envelope } from '@aisle/contract/core/envelope';
import { type AnySchema, paramsOf, type Route } from '@aisle/contract/core/route';
import { type ProblemCode, problems } from '@aisle/contract/errors';
import { eventsPath, LiveMessage, sinceParameter, usuallySinceMs } from '@aisle/contract/system/events';
import { z } from 'zod';
import { accessText } from './access-text.ts';

export type Json = Record<string, unknown>;
export type Api = Record<string, Record<string, Route>>;

/** What any route may answer beside what it names itself. */
const always: readonly ProblemCode[] = [
  'validation-failed',
  'malformed-request',
  'encryption-required',
  'client-key-invalid',
  'not-signed-in',
  'permission-missing',
  'not-allowed',
  'not-found',
  'too-many-requests',
  'unavailable',
  'busy',
  'disk-full',
  'out-of-memory',
  'read-only',
];

/** The whole API as OpenAPI 3.1, made from the contract: what the contract says, this says. */
export function openApi(api: Api, basePath: string, version: string): Json {
  const schemas: Json = { Envelope: schemaOf(Envelope, 'output', 'Envelope') };
  const paths: Record<string, Json> = {};
  for (const [resource, routes] of Object.entries(api)) {
    for (const [name, route] of Object.entries(routes)) {
      for (const [address, params] of addressesOf(route.path)) {
        const id =
          address === route.path.replaceAll('?', '') ? `${resource}.${name}` : `${resource}.${name}.own`;
        paths[basePath + address] ??= {};
        paths[basePath + address]![route.method.toLowerCase()] = operation(
          id,
          { resource, route, params },
          schemas,
        );
      }
    }
  }
  paths[basePath + eventsPath] = { get: eventStream(schemas) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aisle',
      version,
      license: { name: 'MIT' },
      description:
        'Every response is an envelope with status, message, and data or error. Send your public key as X-Client-Key to get encrypted responses (JWE).',
    },
    tags: Object.keys(api).map((resource) => ({ name: resource })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'admin-token', description: 'From auth/login' },
        user: { type: 'apiKey', in: 'header', name: '_id', description: 'The id of the signed-in user' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key created in Settings' },
      },
      parameters: {
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
      },
    },
  };
}

/** The one address that does not answer with an envelope. */
function eventStream(schemas: Json): Json {
  schemas.LiveMessage = schemaOf(LiveMessage, 'output', 'LiveMessage');
  return {
    operationId: 'events',
    tags: ['events'],
    summary: 'A live event stream. Each data line is a LiveMessage, or a JWE of one',
    'x-permission': 'signedIn',
    security: [{ session: [], user: [] }],
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
        description: `Without Last-Event-ID, starts this many milliseconds back (default ${usuallySinceMs})`,
        schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
      },
    ],
    responses: {
      '200': {
        description: 'A stream that ends with the session',
        content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/LiveMessage' } } },
      },
      ...failures({ method: 'GET' }),
    },
  };
}

/** '/store/product-tree/{id?}' is two addresses: with and without the parameter. */
function addressesOf(path: string): [string, string[]][] {
  const names = paramsOf(path);
  const full: [string, string[]] = [path.replaceAll('?', ''), names.map(({ name }) => name)];
  const bare = path.replace(/\/\{\w+\?\}/g, '');
  if (bare === path) return [full];
  return [full, [bare, names.filter(({ optional }) => !optional).map(({ name }) => name)]];
}

interface Operation {
  resource: string;
  route: Route;
  /** The parameters of the path. */
  params: string[];
}
function operation(id: string, { resource, route, params }: Operation, schemas: Json): Json {
  const session = { session: [], user: [] };
  return {
    operationId: id,
    tags: [resource],
    summary: route.summary,
    description: `${accessText(route)}.`,
    'x-permission': route.permission,
    ...(route.everywhere && { 'x-everywhere': true }),
    ...(route.permission === 'public'
      ? { security: [] }
      : { security: route.apiScope ? [session, { apiKey: [] }] : [session] }),
    parameters: [
      ...params.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: name === 'token' || name === 'name' ? { type: 'string' } : { type: 'string', format: 'uuid' },
      })),
      ...queryParameters(route),
      { $ref: '#/components/parameters/clientKey' },
      ...(route.onceByKey ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...(route.body || route.files ? { requestBody: requestBody(id, route, schemas) } : {}),
    responses: { '200': success(id, route, schemas), ...failures(route) },
  };
}

function queryParameters(route: Route): Json[] {
  if (!route.query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(route.query, options('input')) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function requestBody(id: string, route: Route, schemas: Json): Json {
  const body = route.body ? schemaOf(route.body, 'input', `${id}.body`) : { type: 'object' };
  schemas[`${id}.body`] = body;
  const ref = { $ref: `#/components/schemas/${id}.body` };
  const files = Object.entries(route.files ?? {}).map(([name, { many }]) => {
    const file = { type: 'string', format: 'binary' };
    return [name, many ? { type: 'array', items: file } : file];
  });
  const properties = { ...((body as { properties?: Json }).properties ?? {}), ...Object.fromEntries(files) };
  return {
    required: route.body ? !z.safeParse(route.body, undefined).success : false,
    content: {
      'application/json': { schema: ref },
      ...(files.length > 0 && { 'multipart/form-data': { schema: { type: 'object', properties } } }),
    },
  };
}

function success(id: string, route: Route, schemas: Json): Json {
  schemas[`${id}.data`] = schemaOf(route.data, 'output', `${id}.data`);
  return {
    description: route.message ?? 'OK',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['status', 'message', 'data'],
          properties: {
            status: { const: true },
            message: { type: 'string' },
            data: { $ref: `#/components/schemas/${id}.data` },
          },
        },
      },
    },
  };
}

/** By HTTP status, each with the error codes that it may have. */
function failures(route: Pick<Route, 'method' | 'problems' | 'onceByKey'>): Json {
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
          description: found.map((code) => `${code}: ${problems[code].message}`).join('\n\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
          'x-codes': found,
        },
      ]),
  );
}

const options = (io: 'input' | 'output') =>
  ({ io, unrepresentable: 'any', target: 'draft-2020-12' }) as const;

/** A schema that can stand below components: what refers to itself says so from the document's root. */
function schemaOf(schema: AnySchema, io: 'input' | 'output', name: string): Json {
  const { $schema: _, ...found } = z.toJSONSchema(schema, options(io)) as Json;
  const text = JSON.stringify(found).replace(/"\$ref":"#(\/[^"]*)?"/g, (_whole, rest = '') =>
    JSON.stringify({ $ref: `#/components/schemas/${name}${rest}` }).slice(1, -1),
  );
  return JSON.parse(text) as Json;
}

import { readFileSync } from 'node:fs';
import { api } from '@aisle/contract/api';
import { isOpenToKeys, type Route } from '@aisle/contract/core/route';
import { z } from 'zod';
import { basePath } from '../../server/src/core/http/serve.ts';
import { openApi } from '../../server/src/system/api-docs/openapi.ts';
import type { Schema } from './type-text.ts';

interface Json<Of> {
  content: { 'application/json': { schema: Of } };
}
interface Operation {
  /** The callers that have access. */
  description: string;
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required: boolean } & Json<Schema>;
  responses: { 200: Json<{ properties: { data: Schema } }> };
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: Json<{ properties: { data: Schema } }> } }>;
  components: { schemas: Record<string, Schema> };
}

/** A call, with the schemas of the API document. */
export interface Method {
  resource: string;
  name: string;
  route: Route;
  /** The callers that have access. */
  access: string;
  query: Schema | undefined;
  body: Schema | undefined;
  needsBody: boolean;
  data: Schema;
  /** A list that continues after a cursor. */
  isPaged: boolean;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const document = (await openApi(api, { basePath, version, publicUrl: '' })) as unknown as ApiDocument;

/** The named schemas of the contract. */
export const { schemas } = document.components;

/** The calls of each resource that an API key can make. Those of people, and of links in messages, aren't part of the client. */
export const resources = Object.entries(api as Record<string, Record<string, Route>>)
  .map(([resource, routes]) => ({
    resource,
    methods: Object.entries(routes)
      .filter(([, route]) => isForPrograms(route))
      .map(([name, route]) => methodOf(resource, name, route)),
  }))
  .filter(({ methods }) => methods.length > 0);

/** The events of webhooks, with the schemas of their `data`. */
export const events = Object.entries(document.webhooks).map(([event, { post }]) => ({
  event,
  data: post.requestBody.content['application/json'].schema.properties.data,
}));

function isForPrograms(route: Route): boolean {
  return (
    (route.permission !== 'public' && isOpenToKeys(route)) || Boolean(route.apiScope ?? route.orApiScope)
  );
}

function methodOf(resource: string, name: string, route: Route): Method {
  const operation = document.paths[basePath + route.path.replaceAll('?', '')]![route.method.toLowerCase()]!;
  const query = querySchema(operation);
  const data = operation.responses[200].content['application/json'].schema.properties.data;
  return {
    resource,
    name,
    route,
    access: operation.description,
    query,
    body: route.body && operation.requestBody?.content['application/json'].schema,
    needsBody: operation.requestBody?.required ?? false,
    data,
    isPaged:
      hasField(route.body ? schemaOf(route.body) : query, 'cursor') &&
      hasField(data, 'records') &&
      hasField(data, 'nextCursor'),
  };
}

function querySchema({ parameters }: Operation): Schema | undefined {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, withNumbers(schema)])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Numbers of a query are sent as text. The client accepts them as numbers too. */
function withNumbers(schema: Schema): Schema {
  return schema.pattern?.startsWith('^\\d') ? { ...schema, type: ['number', 'string'] } : schema;
}

function hasField(schema: Schema | undefined, field: string): boolean {
  const found = schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;
  return field in (found?.properties ?? {});
}

/** The schema of a part of the contract that isn't in the document. */
export function schemaOf(schema: z.core.$ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

// Writes the types and the method table of the client from the contract, by way of the API document.
//
//   node generator/generate.ts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@aisle/contract/api';
import { isOpenToKeys, paramsOf, type Route } from '@aisle/contract/core/route';
import { problems } from '@aisle/contract/errors';
import { z } from 'zod';
import { basePath } from '../../server/src/core/http/serve.ts';
import { openApi } from '../../server/src/system/api-docs/openapi.ts';
import { comment, declaration, isRecord, key, namesIn, type Schema, typeText } from './type-text.ts';

interface Operation {
  description: string;
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } };
  responses: { 200: { content: { 'application/json': { schema: { properties: { data: Schema } } } } } };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }
  >;
  components: { schemas: Record<string, Schema> };
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const document = (await openApi(api, { basePath, version, publicUrl: '' })) as unknown as Document;
const schemas = { ...document.components.schemas };
/** Schemas that the generated code uses, with those that they use themselves. */
const used = new Set<string>(['LiveMessage']);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Routes that an API key can call. Those of people, such as sign-in, and of links in messages aren't part of the client. */
const isForPrograms = (route: Route): boolean =>
  (route.permission !== 'public' && isOpenToKeys(route)) || Boolean(route.apiScope ?? route.orApiScope);

interface Method {
  name: string;
  route: Route;
  operation: Operation;
  query: Schema | undefined;
  body: Schema | undefined;
  data: Schema;
}
const resources = Object.entries(api as Record<string, Record<string, Route>>)
  .map(([resource, routes]) => ({
    resource,
    methods: Object.entries(routes)
      .filter(([, route]) => isForPrograms(route))
      .map(([name, route]) => methodOf(name, route)),
  }))
  .filter(({ methods }) => methods.length > 0);

function methodOf(name: string, route: Route): Method {
  const operation = document.paths[basePath + route.path.replaceAll('?', '')]![route.method.toLowerCase()]!;
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  return {
    name,
    route,
    operation,
    query:
      query.length === 0
        ? undefined
        : {
            type: 'object',
            properties: Object.fromEntries(query.map((one) => [one.name!, one.schema!])),
            required: query.filter((one) => one.required).map((one) => one.name!),
          },
    body: route.body && operation.requestBody?.content['application/json'].schema,
    data: operation.responses[200].content['application/json'].schema.properties.data,
  };
}

/** One line for each route: method, path, and one letter for each of its traits. */
function routeText({ route, query, data }: Method): string {
  const { body, files, raw, reads, onceByKey } = route;
  const traits = {
    b: body ?? files ?? raw,
    q: !body && query,
    m: files,
    r: reads,
    k: onceByKey,
    p: isPaged(route, query, data),
  };
  const flags = Object.entries(traits).flatMap(([flag, isSet]) => (isSet ? [flag] : []));
  return [route.method, route.path, flags.join('')].join(' ').trimEnd();
}

/** Whether a list continues after a cursor. */
function isPaged(route: Route, query: Schema | undefined, data: Schema): boolean {
  const input = route.body ? z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) : query;
  const fields = data.$ref ? schemas[data.$ref.split('/').at(-1)!] : data;
  const has = (schema: unknown, field: string) => field in ((schema as Schema | undefined)?.properties ?? {});
  return has(input, 'cursor') && has(fields, 'records') && has(fields, 'nextCursor');
}

/** A reference to a schema. One without a name in the contract is declared under the name of its route. */
function reference(resource: string, { name }: Method, part: string, schema: Schema): string {
  if (!isRecord(schema)) {
    for (const one of namesIn(schema)) used.add(one);
    return typeText(schema, '  ');
  }
  const own = [resource, name, part].map(capital).join('');
  if (schemas[own] && JSON.stringify(schemas[own]) !== JSON.stringify(schema))
    throw new Error(`Two schemas are named ${own}`);
  schemas[own] = schema;
  used.add(own);
  return own;
}

function methodText(resource: string, method: Method): string {
  const { name, route, operation, query, body, data } = method;
  const named = (part: string, schema: Schema) => reference(resource, method, part, schema);
  const optional = !operation.requestBody?.required;
  const args = paramsOf(route.path).map((param) => `${param.name}${param.optional ? '?' : ''}: string`);
  const files = Object.entries(route.files ?? {}).map(
    ([field, { many }]) => `${key(field)}?: ${many ? 'Blob[]' : 'Blob'}`,
  );
  const sent = [
    ...(body ? [named('body', body)] : []),
    ...(files.length > 0 ? [`{ ${files.join('; ')} }`] : []),
  ];
  if (route.raw) args.push('content: Blob');
  else if (sent.length > 0) args.push(`body${optional ? '?' : ''}: ${sent.join(' & ')}`);
  else if (query) args.push(`query${query.required!.length === 0 ? '?' : ''}: ${named('query', query)}`);
  const more = body && query ? ` & { query?: ${named('query', query)} }` : '';
  args.push(`options?: ${route.onceByKey ? 'OnceOptions' : 'CallOptions'}${more}`);
  const result = named('data', data);
  const own = route.problems?.map((code) => `\`${code}\``).join(', ');
  // The client sends the key itself.
  const access = operation.description.replace('; requires an Idempotency-Key', '');
  const text = [`${route.summary}.`, '', access, ...(own ? ['', `Errors: ${own}.`] : [])];
  const type = isPaged(route, query, data) ? 'List' : 'Promise';
  // A parameter in front of a required one can't be left out, but be undefined.
  const isRequiredLater = (index: number) => args.slice(index + 1).some((arg) => !/^\w+\?/.test(arg));
  const listed = args.map((arg, index) =>
    /^\w+\?/.test(arg) && isRequiredLater(index) ? arg.replace('?: ', ': undefined | ') : arg,
  );
  const line = `  ${name}(${listed.join(', ')}): ${type}<${result}>;\n`;
  const signature =
    line.length <= 120
      ? line
      : `  ${name}(\n${listed.map((arg) => `    ${arg},\n`).join('')}  ): ${type}<${result}>;\n`;
  return comment(text, '  ') + signature;
}

const resourceTexts = resources.map(({ resource, methods }) => {
  const lines = methods.map((method) => methodText(resource, method));
  return `export interface ${capital(resource)}Api {\n${lines.join('\n')}}\n`;
});
const webhookTexts = Object.entries(document.webhooks).map(([event, { post }]) => {
  const { data } = post.requestBody.content['application/json'].schema.properties!;
  for (const name of namesIn(data)) used.add(name);
  return `  ${key(event)}: ${typeText(data!, '  ')};\n`;
});
const problemTexts = Object.entries(problems).map(([code, problem]) => {
  const details = 'details' in problem ? problem.details : z.object({});
  const schema = z.toJSONSchema(details, { io: 'input', unrepresentable: 'any' }) as Schema;
  return `${comment([problem.message], '  ')}  ${key(code)}: ${typeText(schema, '  ')};\n`;
});

// The set grows while the loop reads it.
for (const name of used) for (const other of namesIn(schemas[name])) used.add(other);
const names = [...used].sort();

const notice =
  '// Generated from the contract by `npm run build --workspace client`. Changes are overwritten.\n';
const importNames = (texts: readonly string[]): string => {
  const words = new Set(texts.join('').match(/\w+/g));
  const found = names.filter((name) => words.has(name));
  return `import type {\n${found.map((name) => `  ${name},\n`).join('')}} from './schemas.ts';\n`;
};
const target = path.resolve(import.meta.dirname, '../src/generated');
mkdirSync(target, { recursive: true });
const write = (file: string, parts: readonly string[]) =>
  writeFileSync(path.join(target, file), [notice, ...parts].join('\n'));

write(
  'schemas.ts',
  names.map((name) => declaration(name, schemas[name]!)),
);
write('resources.ts', [
  `import type { CallOptions, OnceOptions } from '../connection.ts';\nimport type { List } from '../list.ts';\n${importNames(resourceTexts)}`,
  ...resourceTexts,
  `/** Every resource of the API that programs can use. */\nexport interface Resources {\n${resources
    .map(({ resource }) => `  ${resource}: ${capital(resource)}Api;\n`)
    .join('')}}\n`,
]);
write('webhooks.ts', [
  importNames(webhookTexts),
  `/** \`data\` of each event. */\nexport interface WebhookData {\n${webhookTexts.join('')}}\n`,
]);
write('problems.ts', [
  `/** \`details\` of each error by its code. */\nexport interface ProblemDetails {\n${problemTexts.join('')}}\n`,
]);
write('routes.ts', [
  `/**
 * Method and path of each call, and letters: b sends a body, q a query, m can send files; r only reads, k takes an
 * Idempotency-Key, and p continues by cursor.
 */
export const routes: Record<string, Record<string, string>> = {
${resources
  .map(
    ({ resource, methods }) =>
      `  ${resource}: {\n${methods.map((method) => `    ${key(method.name)}: '${routeText(method)}',\n`).join('')}  },\n`,
  )
  .join('')}};\n`,
]);

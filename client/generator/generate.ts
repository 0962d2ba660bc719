// Writes the types and the method table of the client from the contract, by way of the API document.
//
//   node generator/generate.ts
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problems } from '@aisle/contract/errors';
import { z } from 'zod';
import { events, type Method, resources, schemaOf, schemas } from './api-document.ts';
import { Declarations } from './declarations.ts';
import { capital, methodText } from './method-text.ts';
import { comment, key, typeText } from './type-text.ts';

const folder = path.resolve(import.meta.dirname, '../src/generated');
mkdirSync(folder, { recursive: true });
/** Replaces a file as a whole, because checks and tests can generate at the same time. */
function write(file: string, ...parts: string[]): void {
  const notice =
    '// Generated from the contract by `npm run build --workspace client`. Changes are overwritten.\n';
  const unfinished = path.join(folder, `${file}.${process.pid}`);
  writeFileSync(unfinished, [notice, ...parts].join('\n'));
  renameSync(unfinished, path.join(folder, file));
}

const declarations = new Declarations(schemas);
declarations.typeOf(schemas.LiveMessage!, 'LiveMessage');

const interfaces = resources
  .map(({ resource, methods }) => {
    const texts = methods.map((method) => methodText(method, declarations));
    return `export interface ${capital(resource)}Api {\n${texts.join('\n')}}\n`;
  })
  .join('\n');
const imports = `import type { CallOptions, OnceOptions } from '../connection.ts';\nimport type { List } from '../list.ts';\n`;
const all = resources.map(({ resource }) => `  ${resource}: ${capital(resource)}Api;\n`).join('');
write(
  'resources.ts',
  imports + declarations.importFor(interfaces),
  interfaces,
  `/** Every resource of the API that programs can use. */\nexport interface Resources {\n${all}}\n`,
);

const eventTypes = events.map(({ event, data }) => `  ${key(event)}: ${declarations.inlineTypeOf(data)};\n`);
write(
  'webhooks.ts',
  declarations.importFor(eventTypes.join('')),
  `/** \`data\` of each event. */\nexport interface WebhookData {\n${eventTypes.join('')}}\n`,
);

write('schemas.ts', ...declarations.texts());

const details = Object.entries(problems).map(([code, problem]) => {
  const schema = schemaOf('details' in problem ? problem.details : z.object({}));
  return `${comment([problem.message], '  ')}  ${key(code)}: ${typeText(schema, '  ')};\n`;
});
write(
  'problems.ts',
  `/** \`details\` of each error by its code. */\nexport interface ProblemDetails {\n${details.join('')}}\n`,
);

const table = resources.map(({ resource, methods }) => {
  const lines = methods.map((method) => `    ${key(method.name)}: '${routeText(method)}',\n`);
  return `  ${resource}: {\n${lines.join('')}  },\n`;
});
write(
  'routes.ts',
  `/**
 * Method and path of each call, and letters: b sends a body, q a query, m can send files; r can be repeated,
 * k takes an Idempotency-Key, and p continues by cursor.
 */
export const routes: Record<string, Record<string, string>> = {\n${table.join('')}};\n`,
);

function routeText({ route, query, isPaged }: Method): string {
  const { method, path: address, body, files, raw, reads, repeatable, onceByKey } = route;
  const traits = {
    b: body ?? files ?? raw,
    q: !body && query,
    m: files,
    r: reads ?? repeatable,
    k: onceByKey,
    p: isPaged,
  };
  const letters = Object.entries(traits).flatMap(([letter, isSet]) => (isSet ? [letter] : []));
  return `${method} ${address} ${letters.join('')}`.trimEnd();
}

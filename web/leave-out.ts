import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/*
 * Every zod schema can print itself as JSON Schema, so zod brings the code for that into every browser, some 5 KB
 * packed. Only the server prints schemas, for the API's description: here the names stay and do nothing.
 */
const unused = /node_modules\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

export const leaveOutJsonSchema = (): Plugin => ({
  name: 'aisle:leave-out-json-schema',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!unused.test(id)) return null;
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)];
    return names.map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
  },
});

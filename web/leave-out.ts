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

/*
 * What a route answers is checked by the server alone. A browser would build hundreds of schemas before it asks for
 * the first list, and never use them: they are cut out of the routes, and whatever else of the contract nobody asks
 * for may then be dropped, as declaring it does nothing.
 */
const declared = /contract\/src\/[\w/-]+\.ts$/;
const serverOnly = new Set(['data', 'summary', 'problems']);

export const leaveOutAnswers = (): Plugin => ({
  name: 'aisle:leave-out-answers',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!declared.test(id)) return null;
    const body = this.parse(code).body as unknown as Node[];
    const moduleSideEffects = body.some(({ type }) => type === 'ExpressionStatement');
    return { code: edited(code, body.flatMap(editsOf)), map: null, moduleSideEffects };
  },
});

interface Node {
  type: string;
  start: number;
  end: number;
  declaration?: Node | null;
  declarations?: { init: Node | null }[];
  callee?: { name?: string };
  arguments?: Node[];
  properties?: { start: number; end: number; key?: { name?: string }; value?: Node }[];
}
interface Edit {
  start: number;
  end: number;
  text: string;
}

function editsOf(statement: Node): Edit[] {
  const { declarations = [] } = statement.declaration ?? statement;
  const calls = declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
  return calls.flatMap((call) => [
    { start: call.start, end: call.start, text: '/* @__PURE__ */ (() => ' },
    ...(call.callee?.name === 'routes' ? answersIn(call) : []),
    { start: call.end, end: call.end, text: ')()' },
  ]);
}

const answersIn = ({ arguments: [routes] = [] }: Node): Edit[] =>
  (routes?.properties ?? []).flatMap(({ value: route }) =>
    (route?.properties ?? []).flatMap(({ start, key }, index, all) =>
      serverOnly.has(key?.name ?? '')
        ? [{ start, end: all[index + 1]?.start ?? route!.end - 1, text: '' }]
        : [],
    ),
  );

function edited(code: string, edits: Edit[]): string {
  let from = 0;
  let text = '';
  for (const edit of edits) {
    text += code.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return text + code.slice(from);
}

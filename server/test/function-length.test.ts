import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const files = globSync('src/**/*.{ts,tsx}', { cwd: web }).filter((file) => !/\.test\.tsx?$/.test(file));
const limit = 150;

interface Span {
  start: number;
  end: number;
}

/** "src/ui/figure.tsx:12: 160 lines" for every function of the file that exceeds the limit. */
function longFunctions(file: string): string[] {
  const text = readFileSync(path.join(web, file), 'utf8');
  const found: string[] = [];
  const measure = ({ start, end }: Span) => {
    const lines = text.slice(start, end).split('\n').length;
    if (lines > limit) found.push(`${file}:${text.slice(0, start).split('\n').length}: ${lines} lines`);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, text).program);
  return found;
}

test(`no component and no hook is longer than ${limit} lines: it is parted into a hook and views`, () => {
  expect(files.flatMap(longFunctions)).toEqual([]);
});

test('limits positional parameters of server functions to four', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$/.test(file));
  const found = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const long: string[] = [];
    const count = ({ params, start }: Span & { params: readonly unknown[] }) => {
      if (params.length > 4) long.push(`${file}:${text.slice(0, start).split('\n').length}`);
    };
    new Visitor({
      FunctionDeclaration: count,
      FunctionExpression: count,
      ArrowFunctionExpression: count,
    }).visit(parseSync(file, text).program);
    return long;
  });

  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

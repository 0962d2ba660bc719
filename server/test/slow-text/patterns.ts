import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { partsOf } from './pattern-parts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface FoundPattern {
  /** "contract/src/core/money.ts:29" */
  at: string;
  pattern: RegExp;
}
interface BuiltPattern {
  at: string;
  source: string;
}

const sources = () =>
  globSync(['contract/src/**/*.ts', 'server/src/**/*.ts'], { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();

/** Every regular expression literal in the sources, and every call that builds one. */
export function findPatterns(): { patterns: FoundPattern[]; built: BuiltPattern[] } {
  const patterns: FoundPattern[] = [];
  const built: BuiltPattern[] = [];
  for (const file of sources()) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const placeOf = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`;
    const noteBuilt = ({ callee, start, end }: { callee: object; start: number; end: number }) => {
      if ('name' in callee && callee.name === 'RegExp')
        built.push({ at: placeOf(start), source: text.slice(start, end) });
    };
    new Visitor({
      Literal(node) {
        if (!('regex' in node) || !node.regex) return;
        patterns.push({ at: placeOf(node.start), pattern: new RegExp(node.regex.pattern, node.regex.flags) });
      },
      NewExpression: noteBuilt,
      CallExpression: noteBuilt,
    }).visit(parseSync(file, text).program);
  }
  return { patterns, built };
}

/** Creates a text with about this many characters. */
export type Shape = (length: number) => string;

/** Texts that keep a pattern busy: repeated parts after a matching text and before one that doesn't match. */
export function shapesOf({ source, flags }: RegExp): Map<string, Shape> {
  const { repeated, pieces } = partsOf(source, flags);
  const shapes = new Map<string, Shape>();
  // A match of limited length takes about the same time at each character.
  if (repeated.length === 0) return shapes;
  const add = (prefix: string, pump: string, end: string) => {
    if (pump === '') return;
    shapes.set(
      JSON.stringify([prefix, pump, end]),
      (length) => prefix + pump.repeat(Math.ceil(length / pump.length)) + end,
    );
  };
  for (const { prefix, pumps, others } of repeated) {
    for (const pump of pumps) {
      add('', pump, '');
      for (const end of others) {
        add(prefix, pump, end);
        for (const start of ['', ...others.slice(0, 2)]) add(start, pump, end);
      }
    }
    // Two characters that neighboring parts both match, and the start of a match over and over.
    for (const pump of pumps.slice(0, 4)) {
      for (const other of [...pumps.slice(0, 4), ...others.slice(0, 3)])
        add(prefix, pump + other, others[0] ?? '');
      add('', prefix + pump, others[0] ?? '');
    }
    add('', prefix, '');
  }
  const ends = ['', '\u0000', 'x'];
  for (const piece of [...pieces, ' ', '\n']) for (const end of ends) add('', piece, end);
  for (const piece of pieces.slice(0, 12)) {
    for (const other of pieces.slice(0, 12)) if (piece !== other) add('', piece + other, '\u0000');
  }
  return shapes;
}

/** Runs a pattern on a text in each way that code does. */
export function runPattern(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  pattern.test(text);
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else text.split(pattern);
}

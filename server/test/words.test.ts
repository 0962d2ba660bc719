import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const isOurs = (file: string) => !/node_modules|\/dist\/|generated|words\.test\.ts$/.test(file);
const ours = globSync('{contract,server,web,tools,scripts,e2e}/**/*.{ts,tsx,mjs,sql}', { cwd: root }).filter(
  isOurs,
);

/** Words that the code once used in place of the usual terms, each with its replacement: docs/glossary.md. */
const inNames: Record<string, string> = {
  told: 'params, reported',
  asked: 'request, requested',
  said: 'stated, message',
  given: 'params, provided',
  whoever: 'user, actor, sender …',
  somebody: 'user, person …',
  nobody: 'noOne, unassigned …',
  letgo: 'release…',
  giveto: 'assign…',
  takealong: 'include…',
  sendalong: 'enqueue',
  inturn: 'pipelined',
  refuseclash: 'assertNoConflict',
  telling: 'withNotice',
  located: 'locationScope',
  isbounded: 'totalIsExact',
  guesstotal: 'estimateTotal',
  otherwise: 'fallback',
  behind: 'after',
  theirs: 'what it is',
  stands: 'is',
  bears: 'has',
  borne: 'what it is',
  lies: 'is',
  dearer: 'more expensive',
};
/** Names on the wire or in the database, which clients rely on. */
const settled: Record<string, RegExp> = {
  theirs: /\/warehouse\/prices/,
  saidCount: /\/categories/,
  asked: /\/stock\/stock|main-orders\.service|seed\/demo\/history/,
};
const inComments =
  /\b(told|tells? of|whoever|stands?|bears?|borne|lies|dearer|as such|of its own|(?:goes?|comes?) along|tak(?:e|es|en) home|letGo|sendAlong|inTurn|refuseClash|what came of)\b/i;

/** `letGoOf` → letgoof, let, go, of; `mostRows` → most, rows. */
const wordsIn = (name: string) => name.split(/(?=[A-Z])|[_$\d]+/).map((word) => word.toLowerCase());
const badWordIn = (name: string) =>
  [name.toLowerCase(), ...wordsIn(name)].find((part) => Object.hasOwn(inNames, part));
/** The banned part of each name in code, strings and comments. */
const badWords = new Map<string, string | undefined>();
const badWordOf = (name: string) => {
  if (!badWords.has(name)) badWords.set(name, badWordIn(name));
  return badWords.get(name);
};

test.each([
  ['the contract', 'contract/src/'],
  ['the server', 'server/'],
  ['the web app', 'web/(src|test)/'],
  ['what is around it', '(tools|scripts|e2e)/'],
])('names and comments of %s are in the words of the field', (_, folder) => {
  const files = ours.filter((file) => new RegExp(`^${folder}.*\\.(tsx?|mjs)$`).test(file));

  const found = files.flatMap((file) => dialectIn(file));

  expect(found).toEqual([]);
});

test('comments in SQL are in the words of the field', () => {
  const found = ours
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) =>
          inComments.test(/--(.*)/.exec(line)?.[1] ?? '') ? [`${file}:${index + 1} ${line.trim()}`] : [],
        ),
    );

  expect(found).toEqual([]);
});

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

function dialectIn(file: string): string[] {
  const text = textOf(file);
  // Most files can be checked without a parser.
  if (!inComments.test(text) && !text.match(/[\w$]+/g)?.some(badWordOf)) return [];
  const { program, comments } = parseSync(file, text);
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const names = new Map<string, number>();
  new Visitor({ Identifier: ({ name, start }) => void names.set(name, names.get(name) ?? start) }).visit(
    program,
  );
  const badNames = [...names].flatMap(([name, start]) => {
    const word = badWordOf(name);
    return word && !settled[name]?.test(file)
      ? [`${file}:${lineOf(start)} ${name}: say ${inNames[word]}`]
      : [];
  });
  const badComments = comments.flatMap(({ value, start }) => {
    const word = inComments.exec(value)?.[0];
    return word ? [`${file}:${lineOf(start)} "${word}" in a comment`] : [];
  });
  return [...badNames, ...badComments];
}

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { bannedWords, exemptTexts } from './banned-words.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.|\.fixtures\.|generated/.test(file),
);
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Keys, paths, class names and SQL aren't sentences. */
const isSql = (text: string): boolean =>
  /^(SELECT|INSERT|UPDATE|DELETE|WITH|CASE|EXISTS)\b| AS "|^\w+\.\w+ as \w+$/.test(text);
const isText = (text: string): boolean =>
  !isSql(text) &&
  (/^[A-Z][a-z’'-]+$/.test(text) ||
    /^[a-z]+( [a-z’']+){2,}$/.test(text) ||
    (/[a-z].*\s|\s.*[a-z]/.test(text) && !/^[a-z-]+(\s[a-z-]+)*$/.test(text)));

interface Text {
  text: string;
  start: number;
}
/** Every string, template and text of an element, except in SQL. */
function textsIn(file: string): Text[] {
  const source = textOf(file);
  const { program } = parseSync(file, source);
  const found: Text[] = [];
  const sqlParts: [number, number][] = [];
  new Visitor({
    Literal: ({ value, start }) => void (typeof value === 'string' && found.push({ text: value, start })),
    JSXText: ({ value, start }) => void found.push({ text: value, start }),
    TemplateLiteral: ({ quasis, start }) =>
      void found.push({ text: quasis.map(({ value }) => value.cooked ?? '').join('{}'), start }),
    TaggedTemplateExpression: ({ tag, start, end }) =>
      void (/^sql\b/.test(source.slice(tag.start, tag.end)) && sqlParts.push([start, end])),
  }).visit(program);
  return found
    .map(({ text, start }) => ({ text: text.replace(/\s+/g, ' ').trim(), start }))
    .filter(({ text, start }) => isText(text) && !sqlParts.some(([from, to]) => start >= from && start < to));
}
const lineOf = (file: string, { start }: Text): number => textOf(file).slice(0, start).split('\n').length;

const complaintOf = (text: string): string | undefined => {
  if (isSql(text) || Object.hasOwn(exemptTexts, text)) return undefined;
  const words = text.replace(/\{\w*\}/g, '{}');
  const banned = bannedWords.find(([pattern]) => pattern.test(words));
  return banned && `"${text}": ${banned[1]}`;
};

test('what people read is in plain American English', { timeout: 120_000 }, () => {
  const found = files.flatMap((file) =>
    textsIn(file).flatMap((one) => {
      const complaint = complaintOf(one.text);
      return complaint ? [`${file}:${lineOf(file, one)} ${complaint}`] : [];
    }),
  );

  expect(found).toEqual([]);
});

test('so is what SQL answers with', () => {
  const sources = [
    ...globSync('server/{schema,migrations}/**/*.sql', { cwd: root }),
    ...files.filter((file) => file.endsWith('.queries.ts')),
  ];
  const found = sources.flatMap((file) =>
    [...textOf(file).matchAll(/(?:RAISE EXCEPTION|THEN|ELSE|,)\s*'([A-Za-z][^'\n]* [^'\n]*)'/g)].flatMap(
      ([, text]) => {
        const complaint = complaintOf(text!);
        return complaint ? [`${file} ${complaint}`] : [];
      },
    ),
  );

  expect(found).toEqual([]);
});

test('no exemption outlives its text', () => {
  const exempt = Object.keys(exemptTexts);
  const there = new Set(
    globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !/\.test\./.test(file) && exempt.some((text) => textOf(file).includes(text)))
      .flatMap(textsIn)
      .map(({ text }) => text),
  );

  expect(exempt.filter((text) => !there.has(text))).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotedMails, wholeMails } from './quoted-mails.fixtures.ts';
import { partQuoted } from './quoted-text.ts';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .toSorted();

test.each(quotedMails)("separates the author's text: $name", ({ mail, own }) => {
  const { text, quoted } = partQuoted(mail);

  expect(text.trim()).toBe(own.trim());
  expect(linesOf(`${text}\n${quoted ?? ''}`)).toEqual(linesOf(mail));
});

test.each(wholeMails)('shows all of %j', (mail) => {
  expect(partQuoted(mail)).toEqual({ text: mail, quoted: null });
});

test('keeps every line', () => {
  const pieces = [
    ...quotedMails.slice(0, 60).flatMap(({ mail }) => mail.split('\n')),
    'An own line',
    '',
    '> quoted',
    '>> twice',
    '________________________',
  ];
  const mails = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(mails, (mail) => {
      const { text, quoted } = partQuoted(mail);
      expect(linesOf(`${text}\n${quoted ?? ''}`)).toEqual(linesOf(mail));
    }),
    { numRuns: 2000 },
  );
});

const repeated = (line: string) => line.repeat(Math.ceil(1_000_000 / line.length));
test.each([
  ['quoted lines with a reply below', `${repeated('>\r\n')}x`],
  ['alternating quoted and unquoted lines', repeated('x:\n>\n')],
  ['introductions', repeated('On Mon, Nov 23, 2026 at 9:00 AM Help <help@shop.example> wrote:\n>\n')],
  ['incomplete introductions', repeated(`${'On 2026 wrote '.repeat(30)}:\n>\n`)],
  ['header fields', `x\n${repeated('From:\n')}`],
  ['alternating header fields', `x\n${repeated('From: a@b\nCc: x\nCc: y\n')}`],
  ['separators', `x\n${repeated('-----Original Message-----\n')}`],
  ['horizontal rules', `x\n${repeated('____________________\n')}`],
  ['one line of hyphens', `x\n${'-'.repeat(1_000_000)}x`],
  ['one line of spaces', `x\n${' '.repeat(1_000_000)}>x`],
  ['one line of colons', `x\n${':'.repeat(1_000_000)}\n> x`],
  ['one line of letters', `x\n${'a'.repeat(1_000_000)}:\n> x`],
  ['blank lines', `x\n${'\n'.repeat(1_000_000)}> x`],
  // Quadratic time would take minutes for each of these.
])('takes linear time for %s', (_, text) => {
  partQuoted(text);
});

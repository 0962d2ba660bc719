import { parseNumber } from '@aisle/contract/core/numbers';
import { describe, expect, test } from 'vitest';
import type { Seals } from '../../src/core/db/seals/seals.ts';
import { partQuoted } from '../../src/service/inbound-mail/quoted-text.ts';
import { ticketOfAddress } from '../../src/service/support/mail/reply-address.ts';
import { patternsOf } from '../../src/system/erasure/patterns.ts';
import { slowest } from './growth.ts';
import { findPatterns, runPattern, shapesOf } from './patterns.ts';

const { patterns, built } = findPatterns();
const traces = new RegExp(
  patternsOf({ names: ['Ada Byron'], emails: ['a.b+c@d.example'], phones: ['+15125550199'] }).join('|'),
  'i',
);
/** Doesn't sign URLs: a text that looks like one of our URLs still isn't one. */
const noSeals = { sign: () => Buffer.alloc(32) } as unknown as Seals;

/** Files whose patterns never read external text, or are covered elsewhere. */
const exempt = [
  // Reads only source files of this project.
  'server/src/system/api-docs/contract-schemas.ts',
];

test('takes time in proportion to the text in every pattern', { timeout: 600_000 }, async () => {
  const checked = patterns.filter(({ at }) => !exempt.some((file) => at.startsWith(file)));

  const found: string[] = [];
  for (const { at, pattern } of checked) {
    const growth = await slowest((text) => runPattern(pattern, text), shapesOf(pattern));
    if (growth) found.push(`${at} ${pattern} with ${growth}`);
  }

  expect(checked.length).toBeGreaterThan(250);
  expect(found).toEqual([]);
});

/** Code that builds its patterns, by file, with a pattern like the built one for the shapes of its texts. */
const builders: Record<string, { read: (text: string) => unknown; like: RegExp }[]> = {
  'contract/src/core/numbers.ts': [
    { read: (text) => parseNumber('order', text), like: /^(?:O-?)?\s*(\d{1,15})$/i },
  ],
  'server/src/service/inbound-mail/quoted-text.ts': [
    { read: partQuoted, like: /(?<![\p{L}\p{N}])(?:wrote|schrieb)(?![\p{L}\p{N}])/iu },
    { read: partQuoted, like: /^(?:original message)(?: (?:from|von) .{1,100})?$/iu },
    { read: partQuoted, like: /^[*_\s]{0,6}(?:from|von)[*_]{0,2}\s?[:：][*_]{0,2}(?:\s|$)/iu },
  ],
  'server/src/service/support/mail/reply-address.ts': [
    { read: (text) => ticketOfAddress(noSeals, text), like: /\+([0-9a-z]{25})([0-9a-f]{20})@/ },
  ],
  'server/src/system/mails/forget-outbox.ts': [{ read: (text) => traces.test(text), like: traces }],
};

describe('patterns that code builds', () => {
  test('lists every such file', () => {
    const files = new Set(built.map(({ at }) => at.split(':')[0]!));

    expect([...files].sort()).toEqual(Object.keys(builders).sort());
  });

  test.each(
    Object.entries(builders).flatMap(([file, ofFile]) => ofFile.map((builder) => ({ file, ...builder }))),
  )('takes time in proportion to the text: $file', async ({ read, like }) => {
    expect(await slowest(read, shapesOf(like))).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import { trimEnd, trimEnds } from './trim-text.ts';

test.each([
  ['--- Dairy ---', /[-\s]/, 'Dairy'],
  ['a - b', /[-\s]/, 'a - b'],
  ['', /[-\s]/, ''],
  ['---', /[-\s]/, ''],
  ['“Crème🥛”', /[^\p{L}\p{N}]/u, 'Crème'],
])('trims %j at both ends', (text, ends, trimmed) => {
  expect(trimEnds(text, ends)).toBe(trimmed);
});

test('trims only the end', () => {
  expect(trimEnd('//a/b//', /\//)).toBe('//a/b');
});

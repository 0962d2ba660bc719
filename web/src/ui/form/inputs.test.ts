import { expect, test } from 'vitest';
import { parseDay } from './date-text.ts';
import { parseDecimal } from './parse-decimal.ts';
import { moved } from './reorder.ts';

test.each([
  ['11/21/2026', '2026-11-21'],
  ['1/2/26', '2026-01-02'],
  ['', null],
  ['02/31/2026', undefined],
  ['13/01/2026', undefined],
  ['11/2', undefined],
])('the day typed as %j is %j', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ['1.25', 1.25],
  ['1,25', 1.25],
  ['.5', 0.5],
  [' ', null],
  ['1.2.3', undefined],
  ['abc', undefined],
])('the quantity typed as %j is %j', (text, quantity) => {
  expect(parseDecimal(text)).toBe(quantity);
});

test('a picture is moved and the others keep their order', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});

import { expect, test } from 'vitest';
import { formatNumber, type NumberKind, numberFormats, parseNumber } from './numbers.ts';

test('no two kinds of numbers share a letter', () => {
  const letters = Object.values(numberFormats);

  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.every((letter) => /^[A-Z]$/.test(letter))).toBe(true);
});

test.each(Object.keys(numberFormats) as NumberKind[])(
  'a number of a %s is read as it was printed',
  (kind) => {
    expect(parseNumber(kind, formatNumber(kind, 70_012))).toBe(70_012);
  },
);

test.each([
  ['O-100042', 100_042],
  ['o100042', 100_042],
  [' 100042 ', 100_042],
  ['O- 100042', 100_042],
  ['R-100042', undefined],
  ['O-', undefined],
  ['oranges', undefined],
])('%j typed for an order means %s', (text, number) => {
  expect(parseNumber('order', text)).toBe(number);
});

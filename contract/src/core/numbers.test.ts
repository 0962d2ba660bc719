import { expect, test } from 'vitest';
import { formatNumber, type NumberKind, numberFormats, numbersBeginning, parseNumber } from './numbers.ts';

test('uses a different letter for each kind of number', () => {
  const letters = Object.values(numberFormats);

  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.every((letter) => /^[A-Z]$/.test(letter))).toBe(true);
});

test.each(Object.keys(numberFormats) as NumberKind[])('reads the printed number of a %s', (kind) => {
  expect(parseNumber(kind, formatNumber(kind, 70_012))).toBe(70_012);
});

test.each([
  ['O-100042', 100_042],
  ['o100042', 100_042],
  [' 100042 ', 100_042],
  ['O- 100042', 100_042],
  ['R-100042', undefined],
  ['O-', undefined],
  ['oranges', undefined],
])('reads %j as the order number %s', (text, number) => {
  expect(parseNumber('order', text)).toBe(number);
});

test('finds all numbers with a given beginning', () => {
  const holds = (text: string, number: number) =>
    numbersBeginning('order', text).some(([from, to]) => from <= number && number <= to);

  expect(['O-10628', '106', 'o106289'].map((text) => holds(text, 106_289))).toEqual([true, true, true]);
  expect(['O-10629', '06289', 'M-10628', '10', 'salmon'].map((text) => holds(text, 106_289))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(numbersBeginning('return', 'R-12')).toEqual([[12, 12]]);
});

test('accepts one digit as the beginning in a short list, except zero', () => {
  const [itself, tens, hundreds] = numbersBeginning('count', 'c3', 1);

  expect([itself, tens, hundreds]).toEqual([
    [3, 3],
    [30, 39],
    [300, 399],
  ]);
  expect(numbersBeginning('count', '0', 1)).toEqual([[0, 0]]);
});

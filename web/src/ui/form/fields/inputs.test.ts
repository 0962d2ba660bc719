import { formatDay } from '@aisle/contract/core/dates';
import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moved } from '../reorder.ts';
import { parseDay } from './date-text.ts';
import { parseDecimal } from './parse-decimal.ts';

test.each([
  ['11/21/2026', '2026-11-21'],
  ['1/2/26', '2026-01-02'],
  ['', null],
  ['02/31/2026', undefined],
  ['13/01/2026', undefined],
  ['11/2', undefined],
])('parses the day %j as %j', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ['1.25', 1.25],
  ['1,25', 1.25],
  ['.5', 0.5],
  [' ', null],
  ['1.2.3', undefined],
  ['abc', undefined],
])('parses the quantity %j as %j', (text, quantity) => {
  expect(parseDecimal(text)).toBe(quantity);
});

test('moves a picture and keeps the order of the others', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});

test('parses every formatted day', () => {
  const day = fc
    .integer({ min: 0, max: 30_000 })
    .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10));
  forAll(day, (one) => {
    expect(parseDay(formatDay(one))).toBe(one);
  });
});

test.each([
  ['2/29/2028', '2028-02-29'],
  ['2/29/2026', undefined],
  ['0/1/2026', undefined],
  ['1.2.2026', '2026-01-02'],
  ['1-2-26', '2026-01-02'],
  ['2026-11-21', undefined],
  ['11/21/202', undefined],
  ['tomorrow', undefined],
])('parses the typed day %j as %j', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ['-1.5', -1.5],
  ['1.', 1],
  ['-', undefined],
  ['.', undefined],
  ['1,2,3', undefined],
  ['1e3', undefined],
  ['Infinity', undefined],
  ['٣', undefined],
])('parses the typed number %j as %j', (text, number) => {
  expect(parseDecimal(text)).toBe(number);
});

test('keeps all pictures and the order of the others in any move', () => {
  const list = fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 8 });
  forAll(list, fc.nat(), fc.nat(), (all, from, to) => {
    const [start, end] = [from % all.length, to % all.length];
    const next = moved(all, start, end);
    const others = (some: readonly number[]) => some.filter((one) => one !== all[start]);

    expect(next[end]).toBe(all[start]);
    expect(others(next)).toEqual(others(all));
  });
});

test("ignores a move of a picture that doesn't exist", () => {
  expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
});

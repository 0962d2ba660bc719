import { expect, test } from 'vitest';
import { changeOf } from './adjusting.ts';

test('returns the difference between a count and the ledger', () => {
  expect(changeOf('count', 7, 9.5)).toBe(-2.5);
  expect(changeOf('count', 9.5, 9.5)).toBe(0);
  expect(changeOf('count', 0.3, 0.1)).toBe(0.2);
});

test('subtracts waste and damage', () => {
  expect(changeOf('waste', 2, 9)).toBe(-2);
  expect(changeOf('damage', -2, 9)).toBeNull();
});

test('returns null for invalid input', () => {
  expect(changeOf('correction', Number.NaN, 9)).toBeNull();
  expect(changeOf('count', null, 9)).toBeNull();
});

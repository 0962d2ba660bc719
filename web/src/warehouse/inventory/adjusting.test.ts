import { expect, test } from 'vitest';
import { changeOf } from './adjusting.ts';

test('a count becomes the difference to what the books say', () => {
  expect(changeOf('count', 7, 9.5)).toBe(-2.5);
  expect(changeOf('count', 9.5, 9.5)).toBe(0);
  expect(changeOf('count', 0.3, 0.1)).toBe(0.2);
});

test('waste and damage take away what is entered', () => {
  expect(changeOf('waste', 2, 9)).toBe(-2);
  expect(changeOf('damage', -2, 9)).toBeNull();
});

test('what cannot be read changes nothing', () => {
  expect(changeOf('correction', Number.NaN, 9)).toBeNull();
  expect(changeOf('count', null, 9)).toBeNull();
});

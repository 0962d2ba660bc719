import { expect, test } from 'vitest';
import { aboutMoney } from './about-money.ts';

test.each([
  [1_162_540, '$11,600'],
  [98_760, '$988'],
  [640, '$6'],
  [123_456_789, '$1,230,000'],
])('rounds %i cents to %s', (cents, text) => {
  expect(aboutMoney(cents)).toBe(text);
});

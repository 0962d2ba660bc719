import { expect, test } from 'vitest';
import { guessPriceUnit, readPrice } from './price-unit.ts';

test.each([
  [['1.95', '12', '399'], 'dollars'],
  [['195', '899', '100'], 'cents'],
  [['$3.49'], 'dollars'],
  [['2', '5', '12'], 'dollars'],
  [[], 'dollars'],
] as const)('prices like %j are most likely %s', (prices, unit) => {
  expect(guessPriceUnit(prices)).toBe(unit);
});

test('a price is shown as it will be understood', () => {
  expect(readPrice('1.95', 'dollars')).toBe(195);
  expect(readPrice('195', 'cents')).toBe(195);
  expect(readPrice('195', 'dollars')).toBe(19500);
});

test('what is no price is not shown as one', () => {
  expect(readPrice('1.95', 'cents')).toBeNull();
  expect(readPrice('free', 'dollars')).toBeNull();
});

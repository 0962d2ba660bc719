import { expect, test } from 'vitest';
import { guessPriceUnit } from './price-unit.ts';

test.each([
  [['1.95', '12', '399'], 'dollars'],
  [['195', '899', '100'], 'cents'],
  [['$3.49'], 'dollars'],
  [['6,66', '12,50 €'], 'dollars'],
  [['1,234', '999'], 'cents'],
  [['2', '5', '12'], 'dollars'],
  [[], 'dollars'],
] as const)('guesses the unit of prices like %j: %s', (prices, unit) => {
  expect(guessPriceUnit(prices)).toBe(unit);
});

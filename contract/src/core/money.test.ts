import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, lineAmount, parseMoney, percentage, percentOf, roundedShare } from './money.ts';

test.each([
  [199, 1.5, 299], // 298.5 goes up
  [333, 0.333, 111], // 110.889
  [1, 0.5, 1],
  [1, 0.499, 0],
  [105, 1.1, 116], // 115.5 exactly, though 105 * 1.1 is 115.50000000000001 in floating point
])('%i cents times %d is %i cents', (price, quantity, amount) => {
  expect(lineAmount(price, quantity)).toBe(amount);
});

test.each([
  [1000, 8.25, 83], // 82.5 goes up
  [100, 0.125, 0],
  [400, 0.125, 1],
])('%i cents at %d %% is %i cents', (amount, rate, share) => {
  expect(percentOf(amount, rate)).toBe(share);
});

test('taking back rounds like giving: the share of a negative amount is the negative share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e10 }), fc.integer({ min: 0, max: 100_000 }), (amount, rate) => {
      expect(roundedShare(-amount, rate, 100_000)).toBe(-roundedShare(amount, rate, 100_000) + 0 || 0);
    }),
  );
});

test('what is shown as money is read as the same money', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), (cents) => {
      expect(parseMoney(formatMoney(cents))).toBe(cents);
    }),
  );
});

test.each(['', '.', '1.234', '1,23', 'abc', '-5', '1e3'])('"%s" is not money', (text) => {
  expect(parseMoney(text)).toBeUndefined();
});

test('a part of nothing is 0 per cent', () => {
  expect(percentage(5, 0)).toBe(0);
  expect(percentage(1, 4)).toBe(25);
});

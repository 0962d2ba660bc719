import { expect, test } from 'vitest';
import { rateText } from './rate-text.ts';
import { sizeText } from './size-text.ts';

test.each([
  [{ unit: 'lb', unitSize: null, soldByWeight: true }, 'per lb'],
  [{ unit: 'lb', unitSize: 2, soldByWeight: true }, 'per lb'],
  [{ unit: 'oz', unitSize: 12, soldByWeight: false }, '12 oz'],
  [{ unit: 'each', unitSize: 20, soldByWeight: false }, '20 ct'],
  [{ unit: 'each', unitSize: null, soldByWeight: false }, 'each'],
  [{ unit: 'l', unitSize: 1.5, soldByWeight: false }, '1.5 l'],
] as const)('formats the size of %j as "%s"', (goods, text) => {
  expect(sizeText(goods)).toBe(text);
});

test.each([
  [8.875, '8.875%'],
  [8, '8%'],
  [0, '0%'],
  [12.5, '12.5%'],
])('formats the rate %d as %s', (rate, text) => {
  expect(rateText(rate)).toBe(text);
});

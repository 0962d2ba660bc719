import { expect, test } from 'vitest';
import { deliveryFeeFor, distanceBetween, priceLine, totalsOf } from './pricing.ts';

test('goods and tax of a line are each rounded half-up, once', () => {
  // 1.255 lb at 1.99 is 2.49745; 8.25 % of 2.50 is 20.625 cents.
  expect(priceLine({ unitPrice: 199, discount: 0, taxRate: 8.25 }, 1.255)).toMatchObject({
    tax: 21,
    total: 271,
  });
});

test('a discount is never more than the goods, and lowers the tax', () => {
  const line = { unitPrice: 1000, discount: 250, taxRate: 10 };

  expect(priceLine(line, 1)).toMatchObject({ discount: 250, tax: 75, total: 825 });
  expect(priceLine(line, 0.1)).toMatchObject({ discount: 100, tax: 0, total: 0 });
});

test('totals are sums of rounded lines', () => {
  const lines = [
    priceLine({ unitPrice: 333, discount: 33, taxRate: 5 }, 3),
    priceLine({ unitPrice: 50, discount: 0, taxRate: 0 }, 1),
  ];

  expect(totalsOf(lines, 400)).toEqual({
    itemsTotal: 1049,
    discountTotal: 33,
    taxTotal: 48,
    deliveryFee: 400,
    total: 1464,
  });
});

test('the delivery fee is a base and so much a mile, and nothing above a sum', () => {
  const rule = { base: 300, perMile: 100, freeAbove: 5000 };

  expect(deliveryFeeFor(rule, 4999, 10)).toBe(300 + 621);
  expect(deliveryFeeFor(rule, 5000, 10)).toBe(0);
  expect(deliveryFeeFor(rule, 100, null)).toBe(300);
  expect(deliveryFeeFor({ base: 300, perMile: 0, freeAbove: null }, 1_000_000, 10)).toBe(300);
});

test('the distance between Austin and Dallas is some 293 km, and unknown without coordinates', () => {
  const austin = { latitude: 30.2672, longitude: -97.7431 };

  expect(distanceBetween(austin, { latitude: 32.7767, longitude: -96.797 })).toBeCloseTo(293, -1);
  expect(distanceBetween(austin, austin)).toBe(0);
  expect(distanceBetween(austin, { latitude: null, longitude: null })).toBeNull();
  expect(distanceBetween(austin, null)).toBeNull();
});

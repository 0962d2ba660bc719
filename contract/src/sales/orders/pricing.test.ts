import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinsFor, extraCoinsFor, priceLine, totalsOf } from './pricing.ts';

test('rounds items and tax of a line once each, half-up', () => {
  // 1.255 lb at 1.99 is 2.49745; 8.25 % of 2.50 is 20.625 cents.
  expect(priceLine({ unitPrice: 199, taxRate: 8.25 }, 1.255, 0)).toMatchObject({ tax: 21, total: 271 });
});

test('rounds the discount half-up and applies tax after it', () => {
  const line = { unitPrice: 999, taxRate: 10 };

  // 12.5 % of 9.99 is 124.875 cents; 10 % of the rest 87.4.
  expect(priceLine(line, 1, 12.5)).toMatchObject({ discount: 125, tax: 87, total: 961 });
  expect(priceLine(line, 0.1, 12.5)).toMatchObject({ discount: 13, tax: 9, total: 96 });
  expect(priceLine(line, 0, 12.5)).toMatchObject({ discount: 0, tax: 0, total: 0 });
});

test('rounds the discount per line', () => {
  const line = { unitPrice: 5, taxRate: 0 };

  // 10 % of 5 cents is half a cent: the discount of two lines together is 2 cents, not 1.
  const lines = [priceLine(line, 1, 10), priceLine(line, 1, 10)];
  expect(totalsOf(lines, 0)).toMatchObject({ itemsTotal: 10, discountTotal: 2, total: 8 });
});

test('adds up rounded lines', () => {
  const lines = [
    priceLine({ unitPrice: 333, taxRate: 5 }, 3, 3.3),
    priceLine({ unitPrice: 50, taxRate: 0 }, 1, 0),
  ];

  expect(totalsOf(lines, 400)).toEqual({
    itemsTotal: 1049,
    discountTotal: 33,
    taxTotal: 48,
    deliveryFee: 400,
    total: 1464,
  });
});

const anyLine = fc.record({
  unitPrice: fc.integer({ min: 0, max: 100_000 }),
  taxRate: fc.integer({ min: 0, max: 30_000 }).map((rate) => rate / 1000),
});
const anyPercent = fc.integer({ min: 0, max: 50_000 }).map((rate) => rate / 1000);
const anyQuantity = fc.integer({ min: 0, max: 50_000 }).map((count) => count / 1000);

const anyBasket = fc.array(fc.tuple(anyLine, anyQuantity), { maxLength: 8 });

test('never prices a line below zero', () => {
  fc.assert(
    fc.property(anyLine, anyQuantity, anyPercent, (line, quantity, percent) => {
      const { discount, tax, total } = priceLine(line, quantity, percent);

      expect(Math.min(discount, tax, total)).toBeGreaterThanOrEqual(0);
      // At most half of the item total, plus half a cent of rounding.
      expect(discount).toBeLessThanOrEqual(total - tax + 1);
    }),
  );
});

test('adds up the lines and the fee', () => {
  fc.assert(
    fc.property(anyBasket, anyPercent, fc.nat(5000), (basket, percent, fee) => {
      const lines = basket.map(([line, quantity]) => priceLine(line, quantity, percent));
      const totals = totalsOf(lines, fee);

      expect(totals.total).toBe(lines.reduce((sum, { total }) => sum + total, fee));
      expect(totals.itemsTotal - totals.discountTotal + totals.taxTotal + fee).toBe(totals.total);
    }),
  );
});

test('returns the same price when pricing again', () => {
  fc.assert(
    fc.property(anyLine, anyQuantity, anyPercent, (line, quantity, percent) => {
      const once = priceLine(line, quantity, percent);

      expect(priceLine(once, quantity, percent)).toEqual(once);
    }),
  );
});

test.each([
  [{ itemsTotal: 999, discountTotal: 0 }, 1, 1, 9, 0],
  [{ itemsTotal: 1000, discountTotal: 1 }, 2, 1, 18, 0],
  [{ itemsTotal: 99, discountTotal: 0 }, 5, 1, 0, 0],
  [{ itemsTotal: 500, discountTotal: 500 }, 5, 1, 0, 0],
  [{ itemsTotal: 500, discountTotal: 0 }, 0, 3, 0, 0],
  [{ itemsTotal: 999, discountTotal: 0 }, 1, 1.5, 13, 4],
  [{ itemsTotal: 700, discountTotal: 0 }, 3, 1.1, 23, 2],
])(
  'computes coins for %j at %i per dollar times %d: %i coins, %i of them extra',
  (sums, perDollar, coinMultiplier, coins, extra) => {
    const order = { ...sums, coinMultiplier };

    expect(coinsFor(order, perDollar)).toBe(coins);
    expect(extraCoinsFor(order, perDollar)).toBe(extra);
  },
);

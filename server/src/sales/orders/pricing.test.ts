import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinsFor, deliveryFeeFor, distanceBetween, priceLine, totalsOf } from './pricing.ts';

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

const anyLine = fc.record({
  unitPrice: fc.integer({ min: 0, max: 100_000 }),
  discount: fc.integer({ min: 0, max: 10_000 }),
  taxRate: fc.integer({ min: 0, max: 30_000 }).map((rate) => rate / 1000),
});
const anyQuantity = fc.integer({ min: 0, max: 50_000 }).map((count) => count / 1000);

test('no line costs less than nothing, however large its discount', () => {
  fc.assert(
    fc.property(anyLine, anyQuantity, (line, quantity) => {
      const { discount, tax, total } = priceLine(line, quantity);

      expect(Math.min(discount, tax, total)).toBeGreaterThanOrEqual(0);
      expect(discount).toBeLessThanOrEqual(line.discount);
    }),
  );
});

test('what the shopper pays is what is on the lines, and the fee', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyLine, anyQuantity), { maxLength: 8 }), fc.nat(5000), (basket, fee) => {
      const lines = basket.map(([line, quantity]) => priceLine(line, quantity));
      const totals = totalsOf(lines, fee);

      expect(totals.total).toBe(lines.reduce((sum, { total }) => sum + total, fee));
      expect(totals.itemsTotal - totals.discountTotal + totals.taxTotal + fee).toBe(totals.total);
    }),
  );
});

test('priced again, a line costs the same', () => {
  fc.assert(
    fc.property(anyLine, anyQuantity, (line, quantity) => {
      const once = priceLine(line, quantity);

      expect(priceLine(once, quantity)).toEqual(once);
    }),
  );
});

test('the way there is as long as the way back', () => {
  const place = fc.record({
    latitude: fc.integer({ min: -90, max: 90 }),
    longitude: fc.integer({ min: -180, max: 180 }),
  });
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(distanceBetween(a, b)).toBeCloseTo(distanceBetween(b, a) ?? Number.NaN, 3);
      // Nothing on the globe is further away than its other side.
      expect(distanceBetween(a, b)).toBeLessThanOrEqual(20_016);
    }),
  );
});

test.each([
  [{ itemsTotal: 999, discountTotal: 0 }, 1, 9],
  [{ itemsTotal: 1000, discountTotal: 1 }, 2, 18],
  [{ itemsTotal: 99, discountTotal: 0 }, 5, 0],
  [{ itemsTotal: 500, discountTotal: 500 }, 5, 0],
  [{ itemsTotal: 500, discountTotal: 0 }, 0, 0],
])('goods of %j earn, at %i a dollar, %i coins', (order, perDollar, coins) => {
  expect(coinsFor(order, perDollar)).toBe(coins);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from './for-all.fixtures.ts';
import { type Sold, unitPrice } from './unit-price.ts';

test.each<[Sold, string | null]>([
  [{ price: 219, unit: 'lb', soldByWeight: true }, '$2.19/lb'],
  [{ price: 399, unit: 'g', unitSize: 450 }, '$0.89/100 g'],
  [{ price: 999, unit: 'g', unitSize: 1500 }, '$6.66/kg'],
  [{ price: 350, unit: 'fl oz', unitSize: 32 }, '$0.11/fl oz'],
  [{ price: 499, unit: 'oz', unitSize: 12 }, '$0.42/oz'],
  [{ price: 640, unit: 'oz', unitSize: 32 }, '$3.20/lb'],
  [{ price: 600, unit: 'each', unitSize: 12 }, '$0.50/each'],
  [{ price: 199, unit: 'l', unitSize: 1.5 }, '$1.33/l'],
  [{ price: 500, unit: 'each', unitSize: null }, null],
  [{ price: 500, unit: 'each', unitSize: 1 }, null],
  [{ price: null, unit: 'lb', soldByWeight: true }, null],
])('labels %j with %s', (sold, text) => {
  expect(unitPrice(sold)).toBe(text);
});

const amountIn = (label: string | null): number =>
  Math.round(Number(/[\d.,]+/.exec(label ?? '')?.[0]?.replace(',', '')) * 100);

test('shows no higher unit price for the larger of two packs at the same price', () => {
  const size = fc.integer({ min: 1, max: 999 });
  forAll(fc.integer({ min: 1, max: 100_000 }), size, size, (price, one, other) => {
    const [small, large] = one < other ? [one, other] : [other, one];

    expect(amountIn(unitPrice({ price, unit: 'g', unitSize: large }))).toBeLessThanOrEqual(
      amountIn(unitPrice({ price, unit: 'g', unitSize: small })),
    );
  });
});

test('labels a pack of exactly the comparison unit with its own price', () => {
  forAll(fc.integer({ min: 1, max: 90_000 }), (price) => {
    expect(amountIn(unitPrice({ price, unit: 'kg', unitSize: 1 }))).toBe(price);
    expect(amountIn(unitPrice({ price, unit: 'g', unitSize: 100 }))).toBe(price);
    expect(amountIn(unitPrice({ price, unit: 'oz', unitSize: 16 }))).toBe(price);
  });
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'shows no label for a pack of the size %d',
  (unitSize) => {
    expect(unitPrice({ price: 500, unit: 'g', unitSize })).toBeNull();
  },
);

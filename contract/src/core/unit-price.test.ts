import { expect, test } from 'vitest';
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
])('the shelf label of %j says %s', (sold, text) => {
  expect(unitPrice(sold)).toBe(text);
});

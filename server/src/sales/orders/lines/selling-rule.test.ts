import { minimumQuantity } from '@aisle/contract/core/quantity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Goods } from './items.queries.ts';
import { lineProblem, sellingQuantityProblem } from './selling-rule.ts';

const goods = (change: Partial<Goods> = {}): Goods => ({
  index: 0,
  locationId: 'l',
  subProductId: 's',
  name: 'Oats',
  productName: 'Oats',
  variantName: 'Oats',
  sku: 'OAT-1',
  unit: 'each',
  soldByWeight: false,
  active: true,
  assigned: true,
  priceSource: 'list',
  price: 299,
  minPerOrder: null,
  maxPerOrder: null,
  available: 10,
  ...change,
});
const apples = goods({
  name: 'Apples',
  productName: 'Apples',
  variantName: 'Apples',
  unit: 'lb',
  soldByWeight: true,
  available: 2.5,
});

describe('sellingQuantityProblem', () => {
  test.each<[string, Goods, number, string | undefined]>([
    ['no problem with whole units', goods(), 3, undefined],
    ['a fraction of a counted item', goods(), 1.5, 'Enter a whole number'],
    ['no problem with a fraction of a weighed item', apples, 1.25, undefined],
    ['a quantity below the minimum', goods({ minPerOrder: 2 }), 1, 'Order at least 2'],
    ['a quantity above the maximum', goods({ maxPerOrder: 4 }), 5, 'Limit of 4 per order'],
    ['the minimum in the unit of the item', { ...apples, minPerOrder: 0.5 }, 0.25, 'Order at least 0.5 lb'],
    ['no problem at the limits', goods({ minPerOrder: 2, maxPerOrder: 2 }), 2, undefined],
  ])('reports %s', (_, one, quantity, message) => {
    expect(sellingQuantityProblem(one, quantity)?.message).toBe(message);
  });
});

describe('lineProblem', () => {
  test.each<[string, Goods, number, string]>([
    ['that does not exist', goods({ subProductId: null }), 1, 'not-found'],
    ['that is not assigned to the location', goods({ assigned: false }), 1, 'not-assigned'],
    ['that is inactive', goods({ active: false }), 1, 'switched-off'],
    ['in an invalid quantity', goods({ maxPerOrder: 2 }), 3, 'quantity'],
    ['beyond the available stock', goods(), 11, 'stock.not-enough'],
  ])('rejects an item %s', (_, one, quantity, code) => {
    expect(lineProblem(one, quantity)?.code).toBe(code);
  });

  test('names the available quantity', () => {
    expect(lineProblem(apples, 3)?.message).toBe('Only 2.5 lb of Apples left');
    expect(lineProblem(goods(), 11)?.message).toBe('Only 10 of Oats left');
    expect(lineProblem(goods({ available: 0 }), 1)?.message).toBe('Oats is out of stock');
  });
});

test('accepts the whole available stock', () => {
  expect(lineProblem(goods(), 10)).toBeNull();
  expect(lineProblem(apples, 2.5)).toBeNull();
});

test.each<[string, Goods, number]>([
  ['one unit', goods(), 1],
  ['the next whole unit', goods({ minPerOrder: 1.5 }), 2],
  ['the minimum per order', goods({ minPerOrder: 6 }), 6],
  ['a thousandth of a weighed item', apples, 0.001],
  ['the minimum per order of a weighed item', { ...apples, minPerOrder: 0.25 }, 0.25],
])('returns the minimum quantity: %s', (_, one, least) => {
  expect(minimumQuantity(one)).toBe(least);
});

test('never rejects the minimum quantity as too low', () => {
  const minimum = fc.option(fc.integer({ min: 1, max: 20_000 }).map((count) => count / 1000));
  fc.assert(
    fc.property(minimum, fc.boolean(), (minPerOrder, soldByWeight) => {
      const one = goods({ minPerOrder, soldByWeight, unit: soldByWeight ? 'lb' : 'each' });

      expect(sellingQuantityProblem(one, minimumQuantity(one))).toBeNull();
    }),
  );
});

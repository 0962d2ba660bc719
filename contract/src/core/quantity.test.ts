import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from './for-all.fixtures.ts';
import {
  addQuantities,
  countedIn,
  formatQuantity,
  Quantity,
  QuantityChange,
  QuantityOrNone,
  quantityProblem,
  units,
} from './quantity.ts';

const thousandths = fc.integer({ min: 0, max: 1_000_000_000 });

describe('an ordered or received quantity', () => {
  test.each([0.001, 1, 1.5, 2.125, 999_999.999, 1_000_000])('accepts %d', (quantity) => {
    expect(Quantity.parse(quantity)).toBe(quantity);
  });

  test.each([
    [0, 'Enter a quantity above 0 with at most 3 decimals'],
    [-1, 'Enter a quantity above 0 with at most 3 decimals'],
    [0.0005, 'Enter a quantity above 0 with at most 3 decimals'],
    [1.2345, 'Enter a quantity above 0 with at most 3 decimals'],
    ['2', 'Enter a quantity above 0 with at most 3 decimals'],
    [1_000_001, 'Enter at most 1,000,000'],
    [Number.NaN, 'Enter a quantity above 0 with at most 3 decimals'],
  ])('rejects %p', (quantity, message) => {
    const result = Quantity.safeParse(quantity);

    expect(result.error?.issues[0]?.message).toBe(message);
  });

  test('accepts every number of thousandths', () => {
    forAll(fc.integer({ min: 1, max: 1_000_000_000 }), (count) => {
      expect(Quantity.safeParse(count / 1000).success).toBe(true);
    });
  });
});

test('allows 0 for counted and picked quantities, but no negative ones', () => {
  expect(QuantityOrNone.safeParse(0).success).toBe(true);
  expect(QuantityOrNone.safeParse(0.25).success).toBe(true);
  expect(QuantityOrNone.safeParse(-0.001).success).toBe(false);
  expect(QuantityOrNone.safeParse(0.0001).success).toBe(false);
});

test.each([
  [-2.5, true],
  [0.001, true],
  [-1_000_000, true],
  [0, false],
  [-0.0001, false],
  [1_000_001, false],
])('allows an adjustment by %d: %s', (change, possible) => {
  expect(QuantityChange.safeParse(change).success).toBe(possible);
});

test.each([
  [3, 'each', '3'],
  [1.5, 'lb', '1.5 lb'],
  [1234.5678, 'kg', '1,234.568 kg'],
  [0, 'fl oz', '0 fl oz'],
  [2.1, 'each', '2.1'],
] as const)('formats %d of %s as "%s"', (quantity, unit, text) => {
  expect(formatQuantity(quantity, unit)).toBe(text);
});

test('formats a quantity in pieces without a unit', () => {
  expect(formatQuantity(12)).toBe('12');
});

test.each([...units])('counts cans of 14.5 %s in pieces, and weighed items in their unit', (unit) => {
  expect(countedIn({ unit, soldByWeight: false })).toBe('each');
  expect(countedIn({ unit, soldByWeight: true })).toBe(unit);
});

describe('a sum of quantities', () => {
  test('avoids floating-point errors', () => {
    expect(addQuantities(0.1, 0.2)).toBe(0.3);
    expect(addQuantities(1.005, 2.01, -3.015)).toBe(0);
    expect(addQuantities()).toBe(0);
  });

  test("doesn't depend on the order of addition", () => {
    forAll(fc.array(thousandths, { maxLength: 12 }), (counts) => {
      const quantities = counts.map((count) => count / 1000);
      const oneByOne = quantities.toReversed().reduce((sum, quantity) => addQuantities(sum, quantity), 0);

      expect(addQuantities(...quantities)).toBe(oneByOne);
      expect(addQuantities(...quantities)).toBe(counts.reduce((sum, count) => sum + count, 0) / 1000);
    });
  });

  test('restores a quantity when a change is subtracted again', () => {
    forAll(thousandths, thousandths, (before, change) => {
      const there = before / 1000;

      expect(addQuantities(addQuantities(there, change / 1000), -change / 1000)).toBe(there);
    });
  });
});

test.each([
  ['each', false, 2, undefined],
  ['each', false, 1.5, 'Enter a whole number'],
  ['lb', true, 1.255, undefined],
  ['lb', true, 1.2555, 'Enter a quantity with at most 3 decimals'],
] as const)(
  'checks items sold by %s (weighed: %s) with the quantity %s: %s',
  (unit, soldByWeight, quantity, problem) => {
    expect(quantityProblem({ unit, soldByWeight }, quantity)).toBe(problem);
  },
);

import { expect, test } from 'vitest';
import {
  amountFor,
  itemsIn,
  type PickableLine,
  type PickedLine,
  picking,
  pickingAll,
  pickProblem,
  withLine,
} from './picked-lines.ts';

const eggs: PickableLine = {
  id: 'eggs',
  name: 'Eggs',
  goods: { unit: 'each', soldByWeight: false },
  most: 3,
  price: { total: 1000, of: 3, refundable: 800 },
};
const ham: PickableLine = { id: 'ham', name: 'Ham', goods: { unit: 'lb', soldByWeight: true }, most: 1.4 };
const one = (more: Partial<PickedLine> = {}): PickedLine => ({
  quantity: 1,
  amount: 333,
  reasonId: null,
  noReturn: false,
  ...more,
});

test('calculates the amount from the quantity, up to the refundable amount', () => {
  expect([1, 2, 3].map((quantity) => amountFor(eggs, quantity))).toEqual([333, 667, 800]);
  expect(amountFor(eggs, null)).toBeNull();
  expect(amountFor(ham, 1)).toBeNull();
});

test('selects a whole line with the reason of the previous line', () => {
  expect(picking(eggs, { ham: one({ reasonId: 'late' }) })).toEqual({
    quantity: 3,
    amount: 800,
    reasonId: 'late',
    noReturn: false,
  });
  expect(Object.keys(pickingAll([eggs, ham], { ham: one() }))).toEqual(['eggs', 'ham']);
});

test('applies a new reason to lines without one and to no others', () => {
  const picked = { eggs: one(), ham: one({ reasonId: 'late' }), tea: one() };

  const after = withLine(picked, 'tea', one({ reasonId: 'damaged' }));

  expect(Object.values(after).map(({ reasonId }) => reasonId)).toEqual(['damaged', 'late', 'damaged']);
  expect(withLine(picked, 'tea', null)).toEqual({ eggs: picked.eggs, ham: picked.ham });
});

test.each<[string, PickableLine, Partial<PickedLine>, string | undefined]>([
  ['an unreadable amount', eggs, { amount: Number.NaN }, 'Enter an amount like 4.50'],
  ['a zero amount', eggs, { amount: 0 }, 'Enter an amount above 0'],
  ['more than the refundable amount', eggs, { amount: 801 }, 'Up to $8.00'],
  ['an amount without a quantity', eggs, { quantity: null }, undefined],
  ['half an egg', eggs, { quantity: 0.5 }, 'Enter a whole number'],
  ['no quantity', ham, { quantity: null }, 'Enter a quantity above 0'],
  ['more than the available quantity', ham, { quantity: 1.5 }, 'Up to 1.4 lb'],
  ['part of the quantity', ham, { quantity: 1.25 }, undefined],
])('validates %s', (_, line, more, problem) => {
  expect(pickProblem(line, one(more))).toBe(problem);
});

test('counts pieces, and a weighed line as one unit', () => {
  expect(itemsIn([eggs, ham], { eggs: one({ quantity: 2 }), ham: one({ quantity: 1.25 }) })).toBe(3);
});

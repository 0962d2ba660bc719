import { expect, test } from 'vitest';
import { lineOutcome, quantityInBag } from './line-outcome.ts';

const plain = { quantity: 2, pickedQuantity: null, substituteFor: null, removed: false, answer: null };
const oats = { ...plain, _id: 'oats', productName: 'Oats', variantName: 'Rolled, 16 oz' };
const spelt = {
  ...plain,
  _id: 'spelt',
  productName: 'Spelt',
  variantName: 'Spelt',
  substituteFor: 'oats',
  answer: 'approved' as const,
};

test('has no outcome text if the line was picked as ordered', () => {
  expect(lineOutcome(oats, [oats])).toBeNull();
  expect(lineOutcome({ ...oats, pickedQuantity: 2 }, [oats])).toBeNull();
  expect(quantityInBag(oats)).toBe(2);
});

test("names the substitute and the customer's response", () => {
  const gone = { ...oats, pickedQuantity: 0 };
  const some = { ...oats, pickedQuantity: 1 };

  expect(lineOutcome(gone, [gone, spelt])).toBe('replaced by Spelt');
  expect(lineOutcome(some, [some, spelt])).toBe('the rest replaced by Spelt');
  expect(lineOutcome(spelt, [some, spelt])).toBe('substitute for Oats, Rolled, 16 oz, customer approved');
});

test('reports lines that are out of stock or cancelled, and excludes them from the bag', () => {
  const missing = { ...oats, pickedQuantity: 0, answer: 'refused' as const };
  const off = { ...oats, removed: true, pickedQuantity: 0 };
  const back = { ...spelt, removed: true, substituteFor: null, answer: null };

  expect(lineOutcome(missing, [missing, back])).toBe('out of stock, no substitute');
  expect(lineOutcome(off, [off])).toBe('cancelled');
  expect([missing, off, back].map(quantityInBag)).toEqual([0, 0, 0]);
});

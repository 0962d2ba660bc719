import { expect, test } from 'vitest';
import { inTheBag, lineOutcome } from './line-outcome.ts';

const plain = { quantity: 2, pickedQuantity: null, substituteFor: null, removed: false, answer: null };
const oats = { ...plain, _id: 'oats', name: 'Oats' };
const spelt = { ...plain, _id: 'spelt', name: 'Spelt', substituteFor: 'oats', answer: 'approved' as const };

test('what goes as ordered needs no words', () => {
  expect(lineOutcome(oats, [oats])).toBeNull();
  expect(lineOutcome({ ...oats, pickedQuantity: 2 }, [oats])).toBeNull();
  expect(inTheBag(oats)).toBe(2);
});

test('what is replaced, in part or altogether, says by what, and what the shopper said', () => {
  const gone = { ...oats, pickedQuantity: 0 };
  const some = { ...oats, pickedQuantity: 1 };

  expect(lineOutcome(gone, [gone, spelt])).toBe('replaced by Spelt');
  expect(lineOutcome(some, [some, spelt])).toBe('the rest replaced by Spelt');
  expect(lineOutcome(spelt, [some, spelt])).toBe('substitute for Oats, customer approved');
});

test('what is out of stock or cancelled says so, and is not in the bag', () => {
  const missing = { ...oats, pickedQuantity: 0, answer: 'refused' as const };
  const off = { ...oats, removed: true, pickedQuantity: 0 };
  const back = { ...spelt, removed: true, substituteFor: null, answer: null };

  expect(lineOutcome(missing, [missing, back])).toBe('out of stock, no substitute');
  expect(lineOutcome(off, [off])).toBe('cancelled');
  expect([missing, off, back].map(inTheBag)).toEqual([0, 0, 0]);
});

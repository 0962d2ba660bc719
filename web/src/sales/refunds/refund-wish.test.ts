import { formatMoney } from '@aisle/contract/core/money';
import { expect, test } from 'vitest';
import { emptyDraft, tooMuch, wishOf } from './refund-wish.ts';

test('nothing typed is no wish, and neither is what cannot be read', () => {
  expect(wishOf(emptyDraft)).toBeNull();
  expect(wishOf({ lines: { a: null, b: 0 }, deliveryFee: 0 })).toBeNull();
  expect(wishOf({ lines: { a: Number.NaN, b: 100 }, deliveryFee: null })).toBeNull();
});

test('a wish names the lines with an amount, and says of the fee that nothing of it is wanted', () => {
  expect(wishOf({ lines: { a: 250, b: null }, deliveryFee: null })).toEqual({
    lines: [{ lineId: 'a', amount: 250 }],
    deliveryFee: 0,
  });
  expect(wishOf({ lines: {}, deliveryFee: 99 })).toEqual({ deliveryFee: 99 });
});

test('more than there is says how much there is', () => {
  expect(tooMuch(501, 500, formatMoney)).toBe('At most $5.00');
  expect(tooMuch(500, 500, formatMoney)).toBeUndefined();
  expect(tooMuch(Number.NaN, 500, formatMoney)).toBe('Enter an amount like 4.50');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from './for-all.fixtures.ts';
import {
  Amount,
  allocate,
  formatMoney,
  lineAmount,
  Price,
  parseMoney,
  percentage,
  percentOf,
  Rate,
  roundedShare,
} from './money.ts';

test.each([
  [199, 1.5, 299], // 298.5 is rounded up
  [333, 0.333, 111], // 110.889
  [1, 0.5, 1],
  [1, 0.499, 0],
  [105, 1.1, 116], // 115.5 exactly, though 105 * 1.1 is 115.50000000000001 in floating point
])('computes %i cents times %d as %i cents', (price, quantity, amount) => {
  expect(lineAmount(price, quantity)).toBe(amount);
});

test.each([
  [1000, 8.25, 83], // 82.5 is rounded up
  [100, 0.125, 0],
  [400, 0.125, 1],
])('computes a share of %i cents at %d %% as %i cents', (amount, rate, share) => {
  expect(percentOf(amount, rate)).toBe(share);
});

test('rounds negative amounts like positive ones', () => {
  forAll(fc.integer({ min: 0, max: 1e10 }), fc.integer({ min: 0, max: 100_000 }), (amount, rate) => {
    expect(roundedShare(-amount, rate, 100_000)).toBe(-roundedShare(amount, rate, 100_000) + 0 || 0);
  });
});

test('reads formatted money as the same amount', () => {
  forAll(fc.integer({ min: 0, max: 1e11 }), (cents) => {
    expect(parseMoney(formatMoney(cents))).toBe(cents);
  });
});

test('formats a negated zero without a sign', () => {
  expect(formatMoney(-0)).toBe('$0.00');
});

test.each(['', '.', '1.234', '1,23', 'abc', '-5', '1e3'])('rejects "%s" as money', (text) => {
  expect(parseMoney(text)).toBeUndefined();
});

test('returns 0 percent if the whole is 0', () => {
  expect(percentage(5, 0)).toBe(0);
  expect(percentage(1, 4)).toBe(25);
});

const cents = fc.integer({ min: 0, max: 1_000_000_000 });

test('rounds a share to within half a cent', () => {
  forAll(cents, fc.integer({ min: 0, max: 100_000 }), (amount, rate) => {
    const twice = BigInt(roundedShare(amount, rate, 100_000)) * 200_000n;
    const exact = BigInt(amount) * BigInt(rate) * 2n;

    expect(twice - exact <= 100_000n && exact - twice <= 100_000n).toBe(true);
  });
});

test('returns the whole amount for a full share, and 0 for an empty one', () => {
  forAll(cents, fc.integer({ min: 1, max: 1_000_000 }), (amount, whole) => {
    expect(roundedShare(amount, whole, whole)).toBe(amount);
    expect(roundedShare(amount, 0, whole)).toBe(0);
    expect(roundedShare(0, whole, whole)).toBe(0);
  });
});

test('never decreases with a higher price or quantity', () => {
  const quantity = fc.integer({ min: 1, max: 1_000_000 }).map((count) => count / 1000);
  forAll(cents, quantity, (price, count) => {
    expect(lineAmount(price + 1, count)).toBeGreaterThanOrEqual(lineAmount(price, count));
    expect(lineAmount(price, count + 1)).toBeGreaterThanOrEqual(lineAmount(price, count));
  });
});

test('multiplies whole pieces by their price, to the cent', () => {
  forAll(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 10_000 }), (price, pieces) => {
    expect(lineAmount(price, pieces)).toBe(price * pieces);
  });
});

test.each([
  ['$1,234.56', 123456],
  [' $ 12 ', 1200],
  ['12.', 1200],
  ['.5', 50],
  ['0', 0],
  ['1,234,567', 123456700],
])('reads "%s" as %i cents', (text, amount) => {
  expect(parseMoney(text)).toBe(amount);
});

test.each([
  [8.125, true],
  [0, true],
  [100, true],
  [8.1255, false],
  [100.001, false],
  [-1, false],
])('allows a rate of %d percent: %s', (rate, possible) => {
  expect(Rate.safeParse(rate).success).toBe(possible);
});

test('requires a positive price, allows an amount of 0, and rejects fractions of a cent', () => {
  expect([0, 1, 1.5, -1].map((amount) => Price.safeParse(amount).success)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect([0, 1, 1.5, -1].map((amount) => Amount.safeParse(amount).success)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('allocates an amount by largest remainder', () => {
  expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(allocate(399, [50, 0, 50])).toEqual([200, 0, 199]);
  expect(allocate(5, [0, 0])).toEqual([0, 0]);
});

test('allocates the whole amount, each part within a cent of its proportion', () => {
  const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 10 });
  forAll(fc.nat(1_000_000), weights, (amount, parts) => {
    const whole = parts.reduce((sum, part) => sum + part, 0);
    fc.pre(whole > 0);

    const allocated = allocate(amount, parts);

    expect(allocated.reduce((sum, part) => sum + part, 0)).toBe(amount);
    for (const [index, part] of allocated.entries()) {
      expect(Math.abs(part - (amount * parts[index]!) / whole)).toBeLessThan(1);
    }
  });
});

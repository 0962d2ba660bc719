import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spreadCoins } from './coin-share.ts';

const totals = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 5 });
const worth = fc.integer({ min: 1, max: 500 });

describe('spreadCoins for partial payment', () => {
  test.each([
    [[1000, 500], 30, 10, [30, 0]],
    [[1000, 500], 120, 10, [100, 20]],
    [[1000, 500], 999, 10, [100, 50]],
    [[1005], 999, 10, [100]],
    [[9], 5, 10, [0]],
  ])('spreads for orders of %j and %i coins of %i cents: %j', (sums, coins, cents, used) => {
    const parts = spreadCoins(sums, { coins, paymentType: 'card' }, cents);

    expect(parts.map((part) => part.coins)).toEqual(used);
  });

  test('spends no more coins than given and no more value than each total', () => {
    fc.assert(
      fc.property(totals, fc.nat(10_000), worth, (sums, coins, cents) => {
        const parts = spreadCoins(sums, { coins, paymentType: 'card' }, cents);

        expect(parts.reduce((sum, part) => sum + part.coins, 0)).toBeLessThanOrEqual(coins);
        for (const [at, part] of parts.entries()) {
          expect(part.amount).toBe(part.coins * cents);
          expect(part.amount).toBeLessThanOrEqual(sums[at]!);
        }
      }),
    );
  });

  test('spends no coins if none are requested', () => {
    expect(spreadCoins([1000], { paymentType: 'card' }, 10)).toEqual([{ coins: 0, amount: 0 }]);
  });
});

describe('spreadCoins for full payment', () => {
  test('pays each order to the cent with less than one coin to spare', () => {
    fc.assert(
      fc.property(totals, worth, (sums, cents) => {
        const parts = spreadCoins(sums, { paymentType: 'coins' }, cents);

        expect(parts.map(({ amount }) => amount)).toEqual(sums);
        for (const { coins, amount } of parts) {
          expect(coins * cents).toBeGreaterThanOrEqual(amount);
          expect(coins * cents - amount).toBeLessThan(cents);
        }
      }),
    );
  });

  test('spends no coins if they have no value', () => {
    expect(spreadCoins([1000], { paymentType: 'coins' }, 0)).toEqual([{ coins: 0, amount: 0 }]);
  });
});

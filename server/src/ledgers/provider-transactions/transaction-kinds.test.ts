import type { TransactionKind } from '@aisle/contract/finance/reconciliation';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindOfCategory, transactionEntries } from './transaction-kinds.ts';

const balances = (kind: TransactionKind, amount: number, fee = 0) =>
  Object.fromEntries(
    transactionEntries(kind, { amount, fee }).map(({ account, amount: value }) => [account, value]),
  );

describe('the posting of a transaction', () => {
  test.each([
    ['charge', 1000, 59, { providerBalance: 941, paymentFees: 59, customerPayments: -1000 }],
    ['partial_capture_reversal', -100, -3, { providerBalance: -97, paymentFees: -3, customerPayments: 100 }],
    ['refund', -400, 0, { providerBalance: -400, refunds: 400 }],
    ['refund_failure', 400, 0, { providerBalance: 400, refunds: -400 }],
    ['dispute', -1000, 1500, { providerBalance: -2500, paymentFees: 1500, disputes: 1000 }],
    ['dispute_reversal', 1000, -1500, { providerBalance: 2500, paymentFees: -1500, disputes: -1000 }],
    ['fee', -25, 0, { providerBalance: -25, paymentFees: 25 }],
    ['transfer', -700, 0, { providerBalance: -700, payouts: 700 }],
    ['transfer_reversal', 700, 0, { providerBalance: 700, payouts: -700 }],
    ['payout', -500, 0, { providerBalance: -500, bank: 500 }],
    ['payout_reversal', 500, 0, { providerBalance: 500, bank: -500 }],
  ])('of %s', (category, amount, fee, expected) => {
    expect(balances(kindOfCategory(category), amount, fee)).toEqual(expected);
  });

  test('sums to zero for any amount and fee', () => {
    const kinds: TransactionKind[] = ['payment', 'refund', 'dispute', 'fee', 'transfer', 'payout', 'other'];
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(fc.constantFrom(...kinds), cents, cents, (kind, amount, fee) => {
        const entries = transactionEntries(kind, { amount, fee });
        expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0);
      }),
    );
  });
});

test('treats a category that it does not know as other', () => {
  expect(kindOfCategory('climate_order_purchase')).toBe('other');
  expect(kindOfCategory('constructor')).toBe('other');
});

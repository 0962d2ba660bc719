import type { TransactionKind } from '@aisle/contract/finance/reconciliation';
import type { Entry } from '../money/accounts.ts';

/** The kinds of the categories that the provider reports. Failures and reversals are of the kind that they reverse. */
const kinds: Readonly<Record<string, TransactionKind>> = {
  charge: 'payment',
  partial_capture_reversal: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
  transfer: 'transfer',
  transfer_reversal: 'transfer',
  payout: 'payout',
  payout_reversal: 'payout',
};
/** An unknown category is `other`, which nothing posts until a person decides. */
export const kindOfCategory = (category: string): TransactionKind =>
  Object.hasOwn(kinds, category) ? kinds[category]! : 'other';

const contraAccounts: Record<TransactionKind, Pick<Entry, 'account' | 'part'>> = {
  payment: { account: 'customerPayments', part: 'payment' },
  refund: { account: 'refunds', part: 'refund' },
  dispute: { account: 'disputes', part: 'dispute' },
  fee: { account: 'paymentFees', part: 'fee' },
  transfer: { account: 'payouts', part: 'payout' },
  payout: { account: 'bank', part: 'payout' },
  other: { account: 'adjustments', part: 'adjustment' },
};

/**
 * The entries of a movement in the marketplace's own books. `amount` is before the provider's fee, and positive if it increases
 * the balance: a charge of 1,000 with a fee of 59 adds 941 to the balance.
 */
export function transactionEntries(
  kind: TransactionKind,
  { amount, fee }: { amount: number; fee: number },
): Entry[] {
  const { account, part } = contraAccounts[kind];
  const entries: Entry[] = [
    { account: 'providerBalance', part, amount: amount - fee },
    { account: 'paymentFees', part: 'fee', amount: fee },
    // Avoids -0, which tests distinguish from 0.
    { account, part, amount: amount === 0 ? 0 : -amount },
  ];
  return entries.filter((entry) => entry.amount !== 0);
}

/**
 * The books of the marketplace, one set per location. An entry is a debit above zero and a credit below; the entries of
 * a journal sum to zero.
 */
export const ledgerAccounts = [
  'customerPayments',
  'locationPayable',
  'commissionIncome',
  'deliveryIncome',
  'taxPayable',
  'refunds',
  'coinsLiability',
  'discounts',
  'payouts',
  'adjustments',
  'subscriptionIncome',
  'coinsExpired',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

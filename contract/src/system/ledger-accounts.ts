/**
 * The accounts of the ledger; each location has its own set of books. Debits are positive entries and credits negative ones;
 * the entries of a journal add up to zero.
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
  'storeCreditLiability',
  'giftCardLiability',
  'vendorClaims',
  'providerBalance',
  'bank',
  'paymentFees',
  'disputes',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

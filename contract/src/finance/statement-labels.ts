import type { moneyPlaces, PayoutMethod, StatementPart } from './statements.ts';

export const statementPartLabels: Record<StatementPart, string> = {
  goods: 'Goods',
  tax: 'Tax',
  commission: 'Commission',
  discounts: 'Discounts',
  promotions: 'Promotions',
  coins: 'Coins',
  refunds: 'Refunds',
  corrections: 'Corrections',
  adjustments: 'Adjustments',
};

export const payoutMethodLabels: Record<PayoutMethod, string> = {
  bankTransfer: 'Bank transfer',
  check: 'Check',
  cash: 'Cash',
  other: 'Other',
  stripe: 'Stripe transfer',
};

export const moneyPlaceLabels: Record<(typeof moneyPlaces)[number], string> = {
  atProvider: 'At Stripe',
  transferring: 'Transfer in progress',
  transferred: 'Transferred',
  inBank: "In the location's bank",
};

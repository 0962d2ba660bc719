import type { LedgerAccount } from '../system/ledger-accounts.ts';

/** The name and meaning of each ledger account in the books. */
export const ledgerAccountWords = {
  customerPayments: {
    label: 'Customer payments',
    means:
      'What customers paid or will have paid. Cash on delivery is posted at the moment of delivery, as drivers and clerks hand it in.',
  },
  locationPayable: {
    label: 'Owed to locations',
    means:
      'What the marketplace owes the location: goods and the tax it remits itself, less commission. Statements add up this account, payouts settle it.',
  },
  commissionIncome: { label: 'Commission', means: 'What the marketplace keeps of the goods sold.' },
  deliveryIncome: { label: 'Delivery fees', means: 'Delivery fees, which the marketplace keeps.' },
  taxPayable: {
    label: 'Tax payable',
    means: 'Tax on orders that the marketplace remits itself, from the day that the settings say so.',
  },
  refunds: {
    label: 'Refunds paid out (bank)',
    means: 'What customers got back, kept apart from what they paid. The parts of the sale are reversed.',
  },
  coinsLiability: {
    label: 'Customer coins',
    means:
      'What the coins of customers are worth. Coins that they earn increase it, coins that they pay with reduce it.',
  },
  discounts: {
    label: 'Discounts and coins given',
    means:
      'What the marketplace gave away, as discounts and as coins. Where locations fund discounts, it reduces what they are owed instead.',
  },
  payouts: {
    label: 'Payouts (bank)',
    means: 'What was paid out to locations, less what banks sent back, and what vendors paid for claims.',
  },
  adjustments: {
    label: 'Adjustments',
    means: 'Amounts that finance added to or deducted from what a location is owed.',
  },
  subscriptionIncome: {
    label: 'Subscriptions',
    means:
      'What customers paid for subscription plans, less refunds. In the books of the marketplace itself.',
  },
  coinsExpired: {
    label: 'Expired coins',
    means: 'The worth of coins that expired before they were used.',
  },
  giftCardLiability: {
    label: 'Gift cards',
    means:
      'What is left on gift cards. Cards that are sold or given away increase it, redeemed, voided and expired ones reduce it. What is left on sold cards stays here.',
  },
  storeCreditLiability: {
    label: 'Store credit',
    means:
      'What the marketplace owes customers as store credit, with the credit that open orders hold. Issued credit increases it, credit that pays for orders reduces it.',
  },
  vendorClaims: {
    label: 'Vendor claims',
    means: 'What vendors owe for their part of promotions, less what they paid.',
  },
  providerBalance: {
    label: 'Balance at the card provider',
    means:
      'What the provider of card payments holds for the marketplace. Charges increase it, refunds, disputes, fees, payouts and transfers reduce it.',
  },
  bank: {
    label: 'Bank account',
    means: "What the provider of card payments paid out to the marketplace's bank account.",
  },
  paymentFees: { label: 'Card fees', means: 'What the provider of card payments kept as fees.' },
  disputes: {
    label: 'Disputes',
    means:
      'What customers took back through their banks. Disputes that are won return it, and the parts that locations pay reduce it.',
  },
} as const satisfies Record<LedgerAccount, { label: string; means: string }>;

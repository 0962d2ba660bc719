import { percentOf } from '@aisle/contract/core/money';

/**
 * The books of the marketplace, one set per location. An entry is a debit above zero and a credit below; the
 * entries of a journal sum to zero.
 *
 * - `customerPayments`: what customers paid or will have paid. The marketplace collects: a driver or clerk who
 *   takes cash hands it in, so cash on delivery is booked here too, at the moment of delivery.
 * - `locationPayable`: what the marketplace owes the location. Goods and their tax are credited to it (the
 *   location is the seller, and hands its tax on), the commission is debited. A statement sums this account.
 * - `commissionIncome`, `deliveryIncome`: what the marketplace keeps.
 * - `discounts`: what the marketplace gave away, as discounts and as coins; where the settings say that locations
 *   fund discounts, both are debited to `locationPayable` instead.
 * - `refunds`: what customers got back, credited, and so kept apart from what they paid. The reversed parts of the
 *   sale are debited to the accounts that the sale credited.
 * - `coinsLiability`: what coins are worth that customers have. Earning them credits it, at what one pays that day, and
 *   paying with them debits it: coins cost their funder once, where they are earned, wherever they are spent.
 * - `payouts`: what was paid out. `taxPayable`: tax that the marketplace itself owes; nothing it sells is taxed yet.
 */
const accounts = [
  'customerPayments',
  'locationPayable',
  'commissionIncome',
  'deliveryIncome',
  'taxPayable',
  'refunds',
  'coinsLiability',
  'discounts',
  'payouts',
] as const;
export type Account = (typeof accounts)[number];
export type Part =
  | 'payment'
  | 'goods'
  | 'tax'
  | 'commission'
  | 'deliveryFee'
  | 'discount'
  | 'coins'
  | 'earned'
  | 'refund';

export interface Entry {
  account: Account;
  /** The part of the sale. */
  part: Part;
  amount: number;
}

export interface Sale {
  itemsTotal: number;
  discountTotal: number;
  taxTotal: number;
  deliveryFee: number;
  total: number;
  /** The part of the total that coins paid. */
  inCoins?: number;
  /** The value of the coins that it earns. */
  earned?: number;
  commission: number;
  discountsFundedBy: Funder;
}

export type Funder = 'marketplace' | 'location';
const discountAccountOf = (funder: Funder): Account =>
  funder === 'location' ? 'locationPayable' : 'discounts';

/** The entries of a delivered order. */
export function saleEntries({ inCoins = 0, earned = 0, ...sale }: Sale): Entry[] {
  const entries: Entry[] = [
    { account: 'customerPayments', part: 'payment', amount: sale.total - inCoins },
    { account: 'coinsLiability', part: 'coins', amount: inCoins },
    { account: 'locationPayable', part: 'goods', amount: -sale.itemsTotal },
    { account: 'locationPayable', part: 'tax', amount: -sale.taxTotal },
    { account: 'locationPayable', part: 'commission', amount: sale.commission },
    { account: 'commissionIncome', part: 'commission', amount: -sale.commission },
    { account: 'deliveryIncome', part: 'deliveryFee', amount: -sale.deliveryFee },
    { account: discountAccountOf(sale.discountsFundedBy), part: 'discount', amount: sale.discountTotal },
    { account: discountAccountOf(sale.discountsFundedBy), part: 'earned', amount: earned },
    { account: 'coinsLiability', part: 'earned', amount: -earned },
  ];
  return entries.filter(({ amount }) => amount !== 0);
}

export interface Reversal {
  goods: number;
  discount: number;
  tax: number;
  commission: number;
  deliveryFee: number;
  /** What the customer gets back: goods less discount plus tax and fee. */
  amount: number;
  /** The part that is refunded in coins. */
  inCoins: number;
  /** The value of the earned coins that it takes back. */
  earned: number;
  discountsFundedBy: Funder;
}

/** The entries of a refund of a delivered order: its part of the sale, reversed. */
export function reversalEntries(back: Reversal): Entry[] {
  const entries: Entry[] = [
    { account: 'refunds', part: 'refund', amount: back.inCoins - back.amount },
    { account: 'coinsLiability', part: 'coins', amount: -back.inCoins },
    { account: 'locationPayable', part: 'goods', amount: back.goods },
    { account: 'locationPayable', part: 'tax', amount: back.tax },
    { account: 'locationPayable', part: 'commission', amount: -back.commission },
    { account: 'commissionIncome', part: 'commission', amount: back.commission },
    { account: 'deliveryIncome', part: 'deliveryFee', amount: back.deliveryFee },
    { account: discountAccountOf(back.discountsFundedBy), part: 'discount', amount: -back.discount },
    { account: discountAccountOf(back.discountsFundedBy), part: 'earned', amount: -back.earned },
    { account: 'coinsLiability', part: 'earned', amount: back.earned },
  ];
  return entries.filter(({ amount }) => amount !== 0);
}

/** The commission on one line's goods. */
export const commissionOfLine = (line: { total: number; tax: number; commissionRate: number }): number =>
  percentOf(line.total - line.tax, line.commissionRate);

/** The commission on goods without tax, rounded once per line. */
export const commissionOn = (
  lines: readonly { total: number; tax: number; commissionRate: number }[],
): number => lines.reduce((sum, line) => sum + commissionOfLine(line), 0);

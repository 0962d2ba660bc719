import { percentOf } from '@aisle/contract/core/money';
import type { LedgerAccount } from '@aisle/contract/system/ledger-accounts';
import type { TaxRemitter } from '@aisle/contract/system/settings';

export type Account = LedgerAccount;
export type Part =
  | 'payment'
  | 'goods'
  | 'tax'
  | 'commission'
  | 'deliveryFee'
  | 'discount'
  | 'coins'
  | 'earned'
  | 'refund'
  | 'payout'
  | 'adjustment'
  | 'subscription';

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
  taxRemittedBy: Funder;
}

export type Funder = 'marketplace' | 'location';
const discountAccountOf = (funder: Funder): Account =>
  funder === 'location' ? 'locationPayable' : 'discounts';

const taxAccountOf = (remitter: Funder): Account =>
  remitter === 'marketplace' ? 'taxPayable' : 'locationPayable';

/** Who remits the tax of what is delivered on a day: as the latest rule by then says. */
export const taxRemitterOn = (rules: readonly TaxRemitter[], day: string): Funder =>
  rules.reduce<TaxRemitter>(
    (latest, rule) => (rule.from <= day && rule.from >= latest.from ? rule : latest),
    { from: '', by: 'location' },
  ).by;

/** The entries of a delivered order. */
export function saleEntries({ inCoins = 0, earned = 0, ...sale }: Sale): Entry[] {
  const entries: Entry[] = [
    { account: 'customerPayments', part: 'payment', amount: sale.total - inCoins },
    { account: 'coinsLiability', part: 'coins', amount: inCoins },
    { account: 'locationPayable', part: 'goods', amount: -sale.itemsTotal },
    { account: taxAccountOf(sale.taxRemittedBy), part: 'tax', amount: -sale.taxTotal },
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
  /** As the sale had it. */
  taxRemittedBy: Funder;
}

/** The entries of a refund of a delivered order: its part of the sale, reversed. */
export function reversalEntries(back: Reversal): Entry[] {
  const entries: Entry[] = [
    { account: 'refunds', part: 'refund', amount: back.inCoins - back.amount },
    { account: 'coinsLiability', part: 'coins', amount: -back.inCoins },
    { account: 'locationPayable', part: 'goods', amount: back.goods },
    { account: taxAccountOf(back.taxRemittedBy), part: 'tax', amount: back.tax },
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

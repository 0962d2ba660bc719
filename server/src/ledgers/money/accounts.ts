import { percentOf } from '@aisle/contract/core/money';
import type { LedgerAccount } from '@aisle/contract/system/ledger-accounts';
import type { TaxRemitter } from '@aisle/contract/system/settings';

type Account = LedgerAccount;
type Part =
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
  | 'expired'
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
  /** The part of the total paid with coins, and the value of these coins when they were earned. */
  inCoins?: number;
  coinsWorth?: number;
  /** The value of the coins that the sale earns. */
  earned?: number;
  commission: number;
  discountsFundedBy: Funder;
  /** The plan's part of the discount and of the value of the earned coins. The marketplace sold the plan. */
  ofPlan?: OfPlan;
  taxRemittedBy: Funder;
}
interface OfPlan {
  discount: number;
  earned: number;
}
const emptyPlanAmounts: OfPlan = { discount: 0, earned: 0 };

export type Funder = 'marketplace' | 'location';
/**
 * The entries of a discount or of earned coins: the marketplace pays the plan's part, and the funder in the settings pays the
 * rest.
 */
function fundedEntries(part: 'discount' | 'earned', amount: number, ofPlan: number, funder: Funder): Entry[] {
  const location = funder === 'location' ? amount - ofPlan : 0;
  return [
    { account: 'locationPayable', part, amount: location },
    { account: 'discounts', part, amount: amount - location },
  ];
}

/**
 * Coins are redeemed and returned at the value they had when they were earned. The marketplace covers the difference to the
 * amount that they pay.
 */
const paidInCoins = (amount: number, worth: number): Entry[] => [
  { account: 'coinsLiability', part: 'coins', amount: worth },
  { account: 'discounts', part: 'coins', amount: amount - worth },
];

const taxAccountOf = (remitter: Funder): Account =>
  remitter === 'marketplace' ? 'taxPayable' : 'locationPayable';

/** Decides who remits the tax on a delivery day, by the latest rule that started by then. */
export const taxRemitterOn = (rules: readonly TaxRemitter[], day: string): Funder =>
  rules.reduce<TaxRemitter>(
    (latest, rule) => (rule.from <= day && rule.from >= latest.from ? rule : latest),
    { from: '', by: 'location' },
  ).by;

/** The entries of a delivered order. */
export function saleEntries({
  inCoins = 0,
  coinsWorth = inCoins,
  earned = 0,
  ofPlan = emptyPlanAmounts,
  ...sale
}: Sale): Entry[] {
  const entries: Entry[] = [
    { account: 'customerPayments', part: 'payment', amount: sale.total - inCoins },
    ...paidInCoins(inCoins, coinsWorth),
    { account: 'locationPayable', part: 'goods', amount: -sale.itemsTotal },
    { account: taxAccountOf(sale.taxRemittedBy), part: 'tax', amount: -sale.taxTotal },
    { account: 'locationPayable', part: 'commission', amount: sale.commission },
    { account: 'commissionIncome', part: 'commission', amount: -sale.commission },
    { account: 'deliveryIncome', part: 'deliveryFee', amount: -sale.deliveryFee },
    ...fundedEntries('discount', sale.discountTotal, ofPlan.discount, sale.discountsFundedBy),
    ...fundedEntries('earned', earned, ofPlan.earned, sale.discountsFundedBy),
    { account: 'coinsLiability', part: 'earned', amount: -earned },
  ];
  return entries.filter(({ amount }) => amount !== 0);
}

interface Reversal {
  goods: number;
  discount: number;
  tax: number;
  commission: number;
  deliveryFee: number;
  /** The customer's refund: items less discount, plus tax and delivery fee. */
  amount: number;
  /** The part that is refunded in coins, and the value of these coins when they were earned. */
  inCoins: number;
  coinsWorth?: number;
  /** The part that becomes store credit. */
  toCredit?: number;
  /** The value of the earned coins that the refund removes again. */
  earned: number;
  /** The same as for the sale. */
  discountsFundedBy: Funder;
  /** The plan's part of the discount and of the value of the coins. */
  ofPlan?: OfPlan;
  /** The same as for the sale. */
  taxRemittedBy: Funder;
}

/** The entries of a refund of a delivered order, which reverse a part of the sale. */
export function reversalEntries({ ofPlan = emptyPlanAmounts, toCredit = 0, ...back }: Reversal): Entry[] {
  const entries: Entry[] = [
    { account: 'refunds', part: 'refund', amount: back.inCoins + toCredit - back.amount },
    { account: 'storeCreditLiability', part: 'refund', amount: -toCredit },
    ...paidInCoins(-back.inCoins, -(back.coinsWorth ?? back.inCoins)),
    { account: 'locationPayable', part: 'goods', amount: back.goods },
    { account: taxAccountOf(back.taxRemittedBy), part: 'tax', amount: back.tax },
    { account: 'locationPayable', part: 'commission', amount: -back.commission },
    { account: 'commissionIncome', part: 'commission', amount: back.commission },
    { account: 'deliveryIncome', part: 'deliveryFee', amount: back.deliveryFee },
    ...fundedEntries('discount', -back.discount, -ofPlan.discount, back.discountsFundedBy),
    ...fundedEntries('earned', -back.earned, -ofPlan.earned, back.discountsFundedBy),
    { account: 'coinsLiability', part: 'earned', amount: back.earned },
  ];
  return entries.filter(({ amount }) => amount !== 0);
}

/** The commission on one line's items. */
export const commissionOfLine = (line: { total: number; tax: number; commissionRate: number }): number =>
  percentOf(line.total - line.tax, line.commissionRate);

/** The commission on items without tax, rounded per line. */
export const commissionOn = (
  lines: readonly { total: number; tax: number; commissionRate: number }[],
): number => lines.reduce((sum, line) => sum + commissionOfLine(line), 0);

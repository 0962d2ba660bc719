import { percentOf } from '@aisle/contract/core/money';
import type { Funder as PromotionFunder } from '@aisle/contract/sales/promotions/promotion-terms';
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
  | 'subscription'
  | 'promotion'
  | 'deliveryPromotion'
  | 'fee'
  | 'dispute';

export interface Entry {
  account: Account;
  /** The part of the sale. */
  part: Part;
  amount: number;
  /** The vendor that owes it. */
  vendorId?: string | null;
}

/** A part of the promotions of a sale, by who pays it. */
export interface FundedPart {
  funder: PromotionFunder;
  vendorId: string | null;
  amount: number;
}
export interface PromotionPart extends FundedPart {
  promotionId: string;
}
const accountOfFunder: Record<PromotionFunder, Account> = {
  marketplace: 'discounts',
  location: 'locationPayable',
  vendor: 'vendorClaims',
};
const promotionEntries = (
  parts: readonly FundedPart[],
  part: 'promotion' | 'deliveryPromotion',
  sign: 1 | -1,
): Entry[] =>
  parts.map(({ funder, vendorId, amount }) => ({
    account: accountOfFunder[funder],
    part,
    amount: sign * amount,
    vendorId: funder === 'vendor' ? vendorId : null,
  }));
export const sumOfParts = (parts: readonly FundedPart[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

export interface Sale {
  itemsTotal: number;
  discountTotal: number;
  taxTotal: number;
  deliveryFee: number;
  total: number;
  /** The part of the total paid with coins, and the value of these coins when they were earned. */
  inCoins?: number;
  coinsWorth?: number;
  /** The parts paid with store credit and with gift cards. */
  inCredit?: number;
  inGiftCards?: number;
  /** The value of the coins that the sale earns. */
  earned?: number;
  commission: number;
  discountsFundedBy: Funder;
  /** The plan's part of the discount and of the value of the earned coins. The marketplace sold the plan. */
  ofPlan?: OfPlan;
  /** The parts of promotions in the discount, and of those that reduced the delivery fee. */
  promotions?: readonly FundedPart[];
  deliveryPromotions?: readonly FundedPart[];
  /** The part of the value of the earned coins that the location pays for because of a promotion. */
  earnedByLocation?: number;
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
function fundedEntries(
  part: 'discount' | 'earned',
  amount: number,
  { ofPlan, funder, more = 0 }: { ofPlan: number; funder: Funder; more?: number },
): Entry[] {
  const location = (funder === 'location' ? amount - ofPlan : 0) + more;
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
  inCredit = 0,
  inGiftCards = 0,
  earned = 0,
  ofPlan = emptyPlanAmounts,
  promotions = [],
  deliveryPromotions = [],
  earnedByLocation = 0,
  ...sale
}: Sale): Entry[] {
  const funder = sale.discountsFundedBy;
  const discount = sale.discountTotal - sumOfParts(promotions);
  const entries: Entry[] = [
    { account: 'customerPayments', part: 'payment', amount: sale.total - inCoins - inCredit - inGiftCards },
    { account: 'storeCreditLiability', part: 'payment', amount: inCredit },
    { account: 'giftCardLiability', part: 'payment', amount: inGiftCards },
    ...paidInCoins(inCoins, coinsWorth),
    { account: 'locationPayable', part: 'goods', amount: -sale.itemsTotal },
    { account: taxAccountOf(sale.taxRemittedBy), part: 'tax', amount: -sale.taxTotal },
    { account: 'locationPayable', part: 'commission', amount: sale.commission },
    { account: 'commissionIncome', part: 'commission', amount: -sale.commission },
    {
      account: 'deliveryIncome',
      part: 'deliveryFee',
      amount: -sale.deliveryFee - sumOfParts(deliveryPromotions),
    },
    ...fundedEntries('discount', discount, { ofPlan: ofPlan.discount, funder }),
    ...promotionEntries(promotions, 'promotion', 1),
    ...promotionEntries(deliveryPromotions, 'deliveryPromotion', 1),
    ...fundedEntries('earned', earned, { ofPlan: ofPlan.earned, funder, more: earnedByLocation }),
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
  /** The part that returns to the store credit that paid it. */
  inCredit?: number;
  /** The part that returns to the gift cards that paid it. */
  inGiftCards?: number;
  /** The value of the earned coins that the refund removes again. */
  earned: number;
  /** The same as for the sale. */
  discountsFundedBy: Funder;
  /** The plan's part of the discount and of the value of the coins. */
  ofPlan?: OfPlan;
  /** The parts of promotions in the discount, and of those that reduced the delivery fee. */
  promotions?: readonly FundedPart[];
  deliveryPromotions?: readonly FundedPart[];
  /** The same as for the sale. */
  taxRemittedBy: Funder;
}

/** The entries of a refund of a delivered order, which reverse a part of the sale. */
export function reversalEntries({
  ofPlan = emptyPlanAmounts,
  promotions = [],
  deliveryPromotions = [],
  toCredit = 0,
  inCredit = 0,
  inGiftCards = 0,
  ...back
}: Reversal): Entry[] {
  const funder = back.discountsFundedBy;
  const discount = back.discount - sumOfParts(promotions);
  const entries: Entry[] = [
    {
      account: 'refunds',
      part: 'refund',
      amount: back.inCoins + inCredit + inGiftCards + toCredit - back.amount,
    },
    { account: 'storeCreditLiability', part: 'refund', amount: -inCredit - toCredit },
    { account: 'giftCardLiability', part: 'refund', amount: -inGiftCards },
    ...paidInCoins(-back.inCoins, -(back.coinsWorth ?? back.inCoins)),
    { account: 'locationPayable', part: 'goods', amount: back.goods },
    { account: taxAccountOf(back.taxRemittedBy), part: 'tax', amount: back.tax },
    { account: 'locationPayable', part: 'commission', amount: -back.commission },
    { account: 'commissionIncome', part: 'commission', amount: back.commission },
    {
      account: 'deliveryIncome',
      part: 'deliveryFee',
      amount: back.deliveryFee + sumOfParts(deliveryPromotions),
    },
    ...promotionEntries(deliveryPromotions, 'deliveryPromotion', -1),
    ...fundedEntries('discount', -discount, { ofPlan: -ofPlan.discount, funder }),
    ...promotionEntries(promotions, 'promotion', -1),
    ...fundedEntries('earned', -back.earned, { ofPlan: -ofPlan.earned, funder }),
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

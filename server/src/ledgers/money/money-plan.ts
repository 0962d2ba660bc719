import type { ItemNames } from '@aisle/contract/core/item-name';
import { roundedShare } from '@aisle/contract/core/money';
import type { MoneyPlan } from '@aisle/contract/sales/refunds/refunds';
import { commissionOfLine, type Funder } from './accounts.ts';

/** The amounts of an order line. */
export interface SoldLine extends ItemNames {
  id: string;
  name: string;
  discount: number;
  tax: number;
  /** Items less discount, plus tax. */
  total: number;
  commissionRate: number;
}
/** A part of a line's amount, split into its components. */
export interface Share {
  lineId: string;
  amount: number;
  goods: number;
  discount: number;
  tax: number;
  commission: number;
}

/**
 * The components of the next `amount` of a line, after `before` of it was refunded. Shares are computed from the start of the
 * line, so that many small shares still add up to the whole without a remainder.
 */
export function shareOf(line: SoldLine, before: number, amount: number): Share {
  const next = (whole: number) =>
    line.total === 0
      ? 0
      : roundedShare(whole, before + amount, line.total) - roundedShare(whole, before, line.total);
  const tax = next(line.tax);
  const discount = next(line.discount);
  return {
    lineId: line.id,
    amount,
    goods: amount - tax + discount,
    discount,
    tax,
    commission: next(commissionOfLine(line)),
  };
}

interface Planning {
  shares: readonly (Share & ItemNames & { name: string; refundable: number })[];
  deliveryFee: number;
  deliveryFeeRefundable: number;
  /** The paid part, which is refunded. */
  refund: number;
  coins: number;
  coinsNotTaken: number;
  /** The value of these coins to their funder. */
  coinsWorth: number;
  /**
   * The plan's part, which the marketplace funds: whether the plan gave the discount, and its part of the value of the coins.
   */
  ofPlan: { isDiscount: boolean; coinsWorth: number };
  inCoins: number;
  coinsReturned: number;
  toCredit: number;
  discountsFundedBy: Funder;
  taxRemittedBy: Funder;
  inBooks: boolean;
  by: MoneyPlan['by'];
  refundable: number;
}

/** Adds up the amounts that each party loses. */
export function planOf({ shares, discountsFundedBy, taxRemittedBy, ofPlan, ...rest }: Planning): MoneyPlan {
  const sum = (of: (share: Share) => number) => shares.reduce((total, share) => total + of(share), 0);
  const [goods, discount, tax] = [sum((one) => one.goods), sum((one) => one.discount), sum((one) => one.tax)];
  const commission = sum((one) => one.commission);
  const amount = sum((one) => one.amount) + rest.deliveryFee;
  const ownDiscount = discountsFundedBy === 'location' && !ofPlan.isDiscount ? discount : 0;
  // Avoids -0, which tests distinguish from 0.
  const ownCoins = discountsFundedBy === 'location' ? rest.coinsWorth - ofPlan.coinsWorth : 0;
  const ownTax = taxRemittedBy === 'location' ? tax : 0;
  const payout = goods + ownTax - commission - ownDiscount - ownCoins;
  return {
    ...rest,
    lines: [...shares],
    goods,
    discount,
    tax,
    amount,
    released: amount - rest.refund,
    commission,
    payout: payout === 0 ? 0 : -payout,
  };
}

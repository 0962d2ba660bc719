import { roundedShare } from '@aisle/contract/core/money';
import type { MoneyPlan } from '@aisle/contract/sales/refunds/refunds';
import { commissionOfLine, type Funder } from './accounts.ts';

/** What a line of an order came to. */
export interface SoldLine {
  id: string;
  name: string;
  discount: number;
  tax: number;
  /** Goods less discount plus tax. */
  total: number;
  commissionRate: number;
}
/** So much of a line, parted into what it is made of. */
export interface Share {
  lineId: string;
  amount: number;
  goods: number;
  discount: number;
  tax: number;
  commission: number;
}

/**
 * What the next `amount` of a line takes along, when `before` of it has gone back already. Shares are counted
 * from the beginning, so that however many small ones there are, the last one leaves nothing over.
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
  shares: readonly (Share & { name: string; refundable: number })[];
  deliveryFee: number;
  deliveryFeeRefundable: number;
  /** The part that was paid, and goes back. */
  refund: number;
  coins: number;
  coinsNotTaken: number;
  /** The value of these coins for their funder. */
  coinsWorth: number;
  /** What a plan gave is the marketplace's: the discount, and so much of the value of the coins. */
  ofPlan: { isDiscount: boolean; coinsWorth: number };
  inCoins: number;
  coinsReturned: number;
  discountsFundedBy: Funder;
  taxRemittedBy: Funder;
  inBooks: boolean;
  by: MoneyPlan['by'];
  refundable: number;
}

/** Adds up what everybody gets less of. */
export function planOf({ shares, discountsFundedBy, taxRemittedBy, ofPlan, ...rest }: Planning): MoneyPlan {
  const sum = (of: (share: Share) => number) => shares.reduce((total, share) => total + of(share), 0);
  const [goods, discount, tax] = [sum((one) => one.goods), sum((one) => one.discount), sum((one) => one.tax)];
  const commission = sum((one) => one.commission);
  const amount = sum((one) => one.amount) + rest.deliveryFee;
  const ownDiscount = discountsFundedBy === 'location' && !ofPlan.isDiscount ? discount : 0;
  // Avoids -0, which tests would not take for 0.
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

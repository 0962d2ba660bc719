import type { ItemNames } from '@aisle/contract/core/item-name';
import { roundedShare } from '@aisle/contract/core/money';
import { funders } from '@aisle/contract/sales/promotions/funders';
import {
  discountsAt,
  type KeptOrderPromotions,
  type LineDiscount,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import type { MoneyPlan } from '@aisle/contract/sales/refunds/refunds';
import {
  commissionOfLine,
  type FundedPart,
  type Funder,
  type PromotionPart,
  sumOfParts,
} from './accounts.ts';

/** The amounts of an order line. */
export interface SoldLine extends ItemNames {
  id: string;
  name: string;
  unitPrice: number;
  quantity: number;
  pickedQuantity: number | null;
  removed: boolean;
  /** The discounts of promotions as they were priced. */
  discounts: readonly LineDiscount[];
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
  /** The quantity, if it was given. */
  quantity?: number | null | undefined;
  goods: number;
  discount: number;
  /** The parts of promotions in the discount. */
  promotions: PromotionPart[];
  tax: number;
  commission: number;
}

/** The quantity that the customer got. */
export const deliveredOf = (line: Pick<SoldLine, 'removed' | 'pickedQuantity' | 'quantity'>): number =>
  line.removed ? 0 : (line.pickedQuantity ?? line.quantity);
const thousandths = (quantity: number): number => Math.round(quantity * 1000);

/** The parts of a line's promotions, each by who pays it. */
export function promotionParts(
  line: Pick<SoldLine, 'unitPrice' | 'quantity' | 'pickedQuantity' | 'removed' | 'discounts'>,
): PromotionPart[] {
  return discountsAt(line, deliveredOf(line)).flatMap(({ promotionId, funded, funding: { vendorId } }) =>
    funders.map((funder) => ({
      promotionId,
      funder,
      vendorId: funder === 'vendor' ? vendorId : null,
      amount: funded[funder],
    })),
  );
}

type DeliveryPromotion = KeptOrderPromotions['delivery'];
/** The parts of the promotion of a delivery fee, by who pays it. */
export const deliveryParts = (delivery: DeliveryPromotion): FundedPart[] =>
  delivery
    ? sumParts(
        funders.map((funder) => ({
          funder,
          vendorId: funder === 'vendor' ? (delivery.funding.vendorId ?? null) : null,
          amount: delivery.funded[funder],
        })),
      )
    : [];

/** The funders' parts of the next `amount` of a fee, after `before` of it was refunded. Counted from the beginning, like lines. */
export const deliveryShare = (
  delivery: DeliveryPromotion,
  fee: number,
  { before, amount }: { before: number; amount: number },
): FundedPart[] =>
  fee === 0
    ? []
    : sumParts(
        deliveryParts(delivery).map((part) => ({
          ...part,
          amount: roundedShare(part.amount, before + amount, fee) - roundedShare(part.amount, before, fee),
        })),
      );

/** Adds up the parts of each funder, without zeros. */
export function sumParts(parts: readonly FundedPart[]): FundedPart[] {
  const groups = Map.groupBy(parts, ({ funder, vendorId }) => `${funder} ${vendorId}`);
  return [...groups.values()]
    .map((some) => ({ funder: some[0]!.funder, vendorId: some[0]!.vendorId, amount: sumOfParts(some) }))
    .filter(({ amount }) => amount !== 0);
}

/**
 * The components of the next `amount` of a line, after `before` of it was refunded. Shares are computed from the start of the
 * line, so that many small shares still add up to the whole without a remainder. Those of a line whose total is 0 are in
 * proportion to its quantity.
 */
export function shareOf(
  line: SoldLine,
  before: number,
  amount: number,
  { unitsBefore = 0, quantity = null }: { unitsBefore?: number; quantity?: number | null } = {},
): Share {
  const isFree = line.total === 0;
  const whole = isFree ? thousandths(deliveredOf(line)) : line.total;
  const from = isFree ? thousandths(unitsBefore) : before;
  const upTo = from + (isFree ? thousandths(quantity ?? 0) : amount);
  const next = (part: number) =>
    whole === 0 ? 0 : roundedShare(part, upTo, whole) - roundedShare(part, from, whole);
  const tax = next(line.tax);
  // Each part is rounded on its own, so that the parts of many refunds add up to those of the sale.
  const parts = promotionParts(line);
  const promotions = parts
    .map((part) => ({ ...part, amount: next(part.amount) }))
    .filter(({ amount: part }) => part !== 0);
  const discount = next(line.discount - sumOfParts(parts)) + sumOfParts(promotions);
  return {
    lineId: line.id,
    amount,
    ...(quantity !== null && { quantity }),
    goods: amount - tax + discount,
    discount,
    promotions,
    tax,
    commission: next(commissionOfLine(line)),
  };
}

interface Planning {
  shares: readonly (Share & ItemNames & { name: string; refundable: number; refundableQuantity: number })[];
  deliveryFee: number;
  deliveryFeeRefundable: number;
  /** The funders' parts of the promotion of the fee. */
  deliveryPromotions: readonly FundedPart[];
  /** The paid part, which is refunded. */
  refund: number;
  coins: number;
  coinsNotTaken: number;
  /** The value of these coins to their funder. */
  coinsWorth: number;
  /** The part of this value that the location pays. */
  coinsOfLocation: number;
  /** A plan gave the discounts that aren't of promotions, so the marketplace pays for them. */
  isDiscountOfPlan: boolean;
  inCoins: number;
  coinsReturned: number;
  inCredit: number;
  inGiftCards: number;
  giftCards: MoneyPlan['giftCards'];
  toCredit: number;
  discountsFundedBy: Funder;
  taxRemittedBy: Funder;
  inBooks: boolean;
  by: MoneyPlan['by'];
  refundable: number;
}

/** Adds up the amounts that each party loses. */
export function planOf({
  shares,
  discountsFundedBy,
  taxRemittedBy,
  coinsOfLocation,
  isDiscountOfPlan,
  deliveryPromotions,
  ...rest
}: Planning): MoneyPlan {
  const sum = (of: (share: Share) => number) => shares.reduce((total, share) => total + of(share), 0);
  const [goods, discount, tax] = [sum((one) => one.goods), sum((one) => one.discount), sum((one) => one.tax)];
  const commission = sum((one) => one.commission);
  const amount = sum((one) => one.amount) + rest.deliveryFee;
  const promotions = shares.flatMap((share) => share.promotions);
  const byLocationOfFee = sumOfParts(deliveryPromotions.filter(({ funder }) => funder === 'location'));
  const byLocation = sumOfParts(promotions.filter(({ funder }) => funder === 'location'));
  const others =
    discountsFundedBy === 'location' && !isDiscountOfPlan ? discount - sumOfParts(promotions) : 0;
  const ownDiscount = others + byLocation;
  const ownTax = taxRemittedBy === 'location' ? tax : 0;
  const payout = goods + ownTax - commission - ownDiscount - byLocationOfFee - coinsOfLocation;
  return {
    ...rest,
    lines: shares.map(({ promotions: _promotions, quantity: _quantity, ...share }) => share),
    goods,
    discount,
    tax,
    amount,
    released: amount - rest.refund,
    commission,
    // Avoids -0, which tests distinguish from 0.
    payout: payout === 0 ? 0 : -payout,
  };
}

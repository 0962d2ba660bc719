import { z } from 'zod';
import { Id } from '../../core/fields.ts';
import { allocate, Cents, lineAmount, percentOf, Rate, roundedShare } from '../../core/money.ts';
import { funders } from './funders.ts';

/** Percentages by who pays. */
const Funding = z.object({ marketplace: Rate, location: Rate, vendor: Rate });
/** Amounts in cents by who pays. */
const Funded = z.record(z.enum(funders), Cents);
export type Funded = z.infer<typeof Funded>;

/** Splits an amount by the funding of its promotion. */
export function fundedBy(amount: number, funding: z.infer<typeof Funding>): Funded {
  const weights = funders.map((funder) => Math.round(funding[funder] * 1000));
  const [marketplace = 0, location = 0, vendor = 0] = allocate(amount, weights);
  return { marketplace, location, vendor };
}

const source = {
  promotionId: Id,
  edition: z.int(),
  /** The code that the customer sent. Absent for an automatic promotion. */
  code: z.string().optional(),
  label: z.string(),
};

/** A promotion that applies to an order or a checkout. */
export const PromotionDiscount = z.object({
  source: z.literal('promotion'),
  ...source,
  /** The discount on items. */
  amount: Cents,
  /** The discount on the delivery fee, which is not part of the discount total. */
  deliveryAmount: Cents.optional(),
  /** The coins that the order earns in addition. */
  coins: z.int().optional(),
  funding: Funding,
  /** Depends on something that the customer hasn't decided yet, such as the address. */
  provisional: z.boolean().optional(),
});
export type PromotionDiscount = z.infer<typeof PromotionDiscount>;

/**
 * A promotion's discount on a line, as it was priced for a quantity. `discountsAt` computes the amounts of other quantities.
 */
export const LineDiscount = z.object({
  source: z.literal('promotion'),
  ...source,
  /** The quantity for which the line was priced, and how many of its units are reduced. */
  quantity: z.number(),
  units: z.number(),
  amount: Cents,
  funded: Funded,
  funding: Funding.extend({ vendorId: Id.nullable() }),
  /** Applied after the plan's discount, to the order as a whole. */
  ofOrder: z.boolean(),
  /** The plan's discount doesn't apply to the reduced units. */
  withoutPlan: z.boolean(),
  /** The vendor's part of the discount is taxed. */
  vendorIsTaxed: z.boolean(),
  /** For weighed goods, a percentage or a price per unit that the weight follows, up to the maximum. */
  follows: z
    .object({ percent: Rate.optional(), price: Cents.optional(), maxAmount: Cents.nullable() })
    .nullable(),
  /** "20% off berries: 20% off 3 units" */
  rule: z.string(),
});
export type LineDiscount = z.infer<typeof LineDiscount>;

/** The promotions of an order's delivery fee and coins, as they are kept with it. */
export interface KeptOrderPromotions {
  delivery: (KeptSource & { amount: number; funded: Funded }) | null;
  coins: (KeptSource & { planMultiplier: number }) | null;
}
type KeptSource = Pick<LineDiscount, 'promotionId' | 'edition' | 'code' | 'label' | 'funding'>;

/**
 * The discounts of a line at another quantity: each unit keeps its discount, and a fixed one never rises. Percentages and prices of
 * weighed goods follow the weight.
 */
export function discountsAt(
  { unitPrice, discounts }: { unitPrice: number; discounts: readonly LineDiscount[] },
  quantity: number,
): LineDiscount[] {
  let left = lineAmount(unitPrice, quantity);
  return discounts.map((discount) => {
    const amount = Math.min(left, amountAt(discount, unitPrice, quantity));
    left -= amount;
    const units = discount.follows ? quantity : discount.units * keptPart(discount, quantity);
    return { ...discount, quantity, units, amount, funded: fundedBy(amount, discount.funding) };
  });
}

const keptPart = (discount: LineDiscount, quantity: number): number =>
  Math.min(1, quantity / discount.quantity);

function amountAt(discount: LineDiscount, unitPrice: number, quantity: number): number {
  const { follows } = discount;
  if (!follows) {
    const kept = Math.round(Math.min(quantity, discount.quantity) * 1000);
    return roundedShare(discount.amount, kept, Math.round(discount.quantity * 1000));
  }
  const goods = lineAmount(unitPrice, quantity);
  const full =
    follows.price === undefined
      ? percentOf(goods, follows.percent ?? 0)
      : Math.max(0, goods - lineAmount(follows.price, quantity));
  return Math.min(full, follows.maxAmount ?? full);
}

/** Why a promotion doesn't apply. */
const notAppliedReasons = [
  'unknown-code',
  'not-started',
  'ended',
  'paused',
  'schedule',
  'used-up',
  'used-by-customer',
  'budget-spent',
  'other-location',
  'not-for-customer',
  'needs-customer',
  'first-order',
  'minimum-not-met',
  'no-matching-goods',
  'better-offer',
  'not-combinable',
  'fulfilment',
  'payment-type',
  'source',
  'address',
  'too-many-tries',
] as const;
export type NotAppliedReason = (typeof notAppliedReasons)[number];

export interface DiscountedLine {
  unitPrice: number;
  quantity: number;
  pickedQuantity: number | null;
  removed: boolean;
  discounts: readonly LineDiscount[];
}
/** The promotions of an order, from what is kept with it. `extraCoins` are those of its coins promotion, if they are known. */
export function promotionDiscounts(
  lines: readonly DiscountedLine[],
  kept: KeptOrderPromotions | null,
  extraCoins: number | null,
): PromotionDiscount[] {
  const found = new Map<string, PromotionDiscount>();
  const add = (
    { promotionId, edition, code, label, funding }: KeptSource,
    more: Partial<PromotionDiscount>,
  ) => {
    const { marketplace, location, vendor } = funding;
    const earlier = found.get(promotionId);
    const amount = (earlier?.amount ?? 0) + (more.amount ?? 0);
    const source = { promotionId, edition, ...(code !== undefined && { code }), label };
    found.set(promotionId, {
      source: 'promotion',
      ...source,
      funding: { marketplace, location, vendor },
      ...more,
      amount,
    });
  };
  for (const line of lines) {
    const quantity = line.removed ? 0 : (line.pickedQuantity ?? line.quantity);
    for (const discount of discountsAt(line, quantity)) {
      if (discount.amount > 0) add(discount, { amount: discount.amount });
    }
  }
  if (kept?.delivery) add(kept.delivery, { deliveryAmount: kept.delivery.amount });
  if (kept?.coins) add(kept.coins, extraCoins === null ? {} : { coins: extraCoins });
  return [...found.values()];
}

/** Why a promotion doesn't apply: for every code that was sent, and for promotions within reach. */
export const NotApplied = z.object({
  promotionId: Id.optional(),
  code: z.string().optional(),
  label: z.string().optional(),
  reason: z.enum(notAppliedReasons),
  message: z.string(),
  missing: z.object({ amount: Cents.optional(), quantity: z.int().optional() }).optional(),
});
export type NotApplied = z.infer<typeof NotApplied>;

export const PriceSource = z.enum(['list', 'location', 'sale', 'markDown']);
export type PriceSource = z.infer<typeof PriceSource>;

/** Promotions can exclude goods whose price is already reduced. */
export const isSalePrice = (source: PriceSource | null): boolean =>
  source === 'sale' || source === 'markDown';

export const priceSourceLabels: Record<PriceSource, string> = {
  list: 'List price',
  location: 'Price of the store',
  sale: 'Sale price',
  markDown: 'Mark-down',
};

/** How the total of a line came about. The amounts add up to it. */
export const LineWhy = z.object({
  unitPrice: z.object({ amount: Cents, source: PriceSource.nullable() }),
  discounts: z.array(
    z.object({
      source: z.enum(['promotion', 'subscription']),
      promotionId: Id.optional(),
      planId: Id.optional(),
      edition: z.int().optional(),
      units: z.number(),
      amount: Cents,
      rule: z.string(),
    }),
  ),
  /** The source is the name of the tax; null without one, and for orders from before it was recorded. */
  tax: z.object({ rate: Rate, base: Cents, amount: Cents, source: z.string().nullable() }),
});
export type LineWhy = z.infer<typeof LineWhy>;

import { z } from 'zod';
import { Id } from '../../core/fields.ts';
import { Cents, formatMoney, Rate } from '../../core/money.ts';
import { PromotionDiscount } from '../promotions/promotion-discounts.ts';

/** The discount of the customer's plan on items. */
const PlanDiscount = z.object({
  source: z.literal('subscription'),
  planId: Id,
  /** The name of the plan when the customer subscribed. */
  name: z.string(),
  amount: Cents,
});
/** A source of discounts; the amounts add up to the item discounts of the order. */
export const OrderDiscount = z.discriminatedUnion('source', [PlanDiscount, PromotionDiscount]);
export type OrderDiscount = z.infer<typeof OrderDiscount>;

/** The benefits of the customer's subscription at the time of the order. */
export const OrderBenefits = z.object({
  planId: Id,
  name: z.string(),
  discountPercent: Rate,
  coinMultiplier: z.number(),
  /** The delivery fee that the plan waived; null if it waived none. */
  deliverySaved: Cents.nullable(),
});
export type OrderBenefits = z.infer<typeof OrderBenefits>;

/** The discounts of an order: those of promotions, and the rest, which comes from the plan. */
export function discountsOf(
  benefits: Pick<OrderBenefits, 'planId' | 'name'> | null,
  discountTotal: number,
  promotions: readonly PromotionDiscount[] = [],
): OrderDiscount[] {
  const ofPlan = discountTotal - promotions.reduce((sum, { amount }) => sum + amount, 0);
  return benefits && ofPlan > 0
    ? [
        ...promotions,
        { source: 'subscription', planId: benefits.planId, name: benefits.name, amount: ofPlan },
      ]
    : [...promotions];
}

/** The discounts of several orders, combined by promotion and by plan. */
export function sumDiscounts(discounts: readonly OrderDiscount[]): OrderDiscount[] {
  const groups = Map.groupBy(discounts, discountKey);
  return [...groups.values()].map(([first, ...others]) => others.reduce(addDiscount, first!));
}

/** Identifies the source of a discount. */
export const discountKey = (one: OrderDiscount): string =>
  one.source === 'promotion' ? `${one.promotionId} ${one.edition}` : `${one.planId} ${one.name}`;

function addDiscount(one: OrderDiscount, other: OrderDiscount): OrderDiscount {
  const amount = one.amount + other.amount;
  if (one.source !== 'promotion' || other.source !== 'promotion') return { ...one, amount };
  const { deliveryAmount, coins } = one;
  return {
    ...one,
    amount,
    ...(deliveryAmount !== undefined && { deliveryAmount: deliveryAmount + (other.deliveryAmount ?? 0) }),
    ...(coins !== undefined && { coins: coins + (other.coins ?? 0) }),
  };
}

/** "Plus discount", or the label of a promotion with its code: "$10 off your first order (WELCOME10)". */
export const discountLabel = (one: OrderDiscount): string => {
  if (one.source === 'subscription') return `${one.name} discount`;
  return one.code ? `${one.label} (${one.code})` : one.label;
};

interface SavingOrder {
  benefits: OrderBenefits | null;
  discounts: readonly OrderDiscount[];
}
/** "$3.99 saved with Plus": the delivery fees of these orders that a plan or promotions waived; null if none. */
export function savingText(orders: readonly SavingOrder[]): string | null {
  const saved = new Map<string, number>();
  const add = (name: string, amount: number) => saved.set(name, (saved.get(name) ?? 0) + amount);
  for (const { benefits, discounts } of orders) {
    if (benefits?.deliverySaved) add(benefits.name, benefits.deliverySaved);
    for (const one of discounts) {
      if (one.source === 'promotion' && one.deliveryAmount) add(one.label, one.deliveryAmount);
    }
  }
  const texts = [...saved].map(([name, amount]) => `${formatMoney(amount)} saved with ${name}`);
  return texts.length > 0 ? texts.join(', ') : null;
}

/** The discounts that reduce the price of items: not those of the delivery fee and of coins. */
export const itemDiscounts = (discounts: readonly OrderDiscount[]): OrderDiscount[] =>
  discounts.filter(({ amount }) => amount > 0);

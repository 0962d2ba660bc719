import { z } from 'zod';
import { Id } from '../../core/fields.ts';
import { Cents, formatMoney, Rate } from '../../core/money.ts';

/** A source of item discounts; the amounts add up to the discounts of the order. */
export const OrderDiscount = z.object({
  source: z.enum(['subscription']),
  planId: Id,
  /** The name of the plan when the customer subscribed. */
  name: z.string(),
  amount: Cents,
});
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

/** The discounts of an order. All item discounts come from the plan. */
export const discountsOf = (
  benefits: Pick<OrderBenefits, 'planId' | 'name'> | null,
  discountTotal: number,
): OrderDiscount[] =>
  benefits && discountTotal > 0
    ? [{ source: 'subscription', planId: benefits.planId, name: benefits.name, amount: discountTotal }]
    : [];

/** The discounts of several orders, combined by plan. */
export function sumDiscounts(discounts: readonly OrderDiscount[]): OrderDiscount[] {
  const byPlan = Map.groupBy(discounts, ({ planId, name }) => `${planId} ${name}`);
  return [...byPlan.values()].map(([first, ...others]) => ({
    ...first!,
    amount: others.reduce((sum, { amount }) => sum + amount, first!.amount),
  }));
}

/** "Plus discount" */
export const discountLabel = ({ name }: Pick<OrderDiscount, 'name'>): string => `${name} discount`;

/** "$3.99 saved with Plus": the delivery fees of these orders that a plan waived; null if none. */
export function savingText(orders: readonly { benefits: OrderBenefits | null }[]): string | null {
  const saved = orders.reduce((sum, { benefits }) => sum + (benefits?.deliverySaved ?? 0), 0);
  const name = orders.find(({ benefits }) => benefits)?.benefits?.name;
  return saved > 0 ? `${formatMoney(saved)} saved with ${name}` : null;
}

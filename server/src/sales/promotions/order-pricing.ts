import type { Candidate, Checkout, CheckoutOrder } from '@aisle/contract/sales/promotions/engine/checkout';
import { staysCandidate } from '@aisle/contract/sales/promotions/engine/eligibility';
import { discountsOfOrder, keptDiscounts } from '@aisle/contract/sales/promotions/engine/explain';
import {
  appliedTo,
  discountOfPromotion,
  fundedOfPromotion,
  isOfCheckout,
  type PricedCheckout,
} from '@aisle/contract/sales/promotions/engine/price-checkout';
import {
  isAlone,
  type PricedCheckoutOrder,
  planPercentOf,
} from '@aisle/contract/sales/promotions/engine/price-order';
import type {
  KeptOrderPromotions,
  LineDiscount,
  PromotionDiscount,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import type { KeptCandidate } from './candidates.queries.ts';

export interface PromotionUse {
  promotionId: string;
  edition: number;
  code: string | null;
  /** The discount on items and on the delivery fee. */
  discount: number;
  /** The parts of the discount that the location and the vendor pay. The marketplace pays the rest. */
  byLocation: number;
  byVendor: number;
}

/** What promotions change about an order. */
export interface OrderPricing {
  /** By the id of the line in the checkout. */
  discounts: ReadonlyMap<string, LineDiscount[]>;
  /** The plan's percentage, 0 if a promotion excludes it. */
  planPercent: number;
  deliveryFee: number;
  deliverySaved: number | null;
  deliveryDiscount: number;
  coinMultiplier: number;
  bonusCoins: number;
  promotions: KeptOrderPromotions | null;
  summary: PromotionDiscount[];
  uses: PromotionUse[];
  /** The promotions that an edit of the order can choose. */
  keptCandidates: () => KeptCandidate[];
}

export function pricingOf(
  priced: PricedCheckoutOrder,
  order: CheckoutOrder,
  checkout: Checkout,
  result: PricedCheckout,
): OrderPricing {
  const { facts } = checkout;
  const applied = appliedTo(priced);
  const discounts = keptDiscounts(priced, order.lines, facts);
  return {
    discounts: new Map(order.lines.map(({ id }, index) => [id, discounts[index]!])),
    planPercent: planPercentOf(priced.choice.order, applied.some(isAlone), facts),
    deliveryFee: priced.deliveryFee,
    deliverySaved: priced.deliverySaved,
    deliveryDiscount: priced.deliveryDiscount,
    coinMultiplier: priced.coinMultiplier,
    bonusCoins: priced.bonusCoins,
    promotions: promotionsOf(priced, applied, checkout),
    summary: discountsOfOrder(priced, result, facts),
    uses: applied.map((candidate) => useOf(candidate, priced)),
    keptCandidates: () => candidatesOf(priced, order, checkout, result),
  };
}

const sourceOf = ({ promotionId, edition }: Candidate) => ({ promotionId, edition });
function useOf(candidate: Candidate, priced: PricedCheckoutOrder): PromotionUse {
  const { location, vendor } = fundedOfPromotion(candidate, priced);
  const discount = discountOfPromotion(candidate, priced);
  return { ...sourceOf(candidate), code: candidate.code, discount, byLocation: location, byVendor: vendor };
}
const keptSource = (candidate: Candidate) => ({
  ...sourceOf(candidate),
  ...(candidate.code !== null && { code: candidate.code }),
  label: candidate.label,
  funding: candidate.terms.funding,
});

function promotionsOf(
  { choice, deliveryDiscount, deliveryFunded }: PricedCheckoutOrder,
  applied: readonly Candidate[],
  { facts }: Checkout,
): KeptOrderPromotions | null {
  const delivery = choice.delivery && {
    ...keptSource(choice.delivery),
    amount: deliveryDiscount,
    funded: deliveryFunded,
  };
  const planMultiplier = applied.some(isAlone) ? 1 : (facts.plan?.coinMultiplier ?? 1);
  const coins = choice.coins && { ...keptSource(choice.coins), planMultiplier };
  return delivery || coins ? { delivery, coins } : null;
}

/** An amount per checkout stays as it was spread. */
function candidatesOf(
  priced: PricedCheckoutOrder,
  order: CheckoutOrder,
  { facts, candidates }: Checkout,
  { eligibility }: PricedCheckout,
): KeptCandidate[] {
  return candidates.flatMap((candidate) => {
    const kept = { ...sourceOf(candidate), code: candidate.code };
    if (isOfCheckout(candidate)) {
      const share = discountOfPromotion(candidate, priced);
      return share > 0 ? [{ ...kept, share }] : [];
    }
    const isSpent = eligibility.get(candidate)?.refusal?.reason === 'budget-spent';
    const stays = candidate.granted || (!isSpent && staysCandidate(candidate, order, facts));
    return stays ? [{ ...kept, share: candidate.granted?.share ?? null }] : [];
  });
}

import { allocate, formatMoney } from '../../../core/money.ts';
import { pluralize } from '../../../core/pluralize.ts';
import { coinsFor } from '../../orders/pricing.ts';
import type {
  LineDiscount as KeptDiscount,
  NotApplied,
  NotAppliedReason,
  PromotionDiscount,
} from '../promotion-discounts.ts';
import type { Reward } from '../promotion-terms.ts';
import type { Candidate, CheckoutFacts, CheckoutLine } from './checkout.ts';
import type { Missing } from './eligibility.ts';
import { isCounted } from './goods.ts';
import { appliedTo, combine, discountOfPromotion, type PricedCheckout } from './price-checkout.ts';
import type { LineDiscount, PricedCheckoutOrder } from './price-order.ts';

const sourceOf = ({ promotionId, edition, code, label }: Candidate) => ({
  promotionId,
  edition,
  ...(code !== null && { code }),
  label,
});

/** The sentence of a discount: "Buy 2 get 1 free: 1 set of 3, the cheapest unit at 100% off". */
function ruleOf({ candidate: { label, terms }, units, sets }: LineDiscount): string {
  const detail: { [Kind in Reward['kind']]: (reward: Extract<Reward, { kind: Kind }>) => string } = {
    percent: ({ percent, maxAmount }) =>
      `${percent}% off ${pluralize(units, 'unit')}${maxAmount === null ? '' : `, up to ${formatMoney(maxAmount)} per order`}`,
    price: ({ price }) => `${pluralize(units, 'unit')} at ${formatMoney(price)}`,
    bundle: ({ quantity, price }) => `${pluralize(sets, 'set')} of ${quantity} for ${formatMoney(price)}`,
    buyGet: ({ buy, get, percent }) =>
      `${pluralize(sets, 'set')} of ${buy + get}, the cheapest ${get === 1 ? 'unit' : `${get} units`} at ${percent}% off`,
    amount: ({ amount, per }) =>
      `part of ${formatMoney(amount)} off, spread over the ${per === 'order' ? 'order' : 'checkout'}`,
    delivery: () => 'delivery',
    coins: () => 'coins',
  };
  const write = detail[terms.reward.kind] as (reward: Reward) => string;
  return `${label}: ${write(terms.reward)}`;
}

/** The discounts of each line in the form that is kept with the order. */
export function keptDiscounts(
  { lines: priced }: PricedCheckoutOrder,
  lines: readonly CheckoutLine[],
  { taxOnVendorDiscounts }: Pick<CheckoutFacts, 'taxOnVendorDiscounts'>,
): KeptDiscount[][] {
  const capOf = (candidate: Candidate, maxAmount: number, line: number): number => {
    const amounts = priced.map(
      ({ discounts }) => discounts.find((one) => one.candidate === candidate)?.amount ?? 0,
    );
    return allocate(maxAmount, amounts)[line]!;
  };
  return priced.map(({ discounts }, index) => {
    const { quantity, soldByWeight } = lines[index]!;
    return discounts.map((one): KeptDiscount => {
      const { reward, funding, combines } = one.candidate.terms;
      return {
        source: 'promotion',
        ...sourceOf(one.candidate),
        quantity,
        units: isCounted(lines[index]!) ? one.units : quantity,
        amount: one.amount,
        funded: one.funded,
        funding,
        ofOrder: reward.kind === 'amount',
        withoutPlan: reward.kind !== 'amount' && !combines.plan,
        vendorIsTaxed: taxOnVendorDiscounts,
        follows: soldByWeight
          ? followed(reward, (maxAmount) => capOf(one.candidate, maxAmount, index))
          : null,
        rule: ruleOf(one),
      };
    });
  });
}

/** A cap is split over the lines, so that it also holds if several of them become heavier. */
function followed(reward: Reward, capOf: (maxAmount: number) => number): KeptDiscount['follows'] {
  if (reward.kind === 'percent') {
    const { percent, maxAmount } = reward;
    return { percent, maxAmount: maxAmount === null ? null : capOf(maxAmount) };
  }
  return reward.kind === 'price' ? { price: reward.price, maxAmount: null } : null;
}

/** The promotions of an order, by number. */
export function discountsOfOrder(
  order: PricedCheckoutOrder,
  { eligibility }: PricedCheckout,
  { earnPerDollar, plan }: CheckoutFacts,
): PromotionDiscount[] {
  return appliedTo(order).map((candidate) => {
    const deliveryAmount = order.choice.delivery === candidate ? order.deliveryDiscount : undefined;
    const ordinary = { ...order, coinMultiplier: plan?.coinMultiplier ?? 1, bonusCoins: 0 };
    const coins =
      order.choice.coins === candidate ? order.coins - coinsFor(ordinary, earnPerDollar) : undefined;
    const { marketplace, location, vendor } = candidate.terms.funding;
    return {
      source: 'promotion',
      ...sourceOf(candidate),
      amount: discountOfPromotion(candidate, order) - (deliveryAmount ?? 0),
      ...(deliveryAmount !== undefined && { deliveryAmount }),
      ...(coins !== undefined && { coins }),
      funding: { marketplace, location, vendor },
      ...(eligibility.get(candidate)?.isProvisional && { provisional: true }),
    };
  });
}

const missingText = ({ amount, quantity }: Missing): string =>
  [amount && `${formatMoney(amount)} of goods`, quantity && pluralize(quantity, 'item')]
    .filter(Boolean)
    .join(' and ');

/** Completes "WELCOME10 …". */
const messages: Record<NotAppliedReason, (name: string, missing: Missing) => string> = {
  'unknown-code': (name) => `${name} isn't a valid code`,
  'not-started': (name) => `${name} hasn't started yet`,
  ended: (name) => `${name} has ended`,
  paused: (name) => `${name} is paused`,
  schedule: (name) => `${name} doesn't apply at this time`,
  'used-up': (name) => `${name} has been used up`,
  'used-by-customer': (name) => `This customer has already used ${name}`,
  'budget-spent': (name) => `The budget of ${name} is spent`,
  'other-location': (name) => `${name} doesn't apply at this location`,
  'not-for-customer': (name) => `${name} isn't for this customer`,
  'needs-customer': (name) => `Choose the customer to use ${name}`,
  'first-order': (name) => `${name} is for first orders only`,
  'minimum-not-met': (name, missing) => `Add ${missingText(missing)} to use ${name}`,
  'no-matching-goods': (name) => `${name} doesn't apply to any of these items`,
  'better-offer': (name) => `Another offer is better than ${name}`,
  'not-combinable': (name) => `${name} can't be combined with the other offers`,
  fulfilment: (name) => `${name} doesn't apply to this kind of fulfillment`,
  'payment-type': (name) => `${name} doesn't apply to this payment type`,
  source: (name) => `${name} doesn't apply here`,
  address: (name) => `${name} doesn't apply at this address`,
  'too-many-tries': () => 'Too many unknown codes. Try again later',
};

export function notAppliedCode(
  code: string,
  reason: 'unknown-code' | 'too-many-tries' | 'not-combinable',
): NotApplied {
  return { code, reason, message: messages[reason](code, {}) };
}

/** Why each code and the promotion on trial don't apply, and which automatic promotions are within reach. */
export function explainNotApplied(
  { orders, eligibility }: PricedCheckout,
  candidates: readonly Candidate[],
  trialId?: string,
): NotApplied[] {
  const applied = new Set(orders.flatMap(appliedTo));
  return candidates
    .filter((candidate) => !applied.has(candidate))
    .flatMap((candidate) => {
      const found = eligibility.get(candidate)?.refusal;
      const missing = found?.missing ?? {};
      const isAsked = candidate.code !== null || candidate.promotionId === trialId;
      if (!isAsked && !isWithinReach(candidate, found?.reason, missing)) return [];
      const isExcluded = () => [...applied].some((other) => !combine(candidate, other));
      const reason = found?.reason ?? (isExcluded() ? 'not-combinable' : 'better-offer');
      const name = candidate.code ?? `“${candidate.label}”`;
      const { promotionId, label, code } = candidate;
      return [
        {
          promotionId,
          ...(code !== null && { code }),
          label,
          reason,
          message: messages[reason](name, missing),
          ...(found?.missing && { missing }),
        },
      ];
    });
}

/** At most a quarter of the minimum, or one unit, is missing. */
const isWithinReach = (
  { terms }: Candidate,
  reason: NotAppliedReason | undefined,
  { amount = 0, quantity = 0 }: Missing,
) => reason === 'minimum-not-met' && amount * 4 <= terms.conditions.minGoods && quantity <= 1;

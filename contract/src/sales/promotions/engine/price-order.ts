import { percentOf } from '../../../core/money.ts';
import { coinsFor, type Priced, type Totals, totalsOf } from '../../orders/pricing.ts';
import { type Funded, fundedBy } from '../promotion-discounts.ts';
import type { Candidate, CheckoutFacts, CheckoutLine, CheckoutOrder } from './checkout.ts';
import { goodsValue, matchesGoods, unitsOf } from './goods.ts';
import { type GoodsUse, sharesOf } from './goods-use.ts';

/** A promotion's discount on a line. */
export interface LineDiscount {
  candidate: Candidate;
  units: number;
  amount: number;
  funded: Funded;
  /** How often `buyGet` or `bundle` applies to the order. */
  sets: number;
}

interface PricedCheckoutLine extends Omit<Priced, 'unitPrice' | 'taxRate'> {
  id: string;
  discounts: LineDiscount[];
  /** The plan's part of the discount. */
  planDiscount: number;
  /** The amount that is taxed. */
  taxBase: number;
}

/** The lines of an order with what many choices of delivery and coins have in common. */
export interface PricedLines {
  lines: PricedCheckoutLine[];
  /** Without a delivery fee. */
  totals: Totals;
  /** The promotions that reduce a line. */
  reducedBy: readonly Candidate[];
  /** The part of these discounts that the location pays. */
  paidByLocation: number;
}

/** The promotions of each class and the benefits of the plan that apply to an order. */
export interface OrderChoice {
  goods: readonly GoodsUse[];
  /** A promotion of class order: of the order alone, or of the whole checkout. */
  order: Candidate | null;
  delivery: Candidate | null;
  coins: Candidate | null;
}

export interface PricedCheckoutOrder extends Totals, Omit<PricedLines, 'totals'> {
  locationId: string;
  choice: OrderChoice;
  /** The delivery fee that the plan waives; null if it doesn't apply. */
  deliverySaved: number | null;
  /** The promotion's part of the delivery fee, by who pays it. */
  deliveryDiscount: number;
  deliveryFunded: Funded;
  coinMultiplier: number;
  bonusCoins: number;
  coins: number;
}

const combinesWithPlan = (one: Candidate | null): boolean => one === null || one.terms.combines.plan;

/** Whether a promotion applies alone: without any other promotion and without the plan. */
export const isAlone = ({ terms: { combines } }: Candidate): boolean =>
  !combines.goods && !combines.order && !combines.delivery && !combines.plan;

export const chosenOf = ({ goods, order, delivery, coins }: OrderChoice): Candidate[] => [
  ...goods.map(({ offer }) => offer.candidate),
  ...[order, delivery, coins].filter((one) => one !== null),
];

/** The plan's percentage for the items of an order, except for units whose promotion excludes it. */
export const planPercentOf = (order: Candidate | null, isPlanOff: boolean, facts: CheckoutFacts): number =>
  isPlanOff || !combinesWithPlan(order) ? 0 : (facts.plan?.discountPercent ?? 0);

/** The amounts of a line before promotions of class order and before tax. */
export interface Stage {
  line: CheckoutLine;
  value: number;
  discounts: LineDiscount[];
  planDiscount: number;
  rest: number;
}

/** Applies promotions of class goods and then the percentage of the plan. */
export function stageLines(order: CheckoutOrder, goods: readonly GoodsUse[], planPercent: number): Stage[] {
  const discountsOf: LineDiscount[][] = order.lines.map(() => []);
  for (const use of goods) {
    const { candidate } = use.offer;
    const sets = use.sets.reduce((sum, { count }) => sum + count, 0);
    for (const { line, units, amount } of sharesOf(use, order.lines)) {
      if (amount <= 0) continue;
      const funded = fundedBy(amount, candidate.terms.funding);
      discountsOf[line]!.push({ candidate, units, amount, sets, funded });
    }
  }
  return order.lines.map((line, index) => {
    const discounts = discountsOf[index]!;
    const value = goodsValue(line);
    const reduced = discounts.reduce((sum, { amount }) => sum + amount, 0);
    const withoutPlan = discounts
      .filter(({ candidate }) => !candidate.terms.combines.plan)
      .reduce((sum, { units, amount }) => sum + goodsValue(line, units) - amount, 0);
    const planDiscount = percentOf(value - reduced - withoutPlan, planPercent);
    return { line, value, discounts, planDiscount, rest: value - reduced - planDiscount };
  });
}

/** The plan's percentage for the items of an order with these promotions. */
export const planPercentFor = (choice: OrderChoice, facts: CheckoutFacts): number =>
  planPercentOf(choice.order, chosenOf(choice).some(isAlone), facts);

/** The most that an order's promotion can take off each line. */
export const amountBases = ({ terms }: Candidate, stages: readonly Stage[]): number[] =>
  stages.map(({ line, rest }) => (matchesGoods(terms.goods, line) ? rest : 0));

/** Applies the promotion of class order, with its discount on each line, and tax. */
export const priceLines = (
  stages: readonly Stage[],
  promotion: Candidate | null,
  amounts: readonly number[],
  facts: CheckoutFacts,
): PricedLines => {
  const lines = stages.map((stage, index) => priceStage(stage, promotion, amounts[index] ?? 0, facts));
  const discounts = lines.flatMap((line) => line.discounts);
  return {
    lines,
    totals: totalsOf(lines, 0),
    reducedBy: [...new Set(discounts.map(({ candidate }) => candidate))],
    paidByLocation: discounts.reduce((sum, { funded }) => sum + funded.location, 0),
  };
};

/** Prices an order with these lines. */
export function priceOrder(
  order: CheckoutOrder,
  choice: OrderChoice,
  { totals, ...priced }: PricedLines,
  facts: CheckoutFacts,
): PricedCheckoutOrder {
  const { itemsTotal, discountTotal } = totals;
  const isPlanOff = chosenOf(choice).some(isAlone);
  const plan = isPlanOff ? null : facts.plan;
  const isFree =
    facts.fulfilment === 'delivery' &&
    plan?.freeDeliveryAbove != null &&
    itemsTotal >= plan.freeDeliveryAbove &&
    combinesWithPlan(choice.delivery);
  const fee = isFree ? 0 : order.deliveryFee;
  const deliveryDiscount = choice.delivery ? deliveryDiscountOf(choice.delivery, fee) : 0;
  const coinMultiplier = multiplierOf(choice.coins, plan?.coinMultiplier ?? 1);
  const bonusCoins = choice.coins?.terms.reward.kind === 'coins' ? (choice.coins.terms.reward.bonus ?? 0) : 0;
  const deliveryFee = fee - deliveryDiscount;
  return {
    locationId: order.locationId,
    ...priced,
    choice,
    ...totals,
    deliveryFee,
    total: totals.total + deliveryFee,
    deliverySaved: isFree ? order.deliveryFee : null,
    deliveryDiscount,
    deliveryFunded: choice.delivery
      ? fundedBy(deliveryDiscount, choice.delivery.terms.funding)
      : { marketplace: 0, location: 0, vendor: 0 },
    coinMultiplier,
    bonusCoins,
    coins: coinsFor({ itemsTotal, discountTotal, coinMultiplier, bonusCoins }, facts.earnPerDollar),
  };
}

export function deliveryDiscountOf({ terms: { reward } }: Candidate, fee: number): number {
  if (reward.kind !== 'delivery') return 0;
  return reward.amount === undefined ? percentOf(fee, reward.percent ?? 0) : Math.min(fee, reward.amount);
}

/** Multipliers aren't multiplied with each other: the higher one counts. */
function multiplierOf(coins: Candidate | null, ofPlan: number): number {
  if (coins?.terms.reward.kind !== 'coins') return ofPlan;
  const own = coins.terms.reward.multiplier ?? 1;
  return coins.terms.combines.plan ? Math.max(own, ofPlan) : own;
}

function priceStage(
  { line, value, discounts, planDiscount, rest }: Stage,
  orderPromotion: Candidate | null,
  amount: number,
  { taxOnVendorDiscounts }: CheckoutFacts,
): PricedCheckoutLine {
  const all = [...discounts];
  if (orderPromotion && amount > 0) {
    const funded = fundedBy(amount, orderPromotion.terms.funding);
    all.push({ candidate: orderPromotion, units: unitsOf(line), amount, funded, sets: 0 });
  }
  const ofVendors = all.reduce((sum, { funded }) => sum + funded.vendor, 0);
  const net = rest - amount;
  const taxBase = net + (taxOnVendorDiscounts ? ofVendors : 0);
  const tax = percentOf(taxBase, line.taxRate);
  return { id: line.id, discounts: all, planDiscount, taxBase, discount: value - net, tax, total: net + tax };
}

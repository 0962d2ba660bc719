import { lineAmount, percentOf } from '../../core/money.ts';
import {
  discountsAt,
  type LineDiscount,
  type LineWhy,
  type PriceSource,
} from '../promotions/promotion-discounts.ts';

export interface Priced {
  unitPrice: number;
  discount: number;
  taxRate: number;
  tax: number;
  /** The item total less discount, plus tax. */
  total: number;
}

/** A line with the discounts of its promotions, as they were priced for an earlier quantity. */
type LineToPrice = Pick<Priced, 'unitPrice' | 'taxRate'> & { discounts?: readonly LineDiscount[] };

/**
 * Prices a quantity of a line: promotions on items, the plan's percentage of the rest, promotions on the order, tax. Amount, each
 * discount and tax are rounded once.
 */
export function priceLine<Line extends LineToPrice>(
  line: Line,
  quantity: number,
  planPercent: number,
): Line & Priced {
  const goods = lineAmount(line.unitPrice, quantity);
  const discounts = discountsAt({ unitPrice: line.unitPrice, discounts: line.discounts ?? [] }, quantity);
  const sum = (of: (discount: LineDiscount) => number) =>
    discounts.reduce((total, discount) => total + of(discount), 0);
  const onItems = sum(({ ofOrder, amount }) => (ofOrder ? 0 : amount));
  const withoutPlan = sum(({ withoutPlan: isOff, units, amount }) =>
    isOff ? lineAmount(line.unitPrice, units) - amount : 0,
  );
  const ofPlan = percentOf(goods - onItems - withoutPlan, planPercent);
  const rest = goods - onItems - ofPlan;
  const onOrder = sum(({ ofOrder, amount }) => (ofOrder ? amount : 0));
  const net = rest - Math.min(rest, onOrder);
  const taxed = sum(({ vendorIsTaxed, funded }) => (vendorIsTaxed ? funded.vendor : 0));
  const tax = percentOf(net + taxed, line.taxRate);
  return { ...line, discount: goods - net, tax, total: net + tax };
}

/**
 * The margin that a card holds above the amount due, because weighed items can weigh more than ordered: their share if the
 * card pays only a part of the total.
 */
export const cardMargin = (
  amount: number,
  { weighed, total, percent }: { weighed: number; total: number; percent: number },
): number => (total === 0 ? 0 : Math.round((weighed * percent * amount) / (100 * total)));

export interface Totals {
  itemsTotal: number;
  discountTotal: number;
  taxTotal: number;
  deliveryFee: number;
  total: number;
}

/** Totals are sums of rounded lines. */
export function totalsOf(
  lines: readonly Pick<Priced, 'discount' | 'tax' | 'total'>[],
  deliveryFee: number,
): Totals {
  const sum = (of: (line: Pick<Priced, 'discount' | 'tax' | 'total'>) => number) =>
    lines.reduce((total, line) => total + of(line), 0);
  const itemsTotal = sum((line) => line.total - line.tax + line.discount);
  const discountTotal = sum((line) => line.discount);
  const taxTotal = sum((line) => line.tax);
  return {
    itemsTotal,
    discountTotal,
    taxTotal,
    deliveryFee,
    total: itemsTotal - discountTotal + taxTotal + deliveryFee,
  };
}

interface Earning {
  itemsTotal: number;
  discountTotal: number;
  /** From the customer's plan or a promotion, with at most one decimal. */
  coinMultiplier: number;
  /** The coins that a promotion adds. */
  bonusCoins?: number;
}
/**
 * The coins that an order earns: a fixed number for each whole dollar of items after discounts, times the order's multiplier.
 */
export const coinsFor = (
  { itemsTotal, discountTotal, coinMultiplier, bonusCoins = 0 }: Earning,
  earnPerDollar: number,
): number =>
  Math.floor(
    (Math.floor((itemsTotal - discountTotal) / 100) * earnPerDollar * Math.round(coinMultiplier * 10)) / 10,
  ) + bonusCoins;

/** The part of these coins that the multiplier adds. */
export const extraCoinsFor = (order: Earning, earnPerDollar: number): number =>
  coinsFor(order, earnPerDollar) - coinsFor({ ...order, coinMultiplier: 1, bonusCoins: 0 }, earnPerDollar);

interface ExplainedLine extends Priced {
  quantity: number;
  discounts: readonly LineDiscount[];
  priceSource: PriceSource | null;
  taxSource: string | null;
}
interface ExplainedPlan {
  planId: string;
  name: string;
  discountPercent: number;
}
/** How the total of a line came about. */
export function whyOf(line: ExplainedLine, plan: ExplainedPlan | null): LineWhy {
  const { unitPrice, quantity, discount, tax, taxRate } = line;
  const discounts = discountsAt(line, quantity);
  const sum = (of: (one: LineDiscount) => number) => discounts.reduce((total, one) => total + of(one), 0);
  const ofPlan = discount - sum(({ amount }) => amount);
  const taxed = sum(({ vendorIsTaxed, funded }) => (vendorIsTaxed ? funded.vendor : 0));
  const steps: LineWhy['discounts'] = discounts.map(({ promotionId, edition, units, amount, rule }) => {
    return { source: 'promotion', promotionId, edition, units, amount, rule };
  });
  if (plan && ofPlan > 0) {
    const { planId, name, discountPercent } = plan;
    const rule = `${name}: ${discountPercent}% off`;
    steps.push({ source: 'subscription', planId, units: quantity, amount: ofPlan, rule });
  }
  return {
    unitPrice: { amount: unitPrice, source: line.priceSource },
    discounts: steps,
    tax: {
      rate: taxRate,
      base: lineAmount(unitPrice, quantity) - discount + taxed,
      amount: tax,
      source: line.taxSource,
    },
  };
}

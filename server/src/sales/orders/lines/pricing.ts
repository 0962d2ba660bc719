import { kmToMiles } from '@aisle/contract/core/dates';
import { kmBetween } from '@aisle/contract/core/distance';
import { lineAmount, percentOf } from '@aisle/contract/core/money';
import { countItems } from '@aisle/contract/sales/orders/item-count';

export interface Priced {
  unitPrice: number;
  discount: number;
  taxRate: number;
  tax: number;
  /** Goods less discount plus tax. */
  total: number;
}

/** Prices a quantity of a line: goods, discount and tax are each rounded once. */
export function priceLine<Line extends Pick<Priced, 'unitPrice' | 'taxRate'>>(
  line: Line,
  quantity: number,
  discountPercent: number,
): Line & Priced {
  const goods = lineAmount(line.unitPrice, quantity);
  const discount = percentOf(goods, discountPercent);
  const tax = percentOf(goods - discount, line.taxRate);
  return { ...line, discount, tax, total: goods - discount + tax };
}

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

/** How many goods an order has, as its row keeps them. */
export function itemCounts(lines: Parameters<typeof countItems>[0]): {
  unitCount: number;
  lineCount: number;
} {
  const { units, lines: lineCount } = countItems(lines);
  return { unitCount: units, lineCount };
}

interface FeeRule {
  base: number;
  perMile: number;
  freeAbove?: number | null | undefined;
}

/** The delivery fee; only the base fee if the distance is not known. */
export function deliveryFeeFor(rule: FeeRule, itemsTotal: number, distanceKm: number | null): number {
  if (rule.freeAbove != null && itemsTotal >= rule.freeAbove) return 0;
  return rule.base + Math.round(rule.perMile * kmToMiles(distanceKm ?? 0));
}

interface Place {
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}
/** The distance in a straight line, to the meter; null if a place has no coordinates. */
export function distanceBetween(a: Place, b: Place | null | undefined): number | null {
  if (a.latitude == null || a.longitude == null || b?.latitude == null || b.longitude == null) return null;
  const { latitude, longitude } = b;
  return kmBetween({ latitude: a.latitude, longitude: a.longitude }, { latitude, longitude });
}

interface Earning {
  itemsTotal: number;
  discountTotal: number;
  /** Of the customer's plan, with one decimal at most. */
  coinMultiplier: number;
}
/** The coins that an order earns: a number for each whole dollar of goods after discounts, times its multiplier. */
export const coinsFor = (
  { itemsTotal, discountTotal, coinMultiplier }: Earning,
  earnPerDollar: number,
): number =>
  Math.floor(
    (Math.floor((itemsTotal - discountTotal) / 100) * earnPerDollar * Math.round(coinMultiplier * 10)) / 10,
  );

/** Those of them that it earns only because of its multiplier. */
export const extraCoinsFor = (order: Earning, earnPerDollar: number): number =>
  coinsFor(order, earnPerDollar) - coinsFor({ ...order, coinMultiplier: 1 }, earnPerDollar);

import { lineAmount, percentOf } from '../../core/money.ts';

export interface Priced {
  unitPrice: number;
  discount: number;
  taxRate: number;
  tax: number;
  /** The item total less discount, plus tax. */
  total: number;
}

/** Prices a quantity of a line. Amount, discount and tax are each rounded once. */
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

interface Earning {
  itemsTotal: number;
  discountTotal: number;
  /** From the customer's plan, with at most one decimal. */
  coinMultiplier: number;
}
/**
 * The coins that an order earns: a fixed number for each whole dollar of items after discounts, times the order's multiplier.
 */
export const coinsFor = (
  { itemsTotal, discountTotal, coinMultiplier }: Earning,
  earnPerDollar: number,
): number =>
  Math.floor(
    (Math.floor((itemsTotal - discountTotal) / 100) * earnPerDollar * Math.round(coinMultiplier * 10)) / 10,
  );

/** The part of these coins that the multiplier adds. */
export const extraCoinsFor = (order: Earning, earnPerDollar: number): number =>
  coinsFor(order, earnPerDollar) - coinsFor({ ...order, coinMultiplier: 1 }, earnPerDollar);

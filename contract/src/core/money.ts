import { z } from 'zod';

/** An amount in whole cents (USD): 1250 is $12.50. The limit keeps sums exact. */
export const Cents = z
  .int({ error: 'Enter an amount in whole cents' })
  .min(-100_000_000_000)
  .max(100_000_000_000);
export const priceMessage = 'Enter a price above 0 with at most 2 decimals';
/** A price in whole cents (USD), above 0. */
export const Price = z.int({ error: priceMessage }).min(1, priceMessage).max(1_000_000_000, priceMessage);
/** An amount in whole cents (USD), 0 or more. */
export const Amount = z
  .int({ error: 'Enter an amount of 0 or more with at most 2 decimals' })
  .min(0, 'Enter an amount of 0 or more with at most 2 decimals')
  .max(1_000_000_000);
/** A percentage from 0 to 100 with at most 3 decimals: 8.25 is 8.25 %. */
export const Rate = z
  .number({ error: 'Enter a percentage' })
  .min(0, 'Enter a percentage from 0 to 100')
  .max(100, 'Enter a percentage from 0 to 100')
  .refine(hasAtMost3Decimals, 'Enter a percentage with at most 3 decimals');

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** 123456 → "$1,234.56". */
export const formatMoney = (cents: number): string => dollars.format(cents / 100);

/** "12.5" → 1250; undefined if the text isn't an amount with at most 2 decimals. */
export function parseMoney(text: string): number | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2})?)?$/.exec(text.trim());
  if (!match || (match[1] === undefined && match[2] === undefined)) return undefined;
  const whole = Number((match[1] ?? '0').replaceAll(',', ''));
  return whole * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/**
 * Price times quantity, rounded half up to the cent. Both are converted to whole numbers (cents, thousandths), so that the
 * result is exact.
 */
export function lineAmount(unitPrice: number, quantity: number): number {
  return roundedShare(unitPrice, Math.round(quantity * 1000), 1000);
}

/** `rate` percent of an amount, rounded half up to the cent. */
export function percentOf(amount: number, rate: number): number {
  return roundedShare(amount, Math.round(rate * 1000), 100_000);
}

/** amount × numerator / denominator, rounded half away from zero, without loss of digits. */
export function roundedShare(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(amount) * BigInt(numerator);
  const sign = product < 0n ? -1n : 1n;
  const twice = product * sign * 2n + BigInt(denominator);
  return Number((sign * twice) / (2n * BigInt(denominator)));
}

/**
 * Splits an amount of 0 or more in proportion to weights, to the cent: cents that are left over go to the largest remainders, and
 * among equal ones to the first.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map(() => 0);
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = products.map((product) => Number(product / whole));
  const remainders = products.map((product, index) => ({ index, rest: product % whole }));
  remainders.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  for (const { index } of remainders.slice(0, left)) parts[index]! += 1;
  return parts;
}

/** The share of a part in percent; 0 if the whole is 0. */
export const percentage = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

export function hasAtMost3Decimals(value: number): boolean {
  return Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6;
}

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

// A negated zero has no sign.
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'negative',
});
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
  if (amount * numerator < 0) return 0 - roundedShare(-amount, numerator, denominator);
  const twice = 2 * amount * numerator + denominator;
  if (Number.isSafeInteger(twice)) return quotient(twice, 2 * denominator);
  const exact = 2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator);
  return Number(exact / (2n * BigInt(denominator)));
}

/** The whole part of a division of safe integers, of 0 or more. */
const quotient = (dividend: number, divisor: number): number => (dividend - (dividend % divisor)) / divisor;

/**
 * Splits an amount of 0 or more in proportion to weights, to the cent: cents that are left over go to the largest remainders, and
 * among equal ones to the first.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const shares = weights.map((weight, index) => ({ index, ...shareOf(amount, weight, whole) }));
  const parts = shares.map(({ part }) => part);
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  if (left === 0) return parts;
  shares.sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of shares.slice(0, left)) parts[index]! += 1;
  return parts;
}

/** amount × weight / whole, rounded down, and the remainder, without loss of digits. */
function shareOf(amount: number, weight: number, whole: number): { part: number; rest: number } {
  const product = amount * weight;
  if (Number.isSafeInteger(product)) return { part: quotient(product, whole), rest: product % whole };
  const exact = BigInt(amount) * BigInt(weight);
  return { part: Number(exact / BigInt(whole)), rest: Number(exact % BigInt(whole)) };
}

/** The share of a part in percent; 0 if the whole is 0. */
export const percentage = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

export function hasAtMost3Decimals(value: number): boolean {
  return Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6;
}

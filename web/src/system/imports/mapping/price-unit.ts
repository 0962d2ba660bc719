import { type PriceUnit, plainDecimal } from '@aisle/contract/system/imports/import-numbers';

const likelyDollarsBelow = 100;

/**
 * Guesses the unit of a file's prices. Decimals anywhere mean dollars; whole numbers that are mostly too large for groceries in
 * dollars mean cents. The user can change it.
 */
export function guessPriceUnit(prices: readonly string[]): PriceUnit {
  const known = prices.filter((price) => price.trim() !== '').map((price) => plainDecimal(price, 'point'));
  const whole = known.filter((price) => price !== undefined && !price.includes('.'));
  if (known.length === 0 || whole.length < known.length) return 'dollars';
  const large = whole.filter((price) => Number(price) >= likelyDollarsBelow).length;
  return large * 2 > known.length ? 'cents' : 'dollars';
}

import type { PriceUnit } from '@aisle/contract/system/import-fields';

const likelyDollarsBelow = 100;

/**
 * Guesses the unit of a file's prices. A decimal point anywhere means dollars; whole numbers that are mostly too
 * large for groceries in dollars mean cents. The person can change it.
 */
export function guessPriceUnit(prices: readonly string[]): PriceUnit {
  const known = prices.map((price) => price.replace(/[$\s,]/g, '')).filter((price) => price !== '');
  if (known.length === 0 || known.some((price) => !/^\d+$/.test(price))) return 'dollars';
  const large = known.filter((price) => Number(price) >= likelyDollarsBelow).length;
  return large * 2 > known.length ? 'cents' : 'dollars';
}

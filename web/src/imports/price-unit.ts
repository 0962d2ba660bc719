import type { PriceUnit } from '@aisle/contract/import-fields';

const mostLikelyDollars = 100;

/**
 * What the prices of a file most likely are. A decimal point anywhere means dollars; whole numbers that are
 * mostly too large for groceries in dollars mean cents. It is only a first choice: a person confirms it.
 */
export function guessPriceUnit(prices: readonly string[]): PriceUnit {
  const known = prices.map((price) => price.replace(/[$\s,]/g, '')).filter((price) => price !== '');
  if (known.length === 0 || known.some((price) => !/^\d+$/.test(price))) return 'dollars';
  const large = known.filter((price) => Number(price) >= mostLikelyDollars).length;
  return large * 2 > known.length ? 'cents' : 'dollars';
}

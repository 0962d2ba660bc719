import type { ImportMapping } from '@aisle/contract/system/import-fields';
import { plainHeading } from '../../../system/imports/reading/suggest-mapping.ts';
import { beforeEnding } from './shop-columns.ts';

const ours = 'USD';
const signs: Record<string, string> = { $: ours, US$: ours, '€': 'EUR', '£': 'GBP', '¥': 'JPY', zł: 'PLN' };
const codes = 'USD|EUR|GBP|CHF|CAD|AUD|NZD|MXN|SEK|NOK|DKK|PLN|JPY|BRL|INR';
const inCell = new RegExp(`\\b(?:${codes})\\b|US\\$|[$€£¥]|zł`, 'i');

/** The currency that a text names, as its code. */
export function currencyOf(text: string): string | undefined {
  const [found] = inCell.exec(text) ?? [];
  return found === undefined ? undefined : (signs[found] ?? found.toUpperCase());
}

/** The currency of a price, by its cell or by a column beside it, if it isn't ours. */
export function foreignCurrency(price: string, beside: string): string | undefined {
  const currency = currencyOf(price) ?? currencyOf(beside);
  return currency === ours ? undefined : currency;
}

const headings = new Set(
  'currency currencycode pricecurrency pricecurrencycode pricecurrencyid wahrung devise moneda divisa'.split(
    ' ',
  ),
);
/** The column with the currency of the price: of several channels, the one of the same channel. */
export function currencyColumn(columns: readonly string[], { price }: ImportMapping): number {
  const channel = beforeEnding(price ?? '', '(price amount)');
  return columns.findIndex((column) =>
    channel === undefined
      ? headings.has(plainHeading(column))
      : column.toLowerCase().startsWith(channel.toLowerCase()) && /currency/i.test(column),
  );
}

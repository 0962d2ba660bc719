import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { plainHeading } from '../../../system/imports/reading/suggest-mapping.ts';
import { beforeEnding } from './shop-columns.ts';

const ours = 'USD';
/** In lower case; a dollar with letters before it is one of another country. */
const signs: Record<string, string> = {
  ...{ $: ours, us$: ours, c$: 'CAD', ca$: 'CAD', a$: 'AUD', au$: 'AUD', nz$: 'NZD', mx$: 'MXN', r$: 'BRL' },
  ...{
    hk$: 'HKD',
    nt$: 'TWD',
    s$: 'SGD',
    '€': 'EUR',
    '£': 'GBP',
    '¥': 'JPY',
    '₹': 'INR',
    rs: 'INR',
    '₽': 'RUB',
  },
  ...{ '₺': 'TRY', '₩': 'KRW', '₫': 'VND', '₱': 'PHP', '₪': 'ILS', '₴': 'UAH', '฿': 'THB', '₦': 'NGN' },
  ...{ zł: 'PLN', kč: 'CZK', ft: 'HUF', lei: 'RON', fr: 'CHF' },
};
const inCell = /(?<!\p{L})(?:\p{L}{0,2}\p{Sc}|(?:zł|kč|ft|lei|rs|fr|[a-z]{3})(?!\p{L}))/giu;
const codes = new Set(Intl.supportedValuesOf('currency'));
/** Others are words as well, in small letters: "all", "top". */
const sureCodes = new Set('USD EUR GBP CHF CAD AUD NZD MXN SEK NOK DKK PLN JPY BRL INR'.split(' '));

/** The currency that a text names, as its code. */
export function currencyOf(text: string): string | undefined {
  for (const [found] of text.slice(0, longestPrice).matchAll(inCell)) {
    const code = found.toUpperCase();
    if (sureCodes.has(code) || codes.has(found)) return code;
    const sign = signs[found.toLowerCase()] ?? signs[found.replace(/^\p{L}+(?=\p{Sc})/u, '')];
    if (sign !== undefined) return sign;
  }
  return undefined;
}
const longestPrice = 100;

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

import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { plainHeading } from '../../../system/imports/reading/suggest-mapping.ts';
import { beforeEnding } from './shop-columns.ts';

const ours = 'USD';
/** In lower case. A dollar sign with letters before it is another country's dollar. */
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
/** Other codes are also words in lower case: "all", "top". */
const sureCodes = new Set('USD EUR GBP CHF CAD AUD NZD MXN SEK NOK DKK PLN JPY BRL INR'.split(' '));

/** The code of the currency in a text. */
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

/** The currency of a price if it isn't ours, from its cell or the column beside it. */
export function foreignCurrency(price: string, beside: string): string | undefined {
  const currency = currencyOf(price) ?? currencyOf(beside);
  return currency === ours ? undefined : currency;
}

const headings = new Set(
  'currency currencycode pricecurrency pricecurrencycode pricecurrencyid wahrung devise moneda divisa'.split(
    ' ',
  ),
);
/** The column with the currency of the price. With several channels, the one of the same channel. */
export function currencyColumn(columns: readonly string[], { price }: ImportMapping): number {
  const channel = beforeEnding(price ?? '', '(price amount)');
  return columns.findIndex((column) =>
    channel === undefined
      ? headings.has(plainHeading(column))
      : column.toLowerCase().startsWith(channel.toLowerCase()) && /currency/i.test(column),
  );
}

import { formatDay } from '@aisle/contract/core/dates';
import type { CategoryRates, StoredRate } from '@aisle/contract/locations/location-rates';
import type { RateKind } from '@aisle/contract/locations/rate-rules';
import { rateText } from '../../../ui/values/rate-text.ts';
import type { Expected } from './drafts.ts';

/** The source of a rate, saved or expected: "set here since 01/05/2026", "from Dairy". */
export function sourceText(row: CategoryRates, kind: RateKind, expected: Expected, isNew: boolean): string {
  const { from } = expected;
  if (from && from._id !== row._id) return `from ${from.name}`;
  if (from) return isNew ? 'set here' : `set here ${spanText(row[kind])}`;
  if (kind === 'commission') return 'location default';
  const names = row.taxes.filter(({ status }) => status).map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : 'no tax';
}

function spanText({ own }: StoredRate): string {
  if (!own) return '';
  const since = `since ${formatDay(own.from)}`;
  return own.until ? `${since}, until ${formatDay(own.until)}` : since;
}

const kindNames: Record<RateKind, string> = { tax: 'Tax', commission: 'Commission' };

/** The planned rates of a category, the earliest first: "Commission 9% from 12/01/2026". */
export function nextText({ tax, commission }: CategoryRates): string | null {
  const coming = (['tax', 'commission'] as const)
    .flatMap((kind) => {
      const next = kind === 'tax' ? tax.next : commission.next;
      return next ? [{ kind, ...next }] : [];
    })
    .sort((a, b) => a.on.localeCompare(b.on));
  if (coming.length === 0) return null;
  return coming
    .map(({ kind, on, rate }) => `${kindNames[kind]} ${rateText(rate)} from ${formatDay(on)}`)
    .join(', ');
}

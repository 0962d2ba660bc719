import { formatDay } from '@aisle/contract/core/dates';
import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import type { BulkMessageView } from '@aisle/contract/service/messages';
import type { Fact } from '../../ui/record/record-head.tsx';
import { dayOf } from './composer-values.ts';

const maxNamed = 5;
const list = new Intl.ListFormat('en-US', { type: 'disjunction' });
/** The first few by name; the others, and those out of reach, by number. */
function oneOf(names: readonly string[] = [], total = names.length): string | undefined {
  if (total === 0) return undefined;
  const shown = names.slice(0, maxNamed);
  const more = total - shown.length;
  return list.format(more > 0 ? [...shown, `${formatCount(more)} more`] : shown);
}
const dayText = (instant: string | undefined): string | null => {
  const day = dayOf(instant);
  return day && formatDay(day);
};

/** Whom a message is for, by the names its fields had when it was written. */
export function audienceFacts({ audience, audienceData }: BulkMessageView): Fact[] {
  const { locations, boughtSubProduct, boughtCategory, plan } = audienceData;
  const { minOrders, minSpent, hasPlan, status } = audience;
  const facts: Fact[] = [
    [
      'Ordered at',
      oneOf(
        locations.map(({ name }) => name),
        audience.locationIds?.length,
      ),
    ],
    ['Bought item', boughtSubProduct?.name],
    ['Bought from category', boughtCategory?.name],
    ['Ordered since', dayText(audience.orderedSince)],
    ['No order since', dayText(audience.notOrderedSince)],
    ['Orders, at least', minOrders && formatCount(minOrders)],
    ['Spent, at least', minSpent && formatMoney(minSpent)],
    ['City', audience.city],
    ['Postal codes', oneOf(audience.postalCodes)],
    ['Subscription', hasPlan === undefined ? null : hasPlan ? 'On a plan' : 'Not on a plan'],
    ['Plan', plan?.name],
    ['Status', status && (status === 'blocked' ? 'Blocked' : 'Active')],
  ];
  return facts.some(([, value]) => value) ? facts : [['Audience', 'All customers']];
}

import { type OrderCount, orderRoutes } from '@aisle/contract/orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../core/api.ts';
import type { ListBody } from '../core/list-search.ts';
import { orderTabs } from './order-tabs.ts';

const everyMs = 30_000;

/** How many there are of each tab, within what else is asked for. Not with every live event: a busy shop has many. */
export function useTabCounts({ search, filters }: ListBody): Record<string, string> {
  const { headlineStatus: _, ...others } = filters;
  const query = useQuery({
    ...read(orderRoutes.counts, { body: { filters: others, ...(search && { search }) } }),
    queryKey: ['orderTabs', search, others],
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
  return query.data ? tabCounts(query.data) : {};
}

/** "12", "1,000+" where nobody counted further, for each tab and for all of them. */
export function tabCounts(counts: readonly OrderCount[]): Record<string, string> {
  const sum = (those: readonly OrderCount[]) => {
    const isMore = those.some((one) => one.isMore);
    const total = those.reduce((sum, { count }) => sum + count, 0);
    // What nobody counted on from is told by the thousand.
    return isMore ? `${(total - (total % 1000)).toLocaleString('en-US')}+` : total.toLocaleString('en-US');
  };
  return {
    all: sum(counts),
    ...Object.fromEntries(
      orderTabs.map(({ key, statuses }) => [
        key,
        sum(counts.filter(({ status }) => statuses.includes(status))),
      ]),
    ),
  };
}

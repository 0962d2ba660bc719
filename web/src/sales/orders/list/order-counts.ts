import { formatCount } from '@aisle/contract/core/how-many';
import type { ListBody } from '@aisle/contract/core/list-search';
import type { OrderCount } from '@aisle/contract/sales/orders/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { read } from '../../../core/api.ts';
import { useLiveTopic } from '../../../core/events.ts';
import { gathering } from '../../../core/wire/gathering.ts';
import { orderTabs } from './order-tabs.ts';

/** For changes without an event: an order that has become late. */
const everyMs = 30_000;
/** A busy shop has many events, and counting is the dearest part of its list. */
const gatheredForMs = 2000;
const countingAgain = (client: QueryClient) =>
  gathering(() => void client.invalidateQueries({ queryKey: ['orderTabs'] }), gatheredForMs);

/** How many there are of each tab, within what else is asked for: at once after an event, then every 2 s at most. */
export function useTabCounts({ search, filters }: ListBody): Record<string, string> {
  const client = useQueryClient();
  const again = useMemo(() => countingAgain(client), [client]);
  useLiveTopic(
    'orders',
    useCallback(() => again('orders'), [again]),
  );
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
function tabCounts(counts: readonly OrderCount[]): Record<string, string> {
  const sum = (those: readonly OrderCount[]) => {
    const isMore = those.some((one) => one.isMore);
    const total = those.reduce((sum, { count }) => sum + count, 0);
    if (!isMore) return formatCount(total);
    // A total that was not counted to the end is shown in thousands, and below the first one nobody knows it.
    return total < 1000 ? '…' : `${formatCount(total - (total % 1000))}+`;
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

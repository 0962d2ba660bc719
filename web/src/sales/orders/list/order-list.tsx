import type { ListBody } from '@aisle/contract/core/list-search';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { OrderCount, OrderRow } from '@aisle/contract/sales/orders/order-list';
import {
  type OrderTab,
  orderTabNames,
  orderTabs,
  tabOfStatuses,
} from '@aisle/contract/sales/orders/order-tabs';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { read } from '../../../core/api.ts';
import { useLiveTopic } from '../../../core/events.ts';
import { useCan } from '../../../core/session/session.ts';
import { gathering } from '../../../core/wire/gathering.ts';
import { totalText } from '../../../ui/list/filters/range-text.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import { type List, useList } from '../../../ui/list/use-list.ts';
import { orderColumns } from './order-columns.tsx';
import { orderFilters } from './order-filters.ts';
import { useManyOrders } from './order-list-actions.tsx';

export function OrderList() {
  const list = useList(orderRoutes.list, undefined, { pauseUpdates: 'newRows' });
  const { rows } = list;
  const columns = useMemo(() => orderColumns(rows ?? []), [rows]);
  const mayView = useCan('order_view');
  const many = useManyOrders(list);
  return (
    <>
      <ListPage
        title="Orders"
        noun="orders"
        searchLabel="Number, customer, phone or item"
        list={list}
        columns={columns}
        tabs={<OrderTabs list={list} />}
        filters={orderFilters}
        primary={{ label: 'New order', permission: 'order_add', to: { to: '/orders/add' } }}
        link={mayView ? ({ _id }) => ({ to: '/orders/view/$id', params: { id: _id } }) : undefined}
        actions={many.menu}
        {...(many.bulk && { bulk: many.bulk })}
        tabFilter="tab"
        empty="Orders from your storefronts and phone orders appear here."
      />
      {many.dialog}
    </>
  );
}

const tabLabels: Record<OrderTab, string> = {
  new: 'New',
  picking: 'Picking',
  ready: 'Ready',
  out: 'Out',
  done: 'Done',
  problems: 'Problems',
};

function OrderTabs({ list }: { list: List<OrderRow> }) {
  const { tab, headlineStatus } = list.search;
  const current = headlineStatus === undefined ? (tab ?? 'all') : tabOfStatuses(headlineStatus);
  const counts = useTabCounts(list.body);
  // The tab has the number that the footer and the bulk actions have.
  const total = list.rows && !list.isChanging ? list : undefined;
  const texts = counts ? tabCounts(counts, current, total) : {};
  return (
    <ListTabs
      label="Orders by state"
      tabs={(['all', ...orderTabNames] as const).map((key) => ({
        key,
        label: key === 'all' ? 'All' : tabLabels[key],
        count: texts[key],
        isOn: current === key,
        onClick: () => list.change({ tab: key === 'all' ? undefined : key, headlineStatus: undefined }),
      }))}
    />
  );
}

/** Catches changes without an event, such as an order becoming late. */
const recountMs = 30_000;
/** Busy stores have many events, and counting is the most expensive part of the list. */
const recountDelayMs = 2000;
const recountTabs = (client: QueryClient) =>
  gathering(() => void client.invalidateQueries({ queryKey: ['orderTabs'] }), recountDelayMs);

/** The order counts of the tabs within the other filters; refreshed after events, at most every 2 seconds. */
function useTabCounts({ search, filters }: ListBody): readonly OrderCount[] | undefined {
  const client = useQueryClient();
  const again = useMemo(() => recountTabs(client), [client]);
  useLiveTopic(
    'orders',
    useCallback(() => again('orders'), [again]),
  );
  const { headlineStatus: _status, tab: _tab, ...others } = filters;
  const { data } = useQuery({
    ...read(orderRoutes.counts, { body: { filters: others, ...(search && { search }) } }),
    queryKey: ['orderTabs', search, others],
    placeholderData: keepPreviousData,
    refetchInterval: recountMs,
    meta: { quiet: true },
  });
  return data;
}

type Total = Pick<List<OrderRow>, 'total' | 'totalIsEstimate' | 'totalIsMinimum'>;
/** The count of each tab and of all tabs together: "12", or "1,000+" if the count stopped there. */
function tabCounts(
  counts: readonly OrderCount[],
  current: unknown,
  total: Total | undefined,
): Record<string, string> {
  const tabs = orderTabNames.map((tab) => {
    if (tab === current && total) {
      return { tab, count: total.total, isMore: total.totalIsEstimate || total.totalIsMinimum };
    }
    const its = counts.filter(({ status }) => orderTabs[tab].includes(status));
    return {
      tab,
      count: its.reduce((sum, { count }) => sum + count, 0),
      isMore: its.some(({ isMore }) => isMore),
    };
  });
  const all = tabs.reduce((sum, { count }) => sum + count, 0);
  const texts = [
    ...tabs.map(({ tab, count, isMore }) => [tab, countText(count, isMore)] as const),
    [
      'all',
      countText(
        all,
        tabs.some(({ isMore }) => isMore),
      ),
    ] as const,
  ];
  return { ...Object.fromEntries(texts), ...(total && { [String(current)]: totalText(total) }) };
}

/** An incomplete total is rounded down to thousands; below 1,000 it is unknown. */
function countText(count: number, isMore: boolean): string {
  if (!isMore) return formatCount(count);
  return count < 1000 ? '…' : `${formatCount(count - (count % 1000))}+`;
}

import type { ListBody } from '@aisle/contract/core/list-search';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { OrderCount, OrderRow } from '@aisle/contract/sales/orders/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { read } from '../../../core/api.ts';
import { useLiveTopic } from '../../../core/events.ts';
import { useCan } from '../../../core/session/session.ts';
import { gathering } from '../../../core/wire/gathering.ts';
import { OrderStatus } from '../../../links/sales/order-status.tsx';
import { paymentLabel } from '../../../links/sales/payment-status.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import type { Column } from '../../../ui/list/rows/column.ts';
import { type List, useList } from '../../../ui/list/use-list.ts';
import { DateText, MoneyText } from '../../../ui/values/values.tsx';
import { slotText } from '../../../ui/values/when.ts';
import { LateMark } from '../order-flags.tsx';
import { TagList } from '../order-owner-fields.tsx';
import classes from '../orders.module.css';
import { orderFilters } from './order-filters.ts';
import { useManyOrders } from './order-list-actions.tsx';
import { orderTabs, tabOf } from './order-tabs.ts';

const columns: Column<OrderRow>[] = [
  {
    key: 'number',
    header: 'Order',
    cell: (order) => <span className="tabular">{order.number}</span>,
    sortable: true,
    width: 96,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (order) => (
      <span className={classes.listState}>
        <OrderStatus status={order.headlineStatus} />
        <LateMark order={order} />
      </span>
    ),
    card: 'state',
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: (order) => <span className={`clip ${classes.listName}`}>{order.customerName}</span>,
    card: 'detail',
  },
  {
    key: 'location',
    header: 'Location',
    cell: (order) => <span className={`clip ${classes.listPlace}`}>{order.locationName}</span>,
    card: 'detail',
  },
  {
    key: 'slot',
    header: 'Due',
    cell: (order) =>
      `${order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'} · ${slotText(order.slot, order.timeZone)}`,
  },
  {
    key: 'items',
    header: 'Items',
    cell: (order) => formatCount(order.unitCount),
    align: 'right',
    width: 52,
  },
  {
    key: 'total',
    header: 'Total',
    cell: (order) => <MoneyText value={order.total} />,
    sortable: true,
    align: 'right',
    width: 84,
    card: 'figure',
  },
  {
    key: 'payment',
    header: 'Payment',
    cell: (order) => paymentLabel(order.paymentType),
    optional: true,
  },
  {
    key: 'owner',
    header: 'Owner',
    cell: (order) => order.owner?.name ?? '',
    optional: true,
  },
  {
    key: 'tags',
    header: 'Tags',
    cell: (order) => <TagList tags={order.tags} isRow />,
    optional: true,
  },
  {
    key: 'createdAt',
    header: 'Placed',
    cell: (order) => <DateText value={order.createdAt} withTime isShort timeZone={order.timeZone} />,
    sortable: true,
  },
];

export function OrderList() {
  const list = useList(orderRoutes.list);
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
        tabFilter="headlineStatus"
        empty="Orders from your storefronts and phone orders appear here."
      />
      {many.dialog}
    </>
  );
}

function OrderTabs({ list }: { list: List<OrderRow> }) {
  const current = tabOf(list.search.headlineStatus);
  const counts = useTabCounts(list.body);
  return (
    <ListTabs
      label="Orders by state"
      tabs={[
        {
          key: 'all',
          label: 'All',
          count: counts.all,
          isOn: list.search.headlineStatus === undefined,
          onClick: () => list.change({ headlineStatus: undefined }),
        },
        ...orderTabs.map((tab) => ({
          key: tab.key,
          label: tab.label,
          count: counts[tab.key],
          isOn: current === tab,
          onClick: () => list.change({ headlineStatus: [...tab.statuses] }),
        })),
      ]}
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
function useTabCounts({ search, filters }: ListBody): Record<string, string> {
  const client = useQueryClient();
  const again = useMemo(() => recountTabs(client), [client]);
  useLiveTopic(
    'orders',
    useCallback(() => again('orders'), [again]),
  );
  const { headlineStatus: _, ...others } = filters;
  const query = useQuery({
    ...read(orderRoutes.counts, { body: { filters: others, ...(search && { search }) } }),
    queryKey: ['orderTabs', search, others],
    placeholderData: keepPreviousData,
    refetchInterval: recountMs,
    meta: { quiet: true },
  });
  return query.data ? tabCounts(query.data) : {};
}

/** The count of each tab and of all tabs together: "12", or "1,000+" if the count stopped there. */
function tabCounts(counts: readonly OrderCount[]): Record<string, string> {
  const sum = (those: readonly OrderCount[]) => {
    const isMore = those.some((one) => one.isMore);
    const total = those.reduce((sum, { count }) => sum + count, 0);
    if (!isMore) return formatCount(total);
    // An incomplete total is rounded down to thousands; below 1,000 it is unknown.
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

import { formatCount } from '@aisle/contract/core/pluralize';
import { returnKinds } from '@aisle/contract/sales/orders/order-flow';
import { returnActions } from '@aisle/contract/sales/returns/return-actions';
import { type ReturnRow, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { itemFilter } from '../../links/catalog/sub-product-filter.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { metricFilters } from '../../links/overview/metric-filters.ts';
import { ReturnStatus } from '../../links/sales/return-status.tsx';
import { choice, days } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { type List, useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { kindLabels, returnTabs, tabOf } from './return-labels.ts';

const kindOf = ({ kind, noReturn }: ReturnRow) => (noReturn ? keptLabels[kind] : kindLabels[kind]);
/** The customer keeps the items. */
const keptLabels = { return: 'Refund without return', replace: 'Replacement without return' } as const;

const columns: Column<ReturnRow>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: (request) => <span className="tabular">{request.number}</span>,
    sortable: true,
    width: 104,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (request) => <ReturnStatus status={request.status} />,
    card: 'state',
  },
  { key: 'kind', header: 'Kind', cell: kindOf, card: 'figure' },
  {
    key: 'order',
    header: 'Order',
    cell: (request) => <span className="tabular">{request.orderNumber}</span>,
    card: 'detail',
  },
  { key: 'customer', header: 'Customer', cell: (request) => request.customerName, card: 'detail' },
  { key: 'location', header: 'Location', cell: (request) => request.locationName },
  { key: 'reason', header: 'Reason', cell: (request) => request.reason ?? '–' },
  { key: 'driver', header: 'Driver', cell: (request) => request.driverName ?? '–', optional: true },
  {
    key: 'items',
    header: 'Items',
    cell: (request) => formatCount(request.lineCount),
    align: 'right',
    width: 64,
    optional: true,
  },
  {
    key: 'createdAt',
    header: 'Requested',
    cell: (request) => <DateText value={request.createdAt} withTime timeZone={request.timeZone} />,
    sortable: true,
  },
];
const kindChoices = returnKinds.map((value) => ({ value, label: kindLabels[value] }));

const filters = [
  locationFilter,
  choice('kind', 'Kind', kindChoices),
  days('Requested'),
  ...metricFilters('Requested on', 'fromDay', 'toDay'),
  { ...itemFilter, isOffered: () => false },
];

export function ReturnList() {
  const list = useList(returnRoutes.list);
  const mayView = useCan('order_view');
  const { actionFor } = useBulkActions<ReturnRow>(list);
  return (
    <ListPage
      title="Returns"
      noun="returns"
      searchLabel="Number, order, customer or phone"
      list={list}
      columns={columns}
      tabs={<ReturnTabs list={list} />}
      filters={filters}
      link={mayView ? ({ _id }) => ({ to: '/orders/returns/$id', params: { id: _id } }) : undefined}
      tabFilter="status"
      bulk={actionFor(returnActions.approve)}
      empty="Start a return or replacement from an order."
    />
  );
}

function ReturnTabs({ list }: { list: List<ReturnRow> }) {
  const current = tabOf(list.search.status);
  const counts = useTabCounts(list.body);
  return (
    <ListTabs
      label="Returns by status"
      tabs={[
        {
          key: 'all',
          label: 'All',
          isOn: list.search.status === undefined,
          onClick: () => list.change({ status: undefined }),
        },
        ...returnTabs.map((tab) => ({
          key: tab.key,
          label: tab.label,
          count: counts?.[tab.key],
          isOn: current === tab,
          onClick: () => list.change({ status: [...tab.statuses] }),
        })),
      ]}
    />
  );
}

/** The counts of open returns within the other filters. */
function useTabCounts({ search, filters }: List<ReturnRow>['body']): Record<string, string> | undefined {
  const { status: _, ...others } = filters;
  const query = useQuery({
    queryKey: ['orders', 'returnTabs', search, others],
    placeholderData: keepPreviousData,
    meta: { quiet: true },
    queryFn: async ({ signal }) => {
      const live = returnTabs.filter(({ isLive }) => isLive);
      const pages = await Promise.all(
        live.map(({ statuses }) => {
          const body = { limit: 1, filters: { ...others, status: [...statuses] }, ...(search && { search }) };
          return call(returnRoutes.list, { body }, { signal });
        }),
      );
      const text = pages.map((page) => (page.totalIsEstimate ? '≈' : '') + formatCount(page.totalRecords));
      return Object.fromEntries(live.map(({ key }, index) => [key, text[index] ?? '']));
    },
  });
  return query.data;
}

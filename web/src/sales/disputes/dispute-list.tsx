import { disputeStatuses, disputeStatusLabels } from '@aisle/contract/sales/dispute-status';
import { type DisputeRow, disputeRoutes } from '@aisle/contract/sales/disputes';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { choice, days, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { DisputeStatusBadge, reasonText } from './dispute-status.tsx';

const columns: Column<DisputeRow>[] = [
  { key: 'number', header: 'Number', cell: ({ number }) => <span className="tabular">{number}</span> },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <DisputeStatusBadge status={status} />,
    card: 'state',
  },
  { key: 'order', header: 'Order', cell: ({ orderNumber }) => orderNumber, card: 'detail' },
  { key: 'customer', header: 'Customer', cell: ({ customerName }) => customerName, card: 'detail' },
  { key: 'location', header: 'Location', cell: ({ locationName }) => locationName },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reasonText(reason), card: 'detail' },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount }) => <MoneyText value={amount} />,
    align: 'right',
    sortable: true,
    card: 'figure',
  },
  {
    key: 'dueBy',
    header: 'Due',
    cell: ({ dueBy, timeZone }) => (dueBy ? <DateText value={dueBy} timeZone={timeZone} /> : '–'),
    sortable: true,
    card: 'detail',
  },
  {
    key: 'createdAt',
    header: 'Opened',
    cell: ({ createdAt, timeZone }) => <DateText value={createdAt} timeZone={timeZone} />,
    sortable: true,
  },
];

const filters: FiltersOf<typeof disputeRoutes.list> = [
  locationFilter,
  choice(
    'status',
    'Status',
    disputeStatuses.map((value) => ({ value, label: disputeStatusLabels[value] })),
  ),
  days('Opened'),
];

export function DisputeList() {
  const list = useList(disputeRoutes.list);
  return (
    <ListPage
      title="Disputes"
      noun="disputes"
      searchLabel="Dispute, order or customer"
      list={list}
      columns={columns}
      filters={filters}
      link={({ _id }) => ({ to: '/disputes/view/$id', params: { id: _id } })}
      empty="Charges that customers dispute at their bank appear here, with the date by which to respond."
    />
  );
}

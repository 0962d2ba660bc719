import { formatCount } from '@aisle/contract/core/pluralize';
import { type TransferRow, transferRoutes, transferStatuses } from '@aisle/contract/warehouse/transfers';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { TransferState, transferLabel } from '../../links/warehouse/transfer-status.tsx';
import { choice, days } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';

const columns: Column<TransferRow>[] = [
  {
    key: 'number',
    header: 'Transfer',
    cell: (transfer) => <span className="tabular">{transfer.number}</span>,
    sortable: true,
    width: 104,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (transfer) => <TransferState status={transfer.status} />,
    card: 'state',
  },
  { key: 'from', header: 'From', cell: (transfer) => transfer.from.name, card: 'detail' },
  {
    key: 'to',
    header: 'To',
    cell: (transfer) => (
      <>
        <span className="on-card">to </span>
        {transfer.to.name}
      </>
    ),
    card: 'detail',
  },
  {
    key: 'items',
    header: 'Items',
    cell: (transfer) => (
      <>
        {formatCount(transfer.lineCount)}
        <span className="on-card">{transfer.lineCount === 1 ? ' item' : ' items'}</span>
      </>
    ),
    align: 'right',
    width: 72,
    card: 'figure',
  },
  {
    key: 'differences',
    header: 'Differences',
    cell: (transfer) => transfer.hasDifferences && 'Yes',
  },
  { key: 'sent', header: 'Sent', cell: (transfer) => <DateText value={transfer.sentAt} withTime /> },
  {
    key: 'createdAt',
    header: 'Created',
    cell: (transfer) => <DateText value={transfer.createdAt} withTime />,
    sortable: true,
  },
  { key: 'note', header: 'Note', cell: (transfer) => transfer.note, optional: true },
];
const choices = transferStatuses.map((value) => ({ value, label: transferLabel(value) }));

const filters = [locationFilter, choice('status', 'Status', choices), days('Date')];

export function TransferList() {
  const list = useList(transferRoutes.list);
  const mayView = useCan('inventory_view');
  const { user } = useSignedIn();
  // Creating a transfer requires access to both locations.
  const hasOnlyOne = user.locations.length === 1;
  return (
    <ListPage
      title="Transfers"
      noun="transfers"
      searchLabel="Number or note"
      list={list}
      columns={columns}
      filters={filters}
      primary={
        hasOnlyOne
          ? undefined
          : { label: 'New transfer', permission: 'inventory_edit', to: { to: '/inventory/transfers/add' } }
      }
      link={mayView ? ({ _id }) => ({ to: '/inventory/transfers/$id', params: { id: _id } }) : undefined}
      empty="Transfers between your locations appear here."
    />
  );
}

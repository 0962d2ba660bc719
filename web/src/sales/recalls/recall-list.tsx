import { formatCount } from '@aisle/contract/core/pluralize';
import { type RecallListed, recallRoutes } from '@aisle/contract/sales/recalls';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { RecallState, recallChoices } from './recall-status.tsx';

const columns: Column<RecallListed>[] = [
  { key: 'title', header: 'Recall', cell: (recall) => recall.title },
  {
    key: 'number',
    header: 'Number',
    cell: (recall) => <span className="tabular">{recall.number}</span>,
    width: 96,
    card: 'detail',
  },
  {
    key: 'status',
    header: 'Status',
    cell: (recall) => <RecallState status={recall.status} />,
    card: 'state',
  },
  { key: 'reason', header: 'Reason', cell: (recall) => recall.reason },
  {
    key: 'lots',
    header: 'Lots',
    cell: (recall) => (
      <>
        {formatCount(recall.lots)}
        <span className="on-card">{recall.lots === 1 ? ' lot' : ' lots'}</span>
      </>
    ),
    align: 'right',
    card: 'figure',
  },
  { key: 'createdBy', header: 'Created by', cell: (recall) => recall.createdBy },
  {
    key: 'createdAt',
    header: 'Created',
    cell: (recall) => <DateText value={recall.createdAt} withTime />,
    sortable: true,
  },
];

const filters = [choice('status', 'Status', recallChoices)];

export function RecallList() {
  const list = useList(recallRoutes.list);
  return (
    <ListPage
      title="Recalls"
      noun="recalls"
      searchLabel="Number or title"
      list={list}
      columns={columns}
      filters={filters}
      primary={{ label: 'New recall', permission: 'inventory_edit', to: { to: '/recalls/add' } }}
      link={({ _id }) => ({ to: '/recalls/view/$id', params: { id: _id } })}
      empty="Recall unsafe items to block them at every store and notify the customers who bought them."
    />
  );
}

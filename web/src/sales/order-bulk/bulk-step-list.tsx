import { formatCount } from '@aisle/contract/core/how-many';
import { type OrderBulk, orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { BulkStepStatus } from './bulk-step-status.tsx';

const columns: Column<OrderBulk>[] = [
  { key: 'title', header: 'Step', cell: (bulk) => bulk.title },
  {
    key: 'changed',
    header: 'Done',
    cell: (bulk) => formatCount(bulk.counts.changed),
    align: 'right',
    card: 'figure',
  },
  {
    key: 'refused',
    header: 'Not possible',
    cell: (bulk) => formatCount(bulk.counts.refused),
    align: 'right',
  },
  { key: 'createdBy', header: 'By', cell: (bulk) => bulk.createdBy ?? '–', card: 'detail' },
  {
    key: 'createdAt',
    header: 'Started',
    cell: (bulk) => <DateText value={bulk.createdAt} withTime />,
    sortable: true,
  },
  { key: 'state', header: 'Status', cell: (bulk) => <BulkStepStatus bulk={bulk} />, card: 'state' },
];

/** What was done with many orders at once. */
export function BulkStepList() {
  const list = useList(orderBulkRoutes.list);
  return (
    <ListPage
      title="Bulk steps"
      noun="bulk steps"
      list={list}
      columns={columns}
      back={{ to: '/orders', label: 'Orders' }}
      link={({ _id }) => ({ to: '/orders/steps/$id', params: { id: _id } })}
      empty="Select or filter orders in the list to update many at once. The results appear here."
    />
  );
}

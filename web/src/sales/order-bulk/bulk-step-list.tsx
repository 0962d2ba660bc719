import { type OrderBulk, orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { type BulkLabels, runColumns } from '../../links/bulk/bulk-run.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useList } from '../../ui/list/use-list.ts';

export const bulkStepWords: BulkLabels = {
  headers: {
    title: 'Step',
    changed: 'Done',
    refused: 'Not possible',
    createdAt: 'Started',
    state: 'Status',
  },
  changing: 'In progress',
  outcomes: {
    waiting: 'Waiting',
    changed: 'Done',
    same: 'No change needed',
    refused: 'Not possible',
  },
};
const columns = runColumns<OrderBulk>(bulkStepWords);

/** The list of bulk steps. */
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

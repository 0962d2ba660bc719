import { type BulkEdit, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { formatCount } from '@aisle/contract/core/pluralize';
import { useCan } from '../../core/session/session.ts';
import { type BulkLabels, runColumns } from '../../links/bulk/bulk-run.tsx';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useList } from '../../ui/list/use-list.ts';

export const bulkEditLabels: BulkLabels = {
  headers: {
    title: 'Change',
    changed: 'Changed',
    refused: 'Not changed',
    createdAt: 'When',
    state: 'Status',
  },
  changing: 'Changing',
  outcomes: {
    waiting: 'Waiting',
    changed: 'Changed',
    same: 'Already set',
    refused: 'Not changed',
    undone: 'Undone',
    kept: 'Kept',
  },
};
const columns = runColumns<BulkEdit>(bulkEditLabels, [
  {
    key: 'rows',
    header: 'Rows',
    cell: ({ rows }) => (rows === null ? '–' : formatCount(rows)),
    align: 'right',
  },
]);

const states = [
  { value: 'changing', label: 'Changing' },
  { value: 'changed', label: 'Done' },
  { value: 'undone', label: 'Undone' },
];
const filters = [choice('state', 'Status', states)];

export function BulkEditList() {
  const list = useList(bulkEditRoutes.list);
  const mayListSubProducts = useCan('sub_product_list');
  return (
    <ListPage
      title="Bulk edits"
      noun="bulk edits"
      list={list}
      columns={columns}
      {...(mayListSubProducts && { back: { to: '/products/variants', label: 'Sub-products' } })}
      filters={filters}
      link={({ _id }) => ({ to: '/products/bulk-edits/$id', params: { id: _id } })}
      empty="Change many products, brands or vendors at once from their list. Your bulk edits appear here, and most can be undone."
    />
  );
}

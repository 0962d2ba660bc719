import { type BulkEdit, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { formatCount } from '@aisle/contract/core/how-many';
import { useMay } from '../../core/session/session.ts';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { BulkEditStatus } from './bulk-edit-status.tsx';

const count = (value: number | null) => (value === null ? '–' : formatCount(value));
const columns: Column<BulkEdit>[] = [
  { key: 'title', header: 'What', cell: (edit) => edit.title },
  { key: 'rows', header: 'Rows', cell: (edit) => count(edit.rows), align: 'right' },
  {
    key: 'changed',
    header: 'Changed',
    cell: (edit) => count(edit.counts.changed),
    align: 'right',
    card: 'figure',
  },
  { key: 'refused', header: 'Not changed', cell: (edit) => count(edit.counts.refused), align: 'right' },
  { key: 'createdBy', header: 'By', cell: (edit) => edit.createdBy ?? '–', card: 'detail' },
  {
    key: 'createdAt',
    header: 'When',
    cell: (edit) => <DateText value={edit.createdAt} withTime />,
    sortable: true,
  },
  { key: 'state', header: 'State', cell: (edit) => <BulkEditStatus edit={edit} />, card: 'state' },
];
const states = [
  { value: 'changing', label: 'Changing' },
  { value: 'changed', label: 'Done' },
  { value: 'undone', label: 'Undone' },
];

const filters = [choice('state', 'State', states)];

/** What was changed in bulk, and the way to take it back. */
export function BulkEditList() {
  const list = useList(bulkEditRoutes.list);
  const mayListSubProducts = useMay('sub_product_list');
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

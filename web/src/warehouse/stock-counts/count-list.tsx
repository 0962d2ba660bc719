import { formatCount } from '@aisle/contract/core/pluralize';
import { type StockCountRow, stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { CountStatus, countChoices } from '../../links/warehouse/count-status.tsx';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';

const BeginCount = later(() => import('./begin-count.tsx').then((module) => module.BeginCount));

const columns: Column<StockCountRow>[] = [
  {
    key: 'number',
    header: 'Count',
    cell: (count) => <span className="tabular">{count.number}</span>,
    sortable: true,
    width: 96,
  },
  { key: 'name', header: 'Name', cell: (count) => count.name ?? scopeText(count), card: 'detail' },
  { key: 'status', header: 'Status', cell: (count) => <CountStatus status={count.status} />, card: 'state' },
  { key: 'location', header: 'Location', cell: (count) => count.locationName, card: 'detail' },
  {
    key: 'progress',
    header: 'Counted',
    cell: (count) => `${formatCount(count.counted)} of ${formatCount(count.items)}`,
    align: 'right',
    card: 'figure',
  },
  { key: 'by', header: 'Started by', cell: (count) => count.createdBy },
  {
    key: 'createdAt',
    header: 'Started',
    cell: (count) => <DateText value={count.createdAt} withTime timeZone={count.timeZone} />,
    sortable: true,
  },
];
/** The scope of a count: categories, shelves or everything. */
function scopeText({ categories, shelves }: Pick<StockCountRow, 'categories' | 'shelves'>): string {
  const shelf = shelves.length === 1 ? 'Shelf' : 'Shelves';
  const parts = [
    categories.map(({ name }) => name).join(', '),
    shelves.length > 0 && `${shelf} ${shelves.join(', ')}`,
  ].filter(Boolean);
  return parts.length === 0 ? 'Whole location' : parts.join(' · ');
}

const filters = [locationFilter, choice('status', 'Status', countChoices)];

export function CountList() {
  const list = useList(stockCountRoutes.list);
  const [isBeginning, setBeginning] = useState(false);
  return (
    <>
      <ListPage
        title="Stock counts"
        noun="counts"
        searchLabel="Number or name"
        list={list}
        columns={columns}
        filters={filters}
        primary={{ label: 'Start a count', permission: 'inventory_edit', onClick: () => setBeginning(true) }}
        link={({ _id }) => ({ to: '/inventory/counts/$id', params: { id: _id } })}
        empty="Compare what's on your shelves with stock records and post the difference."
      />
      {isBeginning && (
        <Suspense>
          <BeginCount onClose={() => setBeginning(false)} />
        </Suspense>
      )}
    </>
  );
}

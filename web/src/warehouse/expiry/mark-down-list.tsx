import { itemName } from '@aisle/contract/core/item-name';
import { type AppliedMarkDown, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { useWrite } from '../../core/api.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { MiddleText } from '../../ui/values/middle-text.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DateText, DayText, MoneyText } from '../../ui/values/values.tsx';

const endings = {
  soldOut: 'Sold out',
  expired: 'Ended',
  undone: 'Undone',
  priceChanged: 'Price was changed',
};
const columns: Column<AppliedMarkDown>[] = [
  { key: 'item', header: 'Item', cell: (row) => <MiddleText text={itemName(row.subProductData)} /> },
  { key: 'location', header: 'Location', cell: (row) => row.locationName, card: 'detail' },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (
      <StatusBadge
        family={row.status === 'active' ? 'working' : 'off'}
        label={row.endedBecause ? endings[row.endedBecause] : 'Active'}
      />
    ),
    card: 'state',
  },
  {
    key: 'price',
    header: 'Price',
    cell: (row) => <MoneyText value={row.price} />,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'before',
    header: 'Previous custom price',
    cell: (row) => (row.priceBefore === null ? '–' : <MoneyText value={row.priceBefore} />),
    align: 'right',
  },
  { key: 'until', header: 'Until', cell: (row) => <DayText value={row.until} /> },
  { key: 'createdBy', header: 'By', cell: (row) => row.createdBy },
  {
    key: 'createdAt',
    header: 'Since',
    cell: (row) => <DateText value={row.createdAt} withTime />,
    sortable: true,
  },
];
const choices = [
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
  { value: 'undone', label: 'Undone' },
];

const filters = [locationFilter, choice('status', 'Status', choices)];

export function MarkDownList() {
  const list = useList(expiryRoutes.markDowns);
  const undo = useWrite(expiryRoutes.undoMarkDown);
  return (
    <ListPage
      title="Mark-downs"
      noun="mark-downs"
      searchLabel="Item, SKU or barcode"
      back={{ to: '/expiry', label: 'Expiry' }}
      list={list}
      columns={columns}
      filters={filters}
      rowActions={(row) =>
        row.status === 'active'
          ? [
              {
                label: 'Undo',
                permission: 'assign_subProduct',
                onClick: () => undo.mutate({ params: { id: row._id } }),
              },
            ]
          : []
      }
      empty="Items marked down before they expire appear here with their results."
    />
  );
}

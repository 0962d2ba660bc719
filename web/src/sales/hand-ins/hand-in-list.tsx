import { type HandIn, handInRoutes } from '@aisle/contract/sales/hand-ins';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { DriverLink } from '../../links/sales/driver-link.tsx';
import { days, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { Difference } from './difference.tsx';

const columns: Column<HandIn>[] = [
  {
    key: 'driver',
    header: 'Driver',
    cell: ({ driverId, driverName }) => <DriverLink id={driverId} name={driverName} />,
  },
  {
    key: 'createdAt',
    header: 'Received',
    cell: ({ createdAt, timeZone }) => <DateText value={createdAt} withTime timeZone={timeZone} />,
    sortable: true,
    card: 'detail',
  },
  { key: 'location', header: 'Location', cell: ({ locationName }) => locationName, card: 'detail' },
  {
    key: 'expected',
    header: 'Expected',
    cell: ({ expected }) => <MoneyText value={expected} />,
    align: 'right',
  },
  {
    key: 'counted',
    header: 'Counted',
    cell: ({ counted }) => <MoneyText value={counted} />,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'difference',
    header: 'Difference',
    cell: ({ difference }) => <Difference cents={difference} />,
    align: 'right',
    card: 'state',
  },
  { key: 'note', header: 'Note', cell: ({ note }) => note ?? '–' },
  { key: 'receivedBy', header: 'Received by', cell: ({ receivedBy }) => receivedBy },
];

const filters = [
  locationFilter,
  yesNo('differs', 'Difference', 'With difference', 'Exact'),
  days('Received'),
];

/** The cash hand-ins of drivers. */
export function HandInList() {
  const list = useList(handInRoutes.list);
  return (
    <ListPage
      title="Cash hand-ins"
      noun="hand-ins"
      searchLabel="Driver"
      list={list}
      columns={columns}
      back={{ to: '/driver', label: 'Drivers' }}
      filters={filters}
      empty="Receive collected cash from drivers on the dispatch board or the driver's page."
    />
  );
}

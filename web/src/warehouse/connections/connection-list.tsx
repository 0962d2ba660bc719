import { formatCount } from '@aisle/contract/core/pluralize';
import { type Connection, connectionRoutes } from '@aisle/contract/warehouse/connections';
import { choice, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { ConnectionStatus, kindLabels, lagText } from './connection-status.tsx';

const columns: Column<Connection>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  {
    key: 'status',
    header: 'Status',
    cell: (connection) => <ConnectionStatus connection={connection} />,
    card: 'state',
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindLabels[kind], card: 'detail' },
  {
    key: 'lastSeenAt',
    header: 'Last seen',
    cell: ({ lastSeenAt }) => (lastSeenAt ? <DateText value={lastSeenAt} withTime /> : 'Never'),
    card: 'figure',
  },
  { key: 'lag', header: 'Lag', cell: ({ lagSeconds }) => lagText(lagSeconds), align: 'right' },
  { key: 'today', header: 'Today', cell: ({ today }) => formatCount(today), align: 'right' },
  { key: 'refused', header: 'Refused', cell: ({ refused }) => formatCount(refused), align: 'right' },
  {
    key: 'lost',
    header: 'Values lost',
    cell: ({ lost }) => formatCount(lost),
    align: 'right',
    optional: true,
  },
  {
    key: 'topics',
    header: 'Topics',
    cell: ({ topics }) =>
      topics.length > 2 ? `${topics[0]} and ${topics.length - 1} more` : topics.join(', '),
    optional: true,
  },
  {
    key: 'createdAt',
    header: 'Added',
    cell: ({ createdAt }) => <DateText value={createdAt} />,
    sortable: true,
    optional: true,
  },
];

const filters = [
  choice('kind', 'Kind', [
    { value: 'apiKey', label: 'API key' },
    { value: 'webhook', label: 'Webhook' },
  ]),
  yesNo('status', 'Status', 'On', 'Off'),
];

export function ConnectionList() {
  const list = useList(connectionRoutes.list);
  return (
    <ListPage
      title="Connections"
      noun="connections"
      list={list}
      columns={columns}
      filters={filters}
      link={({ _id }) => ({ to: '/connections/$id', params: { id: _id } })}
      empty="Programs that use an API key or receive webhooks appear here. Create an API key under Settings to connect one."
    />
  );
}

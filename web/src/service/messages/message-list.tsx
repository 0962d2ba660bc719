import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type BulkMessage,
  messageChannelLabels,
  messageChannels,
  messageRoutes,
} from '@aisle/contract/service/messages';
import { choice, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { MessageState } from './message-status.tsx';
import { MessageTabs } from './message-tabs.tsx';

const columns: Column<BulkMessage>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="clip">{subject}</span>,
    card: 'detail',
  },
  { key: 'channel', header: 'Channel', cell: ({ channel }) => messageChannelLabels[channel] },
  {
    key: 'recipients',
    header: 'Recipients',
    cell: ({ recipients }) => recipients !== null && formatCount(recipients),
    align: 'right',
  },
  {
    key: 'sent',
    header: 'Sent',
    cell: ({ counts }) => (
      <>
        {formatCount(counts.sent)}
        <span className="on-card"> sent</span>
      </>
    ),
    align: 'right',
    card: 'figure',
  },
  {
    key: 'failed',
    header: 'Failed',
    cell: ({ counts }) => formatCount(counts.failed + counts.unknown),
    align: 'right',
  },
  { key: 'createdBy', header: 'By', cell: ({ createdBy }) => createdBy },
  {
    key: 'createdAt',
    header: 'Created',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ state }) => <MessageState state={state} />,
    width: 120,
    card: 'state',
  },
];
const filters: FiltersOf<typeof messageRoutes.list> = [
  choice(
    'channel',
    'Channel',
    messageChannels.map((value) => ({ value, label: messageChannelLabels[value] })),
  ),
];

/** Sent, sending and scheduled messages. */
export function MessageList() {
  const list = useList(messageRoutes.list);
  return (
    <ListPage
      title="Messages"
      noun="messages"
      searchLabel="Name or subject"
      list={list}
      columns={columns}
      filters={filters}
      tabs={<MessageTabs isOn="history" />}
      link={({ _id }) => ({ to: '/messages/view/$id', params: { id: _id } })}
      empty="Messages to customers appear here with their results. Write the first one under New message."
    />
  );
}

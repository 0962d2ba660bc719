import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type BulkMessage,
  messageChannelLabels,
  messageChannels,
  messageRoutes,
  orderWindowDays,
} from '@aisle/contract/service/messages';
import type { ReactNode } from 'react';
import { choice, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { MessageState, type ResultSearch } from './message-status.tsx';
import { MessageTabs } from './message-tabs.tsx';

interface FigureProps {
  id: string;
  count: number;
  /** Shows the rows behind the number. */
  search: ResultSearch;
  children?: ReactNode;
}
const Figure = ({ id, count, search, children }: FigureProps) =>
  count === 0 ? (
    <>0{children}</>
  ) : (
    <ScreenLink to="/messages/view/$id" params={{ id }} search={search}>
      {formatCount(count)}
      {children}
    </ScreenLink>
  );

const columns: Column<BulkMessage>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="clip">{subject}</span>,
    card: 'detail',
  },
  { key: 'channel', header: 'Channel', cell: ({ channel }) => messageChannelLabels[channel], optional: true },
  {
    key: 'recipients',
    header: 'Recipients',
    cell: ({ recipients }) => recipients !== null && formatCount(recipients),
    align: 'right',
  },
  {
    key: 'sent',
    header: 'Sent',
    cell: ({ _id, counts }) => (
      <Figure id={_id} count={counts.sent} search={{ outcome: 'sent' }}>
        <span className="on-card"> sent</span>
      </Figure>
    ),
    align: 'right',
    card: 'figure',
  },
  {
    key: 'clicked',
    header: 'Clicked',
    hint: 'Recipients who clicked the button',
    cell: ({ _id, clicked, button }) =>
      button && <Figure id={_id} count={clicked} search={{ clicked: true }} />,
    align: 'right',
  },
  {
    key: 'unsubscribed',
    header: 'Unsubscribed',
    hint: 'Recipients who unsubscribed by the link in the message',
    cell: ({ _id, unsubscribed }) => <Figure id={_id} count={unsubscribed} search={{ unsubscribed: true }} />,
    align: 'right',
  },
  {
    key: 'orders',
    header: 'Orders',
    hint: `Orders that recipients placed within ${orderWindowDays} days after they got the message. Counted every 10 minutes.`,
    cell: ({ _id, orders }) => orders && <Figure id={_id} count={orders.count} search={{ tab: 'orders' }} />,
    align: 'right',
  },
  {
    key: 'failed',
    header: 'Failed',
    cell: ({ counts }) => formatCount(counts.failed + counts.unknown),
    align: 'right',
    optional: true,
  },
  { key: 'createdBy', header: 'By', cell: ({ createdBy }) => createdBy, optional: true },
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
      tabs={<MessageTabs isOn="sent" />}
      primary={{ label: 'New message', to: { to: '/messages/new' } }}
      link={({ _id }) => ({ to: '/messages/view/$id', params: { id: _id } })}
      empty="Messages to customers appear here with their results: who clicked, who unsubscribed, and their orders."
    />
  );
}

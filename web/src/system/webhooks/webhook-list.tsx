import { type Webhook, webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { useWebhookActions } from './use-webhook-actions.tsx';
import { WebhookHealth } from './webhook-status.tsx';
import classes from './webhooks.module.css';

const columns: Column<Webhook>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name, url }) => (
      <>
        {name}
        <small className={`block text-xs secondary truncate ${classes.url}`}>{url}</small>
      </>
    ),
    sortable: true,
  },
  { key: 'health', header: 'Health', cell: (webhook) => <WebhookHealth webhook={webhook} />, card: 'state' },
  {
    key: 'events',
    header: 'Events',
    cell: ({ events }) =>
      events.length > 2 ? `${events[0]} and ${events.length - 1} more` : events.join(', '),
    card: 'detail',
  },
  {
    key: 'waiting',
    header: 'Waiting',
    cell: ({ waiting }) => (waiting === 1000 ? '1,000 or more' : waiting),
    align: 'right',
  },
  {
    key: 'lastDeliveredAt',
    header: 'Last delivered',
    cell: ({ lastDeliveredAt }) => <DateText value={lastDeliveredAt} withTime />,
    card: 'figure',
  },
  {
    key: 'expiresAt',
    header: 'Expires',
    cell: ({ expiresAt }) => <DateText value={expiresAt} />,
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

const filters = [yesNo('status', 'Status', 'On', 'Off')];

export function WebhookList() {
  const list = useList(webhookRoutes.list);
  const actions = useWebhookActions();
  return (
    <>
      <ListPage
        title="Webhooks"
        noun="webhooks"
        back={{ to: '/settings', label: 'Settings' }}
        list={list}
        columns={columns}
        filters={filters}
        link={({ _id }) => ({ to: '/settings/webhooks/$id', params: { id: _id } })}
        primary={{ label: 'New webhook', onClick: actions.add }}
        rowActions={(webhook) => [
          { label: 'Send a ping', onClick: () => actions.ping(webhook) },
          { label: 'Edit', onClick: () => actions.edit(webhook) },
          ...actions.more(webhook),
        ]}
        empty="Webhooks notify a storefront or another program when orders, deliveries and products change."
      />
      {actions.dialogs}
    </>
  );
}

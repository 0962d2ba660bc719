import { formatCount } from '@aisle/contract/core/pluralize';
import {
  deliveryStatuses,
  pingEvent,
  type Webhook,
  type WebhookDelivery,
  webhookEventNames,
  webhookRoutes,
} from '@aisle/contract/system/webhooks/webhooks';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { CreatorLeft } from '../../links/system/creator-left.tsx';
import { hasExpired } from '../../links/system/key-expiry.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { RowMenu } from '../../ui/list/rows/row-menu.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { whenText } from '../../ui/values/when.ts';
import { useWebhookActions } from './use-webhook-actions.tsx';
import { DeliveryStatus } from './webhook-status.tsx';

const DeliveryDrawer = later(() => import('./delivery-drawer.tsx').then((module) => module.DeliveryDrawer));
const back = { to: '/settings/webhooks', label: 'Webhooks' } as const;

export function WebhookScreen() {
  const { id } = useParams({ from: '/shell/settings/webhooks/$id' });
  const query = useQuery({ ...read(webhookRoutes.get, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(webhook) => <Deliveries webhook={webhook} />}
    </Loaded>
  );
}

const statusWords = { waiting: 'Waiting', delivered: 'Delivered', dead: 'Failed' } as const;
const columns: Column<WebhookDelivery>[] = [
  {
    key: 'event',
    header: 'Event',
    cell: ({ event, replayOf }) => (replayOf ? `${event} (again)` : event),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    card: 'state',
  },
  { key: 'answer', header: 'Response', cell: responseText, card: 'detail' },
  {
    key: 'ms',
    header: 'Duration',
    cell: ({ last }) => (last ? `${formatCount(last.ms)} ms` : '–'),
    align: 'right',
  },
  { key: 'attemptCount', header: 'Attempts', cell: ({ attemptCount }) => attemptCount, align: 'right' },
  {
    key: 'createdAt',
    header: 'Occurred',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
    card: 'figure',
  },
];
function responseText({ last, nextAt }: WebhookDelivery): string {
  if (!last) return '–';
  if (!last.problem) return String(last.httpStatus);
  return nextAt ? `${last.problem}, next try: ${whenText(nextAt)}` : last.problem;
}

const filters = [
  choice(
    'status',
    'Status',
    deliveryStatuses.map((value) => ({ value, label: statusWords[value] })),
  ),
  choice(
    'event',
    'Event',
    [...webhookEventNames, pingEvent].map((value) => ({ value, label: value })),
  ),
];

/** The deliveries of one endpoint. */
function Deliveries({ webhook }: { webhook: Webhook }) {
  const router = useRouter();
  const list = useList(webhookRoutes.deliveries, { webhookId: webhook._id });
  const actions = useWebhookActions(() => void router.navigate({ to: back.to }));
  const [open, setOpen] = useState<string>();
  return (
    <>
      <ListPage
        title={webhook.name}
        noun="deliveries"
        searchLabel="Find by id of a record or event"
        back={back}
        list={list}
        columns={columns}
        onOpen={({ _id }) => setOpen(_id)}
        tabs={
          <>
            <Health webhook={webhook} />
            {webhook.makerLeftAt && <CreatorNotice webhook={webhook} />}
          </>
        }
        actions={
          <>
            <Button variant="default" onClick={() => actions.ping(webhook)}>
              Send a ping
            </Button>
            <HistoryButton resource="webhooks" id={webhook._id} name={webhook.name} />
            <RowMenu
              label={webhook.name}
              actions={[{ label: 'Edit', onClick: () => actions.edit(webhook) }, ...actions.more(webhook)]}
            />
          </>
        }
        filters={filters}
        empty="Nothing sent yet. Send a ping to test it."
      />
      {actions.dialogs}
      {open && (
        <Suspense>
          <DeliveryDrawer id={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function CreatorNotice({ webhook: { _id, name, createdBy } }: { webhook: Webhook }) {
  const params = { id: _id };
  const keeping = useWrite(webhookRoutes.keep);
  const takingOver = useWrite(webhookRoutes.takeOver);
  return (
    <CreatorLeft
      what={`webhook ${name}`}
      maker={createdBy}
      isBusy={keeping.isPending || takingOver.isPending}
      onKeep={() => keeping.mutate({ params })}
      onTakeOver={() => takingOver.mutate({ params })}
    />
  );
}

/** Warns if the endpoint is turned off, expired or failing. */
function Health({ webhook }: { webhook: Webhook }) {
  if (!webhook.status) {
    return (
      <Alert variant="default" mb="md" title="Turned off">
        Events aren't kept while it's off.
      </Alert>
    );
  }
  if (hasExpired(webhook)) {
    return (
      <Alert color="red" variant="light" mb="md" title="Expired">
        Events aren't sent. Edit it to choose a later date.
      </Alert>
    );
  }
  if (!webhook.failingSince) return null;
  return (
    <Alert color="red" variant="light" mb="md" title={`Failing since ${whenText(webhook.failingSince)}`}>
      Deliveries fail to {webhook.url}.{' '}
      {webhook.waiting > 0 && `${formatCount(webhook.waiting)} deliveries are waiting. `}
      Each is retried for 41 hours. You can resend it from here for 30 days.
    </Alert>
  );
}

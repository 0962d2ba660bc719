import { addDays, formatDay } from '@aisle/contract/core/dates';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { type ConnectionView, connectionRoutes } from '@aisle/contract/warehouse/connections';
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { LineChart } from '../../ui/chart/line-chart.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionStatus, kindLabels, lagText } from './connection-status.tsx';
import { LostValues } from './lost-values.tsx';
import { fieldLabel, precedenceLabels, syncLabels } from './precedence-labels.ts';
import { RefusedRows } from './refused-rows.tsx';

const back = { to: '/connections', label: 'Connections' } as const;

export function ConnectionScreen() {
  const { id } = useParams({ from: '/shell/connections/$id' });
  const query = useQuery({ ...read(connectionRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(connection) => <ConnectionPage connection={connection} />}
    </Loaded>
  );
}

function ConnectionPage({ connection }: { connection: ConnectionView }) {
  const { _id, name, kind, status, lastSeenAt, createdAt, isSilent, silentAfterMinutes } = connection;
  const [isEditing, setEditing] = useState(false);
  const switching = useWrite(connectionRoutes.updateStatus);

  async function turn(): Promise<void> {
    const sure =
      !status ||
      (await confirm({
        title: `Turn off ${name}?`,
        text:
          kind === 'webhook'
            ? "Events that occur while it's off aren't sent later."
            : 'Its calls are rejected until you turn it on again.',
        confirm: 'Turn off',
      }));
    if (sure) switching.mutate({ params: { id: _id }, body: { status: !status } });
  }

  return (
    <RecordPage
      title={name}
      back={back}
      badge={<ConnectionStatus connection={connection} />}
      summary={[
        ['Kind', kindLabels[kind]],
        [
          'Last seen',
          lastSeenAt ? (
            <>
              last seen <DateText value={lastSeenAt} withTime />
            </>
          ) : (
            'never seen'
          ),
        ],
        [
          'Created',
          <>
            added <DateText value={createdAt} />
          </>,
        ],
      ]}
      history={<HistoryButton resource="connections" id={_id} name={name} />}
      actions={
        <>
          <Button variant="default" loading={switching.isPending} onClick={() => void turn()}>
            {status ? 'Turn off' : 'Turn on'}
          </Button>
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </>
      }
      side={<Side connection={connection} />}
    >
      {isSilent && (
        <Alert
          color="red"
          variant="light"
          title={`Silent for over ${pluralize(silentAfterMinutes!, 'minute')}`}
        >
          {kind === 'webhook'
            ? 'Deliveries wait for a response of the program.'
            : 'None of its keys has called. Check the program.'}
        </Alert>
      )}
      <Panel title={kind === 'webhook' ? 'Deliveries in the last 30 days' : 'Calls in the last 30 days'}>
        {connection.days.length === 0 ? (
          <Text c="dimmed">None yet.</Text>
        ) : (
          <LineChart
            label={kind === 'webhook' ? 'Deliveries by day' : 'Calls by day'}
            points={pointsOf(connection.days)}
            format={formatCount}
          />
        )}
      </Panel>
      {kind === 'apiKey' && (
        <>
          <RefusedRows connection={connection} />
          <LostValues connection={connection} />
        </>
      )}
      {isEditing && <ConnectionForm connection={connection} onClose={() => setEditing(false)} />}
    </RecordPage>
  );
}

const shownDays = 30;
/** A point for each of the last days, in UTC, like the counts. */
function pointsOf(days: ConnectionView['days']) {
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const today = new Date().toISOString().slice(0, 10);
  return Array.from({ length: shownDays }, (_, index) => {
    const day = addDays(today, index - shownDays + 1);
    const value = counts.get(day) ?? 0;
    return {
      key: day,
      tick: formatDay(day).slice(0, 5),
      text: `${formatDay(day)} · ${formatCount(value)}`,
      value,
    };
  });
}

function Side({ connection }: { connection: ConnectionView }) {
  const { kind, lagSeconds, today, topics, silentAfterMinutes, keys, webhookId, precedence } = connection;
  return (
    <>
      <Panel title="Now">
        <Facts
          facts={[
            ['Lag', lagSeconds === null ? 'Reads no changes' : lagText(lagSeconds)],
            [kind === 'webhook' ? 'Deliveries today' : 'Calls today', formatCount(today)],
            ['Topics', topics.join(', ')],
            [
              'Alert',
              silentAfterMinutes ? `After ${pluralize(silentAfterMinutes, 'minute')} of silence` : 'Off',
            ],
          ]}
        />
      </Panel>
      {webhookId && (
        <Panel title="Webhook">
          <AnchorLink to="/settings/webhooks/$id" params={{ id: webhookId }} size="sm" underline="always">
            Address, events and deliveries
          </AnchorLink>
        </Panel>
      )}
      {keys.length > 0 && (
        <Panel title="API keys">
          <ul className="plain-list grid gap-1 text-sm">
            {keys.map(({ _id, name, prefix, isActive }) => (
              <li key={_id}>
                <AnchorLink to="/settings/api-keys/$id" params={{ id: _id }} inherit underline="always">
                  {name}
                </AnchorLink>{' '}
                <code className="text-xs secondary">{prefix}…</code>
                {!isActive && <span className="secondary"> · no longer valid</span>}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {kind === 'apiKey' && (
        <Panel title="Which value wins">
          {precedence.length === 0 ? (
            <Text size="sm" c="dimmed">
              Values of this program replace those in Aisle.
            </Text>
          ) : (
            <Facts
              facts={precedence.map(({ name, field, by }) => [
                `${syncLabels[name]}: ${fieldLabel(field)}`,
                precedenceLabels[by],
              ])}
            />
          )}
        </Panel>
      )}
    </>
  );
}

import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type BulkMessage,
  type BulkMessageResult,
  type BulkMessageView,
  exclusionLabels,
  messageChannelLabels,
  messageRoutes,
  type SendOutcome,
  sendOutcomeLabels,
  sendOutcomes,
} from '@aisle/contract/service/messages';
import { Button, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { useRun } from '../../links/bulk/bulk-run.tsx';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { JobProgress } from '../../ui/feedback/job-progress.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import type { Fact } from '../../ui/record/record-head.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { dayOf } from './composer-values.ts';
import { isUnderWay, MessageState, reasonText, SendOutcomeState } from './message-status.tsx';
import classes from './messages.module.css';

const back = { to: '/messages/history', label: 'Messages' } as const;

const endOfMessage = (message: BulkMessageView) => (isUnderWay(message) ? undefined : message.state);

/** A message with its result for each recipient. */
export function MessageView() {
  const { id } = useParams({ from: '/shell/messages/view/$id' });
  const query = useRun(read(messageRoutes.get, { params: { id } }), endOfMessage, ['messages']);
  return (
    <Loaded query={query} back={back}>
      {(message) => <Results message={message} />}
    </Loaded>
  );
}

const columns: Column<BulkMessageResult>[] = [
  {
    key: 'customer',
    header: 'Customer',
    cell: (row) => <CustomerLink id={row.customerId} name={row.customerName} />,
  },
  {
    key: 'outcome',
    header: 'Result',
    cell: (row) => <SendOutcomeState outcome={row.outcome} />,
    card: 'state',
  },
  { key: 'reason', header: 'Reason', cell: (row) => reasonText(row.reason), card: 'detail' },
  { key: 'at', header: 'Time', cell: (row) => <DateText value={row.at} withTime />, card: 'figure' },
];

function Results({ message }: { message: BulkMessageView }) {
  const list = useList(messageRoutes.results, { messageId: message._id });
  const tab = (outcome: SendOutcome | undefined) => ({
    key: outcome ?? 'all',
    label: outcome ? sendOutcomeLabels[outcome] : 'All',
    count: formatCount(outcome ? message.counts[outcome] : (message.recipients ?? 0)),
    isOn: list.search.outcome === outcome,
    onClick: () => list.change({ outcome }),
  });
  const shown = sendOutcomes.filter((outcome) => message.counts[outcome] > 0);
  return (
    <ListPage
      title={message.name}
      badge={<MessageState state={message.state} />}
      noun="recipients"
      searchLabel="Customer"
      list={list}
      columns={columns}
      back={back}
      actions={
        <>
          <Actions message={message} />
          <HistoryButton resource="messages" id={message._id} name={message.name} />
        </>
      }
      tabs={
        <>
          <About message={message} />
          {message.recipients !== null && (
            <ListTabs label="Results" tabs={[tab(undefined), ...shown.map((outcome) => tab(outcome))]} />
          )}
        </>
      }
      tabFilter="outcome"
      empty={
        message.recipients === null
          ? 'The recipients are listed when sending starts.'
          : 'No one in the audience could get this message.'
      }
    />
  );
}

function Actions({ message }: { message: BulkMessage }) {
  const { _id: id, state, counts } = message;
  const stop = useWrite(messageRoutes.stop);
  const resume = useWrite(messageRoutes.resume);
  const isRetry = state === 'sent' && counts.failed > 0;
  async function askAndResume(): Promise<void> {
    const isSure = await confirm({
      title: isRetry ? `Try ${formatCount(counts.failed)} again?` : `Resume sending ${message.name}?`,
      text: 'No one gets the message twice.',
      confirm: isRetry ? 'Try again' : 'Resume sending',
      danger: false,
    });
    if (isSure) resume.mutate({ params: { id } });
  }
  return (
    <>
      <ButtonLink to="/messages" search={{ copy: id }} variant="default">
        Copy
      </ButtonLink>
      {isUnderWay(message) && (
        <Button
          color="red"
          variant="default"
          loading={stop.isPending}
          onClick={() => stop.mutate({ params: { id } })}
        >
          {state === 'scheduled' ? "Don't send" : 'Stop sending'}
        </Button>
      )}
      {(state === 'stopped' || state === 'failed' || isRetry) && (
        <Button loading={resume.isPending} onClick={() => void askAndResume()}>
          {isRetry ? 'Try failed ones again' : 'Resume sending'}
        </Button>
      )}
    </>
  );
}

function About({ message }: { message: BulkMessageView }) {
  const { recipients, counts, state } = message;
  const total = recipients ?? 0;
  return (
    <div className="grid gap-4">
      {(state === 'sending' || state === 'waiting') && (
        <JobProgress
          label="Sending"
          state={state === 'sending' ? 'running' : 'waiting'}
          done={total - counts.waiting}
          total={recipients}
        />
      )}
      <Panel title={message.subject || messageChannelLabels[message.channel]}>
        <div className={classes.sent}>
          <Text className={`text-md pre-wrap break-anywhere ${classes.text}`}>{message.body}</Text>
          <Facts
            facts={[
              ['Channel', messageChannelLabels[message.channel]],
              ['Scheduled for', message.sendAt && <DateText value={message.sendAt} withTime />],
              ['Created', <DateText key="at" value={message.createdAt} withTime />],
              ['By', message.createdBy],
            ]}
          />
        </div>
      </Panel>
      <Panel title="Audience">
        <div className={classes.halves}>
          <Facts facts={audienceFacts(message)} />
          <Facts facts={reachFacts(message)} />
        </div>
      </Panel>
    </div>
  );
}

/** The number of recipients and the exclusions by reason. */
const reachFacts = ({ recipients, channel, leftOut, unsubscribed }: BulkMessage): Fact[] => [
  [
    'Recipients',
    recipients === null
      ? 'Chosen when sending starts'
      : `${formatCount(recipients)} by ${messageChannelLabels[channel].toLowerCase()}`,
  ],
  ...leftOut.map(({ reason, count }): Fact => [exclusionLabels[reason], `${formatCount(count)} left out`]),
  ['Unsubscribed since', unsubscribed > 0 && formatCount(unsubscribed)],
];

const maxNamed = 5;
const list = new Intl.ListFormat('en-US', { type: 'disjunction' });
/** Lists the first few names and counts the rest, including names the user can't see. */
function oneOf(names: readonly string[] = [], total = names.length): string | undefined {
  if (total === 0) return undefined;
  const shown = names.slice(0, maxNamed);
  const more = total - shown.length;
  return list.format(more > 0 ? [...shown, `${formatCount(more)} more`] : shown);
}
const dayText = (instant: string | undefined): string | null => {
  const day = dayOf(instant);
  return day && formatDay(day);
};

/** The audience of a message, with the names from when it was written. */
function audienceFacts({ audience, audienceData }: BulkMessageView): Fact[] {
  const { locations, boughtSubProduct, boughtCategory, plan } = audienceData;
  const { minOrders, minSpent, hasPlan, status } = audience;
  const facts: Fact[] = [
    [
      'Ordered at',
      oneOf(
        locations.map(({ name }) => name),
        audience.locationIds?.length,
      ),
    ],
    ['Bought item', boughtSubProduct?.name],
    ['Bought from category', boughtCategory?.name],
    ['Ordered since', dayText(audience.orderedSince)],
    ['No order since', dayText(audience.notOrderedSince)],
    ['Minimum orders', minOrders && formatCount(minOrders)],
    ['Minimum spend', minSpent && formatMoney(minSpent)],
    ['City', audience.city],
    ['Postal codes', oneOf(audience.postalCodes)],
    ['Subscription', hasPlan === undefined ? null : hasPlan ? 'On a plan' : 'Not on a plan'],
    ['Plan', plan?.name],
    ['Status', status && (status === 'blocked' ? 'Blocked' : 'Active')],
  ];
  return facts.some(([, value]) => value) ? facts : [['Audience', 'All customers']];
}

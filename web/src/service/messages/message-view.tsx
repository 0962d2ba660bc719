import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type BulkMessage,
  type BulkMessageResult,
  type BulkMessageView,
  exclusionLabels,
  messageChannelLabels,
  messageRoutes,
  orderWindowDays,
} from '@aisle/contract/service/messages';
import { Button, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { ruleFacts } from '../../customers/customer-groups/rule-facts.ts';
import { useRun } from '../../links/bulk/bulk-run.tsx';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { JobProgress } from '../../ui/feedback/job-progress.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import type { Fact } from '../../ui/record/record-head.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { ButtonLink, ScreenLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { orderColumns, ResultFigures, ResultTabs } from './message-results.tsx';
import { isUnderWay, MessageState, reasonText, SendOutcomeState } from './message-status.tsx';
import classes from './messages.module.css';

const back = { to: '/messages', label: 'Messages' } as const;

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
  {
    key: 'clickedAt',
    header: 'Clicked',
    cell: ({ clickedAt }) => <DateText value={clickedAt} withTime />,
  },
  {
    key: 'unsubscribedAt',
    header: 'Unsubscribed',
    cell: ({ unsubscribedAt }) => <DateText value={unsubscribedAt} withTime />,
  },
];

function Results({ message }: { message: BulkMessageView }) {
  const isOrders = useScreenSearch().tab === 'orders';
  return isOrders ? <Orders message={message} /> : <Recipients message={message} />;
}

/** The parts of the page that both lists have. */
const frameOf = (message: BulkMessageView) => ({
  title: message.name,
  badge: <MessageState state={message.state} />,
  searchLabel: 'Customer',
  back,
  actions: (
    <>
      <Actions message={message} />
      <HistoryButton resource="messages" id={message._id} name={message.name} />
    </>
  ),
  tabs: (
    <>
      <About message={message} />
      {message.recipients !== null && <ResultTabs message={message} />}
    </>
  ),
});

function Recipients({ message }: { message: BulkMessageView }) {
  const list = useList(messageRoutes.results, { messageId: message._id });
  return (
    <ListPage
      {...frameOf(message)}
      noun="recipients"
      list={list}
      columns={columns}
      tabFilter={
        list.search.clicked !== undefined
          ? 'clicked'
          : list.search.unsubscribed !== undefined
            ? 'unsubscribed'
            : 'outcome'
      }
      empty={
        message.recipients === null
          ? 'The recipients are listed when sending starts.'
          : 'No one in the audience could get this message.'
      }
    />
  );
}

function Orders({ message }: { message: BulkMessageView }) {
  const list = useList(messageRoutes.orders, { messageId: message._id });
  return (
    <ListPage
      {...frameOf(message)}
      noun="orders"
      list={list}
      columns={orderColumns}
      empty={`Orders that recipients place within ${orderWindowDays} days after they got the message appear here.`}
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
      <ButtonLink to="/messages/new" search={{ copy: id }} variant="default">
        Duplicate
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
      {recipients !== null && <ResultFigures message={message} />}
      <Panel title={message.subject || messageChannelLabels[message.channel]}>
        <div className={classes.sent}>
          <div>
            <Text className={`text-md pre-wrap break-anywhere ${classes.text}`}>{message.body}</Text>
            {message.button && (
              <p className="m-0 mt-3">
                <span className="medium">{message.button.label}</span>{' '}
                <span className="text-sm secondary break-anywhere">{message.button.url}</span>
              </p>
            )}
          </div>
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
const reachFacts = ({ recipients, channel, leftOut }: BulkMessage): Fact[] => [
  [
    'Recipients',
    recipients === null
      ? 'Chosen when sending starts'
      : `${formatCount(recipients)} by ${messageChannelLabels[channel].toLowerCase()}`,
  ],
  ...leftOut.map(({ reason, count }): Fact => [exclusionLabels[reason], `${formatCount(count)} left out`]),
];

/** The audience of a message, with the names from when it was written. */
function audienceFacts({ audience, audienceData }: BulkMessageView): Fact[] {
  const { groupId } = audience;
  const { group } = audienceData;
  const facts: Fact[] = [
    ...(groupId === undefined
      ? []
      : [
          [
            'Customer group',
            group ? (
              <ScreenLink key="group" to="/customer-groups/view/$id" params={{ id: group._id }}>
                {group.name}
              </ScreenLink>
            ) : (
              'Deleted group'
            ),
          ] as const,
        ]),
    ...ruleFacts(audience, audienceData),
  ];
  return facts.length > 0 ? facts : [['Audience', 'All customers']];
}

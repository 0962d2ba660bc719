import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { type PayoutRunView, payoutRoutes } from '@aisle/contract/finance/payouts';
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { invalidate, read, useWrite } from '../../core/api.ts';
import { fileUrlRefreshMs } from '../../core/download.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { StatementLink } from '../../links/finance/statement-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DateText, DayText } from '../../ui/values/values.tsx';
import { methodLabel } from './payout-labels.ts';
import { RunStatus } from './run-status.tsx';

const back = { to: '/statements', search: { tab: 'runs' }, label: 'Payout runs' } as const;
/** Polls in case a live event is missed. */
const checkEveryMs = 1500;

export function PayoutRunScreen() {
  const { id } = useParams({ from: '/shell/statements/payout-runs/$id' });
  const client = useQueryClient();
  const query = useQuery({
    ...read(payoutRoutes.viewRun, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? checkEveryMs : fileUrlRefreshMs),
    meta: { quiet: true },
  });
  const status = query.data?.status;
  // A finished run has paid statements, so all their lists are outdated.
  useEffect(() => {
    if (status === 'done' || status === 'failed') void invalidate(client, ['statements']);
  }, [client, status]);
  return (
    <Loaded query={query} back={back}>
      {(run) => <RunPage run={run} />}
    </Loaded>
  );
}

function RunPage({ run }: { run: PayoutRunView }) {
  const { number, status, jobId, method, paidOn, statements, paid, total } = run;
  return (
    <RecordPage
      title={number ? `Payout run ${number}` : 'Payout run'}
      history={<HistoryButton resource="payoutRuns" id={run._id} name={number} />}
      badge={<RunStatus run={run} />}
      back={back}
      summary={[
        ['Total', <span key="total" className="tabular">{`${formatMoney(total)} paid`}</span>],
        ['Statements', `${formatCount(paid)} of ${pluralize(statements, 'statement')}`],
        ['Method', methodLabel(method)],
        ['Pay date', <DayText key="day" value={paidOn} />],
      ]}
      primary={<RunAction run={run} />}
      side={
        <>
          <Files run={run} />
          <Panel title="About">
            <Facts
              facts={[
                ['Started by', run.createdBy],
                ['Started', <DateText key="started" value={run.createdAt} withTime />],
              ]}
            />
          </Panel>
        </>
      }
    >
      {status === 'running' && (
        <Panel>
          <JobWatch id={jobId} />
        </Panel>
      )}
      <Results run={run} />
    </RecordPage>
  );
}

/** Downloads the bank's file, continues a stopped run, or recreates files that were deleted. */
function RunAction({ run: { _id: id, status, files } }: { run: PayoutRunView }) {
  const resuming = useWrite(payoutRoutes.resumeRun);
  const bankFile = files.find(({ name }) => name.endsWith('.ach'));
  const isCleared = status === 'done' && files.length === 0;
  if (bankFile) {
    return (
      <Button component="a" href={bankFile.url} download leftSection={<IconDownload size={16} />}>
        Download ACH file
      </Button>
    );
  }
  if (status !== 'failed' && !isCleared) return null;
  return (
    <Button loading={resuming.isPending} onClick={() => resuming.mutate({ params: { id } })}>
      {isCleared ? 'Create files again' : 'Continue run'}
    </Button>
  );
}

function Files({ run: { files, noAchFile, status } }: { run: PayoutRunView }) {
  return (
    <Panel title="Files">
      {files.length > 0 ? (
        <ul className="plain-list column gap-1">
          {files.map(({ name, url }) => (
            <li key={url}>
              <Anchor href={url} download inherit py={4}>
                {name}
              </Anchor>
            </li>
          ))}
        </ul>
      ) : (
        <Text c="dimmed">
          {status === 'running' ? 'Written when everything is paid.' : 'No files were written.'}
        </Text>
      )}
      {noAchFile && (
        <Alert color="gray" variant="default" title="No ACH file" mt="md">
          {noAchFile}
        </Alert>
      )}
    </Panel>
  );
}

type Result = PayoutRunView['results'][number];
const columnsOf = (rows: readonly Result[]): DataColumn<Result>[] => [
  {
    header: 'Statement',
    cell: ({ statementId, number }) => <StatementLink id={statementId} number={number} />,
    isRowHeader: true,
    className: 'tabular nowrap',
    footer: 'Total',
  },
  { header: 'Location', cell: ({ locationName }) => locationName },
  {
    header: 'Result',
    cell: ({ paid, problem }) =>
      paid ? (
        <StatusBadge family="good" label="Paid" />
      ) : (
        <StatusBadge family={problem ? 'bad' : 'off'} label={problem ?? 'Waiting'} />
      ),
  },
  {
    header: 'Amount',
    cell: ({ amount }) => formatMoney(amount),
    align: 'right',
    footer: formatMoney(rows.reduce((sum, { amount }) => sum + amount, 0)),
  },
];

/** The result of each statement, with a filter for paid and unpaid ones. */
function Results({ run: { results } }: { run: PayoutRunView }) {
  const navigate = useNavigate();
  const current = useScreenSearch().result;
  const failed = results.filter(({ problem }) => problem !== null);
  const paid = results.filter((result) => result.paid);
  const parts = [
    { key: undefined, label: 'All', rows: results },
    { key: 'paid', label: 'Paid', rows: paid },
    { key: 'failed', label: 'Not paid', rows: failed },
  ];
  const shown = parts.find(({ key }) => key === current) ?? parts[0]!;
  return (
    <Panel title="Results">
      {failed.length > 0 && (
        <ListTabs
          label="Results"
          tabs={parts.map(({ key, label, rows }) => ({
            key: label,
            label,
            count: formatCount(rows.length),
            isOn: shown.key === key,
            onClick: () => void navigate({ to: '.', search: { result: key } }),
          }))}
        />
      )}
      <DataTable
        label="Result of each statement"
        columns={columnsOf(shown.rows)}
        rows={shown.rows}
        rowKey={({ statementId }) => statementId}
        empty="Nothing here."
        isWide
      />
    </Panel>
  );
}

import type { AnyFilters } from '@aisle/contract/core/list-search';
import { formatCount } from '@aisle/contract/core/pluralize';
import { type BulkOutcome, type BulkState, bulkOutcomes } from '@aisle/contract/system/bulk-actions';
import { isUnfinished, type JobStatus } from '@aisle/contract/system/jobs';
import { Button } from '@mantine/core';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { invalidate } from '../../core/api.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import classes from './bulk-run.module.css';

/** A change of many records by a job, with a result for each record. */
interface BulkRun {
  _id: string;
  title: string;
  state: BulkState;
  jobId: string | null;
  jobStatus: JobStatus | null;
  counts: Partial<Record<BulkOutcome, number>>;
  createdAt: string;
  createdBy: string | null;
}

/** The labels of a kind of run: its columns, its state while it runs, and its results. */
export interface BulkLabels {
  headers: Record<'title' | 'changed' | 'refused' | 'createdAt' | 'state', string>;
  changing: string;
  outcomes: Partial<Record<BulkOutcome, string>>;
}

/** Started, but then stopped by a user or failed. */
const isInterrupted = ({ state, jobStatus }: BulkRun): boolean =>
  (state === 'changing' || state === 'undoing') && !isUnfinished(jobStatus);

function BulkStatus({ run, changing }: { run: BulkRun; changing: string }) {
  if (isInterrupted(run)) return <StatusBadge family="bad" label="Interrupted" />;
  const states: Record<BulkState, [StatusFamily, string]> = {
    changing: ['working', changing],
    changed: ['good', 'Done'],
    undoing: ['working', 'Undoing'],
    undone: ['off', 'Undone'],
  };
  const [family, label] = states[run.state];
  return <StatusBadge family={family} label={label} />;
}

const count = (value: number | null | undefined): string => (value == null ? '–' : formatCount(value));

/** The columns of a list of runs; `extra` columns follow the title. */
export const runColumns = <Run extends BulkRun>(
  { headers, changing }: BulkLabels,
  extra: Column<Run>[] = [],
): Column<Run>[] => [
  { key: 'title', header: headers.title, cell: ({ title }) => title },
  ...extra,
  {
    key: 'changed',
    header: headers.changed,
    cell: ({ counts }) => count(counts.changed),
    align: 'right',
    card: 'figure',
  },
  { key: 'refused', header: headers.refused, cell: ({ counts }) => count(counts.refused), align: 'right' },
  { key: 'createdBy', header: 'By', cell: ({ createdBy }) => createdBy ?? '–', card: 'detail' },
  {
    key: 'createdAt',
    header: headers.createdAt,
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
  },
  {
    key: 'state',
    header: headers.state,
    cell: (run) => <BulkStatus run={run} changing={changing} />,
    card: 'state',
  },
];

const families: Record<BulkOutcome, StatusFamily> = {
  waiting: 'waiting',
  changed: 'good',
  same: 'off',
  refused: 'bad',
  undone: 'off',
  kept: 'waiting',
};
export const outcomeColumn = <Row extends { outcome: BulkOutcome }>({
  outcomes,
}: BulkLabels): Column<Row> => ({
  key: 'outcome',
  header: 'Result',
  cell: ({ outcome }) => <StatusBadge family={families[outcome]} label={outcomes[outcome] ?? outcome} />,
  card: 'state',
});

/** How a bulk change ended; undefined while its job runs. */
export const endOfRun = ({ state, jobStatus }: Pick<BulkRun, 'state' | 'jobStatus'>): string | undefined =>
  isUnfinished(jobStatus) ? undefined : state;

/**
 * Reads a record every second until its job ends, in case live events are late, then reloads the resources that the job
 * changed. If the job starts again, the record is followed until its next end.
 */
export function useRun<Run, Key extends readonly unknown[]>(
  options: UseQueryOptions<Run, Error, Run, Key>,
  endOf: (run: Run) => string | undefined,
  changes: readonly string[],
) {
  const client = useQueryClient();
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data && endOf(state.data) === undefined ? 1000 : false),
    meta: { quiet: true },
  });
  const end = query.data && endOf(query.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen always passes the same resources
  useEffect(() => {
    if (end !== undefined) void invalidate(client, changes);
  }, [client, end]);
  return query;
}

interface RunPageProps<Row extends { _id: string }, Filters extends AnyFilters>
  extends ComponentProps<typeof ListPage<Row, Filters>> {
  run: BulkRun;
  /** The number of records; null until they are counted. */
  total: number | null;
  words: BulkLabels;
  resume: { isPending: boolean; mutate: (args: { params: { id: string } }) => void };
  actions?: ReactNode;
}
/** The results of a run for each record, and its progress. */
export function RunPage<Row extends { _id: string }, Filters extends AnyFilters>({
  run,
  total,
  words,
  resume,
  actions,
  ...page
}: RunPageProps<Row, Filters>) {
  const { search, change } = page.list;
  const tab = (outcome: BulkOutcome | undefined, label: string, records: number | null) => ({
    key: outcome ?? 'all',
    label,
    count: records === null ? undefined : formatCount(records),
    isOn: search.outcome === outcome,
    onClick: () => change({ outcome }),
  });
  const shown = bulkOutcomes.filter(
    (outcome) => (run.counts[outcome] ?? 0) > 0 || search.outcome === outcome,
  );
  const isBroken = isInterrupted(run);
  return (
    <ListPage
      {...page}
      title={run.title}
      tabs={
        <>
          {run.jobId && (isUnfinished(run.jobStatus) || isBroken) && (
            <div className={classes.progress}>
              <JobWatch id={run.jobId} />
            </div>
          )}
          <ListTabs
            label="Results"
            tabs={[
              tab(undefined, 'All', total),
              ...shown.map((one) => tab(one, words.outcomes[one] ?? one, run.counts[one] ?? 0)),
            ]}
          />
        </>
      }
      actions={
        <>
          {isBroken && (
            <Button
              variant="default"
              loading={resume.isPending}
              onClick={() => resume.mutate({ params: { id: run._id } })}
            >
              Resume
            </Button>
          )}
          {actions}
        </>
      }
    />
  );
}

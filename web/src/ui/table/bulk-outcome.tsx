import { type BulkOutcome, bulkOutcomes } from '@aisle/contract/catalog/bulk-edits';
import { formatCount } from '@aisle/contract/core/how-many';
import { isUnfinished, type JobStatus } from '@aisle/contract/system/jobs';
import { JobWatch } from '../feedback/job-watch.tsx';
import type { ListTab } from '../list/list-tabs.tsx';
import type { List } from '../list/use-list.ts';
import classes from './bulk-outcome.module.css';

/** Something that is done to many records by a job, and has an outcome for each. */
interface Bulk {
  state: string;
  jobId: string | null;
  jobStatus: JobStatus | null;
}

/** How often to look, while live events do not bring the news. */
export const lookEveryMs = 1000;

/** Started, but stopped by a user or failed. */
export const isBrokenOff = (bulk: Bulk): boolean =>
  (bulk.state === 'changing' || bulk.state === 'undoing') && !isUnfinished(bulk.jobStatus);

/** How far its job is, until it is over. */
export const BulkProgress = ({ bulk }: { bulk: Bulk }) =>
  bulk.jobId && (isUnfinished(bulk.jobStatus) || isBrokenOff(bulk)) ? (
    <div className={classes.progress}>
      <JobWatch id={bulk.jobId} />
    </div>
  ) : null;

interface OutcomeTabs {
  all: number | null;
  counts: Partial<Record<BulkOutcome, number>>;
  label: (outcome: BulkOutcome) => string;
  list: Pick<List<never>, 'search' | 'change'>;
}
/** All of it, then each outcome that there is. */
export function outcomeTabs({ all, counts, label, list: { search, change } }: OutcomeTabs): ListTab[] {
  const tab = (outcome: BulkOutcome | undefined, text: string, count: number | null) => ({
    key: outcome ?? 'all',
    label: text,
    count: count === null ? undefined : formatCount(count),
    isOn: search.outcome === outcome,
    onClick: () => change({ outcome }),
  });
  const there = bulkOutcomes.filter((outcome) => (counts[outcome] ?? 0) > 0 || search.outcome === outcome);
  return [tab(undefined, 'All', all), ...there.map((one) => tab(one, label(one), counts[one] ?? 0))];
}

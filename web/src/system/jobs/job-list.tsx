import { jobRoutes, type ListedJob } from '@aisle/contract/system/jobs';
import { Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useCanOpen } from '../../core/pages/screens.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { choice, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { hasFiles, kindChoices, kindLabel, resultOf, statusChoices, statusLooks } from './job-labels.ts';

const columns: Column<ListedJob>[] = [
  { key: 'title', header: 'Job', cell: ({ title }) => title },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindLabel(kind), card: 'detail' },
  { key: 'status', header: 'Status', cell: (job) => <Status job={job} />, card: 'state' },
  {
    key: 'result',
    header: 'Files and errors',
    cell: (job) => <span className="clip">{outcomeOf(job)}</span>,
    card: 'detail',
  },
  { key: 'createdByName', header: 'By', cell: ({ createdByName }) => createdByName ?? 'System' },
  {
    key: 'createdAt',
    header: 'Started',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
    card: 'detail',
  },
  {
    key: 'finishedAt',
    header: 'Finished',
    cell: ({ finishedAt }) => (finishedAt ? <DateText value={finishedAt} withTime /> : '–'),
    optional: true,
  },
];
function Status({ job: { status, percent } }: { job: ListedJob }) {
  const { family, label } = statusLooks[status];
  const isCounted = status === 'running' && percent !== null;
  return <StatusBadge family={family} label={isCounted ? `${label}, ${Math.floor(percent)}%` : label} />;
}
function outcomeOf(job: ListedJob): string | null {
  if (job.error) return job.error;
  if (job.files.length === 0) return null;
  return hasFiles(job) ? job.files.map(({ name }) => name).join(', ') : 'File deleted after 3 days';
}

const common = [choice('status', 'Status', statusChoices), choice('kind', 'Kind', kindChoices)];
const filters = [...common, yesNo('mine', 'Started by', 'Me', 'Anyone')];

/** The user's jobs; for administrators, everyone's. */
export function JobList() {
  const { user } = useSignedIn();
  const list = useList(jobRoutes.list);
  const [opened, setOpened] = useState<ListedJob | null>(null);
  return (
    <>
      <ListPage
        title="Jobs"
        noun="jobs"
        searchLabel="Search by title"
        list={list}
        columns={columns}
        filters={user.userType === 'admin' ? filters : common}
        onOpen={setOpened}
        empty="Imports, exports and other long tasks appear here, with their files and errors."
      />
      {opened && <JobDialog job={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The progress, files and errors of a job, with a cancel button and a link to the result. */
function JobDialog({ job, onClose }: { job: ListedJob; onClose: () => void }) {
  const canOpen = useCanOpen();
  const result = resultOf(job);
  const isGone = job.files.length > 0 && !hasFiles(job);
  return (
    <Modal opened onClose={onClose} title={kindLabel(job.kind)}>
      {isGone ? (
        <Text>Its file was deleted after 3 days. Run it again for a new one.</Text>
      ) : (
        <JobWatch id={job._id} />
      )}
      {result && canOpen(result.to) && (
        <Group justify="flex-end" mt="md">
          <ButtonLink {...result} variant="default">
            Show result
          </ButtonLink>
        </Group>
      )}
    </Modal>
  );
}

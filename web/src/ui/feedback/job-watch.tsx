import { isUnfinished, jobRoutes } from '@aisle/contract/system/jobs';
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { download, fileUrlRefreshMs } from '../../core/download.ts';
import { ErrorState } from './error-state.tsx';
import { JobProgress } from './job-progress.tsx';

interface JobWatchProps {
  id: string;
  /** Downloads the files as soon as the job is done. */
  downloads?: boolean;
  /** Shown beside the files when the job is done. */
  children?: ReactNode;
}
/** The polling interval, in case live events don't arrive. */
const everyMs = 2000;

/** Follows a job until it ends: its progress, a cancel button, and its files. */
export function JobWatch({ id, downloads = false, children }: JobWatchProps) {
  const stopping = useWrite(jobRoutes.cancel);
  const query = useQuery({
    ...read(jobRoutes.get, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && !isUnfinished(state.data.status) ? fileUrlRefreshMs : everyMs,
    meta: { quiet: true },
  });
  const isDone = query.data?.status === 'done';
  const files = useRef<readonly { url: string }[]>([]);
  files.current = query.data?.files ?? [];
  useEffect(() => {
    if (downloads && isDone) for (const { url } of files.current) download(url);
  }, [downloads, isDone]);
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const job = query.data;
  if (!job) return <Skeleton height={48} className="after-a-while" />;
  return (
    <JobProgress
      label={job.title}
      state={job.status === 'cancelled' ? 'failed' : job.status}
      done={job.done}
      total={job.total}
    >
      {job.error && <Text c="var(--aisle-bad)">{job.error}</Text>}
      {job.status === 'cancelled' && <Text c="dimmed">Stopped.</Text>}
      {job.files.map((file) => (
        <Anchor key={file.name} href={file.url} download display="block" py={4}>
          {file.name}
        </Anchor>
      ))}
      {job.status === 'done' && children}
      {isUnfinished(job.status) && (
        <Group justify="flex-end">
          <Button
            variant="default"
            size="xs"
            loading={stopping.isPending || job.cancelling}
            onClick={() => stopping.mutate({ params: { id } })}
          >
            Stop
          </Button>
        </Group>
      )}
    </JobProgress>
  );
}

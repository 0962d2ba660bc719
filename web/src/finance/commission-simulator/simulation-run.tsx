import {
  commissionSimulatorRoutes,
  type SimulationInput,
} from '@aisle/contract/finance/commission-simulator';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { filesAgainMs } from '../../core/download.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { SimulationResult } from './simulation-result.tsx';

interface SimulationRunProps {
  jobId: string;
  input: SimulationInput;
}
/** A simulation on its way, and what came out of it. */
export function SimulationRun({ jobId, input }: SimulationRunProps) {
  const params = { id: jobId };
  // JobWatch keeps it up to date until it is done.
  const job = useQuery({
    ...read(jobRoutes.get, { params }),
    refetchInterval: filesAgainMs,
    meta: { quiet: true },
  }).data;
  const isDone = job?.status === 'done';
  const result = useQuery({
    ...read(commissionSimulatorRoutes.result, { params }),
    enabled: isDone,
    meta: { quiet: true },
  });
  if (!isDone) {
    return (
      <Panel title="Result">
        <JobWatch id={jobId} />
      </Panel>
    );
  }
  return (
    <Panel title="Result">
      {result.error && !result.data && (
        <ErrorState error={result.error} retry={() => void result.refetch()} />
      )}
      {result.isPending && <Skeleton height={240} className="after-a-while" />}
      {result.data && result.data.locations.length === 0 && (
        <EmptyState
          title="No delivered orders in this period"
          text="Choose another period or other locations."
        />
      )}
      {result.data && result.data.locations.length > 0 && (
        <SimulationResult simulation={result.data} input={input} files={job.files} />
      )}
    </Panel>
  );
}

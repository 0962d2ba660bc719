import { pluralize } from '@aisle/contract/core/pluralize';
import { driftRoutes } from '@aisle/contract/ledgers/drift';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, read, useWrite } from '../../../core/api.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { JobWatch } from '../../../ui/feedback/job-watch.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { StatusBadge } from '../../../ui/values/status-badge.tsx';
import { DateText } from '../../../ui/values/values.tsx';

/** The findings of the last nightly check, which compares stock and money with their ledgers. */
export function DriftCard() {
  const client = useQueryClient();
  const query = useQuery({ ...read(driftRoutes.latest, {}), meta: { quiet: true } });
  const run = useWrite(driftRoutes.run);
  const [jobId, setJobId] = useState<string>();
  const last = query.data?.checks.find(({ finishedAt }) => finishedAt !== null);
  const wrong = last?.findings.filter(({ broken }) => broken > 0) ?? [];
  return (
    <FormSection
      title="Nightly check"
      text="Every night, stock levels, money and coin balances are compared with their ledgers."
    >
      <Stack gap="sm" maw={560}>
        {query.error && !query.data ? (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        ) : !query.data ? (
          <Skeleton height={48} className="after-a-while" />
        ) : !last ? (
          <Text c="dimmed">Hasn't run yet.</Text>
        ) : (
          <>
            <div>
              <StatusBadge
                family={last.broken === 0 ? 'good' : 'bad'}
                label={last.broken === 0 ? 'No mismatches' : pluralize(last.broken, 'mismatch', 'mismatches')}
              />{' '}
              <Text span c="dimmed" size="sm">
                <DateText value={last.startedAt} withTime />
              </Text>
            </div>
            {wrong.map(({ claim, broken, sample }) => (
              <details key={claim}>
                <summary>
                  {claim}: {pluralize(broken, 'mismatch', 'mismatches')}
                </summary>
                <pre style={{ overflowX: 'auto', fontSize: 12 }}>{JSON.stringify(sample, null, 2)}</pre>
              </details>
            ))}
          </>
        )}
        {jobId && <JobWatch key={jobId} id={jobId} />}
        <div>
          <Button
            variant="default"
            loading={run.isPending}
            onClick={() =>
              void run.mutateAsync({}).then(
                (started) => {
                  setJobId(started.jobId);
                  void invalidate(client, ['drift']);
                },
                () => undefined,
              )
            }
          >
            Check now
          </Button>
        </div>
      </Stack>
    </FormSection>
  );
}

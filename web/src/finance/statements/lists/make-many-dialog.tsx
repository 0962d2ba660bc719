import { dayIn } from '@aisle/contract/core/dates';
import { DateOnly } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  type DueRow,
  type Statement,
  type StatementsPreview,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import { dayAfter } from '@aisle/contract/locations/opening';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { invalidate, read, useWrite } from '../../../core/api.ts';
import { isApiError, messageOf } from '../../../core/api-error.ts';
import { StatementLink } from '../../../links/finance/statement-link.tsx';
import { StatementState } from '../../../links/finance/statement-status.tsx';
import { JobWatch } from '../../../ui/feedback/job-watch.tsx';
import { DateInput } from '../../../ui/form/fields/date-input.tsx';
import { PlainForm } from '../../../ui/form/plain-form.tsx';
import { notFinalText } from '../../payouts/not-final.ts';
import { type PreviewRow, PreviewTable } from '../../payouts/preview-table.tsx';
import classes from '../statements.module.css';

type Due = Pick<DueRow, 'locationId' | 'locationName'>;
interface MakeManyDialogProps {
  rows: readonly Due[];
  /** Creates statements for all locations with unbilled money, not only for those in the list; by a job. */
  isAll: boolean;
  onClose: () => void;
}

/** Creates the statements of several locations up to the same day. */
export function MakeManyDialog({ rows, isAll, onClose }: MakeManyDialogProps) {
  const [to, setTo] = useState<string | null>(() => dayAfter(dayIn(undefined), -1));
  const making = useMakeMany();
  const isBegun = making.jobId !== null || making.results.size > 0;
  const words = isAll ? 'all locations' : pluralize(rows.length, 'location');
  const locationIds = isAll ? undefined : rows.map(({ locationId }) => locationId);
  const preview = useStatementsPreview(to, locationIds, !isBegun);
  const count = preview.data?.records.length;
  return (
    <Modal opened onClose={onClose} title={`Create statements for ${words}`} size="lg">
      <PlainForm onSubmit={() => (isAll ? making.all(to) : making.each(rows, to))}>
        <Stack gap="md">
          <Text>
            Each statement includes everything that isn't on one yet, through the end of this day at the
            location. Amounts too small to pay are carried forward.
          </Text>
          <DateInput
            label="Through"
            withAsterisk
            data-autofocus
            value={to}
            onChange={setTo}
            disabled={isBegun}
            error={making.problem ?? preview.problem}
          />
          {!isBegun && preview.data && (
            <PreviewTable
              label="Statements to create"
              rows={preview.data.records.map(toPreviewRow)}
              total={preview.data.total}
              isOld={preview.isOld}
              empty="Nothing to put on a statement through this day."
            />
          )}
          {making.jobId && (
            <JobWatch id={making.jobId}>
              <JobResults jobId={making.jobId} />
            </JobWatch>
          )}
          {making.results.size > 0 && <Results rows={rows} results={making.results} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {isBegun ? 'Close' : 'Cancel'}
            </Button>
            {(!isBegun || making.isRunning) && (
              <Button type="submit" loading={making.isRunning} disabled={count === 0}>
                Create {count ? pluralize(count, 'statement') : 'statements'}
              </Button>
            )}
          </Group>
        </Stack>
      </PlainForm>
    </Modal>
  );
}

/** The statements that would be created through a day. */
function useStatementsPreview(to: string | null, locationIds: string[] | undefined, isWanted: boolean) {
  const day = DateOnly.safeParse(to).data;
  const query = useQuery({
    ...read(statementRoutes.previewMany, {
      body: { to: day ?? '', ...(locationIds && { locationIds }) },
    }),
    enabled: isWanted && day !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
  return {
    data: query.error ? undefined : query.data,
    isOld: query.isPlaceholderData,
    problem: query.error ? reasonOf(query.error) : undefined,
  };
}

const toPreviewRow = ({
  locationId,
  locationName,
  total,
  status,
  notFinal,
}: StatementsPreview['records'][number]): PreviewRow => {
  const warning = notFinalText(notFinal);
  return {
    key: locationId,
    name: locationName,
    amount: total,
    isCarried: status === 'carried',
    warnings: warning ? [warning] : [],
  };
};

const JobData = z.object({
  results: z.array(
    z.object({
      locationId: z.string(),
      locationName: z.string(),
      statementId: z.string().nullable(),
      number: z.string().nullable(),
      total: z.number().nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
/** The statement that the job created for each location, or the error. */
function JobResults({ jobId }: { jobId: string }) {
  const client = useQueryClient();
  const job = useQuery({ ...read(jobRoutes.get, { params: { id: jobId } }), meta: { quiet: true } });
  useEffect(() => void invalidate(client, ['statements']), [client]);
  const { data } = JobData.safeParse(job.data?.result);
  if (!data) return null;
  if (data.results.length === 0) return <Text c="dimmed">No location had anything new.</Text>;
  return (
    <ul className={`plain-list column gap-2 ${classes.results}`} aria-label="Created statements">
      {data.results.map(({ locationId, locationName, statementId, number, total, problem: reason }) => (
        <li key={locationId}>
          <span>{locationName}</span>
          {statementId && number ? (
            <span className="tabular">
              <StatementLink id={statementId} number={number} /> {total !== null && formatMoney(total)}
            </span>
          ) : (
            <Text c="var(--aisle-bad)">{reason}</Text>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The new statement, or the error. */
type Result = Statement | string;

function useMakeMany() {
  const creating = useWrite(statementRoutes.create, { quiet: true });
  const [problem, setProblem] = useState<string>();
  const [jobId, setJobId] = useState<string | null>(null);
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [isRunning, setRunning] = useState(false);
  function isDay(to: string | null): to is string {
    const isValid = DateOnly.safeParse(to).success;
    setProblem(isValid ? undefined : 'Enter a valid date');
    return isValid;
  }
  async function all(to: string | null): Promise<void> {
    if (!isDay(to)) return;
    setRunning(true);
    try {
      const started = await creating.mutateAsync({ body: { to } });
      if ('jobId' in started) setJobId(started.jobId);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setRunning(false);
    }
  }
  async function each(rows: readonly Due[], to: string | null): Promise<void> {
    if (!isDay(to)) return;
    setRunning(true);
    for (const { locationId } of rows) {
      const result = await creating
        .mutateAsync({ body: { locationId, to } })
        .then((made): Result => ('_id' in made ? made : 'Started'))
        .catch(reasonOf);
      setResults((before) => new Map(before).set(locationId, result));
    }
    setRunning(false);
  }
  return { problem, jobId, results, isRunning, all, each };
}

const reasonOf = (error: unknown): string => {
  if (isApiError(error)) return error.fields[0]?.message ?? error.message;
  return messageOf(error);
};

function Results({ rows, results }: { rows: readonly Due[]; results: ReadonlyMap<string, Result> }) {
  return (
    <ul
      className={`plain-list column gap-2 ${classes.results}`}
      aria-live="polite"
      aria-label="Created statements"
    >
      {rows.map(({ locationId, locationName }) => (
        <li key={locationId}>
          <span>{locationName}</span>
          <MadeStatement result={results.get(locationId)} />
        </li>
      ))}
    </ul>
  );
}

function MadeStatement({ result }: { result: Result | undefined }) {
  if (!result) return <Text c="dimmed">Waiting</Text>;
  if (typeof result === 'string') return <Text c="var(--aisle-bad)">{result}</Text>;
  return (
    <span className="tabular">
      <StatementLink id={result._id} number={result.number} /> {formatMoney(result.total)}{' '}
      {result.status === 'carried' && <StatementState status="carried" />}
    </span>
  );
}

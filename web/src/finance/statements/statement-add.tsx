import { dayIn } from '@aisle/contract/core/dates';
import { StatementInput, statementRoutes } from '@aisle/contract/finance/statements';
import { dayAfter } from '@aisle/contract/locations/opening';
import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { StatementLink } from '../../links/finance/statement-link.tsx';
import { StatementState } from '../../links/finance/statement-status.tsx';
import { LocationSelect, NoLocations } from '../../links/locations/location-select.tsx';
import { useTimeZone } from '../../links/locations/use-time-zone.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { PlainForm } from '../../ui/form/plain-form.tsx';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import classes from './statements.module.css';

const back = { to: '/statements', label: 'Statements' } as const;

interface StatementFormValues {
  locationId: string | null;
  /** Null: where the latest statement ends. */
  from: string | null;
  /** Null: yesterday, the last complete day, or the first day with unbilled money if that is later. */
  to: string | null;
}

/** Previews a statement and creates it. */
export function StatementAdd() {
  const search = useSearch({ from: '/shell/statements/add' });
  const { user, locationId: switcher } = useSignedIn();
  const only = user.locations.length === 1 ? user.locations[0]?._id : undefined;
  const [wish, setWish] = useState<StatementFormValues>({
    locationId: search.locationId ?? switcher ?? only ?? null,
    from: search.from ?? null,
    to: search.to ?? null,
  });
  const change = (patch: Partial<StatementFormValues>) => setWish((before) => ({ ...before, ...patch }));
  const timeZone = useTimeZone(wish.locationId);
  const yesterday = dayAfter(dayIn(timeZone), -1);
  const since = (wish.locationId === search.locationId && search.since) || yesterday;
  const to = wish.to ?? (since > yesterday ? since : yesterday);
  const input = inputOf({ ...wish, to });
  const making = useCreateStatement(input);
  return (
    <RecordPage title="New statement" back={back}>
      <div className={`grid align-start gap-4 ${classes.adding}`}>
        <Panel>
          <PlainForm className="column gap-3" onSubmit={making.create}>
            <NoLocations />
            <LocationSelect
              withAsterisk
              value={wish.locationId}
              onChange={(locationId) => change({ locationId, from: null })}
              current={making.location}
              error={making.errorAt('locationId')}
            />
            <DateInput
              label="From"
              description="Usually where the last statement ended"
              value={wish.from ?? making.preview?.from ?? null}
              onChange={(from) => change({ from })}
              error={making.errorAt('from')}
            />
            <DateInput
              label="Through"
              withAsterisk
              value={to}
              onChange={(day) => change({ to: day })}
              error={making.errorAt('to')}
            />
            <Button type="submit" loading={making.isRunning} disabled={!making.canCreate}>
              Create statement
            </Button>
          </PlainForm>
        </Panel>
        <Preview making={making} isChosen={wish.locationId !== null} />
      </div>
    </RecordPage>
  );
}

/** The request; null while a field is empty or invalid. */
function inputOf({ locationId, from, to }: StatementFormValues): StatementInput | null {
  const parsed = StatementInput.safeParse({ locationId, to, ...(from && { from }) });
  return parsed.success ? parsed.data : null;
}

/** The preview of the current input, and the action that creates the statement. */
function useCreateStatement(input: StatementInput | null) {
  const navigate = useNavigate();
  const creating = useWrite(statementRoutes.create);
  const isMade = useRef(false);
  const [settled] = useDebouncedValue(JSON.stringify(input), 250);
  const [refused, setRefused] = useState<{ wish: string; error: Error } | null>(null);
  const settledInput = JSON.parse(settled) as StatementInput | null;
  const query = useQuery({
    ...read(statementRoutes.preview, { body: settledInput ?? { locationId: '', to: '' } }),
    // No preview after creation, because it would only show an error that nothing is left to bill.
    enabled: () => settledInput !== null && !isMade.current,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
  const isSettled = JSON.stringify(input) === settled;
  const isCurrent = isSettled && query.isSuccess && !query.isPlaceholderData;
  // An error from creating disappears when the input changes.
  const error = (refused?.wish === settled ? refused.error : null) ?? query.error;
  const preview = input && !query.error ? query.data : undefined;

  async function create(): Promise<void> {
    if (!input) return;
    isMade.current = true;
    try {
      const made = await creating.mutateAsync({ body: input });
      if ('_id' in made) await navigate({ to: '/statements/$id', params: { id: made._id } });
    } catch (problem) {
      isMade.current = false;
      if (isApiError(problem)) setRefused({ wish: JSON.stringify(input), error: problem });
    }
  }
  return {
    preview,
    isOld: !isCurrent,
    location: preview && { _id: preview.locationId, name: preview.locationName },
    error: input ? error : null,
    errorAt: (path: string) =>
      input && isApiError(error) ? error.fields.find((field) => field.path === path)?.message : undefined,
    retry: () => void query.refetch(),
    canCreate: isCurrent && !error,
    isRunning: creating.isPending,
    create,
  };
}

type Making = ReturnType<typeof useCreateStatement>;

function Preview({ making, isChosen }: { making: Making; isChosen: boolean }) {
  const { preview, error, isOld } = making;
  if (!isChosen) {
    return (
      <Panel title="Preview">
        <Text c="dimmed">Choose a location to see what its statement would hold.</Text>
      </Panel>
    );
  }
  if (error) return <Refusal error={error} retry={making.retry} />;
  if (!preview) return <Skeleton height={280} className="after-a-while" aria-busy="true" />;
  return <PreviewPanel preview={preview} isOld={isOld} badge={<StatementState status={preview.status} />} />;
}

function Refusal({ error, retry }: { error: Error; retry: () => void }) {
  if (!isApiError(error) || (error.status !== 409 && error.fields.length === 0)) {
    return <ErrorState error={error} retry={retry} />;
  }
  const { statementId, number } = error.details;
  return (
    <Alert color="gray" variant="default" title="No statement can be created" role="status">
      {error.fields[0]?.message ?? error.message}
      {typeof statementId === 'string' && typeof number === 'string' && (
        <div>
          Open <StatementLink id={statementId} number={number} />
        </div>
      )}
    </Alert>
  );
}

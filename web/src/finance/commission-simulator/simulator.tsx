import { dayIn } from '@aisle/contract/core/dates';
import {
  commissionSimulatorRoutes,
  type SimulationInput,
  SimulationInput as SimulationSchema,
} from '@aisle/contract/finance/commission-simulator';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { ActionIcon, Button, Checkbox, Group, Select, type SelectProps, Skeleton, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { fileUrlRefreshMs } from '../../core/download.ts';
import { matchingOptions } from '../../links/catalog/category-options.ts';
import { useCategoryOptions } from '../../links/catalog/use-category-options.ts';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import { LocationSelect } from '../../links/locations/location-select.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { RateInput } from '../../ui/form/fields/inputs.tsx';
import { PlainForm } from '../../ui/form/plain-form.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { inputOf, lastMonth, ownRate, type RateRow, type SimulatorValues } from './new-rates.ts';
import { SimulationResult } from './simulation-result.tsx';
import classes from './simulator.module.css';

/** The server's schema, applied to the values of the form. */
const Typed = z.preprocess<unknown, typeof SimulationSchema, SimulatorValues>(inputOf, SimulationSchema);
let lastKey = 0;
const emptyRow = (): RateRow => {
  lastKey += 1;
  return { key: lastKey, locationId: null, categoryId: null, rate: null, applyToChildren: false };
};
const startValues = (): SimulatorValues => ({
  locationIds: [],
  ...lastMonth(dayIn(undefined)),
  changes: [emptyRow()],
});

type SimulatorForm = ReturnType<typeof useSimulatorForm>;
const useSimulatorForm = () => useZodForm(Typed, startValues);

/** Simulates other rates for a past period without saving them. */
export function Simulator() {
  const form = useSimulatorForm();
  const start = useWrite(commissionSimulatorRoutes.start);
  const [run, setRun] = useState<{ jobId: string; input: SimulationInput } | null>(null);
  const simulate = () =>
    form.submit(async (input) => {
      const { jobId } = await start.mutateAsync({ body: input });
      setRun({ jobId, input });
    });
  return (
    <RecordPage title="Commission simulator">
      <Panel>
        <PlainForm form={form} className={classes.form} onSubmit={simulate}>
          <Text c="dimmed" size="sm" maw={680}>
            See what commission would have been at other rates for delivered orders of a past period, less
            refunds. No rates are saved.
          </Text>
          <div className={classes.scope}>
            <LocationMultiSelect
              label="Locations"
              description="Leave empty for all locations"
              {...form.getInputProps('locationIds')}
              value={form.values.locationIds}
            />
            <DateInput label="From" {...form.getInputProps('from')} />
            <DateInput label="Through" {...form.getInputProps('to')} />
          </div>
          <RateRows form={form} />
          <Group justify="space-between">
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => form.insertListItem('changes', emptyRow())}
            >
              Add rate
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Simulate commission
            </Button>
          </Group>
        </PlainForm>
      </Panel>
      {run && <SimulationRun key={run.jobId} {...run} />}
    </RecordPage>
  );
}

/** The rates to simulate: each for a category or for the location's default, at one location or at all. */
function RateRows({ form }: { form: SimulatorForm }) {
  const { changes } = form.values;
  const { errors } = form;
  return (
    <fieldset className={`column gap-3 m-0 min-w-0 ${classes.rates}`}>
      <legend>New rates</legend>
      {changes.map((row: RateRow, index) => {
        const at = (name: string) => form.getInputProps(`changes.${index}.${name}`);
        return (
          <div key={row.key} className={`grid align-start gap-2 gap-x-3 ${classes.rate}`}>
            <RateSubject {...at('categoryId')} />
            <LocationSelect
              label="Location"
              placeholder="All chosen locations"
              clearable
              current={null}
              {...at('locationId')}
            />
            <RateInput label="New rate" {...at('rate')} />
            <Checkbox
              className={classes.below ?? ''}
              label="Replace custom rates of subcategories"
              disabled={row.categoryId === ownRate}
              {...form.getInputProps(`changes.${index}.applyToChildren`, { type: 'checkbox' })}
            />
            <ActionIcon
              className={classes.remove ?? ''}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove rate ${index + 1}`}
              disabled={changes.length === 1}
              onClick={() => form.removeListItem('changes', index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </div>
        );
      })}
      {errors.changes && (
        <Text c="var(--aisle-bad)" size="sm" role="alert">
          {errors.changes}
        </Text>
      )}
    </fieldset>
  );
}

const own = { value: ownRate, label: "Location's own rate", name: "Location's own rate", above: '' };

/** Selects what a rate applies to: a category, or all items of the location without a category rate. */
function RateSubject(props: Omit<SelectProps, 'data'>) {
  const [search, setSearch] = useState('');
  const found = useCategoryOptions(search);
  const options = [own, ...found.options];
  return (
    <Select
      label="Category"
      placeholder="Choose a category"
      searchable
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No results'}
      {...props}
      onSearchChange={setSearch}
      data={options}
      filter={({ search }) => matchingOptions(options, search)}
      maxDropdownHeight={300}
    />
  );
}

interface SimulationRunProps {
  jobId: string;
  input: SimulationInput;
}
/** A running simulation, and its result. */
function SimulationRun({ jobId, input }: SimulationRunProps) {
  const params = { id: jobId };
  // JobWatch updates this query until the job is done.
  const job = useQuery({
    ...read(jobRoutes.get, { params }),
    refetchInterval: fileUrlRefreshMs,
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

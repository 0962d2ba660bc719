import { dayIn } from '@aisle/contract/core/dates';
import {
  commissionSimulatorRoutes,
  type SimulationInput,
  SimulationInput as SimulationSchema,
} from '@aisle/contract/finance/commission-simulator';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../core/api.ts';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { PlainForm } from '../../ui/form/plain-form.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { inputOf, lastMonth, type RateRow, type SimulatorValues } from './new-rates.ts';
import { RateRows } from './rate-rows.tsx';
import { SimulationRun } from './simulation-run.tsx';
import classes from './simulator.module.css';

/** The schema of the server, on what the fields hold. */
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

export type SimulatorForm = ReturnType<typeof useSimulatorForm>;
const useSimulatorForm = () => useZodForm(Typed, startValues);

/** Tries other rates on a past period, without saving any. */
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
            <DateInput label="To" {...form.getInputProps('to')} />
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

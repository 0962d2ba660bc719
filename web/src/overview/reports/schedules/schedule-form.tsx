import {
  type ReportName,
  type ScheduleInterval,
  scheduleIntervals,
} from '@aisle/contract/overview/report-schedules';
import { Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Args, useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import classes from '../reports.module.css';
import { contentTexts, intervalLabels, type Request, scheduleRoutes, weekdayLabels } from './schedules.ts';

interface ScheduleFormProps<Name extends ReportName> {
  report: Name;
  request: Request<Name>;
}

/** Schedules the current report: its name and recurrence. */
export function ScheduleForm<Name extends ReportName>({ report, request }: ScheduleFormProps<Name>) {
  const [name, setName] = useState('');
  const [every, setEvery] = useState<ScheduleInterval>('week');
  const [weekday, setWeekday] = useState('1');
  const [wrong, setWrong] = useState<string>();
  const create = useWrite<CreateRoute>(scheduleRoutes[report].create);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === '') {
      setWrong('Name is required');
      return;
    }
    const body = { name, every, request, ...(every === 'week' && { weekday: Number(weekday) }) };
    try {
      await create.mutateAsync({ body } as Args<CreateRoute>);
      setName('');
    } catch (error) {
      // A toast reports all other errors.
      if (isApiError(error)) setWrong(error.fields.find(({ path }) => path === 'name')?.message);
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate aria-labelledby="new-schedule">
      <Stack gap="md">
        <div>
          <h3 id="new-schedule" className="m-0 mb-1 text-md bold">
            Email this report
          </h3>
          <Text size="sm" c="dimmed">
            An Excel file with the current grouping, filters and comparison, in the morning.{' '}
            {contentTexts[every]}
          </Text>
        </div>
        <TextInput
          label="Name"
          withAsterisk
          maxLength={80}
          value={name}
          error={wrong}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setWrong(undefined);
          }}
        />
        <Group gap="sm">
          <SegmentedControl
            aria-label="How often"
            data={scheduleIntervals.map((value) => ({ value, label: intervalLabels[value] }))}
            value={every}
            onChange={(value) => setEvery(value as ScheduleInterval)}
          />
          {every === 'week' && (
            <Select
              aria-label="Day of the week"
              allowDeselect={false}
              w={140}
              data={weekdayLabels.map((label, index) => ({ value: String(index), label }))}
              value={weekday}
              onChange={(value) => setWeekday(value ?? '1')}
            />
          )}
        </Group>
        <Button type="submit" loading={create.isPending} className={classes.scheduleSubmit ?? ''}>
          Schedule report
        </Button>
      </Stack>
    </form>
  );
}
type CreateRoute = (typeof scheduleRoutes)[ReportName]['create'];

import { longestDays, periodNames } from '@aisle/contract/overview/dashboard';
import { Button, Popover, Select } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { OptionList } from '../../ui/list/filters/option-list.tsx';
import classes from './dashboard.module.css';
import type { DashboardSearch } from './dashboard-search.ts';
import { comparisonLabels, offeredComparisons, periodLabels, periodText } from './period.ts';

interface PeriodChoiceProps {
  search: DashboardSearch;
  onChange: (patch: DashboardSearch) => void;
}

/** Selects the period of the metrics and the period to compare with. */
export function PeriodChoice({ search, onChange }: PeriodChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (patch: DashboardSearch) => {
    onChange(patch);
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={312}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`Period: ${periodText(search)}`}
          onClick={() => setOpen(!isOpen)}
        >
          {periodText(search)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Period" p={6}>
        <OptionList
          label="Period"
          options={periodNames.map((name) => ({ value: name, label: periodLabels[name] }))}
          chosen={search.from ? undefined : search.period}
          onChoose={(name) =>
            choose({
              period: periodNames.find((one) => one === name),
              from: undefined,
              to: undefined,
            })
          }
        />
        <CustomDays search={search} onApply={(from, to) => choose({ period: undefined, from, to })} />
        <Select
          className={classes.compare ?? ''}
          label="Compare with"
          data={offeredComparisons.map((name) => ({ value: name, label: comparisonLabels[name] }))}
          value={search.compare ?? 'previous'}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(name) => onChange({ compare: offeredComparisons.find((one) => one === name) })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface CustomDaysProps {
  search: DashboardSearch;
  onApply: (from: string, to: string) => void;
}
function CustomDays({ search, onApply }: CustomDaysProps) {
  const [from, setFrom] = useState(search.from ?? null);
  const [to, setTo] = useState(search.to ?? null);
  const problem = problemOf(from, to);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (from && to && isDay(from) && isDay(to) && !problem) onApply(from, to);
  }
  return (
    <form className={`grid align-start gap-2 ${classes.customDays}`} onSubmit={submit}>
      <DateInput label="From" value={from} onChange={setFrom} />
      <DateInput label="Through" value={to} onChange={setTo} error={problem} />
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={!from || !to || !isDay(from) || !isDay(to) || Boolean(problem)}
      >
        Apply
      </Button>
    </form>
  );
}

/** Ignores an incomplete date. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
function problemOf(from: string | null, to: string | null): string | undefined {
  if (!from || !to || !isDay(from) || !isDay(to)) return undefined;
  if (from > to) return 'Choose a day after the first';
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days > longestDays ? `Choose at most ${longestDays} days` : undefined;
}

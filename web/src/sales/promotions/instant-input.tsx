import { dayIn, instantIn } from '@aisle/contract/core/dates';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DateInput } from '../../ui/form/fields/date-input.tsx';

interface InstantInputProps {
  label: string;
  /** The time of a day that is entered without one. */
  defaultTime: string;
  description?: string;
  error?: ReactNode;
  value?: string | null;
  onChange?: (value: string | null) => void;
  'data-path'?: string;
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(
    Date.parse(instant),
  );
const isInstant = (value: string | null | undefined): value is string => Boolean(value && Date.parse(value));

/** A day and a time in the user's time zone; an instant in the form. */
export function InstantInput({
  label,
  defaultTime,
  description,
  error,
  value,
  onChange,
  ...rest
}: InstantInputProps) {
  const [typedTime, setTime] = useState<string | null>(null);
  const day = isInstant(value) ? dayIn(zone, new Date(value)) : (value ?? null);
  const time = isInstant(value) ? timeOf(value) : (typedTime ?? defaultTime);
  const change = (nextDay: string | null, nextTime: string) => {
    setTime(nextTime);
    const isDay = nextDay !== null && !Number.isNaN(Date.parse(nextDay));
    onChange?.(isDay ? instantIn(zone, nextDay, nextTime || defaultTime) : nextDay);
  };
  return (
    <div className="flex gap-2 align-start" data-path={rest['data-path']}>
      <DateInput
        label={label}
        className="grow"
        {...(description && { description })}
        error={error}
        value={day}
        onChange={(next) => change(next, time)}
      />
      <TextInput
        type="time"
        label="Time"
        aria-label={`${label}: time`}
        {...(description && { description: '\u00a0' })}
        w={120}
        value={time}
        disabled={day === null}
        onChange={(event) => change(day, event.currentTarget.value)}
      />
    </div>
  );
}

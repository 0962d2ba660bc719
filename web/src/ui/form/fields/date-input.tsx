import { formatDay } from '@aisle/contract/core/dates';
import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './date-input.module.css';
import { parseDay } from './date-text.ts';
import { type FieldProps, TypedField } from './typed-field.tsx';

/** A calendar day, typed as MM/DD/yyyy or picked in the browser's calendar; `2026-11-21` in the form. */
export function DateInput({ disabled, ...props }: FieldProps<string>) {
  const picker = useRef<HTMLInputElement>(null);
  const { value, onChange } = props;
  return (
    <TypedField
      placeholder="MM/DD/YYYY"
      inputMode="numeric"
      {...props}
      disabled={disabled}
      rightSection={
        <span className={classes.picker}>
          <input
            ref={picker}
            type="date"
            className={classes.native}
            tabIndex={-1}
            aria-hidden
            value={value && parseDay(formatDay(value)) ? value : ''}
            onChange={(event) => onChange?.(event.currentTarget.value || null)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Open the calendar"
            disabled={disabled ?? false}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={16} />
          </ActionIcon>
        </span>
      }
      toText={formatDay}
      parse={parseDay}
      unreadable="?"
    />
  );
}

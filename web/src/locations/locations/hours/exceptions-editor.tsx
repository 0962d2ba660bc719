import { formatDay } from '@aisle/contract/core/dates';
import type { HoursException } from '@aisle/contract/locations/opening-hours';
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { DateInput } from '../../../ui/form/date-input.tsx';
import classes from './hours.module.css';
import { usualSpan } from './opening-hours.ts';
import { SpansEditor } from './spans-editor.tsx';

interface ExceptionsEditorProps {
  exceptions: readonly HoursException[];
  onChange: (exceptions: HoursException[]) => void;
  /** By dotted path below the list: "0.date". */
  errorAt: (path: string) => unknown;
}

/** Dates on which other hours hold than in any other week: closed, or open at other times. */
export function ExceptionsEditor({ exceptions, onChange, errorAt }: ExceptionsEditorProps) {
  const set = (at: number, patch: Partial<HoursException>) =>
    onChange(exceptions.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  return (
    <div className={classes.week} data-path="hoursExceptions">
      {exceptions.map((one, at) => {
        const name = one.date ? dayText(one.date) : `Date ${at + 1}`;
        const isOpen = one.spans.length > 0;
        const dateError = errorAt(`${at}.date`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its date is what is being typed
          <fieldset key={at} className={classes.exception}>
            <legend className="visually-hidden">{name}</legend>
            <DateInput
              aria-label={`Date ${at + 1}`}
              data-path={`hoursExceptions.${at}.date`}
              value={one.date || null}
              error={typeof dateError === 'string' ? dateError : undefined}
              onChange={(date) => set(at, { date: date ?? '' })}
            />
            <TextInput
              aria-label={`Reason for ${name}`}
              placeholder="Reason (optional)"
              maxLength={80}
              value={one.note ?? ''}
              onChange={(event) => set(at, { note: event.currentTarget.value || null })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove ${name}`}
              onClick={() => onChange(exceptions.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} />
            </ActionIcon>
            <Switch
              label={isOpen ? 'Open' : 'Closed all day'}
              aria-label={`Open on ${name}`}
              color="teal"
              checked={isOpen}
              onChange={() => set(at, { spans: isOpen ? [] : [{ ...usualSpan }] })}
            />
            {isOpen && (
              <SpansEditor
                name={name}
                spans={one.spans}
                onChange={(spans) => set(at, { spans })}
                errorAt={(path) => errorAt(path ? `${at}.spans.${path}` : `${at}.spans`)}
              />
            )}
          </fieldset>
        );
      })}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlus size={16} />}
        onClick={() => onChange([...exceptions, { date: '', spans: [], note: null }])}
      >
        Add a date
      </Button>
    </div>
  );
}

const dayText = (day: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDay(day) : day);

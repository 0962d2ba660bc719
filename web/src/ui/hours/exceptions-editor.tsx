import { formatDay } from '@aisle/contract/core/dates';
import type { HoursException } from '@aisle/contract/core/opening-hours';
import { pluralize } from '@aisle/contract/core/pluralize';
import { Button, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DateInput } from '../form/fields/date-input.tsx';
import { RemoveButton } from '../form/remove-button.tsx';
import classes from './hours.module.css';
import { defaultSpan } from './opening-hours.ts';
import { SpansEditor } from './spans-editor.tsx';

interface ExceptionsEditorProps {
  /** The path of the field in the form. */
  path: string;
  exceptions: readonly HoursException[];
  /** Earlier dates are collapsed. */
  today: string;
  onChange: (exceptions: HoursException[]) => void;
  /** By path within the list: "0.date". */
  errorAt: (path: string) => unknown;
}

/** Edits dates with special hours: closed, or open at other times. */
export function ExceptionsEditor(props: ExceptionsEditorProps) {
  const { path, exceptions, today, onChange, errorAt } = props;
  const all = exceptions.map((one, at) => ({ one, at }));
  // Only dates that were past initially: a date that is being typed must not move.
  const [folded] = useState(
    () => new Set(exceptions.map(({ date }) => date).filter((date) => date && date < today)),
  );
  const isPast = ({ one, at }: (typeof all)[number]) => folded.has(one.date) && !errorAt(`${at}.date`);
  const past = all.filter(isPast);
  const rows = (those: typeof all) =>
    those.map(({ one, at }) => <ExceptionRow key={at} {...props} one={one} at={at} />);
  return (
    <div className={classes.week} data-path={path}>
      {past.length > 0 && (
        <details className={`mt-3 secondary ${classes.past}`}>
          <summary>{pluralize(past.length, 'past date')}</summary>
          {rows(past)}
        </details>
      )}
      {rows(all.filter((row) => !isPast(row)))}
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

interface ExceptionRowProps extends ExceptionsEditorProps {
  one: HoursException;
  at: number;
}
function ExceptionRow({ path, exceptions, onChange, errorAt, one, at }: ExceptionRowProps) {
  const set = (patch: Partial<HoursException>) =>
    onChange(exceptions.map((other, index) => (index === at ? { ...other, ...patch } : other)));
  const name = one.date ? dayText(one.date) : `Date ${at + 1}`;
  const isOpen = one.spans.length > 0;
  const dateError = errorAt(`${at}.date`);
  return (
    <fieldset className={`grid align-start m-0 w-full ${classes.exception}`}>
      <legend className="visually-hidden">{name}</legend>
      <DateInput
        aria-label={`Date ${at + 1}`}
        data-path={`${path}.${at}.date`}
        value={one.date || null}
        error={typeof dateError === 'string' ? dateError : undefined}
        onChange={(date) => set({ date: date ?? '' })}
      />
      <TextInput
        aria-label={`Reason for ${name}`}
        placeholder="Reason (optional)"
        maxLength={80}
        value={one.note ?? ''}
        onChange={(event) => set({ note: event.currentTarget.value || null })}
      />
      <Switch
        className={classes.exceptionSwitch}
        label={isOpen ? 'Open' : 'Closed all day'}
        aria-label={`Open on ${name}`}
        color="teal"
        checked={isOpen}
        onChange={() => set({ spans: isOpen ? [] : [{ ...defaultSpan }] })}
      />
      <RemoveButton
        label={`Remove ${name}`}
        onClick={() => onChange(exceptions.filter((_, index) => index !== at))}
      />
      {isOpen && (
        <SpansEditor
          name={name}
          spans={one.spans}
          onChange={(spans) => set({ spans })}
          errorAt={(part) => errorAt(part ? `${at}.spans.${part}` : `${at}.spans`)}
        />
      )}
    </fieldset>
  );
}

const dayText = (day: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDay(day) : day);

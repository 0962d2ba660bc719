import { ActionIcon } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import classes from './hours.module.css';
import type { Span } from './opening-hours.ts';

interface SpansEditorProps {
  /** The day of these hours: "Monday", "12/24/2026". */
  name: string;
  spans: readonly Span[];
  onChange: (spans: Span[]) => void;
  /** By path within the spans: "0.closes"; empty for the whole day. */
  errorAt: (path: string) => unknown;
}

/** The hours of a day, in one or more spans, for shops that close at noon. */
export function SpansEditor({ name, spans, onChange, errorAt }: SpansEditorProps) {
  const set = (at: number, patch: Partial<Span>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...patch } : span)));
  const overlap = errorAt('');
  return (
    <div className={`grid align-center gap-1 ${classes.spans}`}>
      {spans.map((span, at) => {
        const error = ['opens', 'closes']
          .map((part) => errorAt(`${at}.${part}`))
          .find((text) => typeof text === 'string');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span has nothing else to be known by
          <div key={at}>
            <div className={classes.span}>
              <Time label={`${name} opens`} value={span.opens} onChange={(opens) => set(at, { opens })} />
              <span aria-hidden>–</span>
              <Time
                label={`${name} closes`}
                value={span.closes}
                isEnd
                onChange={(closes) => set(at, { closes })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove these hours of ${name}`}
                onClick={() => onChange(spans.filter((_, index) => index !== at))}
              >
                <IconX size={16} />
              </ActionIcon>
              {at === spans.length - 1 && spans.length < 6 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`More hours on ${name}`}
                  onClick={() => onChange([...spans, { opens: '', closes: '' }])}
                >
                  <IconPlus size={16} />
                </ActionIcon>
              )}
            </div>
            {typeof error === 'string' && <span className={classes.error}>{error}</span>}
          </div>
        );
      })}
      {typeof overlap === 'string' && <span className={classes.error}>{overlap}</span>}
    </div>
  );
}

interface TimeProps {
  label: string;
  value: string;
  isEnd?: boolean;
  onChange: (value: string) => void;
}
/** The browser's time field, which follows the user's locale. As an end, midnight means the end of the day. */
function Time({ label, value, isEnd = false, onChange }: TimeProps) {
  return (
    <input
      type="time"
      className={classes.time}
      aria-label={label}
      value={value === '24:00' ? '00:00' : value}
      onChange={(event) => {
        const time = event.currentTarget.value;
        onChange(isEnd && time === '00:00' ? '24:00' : time);
      }}
    />
  );
}

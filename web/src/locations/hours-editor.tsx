import { type Weekday, weekdays } from '@aisle/contract/locations';
import { ActionIcon, Button, Switch, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './locations.module.css';
import { dayName, type Span, type Week } from './opening-hours.ts';

interface HoursEditorProps {
  week: Week;
  onChange: (week: Week) => void;
  /** By dotted path below the week: "monday.0.closes". */
  errorAt: (path: string) => unknown;
}

/** Opening hours, day by day; several spans a day are for shops that close at noon. */
export function HoursEditor({ week, onChange, errorAt }: HoursEditorProps) {
  const id = useId();
  const set = (day: Weekday, spans: Span[]) => onChange({ ...week, [day]: spans });
  const setSpan = (day: Weekday, at: number, patch: Partial<Span>) =>
    set(
      day,
      week[day].map((span, index) => (index === at ? { ...span, ...patch } : span)),
    );
  return (
    <div className={classes.week} data-path="openingHours">
      {weekdays.map((day) => {
        const spans = week[day];
        const isOpen = spans.length > 0;
        return (
          <fieldset key={day} className={classes.day}>
            <legend className="visually-hidden">{dayName(day)}</legend>
            <Switch
              label={dayName(day)}
              color="teal"
              checked={isOpen}
              onChange={() => set(day, isOpen ? [] : [{ opens: '08:00', closes: '20:00' }])}
            />
            <div className={classes.spans}>
              {!isOpen && <Text c="dimmed">Closed</Text>}
              {spans.map((span, at) => {
                const error = ['opens', 'closes']
                  .map((name) => errorAt(`${day}.${at}.${name}`))
                  .find((text) => typeof text === 'string');
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a span has nothing else to be known by
                  <div key={`${id}${day}${at}`} className={classes.span}>
                    <Time
                      label={`${dayName(day)} opens`}
                      value={span.opens}
                      onChange={(opens) => setSpan(day, at, { opens })}
                    />
                    <span aria-hidden>–</span>
                    <Time
                      label={`${dayName(day)} closes`}
                      value={span.closes}
                      isEnd
                      onChange={(closes) => setSpan(day, at, { closes })}
                    />
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove these hours of ${dayName(day)}`}
                      onClick={() =>
                        set(
                          day,
                          spans.filter((_, index) => index !== at),
                        )
                      }
                    >
                      <IconX size={16} stroke={1.5} />
                    </ActionIcon>
                    {typeof error === 'string' && <span className={classes.error}>{error}</span>}
                  </div>
                );
              })}
              {typeof errorAt(day) === 'string' && (
                <span className={classes.error}>{String(errorAt(day))}</span>
              )}
            </div>
            {isOpen && spans.length < 6 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`More hours on ${dayName(day)}`}
                onClick={() => set(day, [...spans, { opens: '', closes: '' }])}
              >
                <IconPlus size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </fieldset>
        );
      })}
      <Button variant="subtle" color="teal" size="xs" onClick={() => onChange(likeMonday(week))}>
        Every day like Monday
      </Button>
    </div>
  );
}

const likeMonday = (week: Week): Week =>
  Object.fromEntries(weekdays.map((day) => [day, week.monday.map((span) => ({ ...span }))])) as Week;

interface TimeProps {
  label: string;
  value: string;
  isEnd?: boolean;
  onChange: (value: string) => void;
}
/** The browser's own time field: it knows how people write the time where they are. Its midnight ends a day. */
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

import { type Weekday, weekdays } from '@aisle/contract/core/opening-hours';
import { Button, Switch, Text } from '@mantine/core';
import classes from '../../../ui/hours/hours.module.css';
import { dayName, type Span, usualSpan, type Week } from '../../../ui/hours/opening-hours.ts';
import { SpansEditor } from '../../../ui/hours/spans-editor.tsx';

interface HoursEditorProps {
  week: Week;
  onChange: (week: Week) => void;
  /** By dotted path below the week: "monday.0.closes". */
  errorAt: (path: string) => unknown;
}

/** Opening hours, day by day. */
export function HoursEditor({ week, onChange, errorAt }: HoursEditorProps) {
  const set = (day: Weekday, spans: Span[]) => onChange({ ...week, [day]: spans });
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
              onChange={() => set(day, isOpen ? [] : [{ ...usualSpan }])}
            />
            {isOpen ? (
              <SpansEditor
                name={dayName(day)}
                spans={spans}
                onChange={(next) => set(day, next)}
                errorAt={(path) => errorAt(path ? `${day}.${path}` : day)}
              />
            ) : (
              <Text c="dimmed" className={classes.closed}>
                Closed
              </Text>
            )}
          </fieldset>
        );
      })}
      <Button variant="subtle" color="teal" size="xs" onClick={() => onChange(likeMonday(week))}>
        Copy Monday to every day
      </Button>
    </div>
  );
}

const likeMonday = (week: Week): Week =>
  Object.fromEntries(weekdays.map((day) => [day, week.monday.map((span) => ({ ...span }))])) as Week;

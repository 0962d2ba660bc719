import { formatDay, isTimeZone } from '@aisle/contract/core/dates';
import { type HoursException, type Weekday, weekdays } from '@aisle/contract/core/opening-hours';
import { daysAhead, type OpeningRules, weekdayOf, weeklyHoursOn } from '@aisle/contract/locations/opening';
import { Button, Switch, Text } from '@mantine/core';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { ExceptionsEditor } from '../../../ui/hours/exceptions-editor.tsx';
import classes from '../../../ui/hours/hours.module.css';
import { dayName, defaultSpan, type Span, spansText, type Week } from '../../../ui/hours/opening-hours.ts';
import { SpansEditor } from '../../../ui/hours/spans-editor.tsx';
import { OpeningPreview } from '../hours/opening-preview.tsx';
import type { FormOfLocation } from './location-values.ts';

/** The weekly opening hours and the special dates, with a preview of both. */
export function HoursSections({ form, place }: { form: FormOfLocation; place: OpeningRules }) {
  const { alwaysOpen, hoursExceptions } = form.values;
  const setExceptions = (exceptions: HoursException[]) => form.setFieldValue('hoursExceptions', exceptions);
  const today = isTimeZone(place.timeZone) ? (daysAhead(place, Date.now(), 1)[0]?.day ?? '') : '';
  return (
    <>
      <FormSection
        title="Opening hours"
        text="In the location's time zone. Orders placed while it's closed wait until it opens."
      >
        <Switch
          label="Always open"
          color="teal"
          {...form.getInputProps('alwaysOpen', { type: 'checkbox' })}
        />
        {!alwaysOpen && (
          <HoursEditor
            week={form.values.openingHours}
            onChange={(week: Week) => form.setFieldValue('openingHours', week)}
            errorAt={(path) => form.errors[`openingHours.${path}`]}
          />
        )}
      </FormSection>
      <FormSection
        title="Holidays and special hours"
        text="Dates with different hours at this location. No delivery slots are offered while it's closed."
      >
        <InheritedHolidays
          place={place}
          today={today}
          onOverride={(own) => setExceptions([...hoursExceptions, own])}
        />
        <ExceptionsEditor
          path="hoursExceptions"
          today={today}
          exceptions={hoursExceptions}
          onChange={setExceptions}
          errorAt={(path) => form.errors[`hoursExceptions.${path}`]}
        />
        <div>
          <Text fw={500} size="sm" mb={6}>
            The next 14 days
          </Text>
          <OpeningPreview place={place} />
        </div>
      </FormSection>
    </>
  );
}

interface HoursEditorProps {
  week: Week;
  onChange: (week: Week) => void;
  /** Takes a dotted path within the week: "monday.0.closes". */
  errorAt: (path: string) => unknown;
}

/** Opening hours, day by day. */
function HoursEditor({ week, onChange, errorAt }: HoursEditorProps) {
  const set = (day: Weekday, spans: Span[]) => onChange({ ...week, [day]: spans });
  return (
    <div className={classes.week} data-path="openingHours">
      {weekdays.map((day) => {
        const spans = week[day];
        const isOpen = spans.length > 0;
        return (
          <fieldset key={day} className={`grid align-start gap-1 gap-x-3 m-0 ${classes.day}`}>
            <legend className="visually-hidden">{dayName(day)}</legend>
            <Switch
              label={dayName(day)}
              color="teal"
              checked={isOpen}
              onChange={() => set(day, isOpen ? [] : [{ ...defaultSpan }])}
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

interface InheritedHolidaysProps {
  place: OpeningRules;
  today: string;
  /** Gives the location custom hours on the date of a holiday. */
  onOverride: (own: HoursException) => void;
}

/** The marketplace's upcoming holidays, without those for which the location has custom hours. */
function InheritedHolidays({ place, today, onOverride }: InheritedHolidaysProps) {
  const own = new Set(place.hoursExceptions.map(({ date }) => date));
  const coming = place.holidays
    .filter(({ date }) => date >= today && !own.has(date))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  if (coming.length === 0) return null;
  return (
    <div>
      <Text fw={500} size="sm" mb={6}>
        Holidays of all locations
      </Text>
      <ul className={`plain-list grid align-center w-full ${classes.inheritedDates}`}>
        {coming.map(({ date, spans, note }) => (
          <li key={date}>
            <span className="tabular">
              {dayName(weekdayOf(date)).slice(0, 3)} {formatDay(date)}
            </span>
            <span>
              {spansText(spans)}
              {note && ` · ${note}`}
            </span>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Change hours on ${formatDay(date)}`}
              onClick={() =>
                onOverride({ date, spans: weeklyHoursOn(place, date).map((span) => ({ ...span })), note })
              }
            >
              Change hours
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

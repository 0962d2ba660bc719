import { formatDay } from '@aisle/contract/core/dates';
import type { HoursException } from '@aisle/contract/core/opening-hours';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { LocationView } from '@aisle/contract/locations/locations';
import { daysAhead, weekdayOf } from '@aisle/contract/locations/opening';
import { Text } from '@mantine/core';
import classes from '../../../ui/hours/hours.module.css';
import { dayName, hoursLines, isAlwaysOpen, spansText } from '../../../ui/hours/opening-hours.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import { OpeningPreview } from './opening-preview.tsx';

/** The weekly opening hours and the special dates, with a preview of both. */
export function HoursTab({ location }: { location: LocationView }) {
  const { openingHours, timeZone } = location;
  const today = daysAhead(location, Date.now(), 1)[0]?.day ?? '';
  const all = specialDates(location);
  const coming = all.filter(({ date }) => date >= today);
  const past = all.filter(({ date }) => date < today).reverse();
  return (
    <>
      <Panel title="The next 14 days">
        <OpeningPreview place={location} />
        <Text size="sm" c="dimmed" mt="sm">
          Local time, {timeZone.replaceAll('_', ' ')}.
        </Text>
      </Panel>
      <Panel title="Every week">
        {isAlwaysOpen(openingHours) ? (
          'Always open'
        ) : (
          <dl className={classes.hours}>
            {hoursLines(openingHours).map(({ days, text }) => (
              <div key={days} style={{ display: 'contents' }}>
                <dt>{days}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </Panel>
      <Panel title="Holidays and special hours">
        {coming.length === 0 ? (
          <Text c="dimmed">No upcoming holidays or special hours.</Text>
        ) : (
          <Dates exceptions={coming} />
        )}
        {past.length > 0 && (
          <details className={`mt-3 secondary ${classes.past}`}>
            <summary>{pluralize(past.length, 'past date')}</summary>
            <Dates exceptions={past} />
          </details>
        )}
      </Panel>
    </>
  );
}

interface SpecialDate extends HoursException {
  isInherited: boolean;
}
/** The custom dates of the location and the holidays that it inherits, the earliest first. */
function specialDates({ hoursExceptions, holidays }: LocationView): SpecialDate[] {
  const own = new Set(hoursExceptions.map(({ date }) => date));
  return [
    ...hoursExceptions.map((one) => ({ ...one, isInherited: false })),
    ...holidays.filter(({ date }) => !own.has(date)).map((one) => ({ ...one, isInherited: true })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
}

const Dates = ({ exceptions }: { exceptions: readonly SpecialDate[] }) => (
  <dl className={classes.hours}>
    {exceptions.map(({ date, spans, note, isInherited }) => (
      <div key={date} style={{ display: 'contents' }}>
        <dt>
          {dayName(weekdayOf(date)).slice(0, 3)} {formatDay(date)}
        </dt>
        <dd>
          {spansText(spans)}
          {note && ` · ${note}`}
          {isInherited && <span className="secondary"> · all locations</span>}
        </dd>
      </div>
    ))}
  </dl>
);

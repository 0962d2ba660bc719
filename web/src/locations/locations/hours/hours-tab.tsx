import { formatDay } from '@aisle/contract/core/dates';
import { howMany } from '@aisle/contract/core/how-many';
import type { LocationView } from '@aisle/contract/locations/locations';
import { daysAhead, weekdayOf } from '@aisle/contract/locations/opening';
import type { HoursException } from '@aisle/contract/locations/opening-hours';
import { Text } from '@mantine/core';
import { Panel } from '../../../ui/record-page.tsx';
import classes from './hours.module.css';
import { dayName, hoursLines, isAlwaysOpen, spansText } from './opening-hours.ts';
import { OpeningPreview } from './opening-preview.tsx';

/** When it is open: any week, the dates that differ, and what comes of both. */
export function HoursTab({ location }: { location: LocationView }) {
  const { hoursExceptions, openingHours, timeZone } = location;
  const today = daysAhead(location, Date.now(), 1)[0]?.day ?? '';
  const coming = hoursExceptions.filter(({ date }) => date >= today);
  const past = hoursExceptions.filter(({ date }) => date < today).reverse();
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
          <details className={classes.past}>
            <summary>{howMany(past.length, 'past date')}</summary>
            <Dates exceptions={past} />
          </details>
        )}
      </Panel>
    </>
  );
}

const Dates = ({ exceptions }: { exceptions: readonly HoursException[] }) => (
  <dl className={classes.hours}>
    {exceptions.map(({ date, spans, note }) => (
      <div key={date} style={{ display: 'contents' }}>
        <dt>
          {dayName(weekdayOf(date)).slice(0, 3)} {formatDay(date)}
        </dt>
        <dd>
          {spansText(spans)}
          {note && ` · ${note}`}
        </dd>
      </div>
    ))}
  </dl>
);

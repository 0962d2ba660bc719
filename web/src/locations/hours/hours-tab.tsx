import { formatDay } from '@aisle/contract/core/dates';
import type { LocationView } from '@aisle/contract/locations';
import { Text } from '@mantine/core';
import { Panel } from '../ui/record-page.tsx';
import classes from './locations.module.css';
import { hoursLines, isAlwaysOpen, spansText } from './opening-hours.ts';
import { OpeningPreview } from './opening-preview.tsx';

/** When it is open: any week, the dates that differ, and what comes of both. */
export function HoursTab({ location }: { location: LocationView }) {
  const { hoursExceptions, openingHours, timeZone } = location;
  return (
    <>
      <Panel title="The next 14 days">
        <OpeningPreview place={location} />
        <Text size="sm" c="dimmed" mt="sm">
          In its own time, {timeZone.replaceAll('_', ' ')}.
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
        {hoursExceptions.length === 0 ? (
          <Text c="dimmed">No date differs from the week.</Text>
        ) : (
          <dl className={classes.hours}>
            {hoursExceptions.map(({ date, spans, note }) => (
              <div key={date} style={{ display: 'contents' }}>
                <dt>{formatDay(date)}</dt>
                <dd>
                  {spansText(spans)}
                  {note && ` · ${note}`}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Panel>
    </>
  );
}

import { formatDay } from '@aisle/contract/core/dates';
import type { HoursException } from '@aisle/contract/core/opening-hours';
import { type OpenPlace, weekdayOf, weeklyHoursOn } from '@aisle/contract/locations/opening';
import { Button, Text } from '@mantine/core';
import classes from '../../../ui/hours/hours.module.css';
import { dayName, spansText } from '../../../ui/hours/opening-hours.ts';

interface InheritedHolidaysProps {
  place: OpenPlace;
  today: string;
  /** Gives the location its own hours on the date of a holiday. */
  onOverride: (own: HoursException) => void;
}

/** The marketplace's coming holidays, except those on which the location has its own hours. */
export function InheritedHolidays({ place, today, onOverride }: InheritedHolidaysProps) {
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
      <ul className={classes.inheritedDates}>
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

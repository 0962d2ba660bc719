import { formatDay, isTimeZone } from '@aisle/contract/core/dates';
import { daysAhead, type OpenDay, type OpeningRules, weekdayOf } from '@aisle/contract/locations/opening';
import classes from '../../../ui/hours/hours.module.css';
import { dayName, isWholeDay, spansText } from '../../../ui/hours/opening-hours.ts';

const clockText = {
  forward: 'Clocks go forward: this day has 23 hours',
  back: 'Clocks go back: this day has 25 hours',
};

/** The opening hours of the next days, in the location's time zone. */
export function OpeningPreview({ place }: { place: OpeningRules }) {
  if (!isTimeZone(place.timeZone)) return null;
  return (
    <ol className={`plain-list grid ${classes.preview}`}>
      {daysAhead(place, Date.now()).map((one, at) => (
        <Day key={one.day} one={one} isToday={at === 0} />
      ))}
    </ol>
  );
}

function Day({ one, isToday }: { one: OpenDay; isToday: boolean }) {
  const { day, spans, exception, clocks } = one;
  const text = isWholeDay(spans) ? 'Open all day' : spansText(spans);
  const notes = [exception && (exception.note || 'Special hours'), clocks && clockText[clocks]];
  return (
    <li data-closed={spans.length === 0 || undefined} data-special={exception !== null || undefined}>
      <span className={`bold ${classes.previewDay}`}>
        {isToday ? 'Today' : dayName(weekdayOf(day)).slice(0, 3)} <span>{formatDay(day).slice(0, 5)}</span>
      </span>
      <span>{text}</span>
      {notes.filter(Boolean).map((note) => (
        <span key={note as string} className="text-xs waiting">
          {note}
        </span>
      ))}
    </li>
  );
}

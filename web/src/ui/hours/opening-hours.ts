import { type OpeningHours, type Weekday, weekdays } from '@aisle/contract/core/opening-hours';

export interface Span {
  opens: string;
  closes: string;
}
export const defaultSpan: Span = { opens: '08:00', closes: '20:00' };
export const isWholeDay = ([first]: readonly Span[]): boolean =>
  first?.opens === '00:00' && first.closes === '24:00';
/** The state of the editor: every day, with an empty list for closed days. */
export type Week = Record<Weekday, Span[]>;

const each = (spans: (day: Weekday) => Span[]): Week =>
  Object.fromEntries(weekdays.map((day) => [day, spans(day)])) as Week;

export const isAlwaysOpen = (hours: OpeningHours | undefined): boolean =>
  !hours || weekdays.every((day) => hours[day] === undefined);
const defaultWeek = (): Week =>
  each((day) =>
    day === 'sunday' ? [{ opens: '10:00', closes: '18:00' }] : [{ opens: '08:00', closes: '21:00' }],
  );
export const weekOf = (hours: OpeningHours | undefined): Week =>
  isAlwaysOpen(hours) ? defaultWeek() : each((day) => hours?.[day] ?? []);

/** The stored form, which omits closed days. */
export const hoursOf = (week: Week): OpeningHours =>
  Object.fromEntries(weekdays.flatMap((day) => (week[day].length > 0 ? [[day, week[day]]] : [])));

export const dayName = (day: Weekday): string => day.charAt(0).toUpperCase() + day.slice(1);

/** "08:30" → "8:30 AM"; the end of a day is midnight. */
export function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours % 24 < 12 ? 'AM' : 'PM';
  const hour = hours % 12 === 0 ? 12 : hours % 12;
  return `${hour}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''} ${half}`;
}
export const spansText = (spans: readonly Span[] | undefined): string =>
  spans && spans.length > 0
    ? spans.map(({ opens, closes }) => `${clockText(opens)} – ${clockText(closes)}`).join(', ')
    : 'Closed';

/** Combines consecutive days with the same hours: "Monday – Friday". */
export function hoursLines(hours: OpeningHours): { days: string; text: string }[] {
  const lines: { first: Weekday; last: Weekday; text: string }[] = [];
  for (const day of weekdays) {
    const text = spansText(hours[day]);
    const before = lines.at(-1);
    if (before?.text === text) before.last = day;
    else lines.push({ first: day, last: day, text });
  }
  return lines.map(({ first, last, text }) => ({
    days: first === last ? dayName(first) : `${dayName(first)} – ${dayName(last)}`,
    text,
  }));
}

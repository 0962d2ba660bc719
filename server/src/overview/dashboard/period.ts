import { dayIn, instantIn } from '@aisle/contract/core/dates';
import { dayAfter } from '@aisle/contract/locations/opening';
import {
  type DashboardQuery,
  type Days,
  longestDays,
  type PeriodName,
} from '@aisle/contract/overview/dashboard';
import { wrongField } from '../../core/problem.ts';

const oneDayMs = 86_400_000;
type Span = readonly [from: string, to: string];

/** The days of a request in one time zone, and the days that they are compared with. */
export interface Period extends Days {
  previous: Days;
  comparedWith: Days | null;
}

export function periodOf(query: DashboardQuery, zone: string, today = dayIn(zone)): Period {
  const span = spanOf(query, today);
  const previous = daysOf(previousTo(span), zone);
  const compared: Record<DashboardQuery['compare'], () => Days | null> = {
    previous: () => previous,
    lastYear: () => daysOf([aYearBefore(span[0]), aYearBefore(span[1])], zone),
    none: () => null,
  };
  return { ...daysOf(span, zone), previous, comparedWith: compared[query.compare]() };
}

/** The start and end of calendar days in a time zone, including days of 23 and 25 hours. */
export const daysOf = ([from, to]: Span, zone: string): Days => ({
  from,
  to,
  since: startOfDay(from, zone),
  until: startOfDay(dayAfter(to, 1), zone),
});

export const startOfDay = (day: string, zone: string): string => instantIn(zone, day, '00:00');

function spanOf({ period, from, to }: DashboardQuery, today: string): Span {
  if (!from && !to) return named[period ?? 'last30Days'](today);
  const last = to ?? today;
  const span: Span = [from ?? dayAfter(last, -29), last];
  const length = lengthOf(span);
  if (length < 1) throw wrongField('from', 'Must not be after the end');
  if (length > longestDays) throw wrongField('from', `Choose at most ${longestDays} days`);
  return span;
}

const lastDays =
  (count: number) =>
  (today: string): Span => [dayAfter(today, 1 - count), today];
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const named: Record<PeriodName, (today: string) => Span> = {
  today: lastDays(1),
  yesterday: (today) => [dayAfter(today, -1), dayAfter(today, -1)],
  last7Days: lastDays(7),
  last30Days: lastDays(30),
  last90Days: lastDays(90),
  thisMonth: (today) => [firstOfMonth(today), today],
  lastMonth: (today) => {
    const last = dayAfter(firstOfMonth(today), -1);
    return [firstOfMonth(last), last];
  },
  thisYear: (today) => [`${today.slice(0, 4)}-01-01`, today],
};

const lengthOf = ([from, to]: Span): number => Math.round((Date.parse(to) - Date.parse(from)) / oneDayMs) + 1;

/** The period just before, with as many days; for whole months, with as many months. */
function previousTo(span: Span): Span {
  const [from, to] = span;
  const before = dayAfter(from, -1);
  const isWholeMonths = from === firstOfMonth(from) && dayAfter(to, 1) === firstOfMonth(dayAfter(to, 1));
  if (!isWholeMonths) return [dayAfter(from, -lengthOf(span)), before];
  const first = monthNumber(from);
  return [startOfMonth(2 * first - monthNumber(to) - 1), before];
}
/** Months counted from the year 0. */
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const startOfMonth = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;

/** February 29 is compared with the last day of February. */
function aYearBefore(day: string): string {
  const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return same.endsWith('-02-29') ? same.replace('-29', '-28') : same;
}

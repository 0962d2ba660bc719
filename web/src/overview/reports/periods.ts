import { dayIn, formatDay } from '@aisle/contract/core/dates';
import { dayAfter } from '@aisle/contract/locations/opening';
import type { DayPreset } from '../../ui/list/filters/filter.ts';

export interface Days {
  from: string;
  to: string;
}

const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;
/** The first day of the month, after adding a number of months. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1, 12)).toISOString().slice(0, 10);
}

/** Common periods. A saved view stores the name, so that it always shows the current period. */
const spans = {
  today: { label: 'Today', span: (today: string): Days => ({ from: today, to: today }) },
  yesterday: {
    label: 'Yesterday',
    span: (today: string): Days => ({ from: dayAfter(today, -1), to: dayAfter(today, -1) }),
  },
  last7: { label: 'Last 7 days', span: (today: string): Days => ({ from: dayAfter(today, -6), to: today }) },
  last30: {
    label: 'Last 30 days',
    span: (today: string): Days => ({ from: dayAfter(today, -29), to: today }),
  },
  thisMonth: { label: 'This month', span: (today: string): Days => ({ from: monthStart(today), to: today }) },
  lastMonth: {
    label: 'Last month',
    span: (today: string): Days => ({
      from: monthsAfter(today, -1),
      to: dayAfter(monthStart(today), -1),
    }),
  },
  last12Months: {
    label: 'Last 12 months',
    span: (today: string): Days => ({ from: monthsAfter(today, -11), to: today }),
  },
  thisYear: {
    label: 'This year',
    span: (today: string): Days => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  },
} as const;
export type PeriodName = keyof typeof spans;
const names = Object.keys(spans) as PeriodName[];
export const isPeriodName = (name: unknown): name is PeriodName => names.includes(name as PeriodName);
export const defaultPeriod: PeriodName = 'last30';

export const daysOf = (name: PeriodName, today = dayIn(undefined)): Days => spans[name].span(today);
export const periodPresets = (today = dayIn(undefined)): DayPreset[] =>
  names.map((name) => ({ label: spans[name].label, span: daysOf(name, today) }));
/** The name of these days as of today, if they have one. */
export const periodNamed = ({ from, to }: Days, today = dayIn(undefined)): PeriodName | undefined =>
  names.find((name) => {
    const days = daysOf(name, today);
    return days.from === from && days.to === to;
  });

export const daysText = ({ from, to }: Days): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;

export type Bucket = 'day' | 'week' | 'month';
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const weekday = format({ weekday: 'short' });
const dayAndMonth = format({ month: 'short', day: 'numeric' });
const month = format({ month: 'long', year: 'numeric' });
const shortMonth = format({ month: 'short', year: '2-digit' });
const isWholeMonth = ({ from, to }: Days): boolean =>
  from === monthStart(from) && dayAfter(to, 1) === monthsAfter(from, 1);

/** The label of a row over time: "Tue 11/03/2026", "11/02/2026 – 11/08/2026", "November 2026". */
export function bucketText(by: Bucket, days: Days): string {
  if (by === 'day') return `${weekday.format(Date.parse(days.from))} ${formatDay(days.from)}`;
  return by === 'month' && isWholeMonth(days) ? month.format(Date.parse(days.from)) : daysText(days);
}
/** The same as a short label on an axis: "Nov 3", "Nov 26". */
export const bucketTick = (by: Bucket, { from }: Days): string =>
  (by === 'month' ? shortMonth : dayAndMonth).format(Date.parse(from));

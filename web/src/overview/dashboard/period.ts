import { formatDay } from '@aisle/contract/core/dates';
import type { Comparison, Dashboard, PeriodName as Period } from '@aisle/contract/overview/dashboard';
import type { DashboardSearch } from './dashboard-search.ts';

export const periodLabels: Record<Period, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
};
export const comparisonLabels: Record<Comparison, string> = {
  previous: 'Previous period',
  lastYear: 'Same days last year',
  none: 'Nothing',
};
export const offeredComparisons = ['previous', 'lastYear', 'none'] as const satisfies Comparison[];

/** "Last 7 days", or "11/01/2026 – 11/20/2026". */
export function periodText({ period, from, to }: DashboardSearch): string {
  if (!from || !to) return periodLabels[period ?? 'last30Days'];
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** Describes the comparison: "previous 30 days". Undefined without one. */
export function comparedText({ from, to, comparedWith, previous }: Dashboard): string | undefined {
  if (!comparedWith) return undefined;
  if (comparedWith.from !== previous.from) return 'the same days last year';
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const isSameLength = Date.parse(from) - Date.parse(previous.from) === days * 86_400_000;
  if (days === 1) return 'the day before';
  return isSameLength ? `previous ${days} days` : 'the months before';
}

export function greeting(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

export const thisTimeLastWeek = 'this time last week';

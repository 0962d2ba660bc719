import type { Comparison, PeriodName as Period } from '@aisle/contract/overview/dashboard';

// The sign-in page loads this with all routes, so it imports no schemas or texts.

/** The search params of the dashboard: a named period or its days, and the comparison. */
export interface DashboardSearch {
  period?: Period | undefined;
  from?: string | undefined;
  to?: string | undefined;
  compare?: Comparison | undefined;
  locationId?: string | undefined;
}

const periods: readonly Period[] = [
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'last90Days',
  'thisMonth',
  'lastMonth',
  'thisYear',
];
const comparisons: readonly Comparison[] = ['previous', 'lastYear', 'none'];

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
/** The valid part of the search params. */
export function readSearch(search: DashboardSearch): DashboardSearch {
  const { from, to, locationId } = search;
  const hasDays = isDay(from) && isDay(to) && from <= to;
  return {
    period: hasDays ? undefined : periods.find((name) => name === search.period),
    from: hasDays ? from : undefined,
    to: hasDays ? to : undefined,
    compare: comparisons.find((name) => name === search.compare),
    locationId: typeof locationId === 'string' ? locationId : undefined,
  };
}

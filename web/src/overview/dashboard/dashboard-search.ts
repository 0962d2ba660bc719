import type { Comparison, PeriodName as Period } from '@aisle/contract/overview/dashboard';

// The sign-in page loads this with all routes: it takes no schema, and no words.

/** What the URL of the dashboard holds: a period by name or its days, and what it is compared with. */
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
/** Of what an address says, as much as can be requested. */
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

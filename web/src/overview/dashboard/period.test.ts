import { expect, test } from 'vitest';
import { type DashboardSearch, readSearch } from './dashboard-search.ts';
import { greeting, periodText } from './period.ts';

test.each([
  [0, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
])('greets at %i o’clock with "%s"', (hour, text) => {
  expect(greeting(hour)).toBe(text);
});

test.each([
  [{ period: 'last7Days' }, { period: 'last7Days' }],
  [{ period: 'tomorrow' }, {}],
  [
    { from: '2026-11-01', to: '2026-11-05', period: 'today' },
    { from: '2026-11-01', to: '2026-11-05' },
  ],
  [{ from: '2026-11-05', to: '2026-11-01', compare: 'none' }, { compare: 'none' }],
  [{ from: '2026-11-05' }, {}],
  [{ compare: 'lastWeek', locationId: 7 }, {}],
])('reads the search params %j as %j', (address, taken) => {
  expect(readSearch(address as DashboardSearch)).toEqual(taken);
});

test('shows a period by its name or its days', () => {
  expect(periodText({})).toBe('Last 30 days');
  expect(periodText({ period: 'lastMonth' })).toBe('Last month');
  expect(periodText({ from: '2026-11-01', to: '2026-11-05' })).toBe('11/01/2026 – 11/05/2026');
  expect(periodText({ from: '2026-11-01', to: '2026-11-01' })).toBe('11/01/2026');
});

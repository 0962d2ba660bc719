import type { DashboardQuery } from '@aisle/contract/overview/dashboard';
import type { Comparison } from '@aisle/contract/overview/reports';
import { expect, test } from 'vitest';
import { periodOf, startOfDay } from './period.ts';

const today = '2026-11-22';
const ask = (query: Partial<DashboardQuery>) => periodOf({ compare: 'previous', ...query }, 'UTC', today);
const text = (days: { from: string; to: string } | null) => days && `${days.from} ${days.to}`;

test.each([
  [{}, '2026-10-24 2026-11-22', '2026-09-24 2026-10-23'],
  [{ period: 'today' }, '2026-11-22 2026-11-22', '2026-11-21 2026-11-21'],
  [{ period: 'yesterday' }, '2026-11-21 2026-11-21', '2026-11-20 2026-11-20'],
  [{ period: 'last7Days' }, '2026-11-16 2026-11-22', '2026-11-09 2026-11-15'],
  [{ period: 'thisMonth' }, '2026-11-01 2026-11-22', '2026-10-10 2026-10-31'],
  [{ period: 'lastMonth' }, '2026-10-01 2026-10-31', '2026-09-01 2026-09-30'],
  [{ period: 'thisYear' }, '2026-01-01 2026-11-22', '2025-02-09 2025-12-31'],
  [{ from: '2026-01-01', to: '2026-03-31' }, '2026-01-01 2026-03-31', '2025-10-01 2025-12-31'],
  [{ from: '2026-03-03', to: '2026-03-05' }, '2026-03-03 2026-03-05', '2026-02-28 2026-03-02'],
] as const)('reads %j as %s, compared with %s', (query, days, before) => {
  const period = ask(query);

  expect(text(period)).toBe(days);
  expect(text(period.comparedWith)).toBe(before);
});

test.each([
  ['lastYear', '2024-02-29', '2023-02-28 2023-02-28'],
  ['lastYear', '2026-05-01', '2025-05-01 2025-05-01'],
  ['none', '2026-05-01', null],
] satisfies [Comparison, string, string | null][])('resolves %s of %s to %s', (compare, day, compared) => {
  expect(text(ask({ compare, from: day, to: day }).comparedWith)).toBe(compared);
});

test('starts a day at local midnight, also when clocks change', () => {
  expect(startOfDay('2026-07-01', 'America/Chicago')).toBe('2026-07-01T05:00:00.000Z');
  expect(startOfDay('2026-03-08', 'America/Chicago')).toBe('2026-03-08T06:00:00.000Z');
  expect(startOfDay('2026-03-09', 'America/Chicago')).toBe('2026-03-09T05:00:00.000Z');
  expect(startOfDay('2026-11-02', 'America/Chicago')).toBe('2026-11-02T06:00:00.000Z');
});

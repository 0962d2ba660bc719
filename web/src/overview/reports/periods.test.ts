import { expect, test } from 'vitest';
import { bucketText, bucketTick, daysOf, daysText, isPeriodName, periodNamed } from './periods.ts';

const today = '2026-03-01';

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['last7', '2026-02-23', '2026-03-01'],
  ['last30', '2026-01-31', '2026-03-01'],
  ['thisMonth', '2026-03-01', '2026-03-01'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['last12Months', '2025-04-01', '2026-03-01'],
  ['thisYear', '2026-01-01', '2026-03-01'],
] as const)('resolves %s to the days from %s to %s', (name, from, to) => {
  expect(daysOf(name, today)).toEqual({ from, to });
});

test('recognizes the days of a named period, but no others', () => {
  expect(periodNamed({ from: '2026-02-01', to: '2026-02-28' }, today)).toBe('lastMonth');
  expect(periodNamed({ from: '2026-02-01', to: '2026-02-27' }, today)).toBeUndefined();
  expect([isPeriodName('last7'), isPeriodName('toString'), isPeriodName(7)]).toEqual([true, false, false]);
});

test('formats a row over time by day, week or month', () => {
  const week = { from: '2026-11-02', to: '2026-11-08' };
  const november = { from: '2026-11-01', to: '2026-11-30' };

  expect(bucketText('day', { from: '2026-11-03', to: '2026-11-03' })).toBe('Tue 11/03/2026');
  expect(bucketText('week', week)).toBe('11/02/2026 – 11/08/2026');
  expect(bucketText('month', november)).toBe('November 2026');
  expect(bucketText('month', { ...november, to: '2026-11-22' })).toBe('11/01/2026 – 11/22/2026');
  expect([bucketTick('week', week), bucketTick('month', november)]).toEqual(['Nov 2', 'Nov 26']);
  expect(daysText({ from: '2026-11-03', to: '2026-11-03' })).toBe('11/03/2026');
});

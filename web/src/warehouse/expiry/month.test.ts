import { expect, test } from 'vitest';
import { addMonths, daysOf, monthName, weeksOf, weeksToShow } from './month.ts';

test('moves between months across the end of a year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), monthName('2026-11')]).toEqual([
    '2027-01',
    '2025-12',
    'November 2026',
  ]);
});

test('returns the first and last day of a month, including leap years', () => {
  expect([daysOf('2028-02'), daysOf('2026-11')]).toEqual([
    { from: '2028-02-01', to: '2028-02-29' },
    { from: '2026-11-01', to: '2026-11-30' },
  ]);
});

test('starts weeks on Sunday and leaves days of other months empty', () => {
  const weeks = weeksOf('2026-11');

  expect(weeks).toHaveLength(5);
  expect(weeks[0]?.[0]).toBe('2026-11-01');
  expect(weeks.at(-1)).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
});

test('omits past weeks unless they have expired lots', () => {
  const shown = (days: string[], today = '2026-11-22') =>
    weeksToShow(
      '2026-11',
      today,
      days.map((day) => ({ day })),
    ).map(([first]) => first);

  expect(shown([])).toEqual(['2026-11-22', '2026-11-29']);
  expect(shown(['2026-11-05'])).toEqual(['2026-11-01', '2026-11-22', '2026-11-29']);
  expect(shown([], '2026-10-22')).toHaveLength(5);
  expect(shown([], '2026-12-01')).toEqual([]);
});

import { dayAfter } from '@aisle/contract/locations/opening';
import { expect, test } from 'vitest';
import { barsOf } from './day-bar-spans.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: dayAfter('2026-01-01', index),
    gross: 100,
    orders: 2,
  }));

test('returns one bar per day for up to a quarter', () => {
  const bars = barsOf(days(92));

  expect(bars).toHaveLength(92);
  expect(bars[0]).toEqual({ from: '2026-01-01', to: '2026-01-01', gross: 100, orders: 2 });
});

test('returns one bar per seven days for a longer period, and a shorter last one', () => {
  const bars = barsOf(days(366));

  expect(bars).toHaveLength(53);
  expect(bars[0]).toEqual({ from: '2026-01-01', to: '2026-01-07', gross: 700, orders: 14 });
  expect(bars.at(-1)).toEqual({ from: '2026-12-31', to: '2027-01-01', gross: 200, orders: 4 });
  expect(bars.reduce((sum, { gross }) => sum + gross, 0)).toBe(36_600);
});

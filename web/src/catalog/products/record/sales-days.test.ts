import { expect, test } from 'vitest';
import { dayBefore, salesByDay, totalOf } from './sales-days.ts';

const byDay = [
  { day: '2026-02-28', units: 2.5, revenue: 500, orders: 1 },
  { day: '2026-03-02', units: 1, revenue: 200, orders: 1 },
];

test('fills in days without sales', () => {
  const days = salesByDay({ to: '2026-03-02', byDay }, 4);

  expect(days.map(({ day, units }) => [day, units])).toEqual([
    ['2026-02-27', 0],
    ['2026-02-28', 2.5],
    ['2026-03-01', 0],
    ['2026-03-02', 1],
  ]);
});

test('sums only the days of the period', () => {
  expect(totalOf(salesByDay({ to: '2026-03-02', byDay }, 2))).toEqual({ units: 1, revenue: 200, orders: 1 });
  expect(totalOf(salesByDay({ to: dayBefore('2026-03-02', 2), byDay }, 2))).toEqual({
    units: 2.5,
    revenue: 500,
    orders: 1,
  });
});

import { expect, test } from 'vitest';
import { DashboardQuery } from './dashboard.ts';

test.each([
  [{}, undefined],
  [{ from: '2026-11-01' }, undefined],
  [{ from: '2026-11-01', to: '2026-11-01' }, undefined],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'Must not be before the start'],
  [{ from: '2026-01-01', to: '2027-01-01' }, undefined],
  [{ from: '2026-01-01', to: '2027-01-02' }, 'Choose at most 366 days'],
  [{ from: '2026-02-30' }, 'Enter a valid date'],
])('checks the days %j: %s', (days, message) => {
  expect(DashboardQuery.safeParse(days).error?.issues[0]?.message).toBe(message);
});

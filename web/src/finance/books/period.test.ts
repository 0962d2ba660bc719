import { expect, test } from 'vitest';
import { periodOf } from './period.ts';

test.each([
  [{}, '2026-11-01', '2026-11-22'],
  [{ from: '2026-10-05' }, '2026-10-05', '2026-11-22'],
  [{ to: '2026-10-20' }, '2026-10-01', '2026-10-20'],
  [{ from: 'soon', to: 7 }, '2026-11-01', '2026-11-22'],
  [{ from: '2026-11-30', to: '2026-11-02' }, '2026-11-30', '2026-11-30'],
])('reads %j as the period from %s to %s', (search, from, to) => {
  expect(periodOf(search, '2026-11-22')).toEqual({ from, to });
});

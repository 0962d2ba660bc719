import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../core/dates.ts';
import type { StatementRules } from '../system/settings.ts';
import { latestDueEnd, nextDueEnd } from './statement-periods.ts';

const rules = (change: Partial<StatementRules>): StatementRules => ({
  every: 'never',
  holdDays: 0,
  minimumPayout: 0,
  ...change,
});
const monthly = (day: number, holdDays = 0) => rules({ every: 'month', day, holdDays });

// November 1, 2026 is a Sunday, and clocks go back in the US on that day.
test.each([
  ['ends a month on its last day', monthly(31), '2026-11-30', '2026-10-31', '2026-11-30'],
  ['makes a month due on the day after its end', monthly(31), '2026-12-01', '2026-11-30', '2026-12-31'],
  ['ends a shorter month on its last day', monthly(30), '2027-03-01', '2027-02-28', '2027-03-30'],
  ['includes the leap day', monthly(31), '2028-03-01', '2028-02-29', '2028-03-31'],
  ['ends a month in its middle', monthly(15), '2026-11-15', '2026-10-15', '2026-11-15'],
  ['delays a month by the hold days', monthly(31, 3), '2026-11-03', '2026-09-30', '2026-10-31'],
  ['makes a month due after the hold days', monthly(31, 3), '2026-11-04', '2026-10-31', '2026-11-30'],
  ['accepts more hold days than a period has', monthly(31, 45), '2026-12-16', '2026-10-31', '2026-11-30'],
  [
    'ends a week on its day, across a clock change',
    rules({ every: 'week', weekday: 0 }),
    '2026-11-02',
    '2026-11-01',
    '2026-11-08',
  ],
  [
    "doesn't make a week due on its last day",
    rules({ every: 'week', weekday: 0 }),
    '2026-11-01',
    '2026-10-25',
    '2026-11-01',
  ],
  [
    'ends two-week periods on every other Saturday',
    rules({ every: 'twoWeeks', weekday: 6 }),
    '2026-11-22',
    '2026-11-14',
    '2026-11-28',
  ],
] as const)('%s', (_, rule, today, latest, next) => {
  expect([latestDueEnd(rule, today), nextDueEnd(rule, today)]).toEqual([latest, next]);
});

test('skips a period that already has a statement', () => {
  const weekly = rules({ every: 'week', weekday: 0, holdDays: 3 });

  expect(nextDueEnd(weekly, '2026-11-23')).toBe('2026-11-22');
  expect(nextDueEnd(weekly, '2026-11-23', '2026-11-16')).toBe('2026-11-22');
  expect(nextDueEnd(weekly, '2026-11-23', '2026-11-23')).toBe('2026-11-29');
});

test('returns null without a schedule', () => {
  expect([latestDueEnd(rules({}), '2026-11-22'), nextDueEnd(rules({}), '2026-11-22')]).toEqual([null, null]);
});

const anyRules = fc.oneof(
  fc.record({ every: fc.constantFrom('week' as const, 'twoWeeks' as const), weekday: fc.nat(6) }),
  fc.record({ every: fc.constant('month' as const), day: fc.integer({ min: 1, max: 31 }) }),
);

test('makes each period due once and in order', () => {
  fc.assert(
    fc.property(anyRules, fc.nat(90), fc.nat(20_000), (schedule, holdDays, start) => {
      const rule = rules({ ...schedule, holdDays });
      let today = addDays('2000-01-01', start);
      let [latest, next] = [latestDueEnd(rule, today)!, nextDueEnd(rule, today)!];
      for (let day = 0; day < 70; day += 1) {
        today = addDays(today, 1);
        const now = latestDueEnd(rule, today)!;
        // The period becomes due on the first day after the hold days; until then it is the next one.
        if (now !== latest) expect([now, addDays(now, holdDays + 1)]).toEqual([next, today]);
        [latest, next] = [now, nextDueEnd(rule, today)!];
        expect(latest < next && addDays(latest, holdDays) < today).toBe(true);
      }
    }),
  );
});

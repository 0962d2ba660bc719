import { defaultSupportRules } from '@aisle/contract/system/support-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterSupportMinutes, supportMinutesBetween, targetsOf } from './support-hours.ts';

const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' }));
const chicago = { hours: weekdays, timeZone: 'America/Chicago' };
const after = (since: string, minutes: number, rules = chicago) =>
  afterSupportMinutes(rules, new Date(since), minutes).toISOString();

test.each([
  ['within a day', '2026-11-23T15:00:00Z', 60, '2026-11-23T16:00:00.000Z'],
  ['from before opening', '2026-11-23T05:00:00Z', 60, '2026-11-23T15:00:00.000Z'],
  ['overnight', '2026-11-23T23:30:00Z', 60, '2026-11-24T14:30:00.000Z'],
  ['up to the end of a day', '2026-11-23T23:00:00Z', 60, '2026-11-24T00:00:00.000Z'],
  ['over a weekend', '2026-11-20T23:30:00Z', 60, '2026-11-23T14:30:00.000Z'],
  ['from a weekend', '2026-11-22T12:00:00Z', 90, '2026-11-23T15:30:00.000Z'],
  // Daylight saving time starts on the Sunday between.
  ['across a change to daylight saving time', '2026-03-06T23:30:00Z', 60, '2026-03-09T13:30:00.000Z'],
])('adds minutes of support hours %s', (_, since, minutes, expected) => {
  expect(after(since, minutes)).toBe(expected);
});

test('counts all time without support hours', () => {
  expect(after('2026-11-22T12:00:00Z', 90, { ...chicago, hours: [] })).toBe('2026-11-22T13:30:00.000Z');
});

test('joins hours across midnight and counts overlapping hours once', () => {
  const hours = [
    { day: 1, from: '20:00', to: '24:00' },
    { day: 1, from: '22:00', to: '24:00' },
    { day: 2, from: '00:00', to: '02:00' },
  ];

  expect(after('2026-11-23T22:00:00Z', 180, { hours, timeZone: 'UTC' })).toBe('2026-11-24T01:00:00.000Z');
});

test('gives the same result for minutes added at once and in two steps', () => {
  const instant = fc
    .integer({ min: 0, max: 400 * 86_400 })
    .map((s) => new Date(1_770_000_000_000 + s * 1000));
  const minutes = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(instant, minutes, minutes, (since, first, second) => {
      const steps = afterSupportMinutes(chicago, afterSupportMinutes(chicago, since, first), second);

      expect(steps).toEqual(afterSupportMinutes(chicago, since, first + second));
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['within a day', '2026-11-23T15:00:00Z', '2026-11-23T16:30:00Z', 90],
  ['overnight', '2026-11-23T23:30:00Z', '2026-11-24T14:30:00Z', 60],
  ['over a weekend', '2026-11-20T23:00:00Z', '2026-11-23T15:00:00Z', 120],
  ['outside of support hours', '2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z', 0],
  ['backwards', '2026-11-23T16:00:00Z', '2026-11-23T15:00:00Z', 0],
])('measures support minutes %s', (_, since, until, minutes) => {
  expect(supportMinutesBetween(chicago, new Date(since), new Date(until))).toBe(minutes);
});

test('measures the minutes that were added', () => {
  const instant = fc
    .integer({ min: 0, max: 400 * 86_400 })
    .map((s) => new Date(1_770_000_000_000 + s * 1000));
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 5000 }), (since, minutes) => {
      expect(supportMinutesBetween(chicago, since, afterSupportMinutes(chicago, since, minutes))).toBe(
        minutes,
      );
    }),
    { numRuns: 50 },
  );
});

test('computes the targets from the priority', () => {
  const monday = new Date('2026-11-23T15:00:00Z');

  expect(targetsOf(defaultSupportRules, 'urgent', monday)).toEqual({
    firstResponseDueAt: '2026-11-23T16:00:00.000Z',
    resolutionDueAt: '2026-11-23T19:00:00.000Z',
  });
});

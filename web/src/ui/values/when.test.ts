import { instantIn } from '@aisle/contract/core/dates';
import { expect, test } from 'vitest';
import {
  dayText,
  endOfDay,
  lateness,
  localDay,
  slotText,
  spanText,
  startOfDay,
  whenText,
  zoneName,
} from './when.ts';

const now = Date.parse('2026-11-21T18:00:00Z');

test("shows a slot of today in the location's time zone", () => {
  const slot = { from: '2026-11-21T22:00:00Z', to: '2026-11-22T00:30:00Z' };

  expect(slotText(slot, 'America/Chicago', now)).toBe('Today, 4 – 6:30 PM CT');
});

test('shows an order without a slot as due as soon as possible', () => {
  expect(slotText(null)).toBe('As soon as possible');
});

test('formats durations in minutes, hours or days', () => {
  expect([4, 125, 4400].map((minutes) => spanText(minutes * 60_000))).toEqual([
    '4 min',
    '2 h 05 min',
    '3 days',
  ]);
});

test('shows time left, minutes late, or due now', () => {
  const says = (minutes: number) => lateness(now + minutes * 60_000, now);

  expect(says(20)).toEqual({ isLate: false, isSoon: false, text: '20 min left' });
  expect(says(14)).toEqual({ isLate: false, isSoon: true, text: '14 min left' });
  expect(says(-5)).toEqual({ isLate: true, isSoon: false, text: '5 min late' });
  expect([0.9, -0.3].map(says)).toEqual(Array(2).fill({ isLate: false, isSoon: true, text: 'due now' }));
});

test('converts a local time correctly on both sides of a clock change', () => {
  expect(instantIn('America/Chicago', '2026-10-31', '16:30')).toBe('2026-10-31T21:30:00.000Z');
  expect(instantIn('America/Chicago', '2026-11-01', '16:30')).toBe('2026-11-01T22:30:00.000Z');
});

test('includes the whole last day in a filter and restores that day', () => {
  const [from, to] = [startOfDay('2026-11-20'), endOfDay('2026-11-21')];

  expect(Date.parse(to) - Date.parse(from)).toBe(48 * 3_600_000);
  expect([localDay(from), localDay(to, true)]).toEqual(['2026-11-20', '2026-11-21']);
});

test.each([
  // Chicago's clocks go back on 2026-11-01: that day has 25 hours, so it isn't over 24 hours after its first hour.
  ['in the first hour of the longest day', '2026-11-01T05:30:00Z', '2026-11-01T22:00:00Z', 'Today'],
  ['in the first hour of the longest day', '2026-11-01T05:30:00Z', '2026-11-02T22:00:00Z', 'Tomorrow'],
  // They go forward on 2026-03-08: adding 24 hours to the last hour of the previous day would skip that day.
  ['in the last hour before the shortest day', '2026-03-08T05:30:00Z', '2026-03-08T21:00:00Z', 'Tomorrow'],
  ['in the last hour before the shortest day', '2026-03-08T05:30:00Z', '2026-03-09T21:00:00Z', '03/09/2026'],
  ['at the end of a year', '2026-12-31T18:00:00Z', '2027-01-01T18:00:00Z', 'Tomorrow'],
])('names the day %s: at %s, a slot from %s is %s', (_, at, from, day) => {
  const to = new Date(Date.parse(from) + 3_600_000).toISOString();

  expect(slotText({ from, to }, 'America/Chicago', Date.parse(at)).split(',')[0]).toBe(day);
});

test.each([
  [-5, '0 min'],
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h 00 min'],
  [23 * 60 + 59, '23 h 59 min'],
  [24 * 60, '1 day'],
  [27 * 60 + 59, '1 day 4 h'],
  [47 * 60 + 59, '2 days'],
  [48 * 60, '2 days'],
])('formats %i minutes as %s', (minutes, text) => {
  expect(spanText(minutes * 60_000)).toBe(text);
});

test('shows a nearby day by name and others by date', () => {
  const texts = (isShort: boolean) =>
    ['2026-11-21T08:52:00Z', '2026-11-20T20:05:00Z', '2026-11-12T20:05:00Z'].map((instant) =>
      whenText(instant, { timeZone: 'America/Chicago', isShort, now }),
    );

  expect(texts(false)).toEqual(['Today, 2:52 AM CT', 'Yesterday, 2:05 PM CT', '11/12/2026, 2:05 PM CT']);
  expect(texts(true).at(-1)).toBe('11/12/2026');
});

test("shows a time zone only if its clock differs from the user's", () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

  expect(whenText('2026-11-21T08:52:00Z', { timeZone: own, now })).not.toMatch(/[A-Z]{2}T|UTC|GMT/);
  expect(zoneName('America/Chicago', '2026-07-01T12:00:00Z')).toBe('CT');
  expect(zoneName('America/New_York')).toBe('ET');
});

test('shows AM or PM once if both times of a slot have the same', () => {
  const slot = (from: string, to: string) =>
    slotText({ from: `2026-11-21T${from}:00Z`, to: `2026-11-21T${to}:00Z` }, 'UTC', now);

  expect(slot('10:30', '11:30')).toContain('10:30 – 11:30 AM');
  expect(slot('11:00', '13:00')).toContain('11 AM – 1 PM');
});

test("names today and yesterday in the location's time zone", () => {
  const now = Date.parse('2026-11-21T03:00:00Z');

  expect(dayText('2026-11-20T22:00:00Z', 'America/Chicago', now)).toBe('Today');
  expect(dayText('2026-11-20T03:00:00Z', 'America/Chicago', now)).toBe('Yesterday');
  expect(dayText('2026-11-18T22:00:00Z', 'America/Chicago', now)).toBe('11/18/2026');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayIn,
  formatDate,
  formatDateTime,
  formatDay,
  instantIn,
  isTimeZone,
  kmToMiles,
  milesToKm,
} from './dates.ts';
import { forAll } from './for-all.fixtures.ts';

const zones = ['America/Chicago', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC'] as const;
const zone = fc.constantFrom(...zones);
const dayMs = 24 * 60 * 60 * 1000;
const anyDay = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1) + days * dayMs).toISOString().slice(0, 10));

test.each([
  ['2026-11-21T03:30:00Z', 'America/Chicago', '11/20/2026', '11/20/2026, 9:30 PM'],
  ['2026-11-21T03:30:00Z', 'UTC', '11/21/2026', '11/21/2026, 3:30 AM'],
  ['2026-07-04T17:05:00Z', 'America/Los_Angeles', '07/04/2026', '07/04/2026, 10:05 AM'],
  ['2026-12-31T23:59:00Z', 'Asia/Tokyo', '01/01/2027', '01/01/2027, 8:59 AM'],
  ['2026-01-01T06:00:00Z', 'America/Chicago', '01/01/2026', '01/01/2026, 12:00 AM'],
])('formats %s as the local time in %s', (instant, timeZone, date, dateTime) => {
  expect(formatDate(instant, timeZone)).toBe(date);
  // Some versions of ICU put a narrow space between the time and AM.
  expect(formatDateTime(instant, timeZone).replace(/\s/g, ' ')).toBe(dateTime);
});

test('shows a calendar day unchanged in every time zone', () => {
  expect(formatDay('2026-02-03')).toBe('02/03/2026');
});

test.each([
  ['2026-11-21T05:59:59Z', 'America/Chicago', '2026-11-20'],
  ['2026-11-21T06:00:00Z', 'America/Chicago', '2026-11-21'],
  ['2026-07-21T04:59:59Z', 'America/Chicago', '2026-07-20'],
  ['2026-07-21T05:00:00Z', 'America/Chicago', '2026-07-21'],
  ['2026-11-21T10:59:59Z', 'Pacific/Auckland', '2026-11-21'],
  ['2026-11-21T11:00:00Z', 'Pacific/Auckland', '2026-11-22'],
])('places %s in %s on %s', (instant, timeZone, day) => {
  expect(dayIn(timeZone, new Date(instant))).toBe(day);
});

describe('a local time', () => {
  test.each([
    ['America/Chicago', '2026-11-21', '16:00', '2026-11-21T22:00:00.000Z'],
    ['America/Chicago', '2026-07-21', '16:00', '2026-07-21T21:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21', '00:00', '2026-11-20T18:15:00.000Z'],
    ['UTC', '2026-11-21', '08:30', '2026-11-21T08:30:00.000Z'],
    // The hours around a change of the clocks.
    ['America/Chicago', '2026-03-08', '01:59', '2026-03-08T07:59:00.000Z'],
    ['America/Chicago', '2026-03-08', '03:00', '2026-03-08T08:00:00.000Z'],
    ['America/Chicago', '2026-11-01', '00:59', '2026-11-01T05:59:00.000Z'],
    ['America/Chicago', '2026-11-01', '02:00', '2026-11-01T08:00:00.000Z'],
  ])('converts %s on %s at %s to one instant', (timeZone, day, time, instant) => {
    expect(instantIn(timeZone, day, time)).toBe(instant);
  });

  test('keeps noon on the same day across clock changes', () => {
    forAll(zone, anyDay, (timeZone, day) => {
      const noon = instantIn(timeZone, day, '12:00');

      expect(dayIn(timeZone, new Date(noon))).toBe(day);
      expect(formatDate(noon, timeZone)).toBe(formatDay(day));
    });
  });

  test('converts later local times to later instants', () => {
    forAll(zone, anyDay, (timeZone, day) => {
      const [morning, evening] = [instantIn(timeZone, day, '08:00'), instantIn(timeZone, day, '20:00')];

      expect(Date.parse(evening) - Date.parse(morning)).toBe(dayMs / 2);
    });
  });
});

test.each([
  ['America/Chicago', true],
  ['UTC', true],
  ['Chicago', false],
  ['', false],
  ['America/Nowhere', false],
])('recognizes "%s" as a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

test('converts miles to kilometers and back', () => {
  expect(kmToMiles(10)).toBeCloseTo(6.21371, 5);
  expect(milesToKm(kmToMiles(8.25))).toBeCloseTo(8.25, 10);
});

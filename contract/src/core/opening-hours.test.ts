import { describe, expect, test } from 'vitest';
import { HoursExceptions, OpeningHours } from './opening-hours.ts';

const monday = (...spans: [string, string][]) => ({
  monday: spans.map(([opens, closes]) => ({ opens, closes })),
});
const messageOf = (hours: unknown) => OpeningHours.safeParse(hours).error?.issues[0]?.message;

describe('the hours of a day', () => {
  test.each([
    ['hours with a break at noon', monday(['08:00', '12:00'], ['14:00', '18:00'])],
    ['hours until midnight', monday(['08:00', '24:00'])],
    ['adjacent hours', monday(['08:00', '12:00'], ['12:00', '18:00'])],
    ['hours in any order', monday(['14:00', '18:00'], ['08:00', '12:00'])],
    ['a day without hours', monday()],
  ])('accepts %s', (_, hours) => {
    expect(OpeningHours.safeParse(hours).success).toBe(true);
  });

  test.each([
    ['closing before opening', monday(['18:00', '08:00']), 'Closing time must be after opening time'],
    ['closing at the opening time', monday(['08:00', '08:00']), 'Closing time must be after opening time'],
    ['overlapping hours', monday(['08:00', '12:00'], ['11:59', '18:00']), 'These hours overlap'],
    ['hours within other hours', monday(['08:00', '20:00'], ['09:00', '10:00']), 'These hours overlap'],
    ['opening at 24:00', monday(['24:00', '24:00']), 'Enter a time like 08:30'],
    ['a time without a leading zero', monday(['8:00', '12:00']), 'Enter a time like 08:30'],
    ['an invalid minute', monday(['08:60', '12:00']), 'Enter a time like 08:30'],
    ['closing after the end of the day', monday(['08:00', '24:01']), 'Enter a time like 08:30'],
  ])('rejects %s', (_, hours, message) => {
    expect(messageOf(hours)).toBe(message);
  });

  test('accepts only existing weekdays', () => {
    expect(messageOf({ funday: [] })).toBe("Unknown field 'funday'");
  });
});

test('rejects a second entry for the same date', () => {
  const dates = ['2026-12-24', '2026-12-25', '2026-12-24'].map((date) => ({ date, spans: [] }));

  const result = HoursExceptions.safeParse(dates);

  expect(result.error?.issues).toMatchObject([
    { path: [2, 'date'], message: 'Each date can be listed only once' },
  ]);
  expect(HoursExceptions.safeParse(dates.slice(0, 2)).success).toBe(true);
});

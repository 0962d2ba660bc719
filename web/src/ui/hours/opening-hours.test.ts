import { expect, test } from 'vitest';
import { clockText, hoursLines, hoursOf, isAlwaysOpen, weekOf } from './opening-hours.ts';

const weekend = {
  saturday: [{ opens: '09:00', closes: '24:00' }],
  sunday: [{ opens: '10:30', closes: '14:00' }],
};

test('treats a location without hours as always open', () => {
  expect(isAlwaysOpen({})).toBe(true);
  expect(isAlwaysOpen(weekend)).toBe(false);
});

test('omits closed days from the stored hours', () => {
  expect(hoursOf(weekOf(weekend))).toEqual(weekend);
});

test('groups consecutive days with the same hours', () => {
  expect(hoursLines(weekend)).toEqual([
    { days: 'Monday – Friday', text: 'Closed' },
    { days: 'Saturday', text: '9 AM – 12 AM' },
    { days: 'Sunday', text: '10:30 AM – 2 PM' },
  ]);
});

test('shows noon and midnight as 12', () => {
  expect(['00:00', '12:00', '24:00'].map(clockText)).toEqual(['12 AM', '12 PM', '12 AM']);
});

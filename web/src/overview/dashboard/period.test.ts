import { expect, test } from 'vitest';
import { greeting, isPeriod, lastDays, waited } from './period.ts';

test.each([
  [7, new Date(2026, 10, 21), { from: '2026-11-15', to: '2026-11-21' }],
  [30, new Date(2026, 0, 5), { from: '2025-12-07', to: '2026-01-05' }],
  [1, new Date(2028, 1, 29), { from: '2028-02-29', to: '2028-02-29' }],
])('the last %i days end today', (days, today, expected) => {
  expect(lastDays(days, today)).toEqual(expected);
});

test.each([
  [0, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
])('at %i o’clock one is greeted by "%s"', (hour, text) => {
  expect(greeting(hour)).toBe(text);
});

test.each([
  [-1, '0 min'],
  [59, '59 min'],
  [69, '1 h 09 min'],
  [47 * 60 + 59, '47 h 59 min'],
  [48 * 60, '2 days'],
])('what has waited for %i minutes has waited "%s"', (minutes, text) => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  expect(waited(new Date(now - minutes * 60_000).toISOString(), now)).toBe(text);
});

test('only periods that are offered are shown, whatever the URL says', () => {
  expect([1, 7, 30, 90, 8, '7', undefined].map(isPeriod)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

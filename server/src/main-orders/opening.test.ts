import { expect, test } from 'vitest';
import { isOpenDuring } from './opening.ts';

const hours = {
  monday: [
    { opens: '08:00', closes: '12:00' },
    { opens: '14:00', closes: '24:00' },
  ],
};
// In winter Chicago is six hours behind: 2035-01-01 is a Monday.
const at = (from: string, to: string) => ({
  from: `2035-01-01T${from}:00-06:00`,
  to: `2035-01-01T${to}:00-06:00`,
});

test.each([
  ['08:00', '09:00', true],
  ['07:00', '08:00', false],
  ['07:00', '08:01', true],
  ['12:00', '14:00', false],
  ['11:00', '15:00', true],
  ['22:00', '23:59', true],
])('on a Monday from %s to %s the location is open: %s', (from, to, expected) => {
  expect(isOpenDuring(hours, 'America/Chicago', at(from, to))).toBe(expected);
});

test('a day that is missing is closed, no day at all is always open', () => {
  const tuesday = { from: '2035-01-02T16:00:00Z', to: '2035-01-02T17:00:00Z' };

  expect(isOpenDuring(hours, 'America/Chicago', tuesday)).toBe(false);
  expect(isOpenDuring({}, 'America/Chicago', tuesday)).toBe(true);
});

test('a slot over midnight counts for both days', () => {
  const overnight = { from: '2035-01-01T23:00:00-06:00', to: '2035-01-02T01:00:00-06:00' };

  expect(isOpenDuring(hours, 'America/Chicago', overnight)).toBe(true);
});

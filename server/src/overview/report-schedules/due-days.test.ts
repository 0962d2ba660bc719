import { expect, test } from 'vitest';
import { latestDue, nextSending, periodOf, type Recurrence } from './due-days.ts';

const chicago = { weekday: null, timeZone: 'America/Chicago' };
const daily: Recurrence = { ...chicago, every: 'day' };
const onMondays: Recurrence = { ...chicago, every: 'week', weekday: 1 };
const monthly: Recurrence = { ...chicago, every: 'month' };
const at = (rhythm: Recurrence, after: string) => nextSending(rhythm, new Date(after)).toISOString();

test.each([
  ['before seven, on the same day', daily, '2026-11-22T12:59:59Z', '2026-11-22T13:00:00.000Z'],
  ['at seven, on the next day', daily, '2026-11-22T13:00:00Z', '2026-11-23T13:00:00.000Z'],
  ['late in the evening, on the next local day', daily, '2026-11-23T04:00:00Z', '2026-11-23T13:00:00.000Z'],
  [
    'when daylight saving time ends, an hour later in UTC',
    daily,
    '2026-10-31T12:00:00Z',
    '2026-11-01T13:00:00.000Z',
  ],
  [
    'when daylight saving time begins, an hour earlier in UTC',
    daily,
    '2026-03-07T13:00:00Z',
    '2026-03-08T12:00:00.000Z',
  ],
  ['weekly, on its weekday', onMondays, '2026-11-22T20:00:00Z', '2026-11-23T13:00:00.000Z'],
  ['monthly, on the first', monthly, '2026-11-22T20:00:00Z', '2026-12-01T13:00:00.000Z'],
])('sends a report at seven: %s', (_name, rhythm, after, expected) => {
  expect(at(rhythm, after)).toBe(expected);
});

test('sends only the latest report after missed days', () => {
  const dueAt = new Date('2026-10-31T12:00:00Z');
  const latest = (now: string) => latestDue(daily, dueAt, new Date(now)).toISOString();

  expect(latest('2026-10-31T12:05:00Z')).toBe('2026-10-31T12:00:00.000Z');
  expect(latest('2026-11-02T12:59:00Z')).toBe('2026-11-01T13:00:00.000Z');
  expect(latest('2026-11-02T13:00:00Z')).toBe('2026-11-02T13:00:00.000Z');
});

test('covers past days: yesterday, seven days, or the preceding month', () => {
  const monday = new Date('2026-11-23T13:00:00Z');
  const first = new Date('2026-03-01T13:00:00Z');

  expect(periodOf(daily, monday)).toEqual({ from: '2026-11-22', to: '2026-11-22' });
  expect(periodOf(onMondays, monday)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(periodOf(monthly, first)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

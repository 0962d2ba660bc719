import { dayAfter } from '@aisle/contract/locations/opening';
import { expect, test } from 'vitest';
import { daysAhead, slotChoices } from './slot-choices.ts';

const chicago = 'America/Chicago';
// A Saturday, 3 PM at the location.
const now = Date.parse('2026-11-21T21:00:00Z');

test('offers a slot that is in progress but none that is over', () => {
  const labels = slotChoices(
    [
      { from: '09:00', to: '11:00' },
      { from: '14:00', to: '16:00' },
    ],
    chicago,
    now,
  ).map(({ label }) => label);

  expect(labels.slice(0, 3)).toEqual([
    'Today, 2 – 4 PM CT',
    'Tomorrow, 9 – 11 AM CT',
    'Tomorrow, 2 – 4 PM CT',
  ]);
});

test('offers a slot of a weekday only on that day', () => {
  const choices = slotChoices([{ day: 1, from: '17:00', to: '19:00' }], chicago, now);

  expect(choices.map(({ slot }) => slot)).toEqual([
    { from: '2026-11-23T23:00:00.000Z', to: '2026-11-24T01:00:00.000Z' },
  ]);
});

test.each([
  ['back', '2026-11-01T05:30:00Z', '2026-11-01'],
  ['forward', '2026-03-08T05:30:00Z', '2026-03-07'],
])('offers each day once on the night when clocks go %s', (_, at, today) => {
  const choices = slotChoices([{ from: '12:00', to: '14:00' }], 'America/Chicago', Date.parse(at));

  const days = choices.map(({ slot }) => slot.from.slice(0, 10));
  const all = Array.from({ length: daysAhead }, (__, ahead) => dayAfter(today, ahead));
  expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  // On the evening before clocks go forward, today's slot is already over.
  expect(days).toEqual(all.filter((day) => Date.parse(`${day}T20:00:00Z`) > Date.parse(at)));
});

import { expect, test } from 'vitest';
import { slotChoices } from './slot-choices.ts';

const chicago = 'America/Chicago';
// A Saturday, 3 PM at the shop.
const now = Date.parse('2026-11-21T21:00:00Z');

test('a slot that is over is not offered, one under way still is', () => {
  const labels = slotChoices(
    [
      { from: '09:00', to: '11:00' },
      { from: '14:00', to: '16:00' },
    ],
    chicago,
    now,
  ).map(({ label }) => label);

  expect(labels.slice(0, 3)).toEqual([
    'Today, 2 PM – 4 PM',
    'Tomorrow, 9 AM – 11 AM',
    'Tomorrow, 2 PM – 4 PM',
  ]);
});

test('a slot of one weekday is offered on that day alone', () => {
  const choices = slotChoices([{ day: 1, from: '17:00', to: '19:00' }], chicago, now);

  expect(choices.map(({ slot }) => slot)).toEqual([
    { from: '2026-11-23T23:00:00.000Z', to: '2026-11-24T01:00:00.000Z' },
  ]);
});

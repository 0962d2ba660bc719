import { expect, test } from 'vitest';
import { runTogether } from './promotion-overlaps.ts';

type Running = Parameters<typeof runTogether>[0];
const [here, there] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2'];
const running = (schedule: Partial<Running['schedule']> = {}, more: Partial<Running> = {}): Running => ({
  reward: { kind: 'percent', percent: 20, maxAmount: null },
  locationIds: null,
  schedule: { startsAt: '2026-11-01T06:00:00Z', endsAt: null, weekly: [], by: 'placed', ...schedule },
  ...more,
});
const weekly = (day: number, from: string, to: string, by: 'placed' | 'slot' = 'placed') =>
  running({ weekly: [{ day, from, to }], by });
// A Saturday and a Sunday.
const weekend = { startsAt: '2026-11-14T06:00:00Z', endsAt: '2026-11-16T06:00:00Z' };

test.each<[string, boolean, Running, Running]>([
  ['the same time', true, running(), running()],
  ['another reward of the class', true, running(), running({}, { reward: { kind: 'price', price: 99 } })],
  ['another class', false, running(), running({}, { reward: { kind: 'amount', amount: 500, per: 'order' } })],
  [
    'a period that ended',
    false,
    running(),
    running({ startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-11-01T06:00:00Z' }),
  ],
  ['hours without a window', true, weekly(2, '06:00', '22:00'), running()],
  ['hours on another day', false, weekly(2, '06:00', '22:00'), weekly(3, '06:00', '22:00')],
  ['hours that touch', false, weekly(2, '06:00', '12:00'), weekly(2, '12:00', '22:00')],
  ['hours that overlap', true, weekly(2, '06:00', '12:01'), weekly(2, '12:00', '22:00')],
  ['hours after midnight', true, weekly(6, '22:00', '03:00'), weekly(0, '02:00', '05:00')],
  ['the whole day', true, weekly(2, '00:00', '24:00'), weekly(2, '23:00', '23:30')],
  ['hours of placing and of slots', true, weekly(2, '06:00', '12:00'), weekly(3, '06:00', '12:00', 'slot')],
  ['days that the period reaches', true, running(weekend), weekly(0, '06:00', '12:00')],
  ['days that the period does not reach', false, running(weekend), weekly(3, '06:00', '12:00')],
  ['other locations', false, running({}, { locationIds: [here] }), running({}, { locationIds: [there] })],
  [
    'a common location',
    true,
    running({}, { locationIds: [here] }),
    running({}, { locationIds: [there, here] }),
  ],
  ['all locations', true, running({}, { locationIds: [here] }), running()],
])('compares %s: %s', (_, together, one, other) => {
  expect([runTogether(one, other), runTogether(other, one)]).toEqual([together, together]);
});

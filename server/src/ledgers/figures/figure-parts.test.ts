import { expect, test } from 'vitest';
import { partsOf } from './figure-parts.ts';

const oneDay = 86_400_000;
/** The days of a period, with the number of times that its parts count them. */
function counted(from: string, to: string, now: string, takesAway: boolean): Map<string, number> {
  const days = new Map<string, number>();
  for (const part of partsOf({ from, to }, { now: new Date(now), takesAway })) {
    const end = new Date(part.to);
    const stop =
      part.by === 'days' ? end.getTime() : Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0);
    for (let at = Date.parse(part.from); at <= stop; at += oneDay) {
      const day = new Date(at).toISOString().slice(0, 10);
      days.set(day, (days.get(day) ?? 0) + part.sign);
    }
  }
  return days;
}

test('counts each day of a period once, and no other day', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 400; round += 1) {
    const start = Date.UTC(2024, 0, 1) + random(1000) * oneDay;
    const from = new Date(start).toISOString().slice(0, 10);
    const to = new Date(start + random(round % 2 ? 45 : 500) * oneDay).toISOString().slice(0, 10);
    const now = new Date(start + random(600) * oneDay).toISOString();

    const takesAway = round % 3 > 0;
    const days = counted(from, to, now, takesAway);

    // Days that haven't started anywhere have no totals, so their count doesn't matter.
    const latest = new Date(Date.parse(now) + 14 * 3_600_000).toISOString().slice(0, 10);
    for (const [day, times] of days) {
      if (day > latest) continue;
      expect([day, times], `${from} to ${to}`).toEqual([day, day >= from && day <= to ? 1 : 0]);
    }
    for (let at = start; at <= Date.parse(to) && at < Date.parse(now); at += oneDay) {
      expect(days.get(new Date(at).toISOString().slice(0, 10)), `${from} to ${to}`).toBe(1);
    }
  }
});

const now = new Date('2026-11-22T18:00:00Z');
test('splits thirty days into a month and some days, and whole months into months only', () => {
  expect(partsOf({ from: '2026-10-24', to: '2026-11-22' }, { now })).toEqual([
    { by: 'months', from: '2026-11-01', to: '2026-11-01', sign: 1 },
    { by: 'days', from: '2026-10-24', to: '2026-10-31', sign: 1 },
    { by: 'days', from: '2026-11-23', to: '2026-11-23', sign: -1 },
  ]);
  expect(partsOf({ from: '2026-01-01', to: '2026-06-30' }, { now })).toEqual([
    { by: 'months', from: '2026-01-01', to: '2026-06-01', sign: 1 },
  ]);
});

test('never subtracts if only days in the period may be read', () => {
  const parts = (from: string, to: string) => partsOf({ from, to }, { now, takesAway: false });

  expect(parts('2026-08-03', '2026-11-22')).toEqual([
    { by: 'months', from: '2026-09-01', to: '2026-10-01', sign: 1 },
    { by: 'days', from: '2026-08-03', to: '2026-08-31', sign: 1 },
    { by: 'days', from: '2026-11-01', to: '2026-11-22', sign: 1 },
  ]);
  expect(parts('2026-11-02', '2026-11-30')).toEqual([
    { by: 'days', from: '2026-11-02', to: '2026-11-30', sign: 1 },
  ]);
});

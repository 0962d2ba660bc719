import { addDays, instantIn } from '@aisle/contract/core/dates';
import { expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();

const first = '2026-01-01';
const days = Array.from({ length: 730 }, (_, index) => addDays(first, index));
const times = ['00:00', '00:30', '01:30', '02:30', '23:30'];

/** The times at which each day reaches a local time in a zone, by the database's clock, which reports use. */
async function bySql(zone: string, time: string): Promise<string[]> {
  const rows = await shop.sql`
    SELECT to_char((day + ${time}::time) AT TIME ZONE ${zone} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM unnest(${days}::date[]) WITH ORDINALITY AS asked (day, place) ORDER BY place`;
  return rows.map(({ at }) => at);
}

/** Whether Intl and the database have the same rules for a zone. Each has its own copy, possibly of different years. */
async function hasSameRules(zone: string): Promise<boolean> {
  const rows = await shop.sql`SELECT at, to_char(at AT TIME ZONE ${zone}, 'YYYY-MM-DD HH24:MI') AS clock
    FROM unnest(${days}::date[]) AS day CROSS JOIN LATERAL (SELECT (day + time '12:00') AT TIME ZONE 'UTC' AS at) noon`;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return rows.every(({ at, clock }) => format.format(new Date(at)) === clock);
}

test('starts days of every time zone at the same time as the database', async () => {
  const rows = await shop.sql<{ name: string }>`SELECT name FROM pg_timezone_names`;
  const known = new Set(rows.map(({ name }) => name));
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => known.has(zone));
  expect(zones.length).toBeGreaterThan(400);

  const wrong: string[] = [];
  let compared = 0;
  for (const zone of zones) {
    const differences = await differencesIn(zone);
    if (differences.length > 0 && !(await hasSameRules(zone))) continue;
    compared += 1;
    wrong.push(...differences);
  }

  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(0.95 * zones.length);
}, 120_000);

async function differencesIn(zone: string): Promise<string[]> {
  const midnights = await bySql(zone, '00:00');
  const lengths = midnights.slice(1).map((at, index) => Date.parse(at) - Date.parse(midnights[index]!));
  // On other days the clocks don't change, so comparing midnight is enough.
  const changes = lengths.flatMap((length, index) => (length === 86_400_000 ? [] : [index, index + 1]));
  const found: string[] = [];
  for (const time of times) {
    const expected = time === '00:00' ? midnights : changes.length > 0 ? await bySql(zone, time) : [];
    for (const index of time === '00:00' ? days.keys() : changes) {
      const at = instantIn(zone, days[index]!, time);
      if (at !== expected[index]) found.push(`${zone} ${days[index]} ${time}: ${at}, not ${expected[index]}`);
    }
  }
  return found;
}

import { expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();

test('formats instants in JSON of the database like those of columns', async () => {
  const rows = await shop.sql<{ at: string; inJson: string }>`
    SELECT at, iso(at) AS "inJson" FROM unnest(ARRAY['2026-11-29T11:19:21.32208Z', '2026-11-29T11:19:20Z',
      '2026-11-29T10:00:00.1Z', '2026-11-29T23:59:59.999999Z']::timestamptz[]) at`;

  expect(rows.map(({ inJson }) => inJson)).toEqual(rows.map(({ at }) => at));
});

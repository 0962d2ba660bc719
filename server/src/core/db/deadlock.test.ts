import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../test/shop.ts';
import { systemWork } from './deadlock.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`CREATE TABLE shelves (id int PRIMARY KEY, goods int NOT NULL)`;
  await shop.sql`INSERT INTO shelves VALUES (1, 0), (2, 0)`;
  await shop.sql`GRANT ALL ON shelves TO aisle_all`;
});
afterAll(() => shop.close());

test('completes both transactions that lock the same rows in opposite orders', async () => {
  let attempts = 0;
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const move = (mine: number, from: number, to: number) =>
    systemWork(shop.db, async (tx) => {
      attempts += 1;
      const add = (id: number) => addTo(tx, id);
      await add(from);
      both[mine]!.resolve();
      await both[1 - mine]!.promise;
      await add(to);
    });

  await Promise.all([move(0, 1, 2), move(1, 2, 1)]);

  expect(await shop.sql`SELECT goods FROM shelves`).toEqual([{ goods: 2 }, { goods: 2 }]);
  expect(attempts).toBeGreaterThanOrEqual(3);
});

const addTo = (tx: Parameters<Parameters<typeof systemWork>[1]>[0], id: number) =>
  sql`UPDATE shelves SET goods = goods + 1 WHERE id = ${id}`.execute(tx);

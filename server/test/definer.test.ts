import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addGoods, addOrderLocation } from './order-builders.ts';
import { openShop, type Shop } from './shop.ts';

// Functions that act with their owner's rights see past row-level security: they must not lend that to anybody.

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = async <Row extends object>(text: string, values: unknown[] = []) => {
  const client = new pg.Client(shop.databaseUrl);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

test('every such function says where its names are looked up, temporary tables last', async () => {
  const open = await ask<{ name: string }>(`
    SELECT oid::regprocedure::text AS name FROM pg_proc
    WHERE prosecdef AND pronamespace = 'public'::regnamespace
      AND NOT coalesce(proconfig, '{}') @> ARRAY['search_path=public, pg_temp']`);

  expect(open).toEqual([]);
});

test('nobody but the two roles of the server may call them', async () => {
  const open = await ask<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    CROSS JOIN aclexplode(coalesce(proacl, acldefault('f', proowner))) AS granted
    WHERE prosecdef AND pronamespace = 'public'::regnamespace AND granted.grantee = 0`);

  expect(open).toEqual([]);
});

test('no function returns the stock of another location', async () => {
  const [ours, other] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const goods = await addGoods(shop, other);
  const heldBy = async (locations: string[]) => {
    const client = await shop.db.locationScope.connect();
    try {
      await client.query('BEGIN');
      await client.query("SELECT set_config('app.locations', $1, true)", [`{${locations.join(',')}}`]);
      const { rows } = await client.query('SELECT * FROM hold_levels($1, $2)', [other, [goods]]);
      await client.query('ROLLBACK');
      return rows.length;
    } finally {
      client.release();
    }
  };

  expect([await heldBy([ours]), await heldBy([other])]).toEqual([0, 1]);
});

test('people of single locations read neither mails nor the events of all, nor what others were answered', async () => {
  const client = await shop.db.locationScope.connect();
  try {
    for (const table of ['mails', 'live_events', 'server_secrets', 'api_keys', 'captchas']) {
      await expect(client.query(`SELECT FROM ${table}`), table).rejects.toMatchObject({ code: '42501' });
    }
    const kept = await client.query("SELECT relrowsecurity FROM pg_class WHERE relname = 'idempotency_keys'");
    expect(kept.rows).toEqual([{ relrowsecurity: true }]);
  } finally {
    client.release();
  }
});

import pg from 'pg';
import { expect, test } from 'vitest';
import { newId } from '../src/core/ids.ts';
import { addGoods, addOrderLocation, place } from './order-builders.ts';
import { openShop } from './shop.ts';

// Functions with their owner's rights bypass row-level security, so they must not expose rows to users who can't see them.

const shop = await openShop();

const ask = async <Row extends object>(text: string, values: unknown[] = []) => {
  const client = new pg.Client(shop.databaseUrl);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

test('sets the search path of every such function, with temporary tables last', async () => {
  const open = await ask<{ name: string }>(`
    SELECT oid::regprocedure::text AS name FROM pg_proc
    WHERE prosecdef AND pronamespace = 'public'::regnamespace
      AND NOT coalesce(proconfig, '{}') @> ARRAY['search_path=public, pg_temp']`);

  expect(open).toEqual([]);
});

test('allows only the two roles of the server to call them', async () => {
  const open = await ask<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    CROSS JOIN aclexplode(coalesce(proacl, acldefault('f', proowner))) AS granted
    WHERE prosecdef AND pronamespace = 'public'::regnamespace AND granted.grantee = 0`);

  expect(open).toEqual([]);
});

test('returns no stock of another location', async () => {
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

test('reveals no names on orders of another location', async () => {
  const [ours, other] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const goods = await addGoods(shop, other);
  const admin = await shop.signIn();
  await place(admin, {
    lines: [{ subProductId: goods, locationId: other, quantity: 1 }],
    customer: { firstName: 'Quirin', lastName: 'Zyzzyva', phone: '+15125550177' },
  });
  const asLocation = async (location: string) => {
    const { rows } = await inLocationScope(
      location,
      'SELECT words_containing($1, 20) AS words, ids FROM customers_called($1, 20)',
      ['zyzzy'],
    );
    return [rows[0].words, rows[0].ids.length];
  };

  expect([await asLocation(ours), await asLocation(other)]).toEqual([
    [[], 0],
    [['zyzzyva'], 1],
  ]);
});

test('reports when a search of customers at several locations omits customers', async () => {
  const locations = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const admin = await shop.signIn();
  for (const [at, phone] of ['+15125550171', '+15125550172'].entries()) {
    for (const locationId of locations) {
      const goods = await addGoods(shop, locationId);
      await place(admin, {
        lines: [{ subProductId: goods, locationId, quantity: 1 }],
        customer: { firstName: `Ximena${at}`, lastName: 'Quixote', phone },
      });
    }
  }
  const search = async (most: number) => {
    const { rows } = await inLocationScope(
      locations.join(','),
      `SELECT cardinality(ids) AS count, many FROM customers_matching(ARRAY['%quixote%'], false, $1)`,
      [most],
    );
    return rows[0];
  };

  expect([await search(1), await search(2)]).toEqual([
    { count: 2, many: true },
    { count: 2, many: false },
  ]);
});

test('prevents store users from rebuilding search words of customers and tickets', async () => {
  for (const call of ['index_names_of($1)', 'index_ticket($1)', 'find_duplicates_of($1)']) {
    await expect(inLocationScope(newId(), `SELECT ${call}`, [newId()]), call).rejects.toMatchObject({
      code: '42501',
    });
  }
});

test('hides files of others from users limited to certain locations, except pictures of the marketplace', async () => {
  const [location, other] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const [mine, hers] = [newId(), newId()];
  const file = (kind: string, createdBy: string) => ({
    id: newId(),
    kind,
    storage_key: `${kind}/${createdBy}`,
    mime: 'text/plain',
    bytes: 1,
    name: 'A file',
    created_by: createdBy,
  });
  const photo = (at: string | null, key: string) => ({
    ...file('photo', hers),
    storage_key: key,
    location_id: at,
  });
  const portraits = [photo(null, 'our driver'), photo(null, 'their driver')];
  const files = [
    ...[file('export', mine), file('export', hers), file('document', hers), file('image', hers)],
    ...[photo(location, 'our doorstep'), photo(other, 'their doorstep'), photo(null, 'nobody'), ...portraits],
  ];
  await shop.look(async (tx) => {
    await tx.insertInto('files').values(files).execute();
    for (const [at, { id }] of portraits.entries()) {
      const driver = newId();
      await tx
        .insertInto('drivers')
        .values({ id: driver, name: 'A driver', phone: '+15125550111', photo_id: id })
        .execute();
      await tx
        .insertInto('driver_locations')
        .values({ driver_id: driver, location_id: [location, other][at]! })
        .execute();
    }
  });

  const { rows } = await inLocationScope(
    location,
    'SELECT storage_key AS key FROM files WHERE created_by = ANY ($1) ORDER BY 1',
    [[mine, hers]],
    mine,
  );

  expect(rows.map(({ key }) => key)).toEqual(
    [`export/${mine}`, `image/${hers}`, 'our doorstep', 'our driver'].sort(),
  );
  await expect(
    inLocationScope(
      location,
      `INSERT INTO files (id, kind, storage_key, mime, bytes, name, created_by, location_id)
       VALUES ($1, 'photo', 'x', 'x', 1, 'x', $2, $3)`,
      [newId(), mine, other],
      mine,
    ),
  ).rejects.toMatchObject({ code: '42501' });
  const removed = await inLocationScope(location, "DELETE FROM files WHERE kind = 'photo'", [], mine);
  expect(removed.rowCount).toBe(0);
});

/** The result of a statement for a user of one location. */
async function inLocationScope(location: string, text: string, values: unknown[], actor = newId()) {
  const client = await shop.db.locationScope.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT set_config('app.locations', $1, true), set_config('app.user', $2, true)", [
      `{${location}}`,
      actor,
    ]);
    return await client.query(text, values);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('hides emails, marketplace events and stored responses of others from users limited to certain locations', async () => {
  const client = await shop.db.locationScope.connect();
  try {
    for (const table of ['mails', 'changes', 'server_secrets', 'api_keys', 'captchas']) {
      await expect(client.query(`SELECT FROM ${table}`), table).rejects.toMatchObject({ code: '42501' });
    }
    const kept = await client.query("SELECT relrowsecurity FROM pg_class WHERE relname = 'idempotency_keys'");
    expect(kept.rows).toEqual([{ relrowsecurity: true }]);
  } finally {
    client.release();
  }
});

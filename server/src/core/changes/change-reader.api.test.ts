import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import { prune } from '../../system/jobs/periodic.queries.ts';
import { system, type Tx, transaction } from '../db/db.ts';
import { newId } from '../ids.ts';
import { announce } from '../live-events.ts';
import { readChanges, type StoredChange } from './change-reader.ts';
import { recordChange } from './record-change.ts';

const shop = await openShop();
let seen: StoredChange[];
let fails: boolean;
const reader = {
  name: 'test',
  resources: ['brands'],
  read: async (_tx: Tx, changes: readonly StoredChange[]) => {
    if (fails) throw new Error('The reader is broken');
    seen.push(...changes);
  },
};
beforeEach(async () => {
  seen = [];
  fails = false;
  await shop.sql`
    DELETE FROM changes;
    DELETE FROM change_readers WHERE name = 'test';
    INSERT INTO change_readers (name) VALUES ('test')`;
});

const change = (tx: Tx, name: string, recordId = newId()) =>
  recordChange(
    tx,
    { userId: null, name: 'Ada' },
    {
      resource: 'brands',
      action: 'create',
      recordId,
      after: { name, version: 1 },
      snapshot: { name },
    },
  );
const read = () => shop.look((tx) => readChanges(tx, reader));
const readAll = async () => {
  while (await read());
};
const namesSeen = () => seen.map(({ snapshot }) => (snapshot as { name: string }).name);

test('reads changes of its resources once', async () => {
  await shop.look((tx) => change(tx, 'Oatly'));
  await shop.look((tx) => announce(tx, { topic: 'jobs', action: 'progress', permission: 'access_setting' }));

  await vi.waitFor(async () => {
    await readAll();
    expect(seen).toMatchObject([
      { resource: 'brands', action: 'create', version: 1, fields: null, actorName: 'Ada' },
    ]);
  });
  await readAll();

  expect(namesSeen()).toEqual(['Oatly']);
});

test('includes all changes of a slow transaction', async () => {
  const { promise: isFastDone, resolve: fastIsDone } = Promise.withResolvers<void>();
  const slow = shop.look(async (tx) => {
    await change(tx, 'slow');
    await tx.selectFrom('brands').select('id').limit(1).execute();
    await isFastDone;
  });
  await vi.waitFor(async () => {
    const rows = await shop.sql`SELECT FROM pg_stat_activity
      WHERE state = 'idle in transaction' AND backend_xid IS NOT NULL
      AND datname = current_database()`;
    expect(rows.length).toBeGreaterThan(0);
  });
  await shop.look((tx) => change(tx, 'fast'));
  await readAll();
  expect(seen).toEqual([]);
  fastIsDone();
  await slow;

  await vi.waitFor(async () => {
    await readAll();
    expect(namesSeen()).toEqual(['slow', 'fast']);
  });
});

test('reads a batch again if its work fails', async () => {
  await shop.look((tx) => change(tx, 'Oatly'));
  fails = true;
  await vi.waitFor(() => expect(read()).rejects.toThrow('The reader is broken'));
  fails = false;

  await readAll();

  expect(namesSeen()).toEqual(['Oatly']);
});

test('works on one server at a time', async () => {
  await shop.look((tx) => change(tx, 'Oatly'));

  await shop.look(async (tx) => {
    await sql`SELECT FROM change_readers WHERE name = 'test' FOR UPDATE`.execute(tx);
    expect(await transaction(shop.db, system, (other) => readChanges(other, reader))).toBe(false);
  });

  expect(seen).toEqual([]);
});

test('refuses to read without a position', async () => {
  await expect(shop.look((tx) => readChanges(tx, { ...reader, name: 'unknown' }))).rejects.toThrow(
    'change_readers has no row of unknown',
  );
});

test('continues in another cluster with all unread changes from before and after a restore', async () => {
  await shop.look((tx) => change(tx, 'read'));
  await vi.waitFor(async () => {
    await readAll();
    expect(namesSeen()).toEqual(['read']);
  });
  await shop.look((tx) => change(tx, 'unread'));
  // Simulates a restore: rows and positions come from a cluster with a far higher counter.
  await shop.sql`
    UPDATE changes SET transaction_id = (transaction_id::text::bigint + 1000000)::text::xid8;
    UPDATE change_readers SET transaction_id = (transaction_id::text::bigint + 1000000)::text::xid8, cluster_id = 17`;
  await shop.look((tx) => change(tx, 'new'));

  await vi.waitFor(async () => {
    await readAll();
    expect(namesSeen()).toEqual(['read', 'unread', 'new']);
  });
});

test('keeps changes for 7 days and until every reader has passed them', async () => {
  const age = (name: string) =>
    shop.db.owner.query(
      `UPDATE changes SET at = now() - interval '8 days' WHERE snapshot ->> 'name' = '${name}'`,
    );
  const kept = async () => {
    await shop.look(prune);
    const rows = await shop.sql`SELECT snapshot ->> 'name' AS name FROM changes
      WHERE snapshot ->> 'name' IN ('old', 'fresh') ORDER BY id`;
    return rows.map(({ name }) => name);
  };
  await shop.look((tx) => change(tx, 'old'));
  await shop.look((tx) => change(tx, 'fresh'));
  await age('old');
  expect(await kept()).toEqual(['old', 'fresh']);

  await vi.waitFor(async () => {
    await readAll();
    expect(namesSeen()).toEqual(['old', 'fresh']);
  });
  await shop.sql`
    UPDATE change_readers SET (transaction_id, change_id) = (
      SELECT transaction_id, change_id FROM change_readers WHERE name = 'test')`;

  expect(await kept()).toEqual(['fresh']);
});

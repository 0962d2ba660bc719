import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { transaction } from '../db/db.ts';
import { newId } from '../ids.ts';
import { announce } from '../live-events.ts';
import { changeRows, differences, recordChange, recordChanges } from './record-change.ts';

const shop = await openShop();

const actor = { userId: null, name: 'Ada' };
const changesOf = (recordId: string) =>
  shop.sql`SELECT * FROM changes WHERE record_id = ${recordId} ORDER BY id`;
const entriesOf = (recordId: string) =>
  shop.look((tx) => tx.selectFrom('audit_entries').selectAll().where('record_id', '=', recordId).execute());

test('writes the audit entry and the change with its fields and their previous values', async () => {
  const recordId = newId();
  const before = {
    _id: recordId,
    name: 'Oaty',
    status: true,
    logo: { _id: 'a', small: 'signed-1' },
    version: 1,
  };
  const after = { ...before, name: 'Oatly', logo: { _id: 'a', small: 'signed-2' }, version: 2 };

  await shop.look((tx) =>
    recordChange(tx, actor, { resource: 'brands', action: 'edit', recordId, before, after }),
  );

  expect(await changesOf(recordId)).toMatchObject([
    {
      resource: 'brands',
      action: 'edit',
      version: 2,
      fields: ['name'],
      former: { name: 'Oaty', version: 1 },
      actor_name: 'Ada',
      permission: 'brand_list',
      location_id: null,
    },
  ]);
  expect(await entriesOf(recordId)).toMatchObject([{ action: 'edit', actor_name: 'Ada', before, after }]);
});

test('records no fields for created and deleted records', async () => {
  const recordId = newId();
  const brand = { name: 'Oatly', version: 3 };

  await shop.look((tx) =>
    recordChanges(tx, actor, [
      { resource: 'brands', action: 'create', recordId, after: brand },
      { resource: 'brands', action: 'delete', recordId, before: brand },
    ]),
  );

  expect(await changesOf(recordId)).toMatchObject([
    { action: 'create', version: 3, fields: null, former: null },
    { action: 'delete', version: 3, fields: null, former: null },
  ]);
});

test('compares the rows of a statement in the database', async () => {
  const [one, other] = [newId(), newId()];
  const change = {
    resource: 'products',
    action: 'edit',
    recordId: sql`rows.id`,
    version: sql`(rows.after ->> 'version')::bigint`,
    before: sql`rows.before`,
    after: sql`rows.after`,
  } as const;
  const rows = [
    {
      id: one,
      before: { name: 'Milk', price: 1, version: 1 },
      after: { name: 'Oat milk', price: 1, version: 2 },
    },
    { id: other, before: { name: 'Eggs', version: 7 }, after: { name: 'Eggs', version: 8 } },
  ];

  await shop.look((tx) =>
    sql`WITH ${changeRows(
      actor,
      change,
      sql`FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows (id uuid, before jsonb, after jsonb)`,
    )} SELECT`.execute(tx),
  );

  expect(await changesOf(one)).toMatchObject([
    { version: 2, fields: ['name'], former: { name: 'Milk', version: 1 } },
  ]);
  expect(await changesOf(other)).toMatchObject([{ version: 8, fields: [], former: { version: 7 } }]);
  expect(await entriesOf(one)).toHaveLength(1);
});

test('notifies all users with the permission about changes to shared resources', async () => {
  const [location, recordId] = [await addOrderLocation(shop), newId()];

  await shop.look((tx) =>
    recordChange(tx, actor, { resource: 'customers', action: 'edit', recordId, locationId: location }),
  );

  expect(await changesOf(recordId)).toMatchObject([{ location_id: null }]);
  expect(await entriesOf(recordId)).toMatchObject([{ location_id: location }]);
});

test('allows store staff to record changes of their own locations only, and to read none', async () => {
  const [own, other] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const staff = { userId: null, locations: [own] };
  const announceAt = (locationId: string | undefined) =>
    transaction(shop.db, staff, (tx) =>
      announce(tx, {
        topic: 'stock',
        action: 'moved',
        permission: 'inventory_list',
        ...(locationId && { locationId }),
      }),
    );

  await announceAt(own);
  await announceAt(undefined);
  await expect(announceAt(other)).rejects.toThrow(/row-level security/);
  await expect(
    transaction(shop.db, staff, (tx) => tx.selectFrom('changes').select('id').execute()),
  ).rejects.toThrow(/permission denied/);
});

test('reports a field that only one state has as changed', () => {
  expect(differences({ a: 1, b: null }, { a: 1, c: [] })).toEqual({
    fields: ['b', 'c'],
    former: { b: null, c: null },
  });
});

import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/core/db.ts';
import { freshDatabase } from './database.ts';

test('a fresh database is migrated, empty, and nobody else’s', async () => {
  const [ours, theirs] = await Promise.all([freshDatabase(), freshDatabase()]);
  const database = await openDatabase({ connectionString: ours.url });
  await database.owner.query('create table note (text text)');
  const other = new pg.Client(theirs.url);
  await other.connect();

  const { rows } = await other.query("select to_regclass('note') as note, count(*) from schema_migrations");

  expect(rows[0].note).toBeNull();
  expect(Number(rows[0].count)).toBeGreaterThan(0);
  await Promise.all([database.close(), other.end()]);
  await Promise.all([ours.drop(), theirs.drop()]);
});

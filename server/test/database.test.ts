import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import pg from 'pg';
import { expect, test } from 'vitest';
import { allocateConnections, handleLostConnections, openDatabase } from '../src/core/db/db.ts';
import { migrate } from '../src/core/db/setup/migrate.ts';
import { freshDatabase } from './database.ts';

test('creates a separate, migrated, empty database', async () => {
  const [ours, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  const database = await openDatabase({ connectionString: ours.url });
  await database.owner.query('create table note (text text)');
  const client = new pg.Client(other.url);
  await client.connect();

  const { rows } = await client.query("select to_regclass('note') as note, count(*) from schema_migrations");

  expect(rows[0].note).toBeNull();
  expect(Number(rows[0].count)).toBeGreaterThan(0);
  await Promise.all([database.close(), client.end()]);
  await Promise.all([ours.drop(), other.drop()]);
});

test('keeps a database from before the first release unchanged, and prints the next step in one line', async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // A pool ends before its connections are closed, so dropping the database cuts them off.
  handleLostConnections(pool);
  await pool.query(
    "truncate schema_migrations; insert into schema_migrations (name) values ('0001-foundation.sql')",
  );

  const refused = await migrate(pool).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(StartupProblem);
  expect(String(refused)).toMatch(/before the first release .*npm run db:reset.*DATABASE_URL/);
  const { rows } = await pool.query('select name from schema_migrations');
  expect(rows).toEqual([{ name: '0001-foundation.sql' }]);
  await pool.end();
  await drop();
});

test('opens no more connections than configured, and nearly all of them for requests', () => {
  for (let total = 10; total <= 200; total += 1) {
    const { owner, jobs, requests } = allocateConnections(total);
    const all = owner + jobs + 2 * requests + Math.ceil(requests / 4);

    expect(all).toBeLessThanOrEqual(total);
    expect(all).toBeGreaterThan(total - 4);
    expect(requests).toBeGreaterThan(1);
  }
});

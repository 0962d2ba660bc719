import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { migrate } from './setup/migrate.ts';

// Test cases: a database restored by pg_restore where its roles are missing or lack privileges.

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

async function start(url = database.url): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  try {
    return `applied ${(await migrate(pool)).length}`;
  } catch (error) {
    return `${(error as Error).constructor.name}: ${(error as Error).message}`;
  } finally {
    await pool.end();
  }
}

test('starts with a database that has all of its rules', async () => {
  expect(await start()).toBe('applied 0');
});

test.each([
  ['policies', 'DROP POLICY own_locations ON orders', 'table orders'],
  ['row security', 'ALTER TABLE orders DISABLE ROW LEVEL SECURITY', 'table orders'],
  ['privileges', 'REVOKE SELECT ON brands FROM aisle_located', 'table brands'],
  ['additional privileges', 'GRANT SELECT ON access_rules, mails TO aisle_located', 'table mails'],
  ['triggers that protect ledgers', 'DROP TRIGGER append_only ON ledger_entries', 'table ledger_entries'],
  ['disabled triggers', 'ALTER TABLE ledger_entries DISABLE TRIGGER append_only', 'table ledger_entries'],
  [
    'the roles that can call a function',
    'GRANT EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz) TO PUBLIC; REVOKE ALL ON FUNCTION enqueue_job(text, jsonb, timestamptz) FROM aisle_all, PUBLIC',
    'function enqueue_job(text,jsonb,timestamp with time zone)',
  ],
  [
    'default privileges',
    'ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE SELECT ON TABLES FROM aisle_all',
    'rights on what is created next',
  ],
])('refuses to start after a change of %s, with the fix in one line', async (_, change, what) => {
  await client.query(change);

  const refused = await start();

  expect(refused).toContain(`StartupProblem: Access rules of this database are missing or changed: ${what}`);
  expect(refused).toContain('CREATE ROLE aisle_all; CREATE ROLE aisle_located;');
  expect(refused).not.toContain('\n');
});

test('detects a table without policies even if no rules were stored', async () => {
  await client.query('DROP TABLE access_rules');
  await client.query(`DO $$ DECLARE one text; BEGIN
    FOR one IN SELECT policyname FROM pg_policies WHERE tablename = 'orders' LOOP
      EXECUTE format('DROP POLICY %I ON orders', one);
    END LOOP; END $$`);

  expect(await start()).toContain('missing or changed: table orders. ');
});

test('ignores roles, tables and views that an operator adds', async () => {
  // Roles belong to all databases of a server, so another database may have created it already.
  await client.query(
    `DO $$ BEGIN CREATE ROLE aisle_key IN ROLE aisle_all; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  await client.query('CREATE TABLE my_notes (text text); CREATE VIEW my_view AS SELECT 1 AS one');

  expect(await start()).toBe('applied 0');
});

import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/core/db/db.ts';
import { newId } from '../src/core/ids.ts';
import { freshDatabase } from './database.ts';

// Users limited to certain locations can write every new table unless its migration restricts it: `restrict_to_locations` for
// rows of a location, `read_only_for_locations` for rows that all locations share.

/**
 * Users limited to certain locations can add rows to these tables, but read them only through functions that take the ID of a
 * row.
 */
const writtenByAll = ['mails'];

test('lets users limited to certain locations write only their own rows, or only read, in every table', async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.url);
  await client.connect();

  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relrowsecurity
      AND has_table_privilege('aisle_located', oid, 'INSERT, UPDATE, DELETE') ORDER BY relname`);

  expect(rows.map(({ name }) => name)).toEqual(writtenByAll);
  await client.end();
  await database.drop();
});

// For every statement, PostgreSQL reads the condition of a trigger and parses the SQL functions in it, at 20 µs each.
test('uses no SQL function in the condition of a trigger', async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.url);
  await client.connect();

  const { rows } = await client.query<{ name: string }>(`
    SELECT DISTINCT relname || '.' || tgname AS name FROM pg_trigger
    JOIN pg_class ON pg_class.oid = tgrelid
    JOIN pg_depend ON classid = 'pg_trigger'::regclass AND objid = pg_trigger.oid AND refclassid = 'pg_proc'::regclass
    JOIN pg_proc ON pg_proc.oid = refobjid AND pg_proc.oid <> tgfoid
    JOIN pg_language ON pg_language.oid = prolang AND lanname = 'sql'
    WHERE NOT tgisinternal ORDER BY 1`);

  expect(rows).toEqual([]);
  await client.end();
  await database.drop();
});

test('allows users limited to certain locations to add their own files and replace pictures, but no other tasks', async () => {
  const database = await freshDatabase();
  const db = await openDatabase({ connectionString: database.url }, 2);
  const [me, picture, report] = [newId(), newId(), newId()];
  const file = (id: string, kind: string, by: string) =>
    `INSERT INTO files (id, kind, storage_key, mime, bytes, name, created_by) VALUES ('${id}', '${kind}', 'x', 'x', 1, 'x', '${by}')`;
  await db.owner.query(`${file(picture, 'image', newId())}; ${file(report, 'export', newId())}`);
  const asStaff = async (text: string) => {
    const client = await db.locationScope.connect();
    try {
      await client.query(`BEGIN; SET LOCAL app."user" = '${me}'`);
      const { rowCount } = await client.query(text);
      return rowCount;
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };
  const notAllowed = '42501';

  expect(await asStaff(file(newId(), 'image', me))).toBe(1);
  expect(await asStaff(file(newId(), 'image', newId()))).toBe(notAllowed);
  expect(await asStaff("UPDATE files SET storage_key = 'y'")).toBe(notAllowed);
  expect(await asStaff(`DELETE FROM files WHERE id = '${report}'`)).toBe(0);
  expect(await asStaff(`DELETE FROM files WHERE id = '${picture}'`)).toBe(1);
  expect(await asStaff("SELECT enqueue_job('run_job', '{}')")).toBe(1);
  expect(await asStaff("SELECT enqueue_job('prune', '{}')")).toBe(notAllowed);
  await db.close();
  await database.drop();
});

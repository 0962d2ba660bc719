import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

// People of single locations may write every new table unless its migration says otherwise: `keep_to_locations` for
// rows of a location, `read_only_for_locations` for what all of them share.

/** Written by whatever anybody does, and read by nobody of a location but through what names the row. */
const writtenByAll = ['files', 'live_events', 'mails'];

test('each table keeps people of single locations to their rows, or from writing it', async () => {
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

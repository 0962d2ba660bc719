import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { describeDatabase } from '../src/core/db/db-types.ts';
import { freshDatabase } from './database.ts';

test('matches the row types to the migrated database', async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.url);
  await client.connect();

  const described = await describeDatabase(client);

  await client.end();
  await database.drop();
  expect(described).toBe(
    await readFile(new URL('../src/core/db/db-types.generated.ts', import.meta.url), 'utf8'),
  );
});

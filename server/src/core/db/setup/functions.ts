import type pg from 'pg';
import { type FunctionFile, functionSetOf, readFunctionFiles } from './schema-files.ts';

/** Names of the applied function files that the database has recorded, with the hashes of their texts. */
async function recordedFunctions(client: pg.ClientBase): Promise<Map<string, string>> {
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('public.schema_functions') IS NOT NULL AS exists`,
  );
  if (!table.rows[0]!.exists) return new Map();
  const { rows } = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM schema_functions',
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/**
 * Applies the function files that changed since the database last recorded them. Records the set of functions, so that an older
 * server refuses to start. Runs inside a transaction. Returns the names of the applied files.
 */
export async function applyFunctions(client: pg.ClientBase): Promise<string[]> {
  const files = await readFunctionFiles();
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_functions (name text PRIMARY KEY, hash text NOT NULL);
    REVOKE ALL ON schema_functions FROM aisle_all, aisle_located`);
  const recorded = await recordedFunctions(client);
  const changed = files.filter(({ name, hash }) => recorded.get(name) !== hash);
  const removed = [...recorded.keys()].filter((name) => !files.some((file) => file.name === name));
  for (const name of removed) await assertDropped(client, name);
  // Functions refer to each other, and some refer to tables of later files.
  await client.query('SET LOCAL check_function_bodies = off');
  for (const file of changed) await apply(client, file);
  await record(client, changed, removed, functionSetOf(files));
  return changed.map(({ name }) => name);
}

/** Whether the database has exactly the functions of this version. */
export async function hasFunctions(client: pg.ClientBase): Promise<boolean> {
  const recorded = await recordedFunctions(client);
  const files = await readFunctionFiles();
  return files.length === recorded.size && files.every(({ name, hash }) => recorded.get(name) === hash);
}

/** Drops a function's triggers and resets its grants before its file is applied, so that the file alone decides them. */
const reset = `
  DO $$
  DECLARE
    target record;
    attached record;
  BEGIN
    FOR target IN SELECT oid, oid::regprocedure AS signature FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname = %NAME%
    LOOP
      FOR attached IN SELECT tgname, tgrelid::regclass AS relation FROM pg_trigger
        WHERE tgfoid = target.oid AND NOT tgisinternal
      LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', attached.tgname, attached.relation);
      END LOOP;
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO aisle_all, aisle_located', target.signature);
    END LOOP;
  END $$`;

async function apply(client: pg.ClientBase, { name, text }: FunctionFile): Promise<void> {
  try {
    await client.query(reset.replace('%NAME%', `'${name}'`));
    await client.query(text);
  } catch (error) {
    throw new Error(`Function file ${name}.sql failed: ${(error as Error).message}`, { cause: error });
  }
  const declared = text.match(/^CREATE OR REPLACE FUNCTION /gm)?.length ?? 0;
  const existing = await countFunctions(client, name);
  if (existing !== declared) {
    throw new Error(
      `Function file ${name}.sql declares ${declared}, but the database has ${existing}: a patch must drop the old signature`,
    );
  }
}

async function assertDropped(client: pg.ClientBase, name: string): Promise<void> {
  if ((await countFunctions(client, name)) === 0) return;
  throw new Error(`Function file ${name}.sql was deleted, but no patch drops the function`);
}

async function countFunctions(client: pg.ClientBase, name: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = $1`,
    [name],
  );
  return rows[0]!.count;
}

async function record(
  client: pg.ClientBase,
  changed: readonly FunctionFile[],
  removed: readonly string[],
  set: string,
): Promise<void> {
  await client.query('DELETE FROM schema_functions WHERE name = ANY ($1)', [removed]);
  await client.query(
    `INSERT INTO schema_functions (name, hash) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (name) DO UPDATE SET hash = excluded.hash`,
    [changed.map(({ name }) => name), changed.map(({ hash }) => hash)],
  );
  await client.query('INSERT INTO schema_migrations (name) VALUES ($1) ON CONFLICT DO NOTHING', [set]);
}

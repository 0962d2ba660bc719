import { readdir, readFile } from 'node:fs/promises';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { refuseLostAccess, rememberAccessRules } from '../access-rules.ts';
import { handleLostConnections } from '../db.ts';

const folder = new URL('../../../../migrations/', import.meta.url);
/** An arbitrary number for the advisory lock: one server migrates while the others wait. */
const migrationLock = 4_151_200_1;
/** An empty schema that a restore makes first and drops last. */
export const unfinishedRestore = 'restore_unfinished';
/** The first of the files that were replaced by one file per domain before the first release. */
const formerFirst = '0001-foundation.sql';

/**
 * Brings the schema up to date, ours and then the job runner's; gives the names of what was new of ours. With `only`,
 * it goes no further than these migrations.
 */
export async function migrate(pool: pg.Pool, only?: readonly string[]): Promise<string[]> {
  const applied = await applyNew(pool, only);
  handleLostConnections(pool);
  await runMigrations({ pgPool: pool, logger: silent, noPreparedStatements: true });
  return applied;
}
const silent = new Logger(() => () => undefined);

/** The names of all migrations that this version has, in order. */
export const knownMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/** Applies what of server/migrations/*.sql is new, in order, each in a transaction. */
async function applyNew(pool: pg.Pool, only?: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await oneAtATime(client, async () => {
      await client.query(
        'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
      );
    });
    const done = await appliedNames(client);
    if (done.has(formerFirst)) throw beforeRelease();
    if (!only) {
      await refuseNewer(done);
      await refuseUnfinished(client);
    }
    await refuseWithoutIcu(client);
    await refuseLostAccess(client);
    const wanted = (await knownMigrations()).filter((name) => !only || only.includes(name));
    const applied: string[] = [];
    for (const name of wanted) {
      if (!done.has(name) && (await apply(client, name))) applied.push(name);
    }
    if (applied.length > 0) await rememberAccessRules(client);
    return applied;
  } finally {
    client.release();
  }
}

const beforeRelease = () =>
  new StartupProblem(
    'This database was made by a version before the first release and cannot be upgraded: ' +
      'run npm run db:reset, or set DATABASE_URL to an empty database.',
  );

/** What a newer version changed is unknown here: what this one wrote could be wrong in a way that nobody sees. */
async function refuseNewer(done: ReadonlySet<string>): Promise<void> {
  const known = new Set(await knownMigrations());
  const newest = [...done]
    .filter((name) => !known.has(name))
    .sort()
    .at(-1);
  if (newest === undefined) return;
  throw new StartupProblem(
    `This database was migrated by a newer Aisle (${newest}). Start that version or a later one, or restore a backup that this version made; nothing was changed.`,
  );
}

/** ICU sorts names in the same way in every database, whatever its locale. */
export async function refuseWithoutIcu(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS found`,
  );
  if (rows[0]!.found) return;
  throw new StartupProblem(
    'This PostgreSQL was built without ICU, which Aisle sorts names with. Use a build with ICU, such as the packages of PostgreSQL and those of Linux distributions; nothing was changed.',
  );
}

async function refuseUnfinished(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query('SELECT to_regnamespace($1) IS NOT NULL AS found', [unfinishedRestore]);
  if (!rows[0]!.found) return;
  throw new StartupProblem(
    "A restore into this database didn't finish, so this database has only a part of the backup. Restore again into an empty database or DATA_DIR.",
  );
}

async function appliedNames(client: pg.PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
  return new Set(rows.map((row) => row.name));
}

/** Gives whether it was new: another server may have applied it while this one waited. */
async function apply(client: pg.PoolClient, name: string): Promise<boolean> {
  const text = await readFile(new URL(name, folder), 'utf8');
  try {
    return await oneAtATime(client, async () => {
      if ((await appliedNames(client)).has(name)) return false;
      await client.query(text);
      await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
      return true;
    });
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** In a transaction that no other server is in: behind a pooler, a lock of the session could not be given back. */
async function oneAtATime<Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

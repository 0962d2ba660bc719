import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { rejectLostAccess, rememberAccessRules } from '../access-rules.ts';
import { handleLostConnections } from '../db.ts';
import { applyFunctions, hasFunctions } from './functions.ts';
import {
  functionSetOf,
  readDomainFiles,
  readFunctionFiles,
  readUpgrade,
  recordedFunctionSets,
  upgradeNames,
} from './schema-files.ts';

/** An arbitrary number for the advisory lock: one server migrates while the others wait. */
const migrationLock = 4_151_200_1;
/** An empty schema that a restore creates first and drops last. */
export const unfinishedRestore = 'restore_unfinished';
/** The first of the files that one file per domain replaced before the first release. */
const oldestFirst = '0001-foundation.sql';

/**
 * Brings the schema up to date, first the application's, then the job runner's. Returns the names of the application's files
 * that were new to this database. With `only`, applies just those upgrades: the schema of the version that made a backup.
 */
export async function migrate(pool: pg.Pool, only?: readonly string[]): Promise<string[]> {
  const applied = await applyNew(pool, only);
  handleLostConnections(pool);
  await runMigrations({ pgPool: pool, logger: silent, noPreparedStatements: true });
  return applied;
}
const silent = new Logger(() => () => undefined);

/** The names that a database of this or an earlier version can have recorded. */
export async function existingNames(): Promise<string[]> {
  return [...(await upgradeNames()), ...(await recordedFunctionSets())];
}

/** The names that an up-to-date database has recorded. */
export async function requiredNames(): Promise<string[]> {
  return [...(await upgradeNames()), functionSetOf(await readFunctionFiles())];
}

async function applyNew(pool: pg.Pool, only?: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await oneAtATime(client, async () => {
      await client.query(
        'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
      );
    });
    const done = await appliedNames(client);
    if (done.has(oldestFirst)) throw beforeRelease();
    if (!only) {
      await rejectNewer(done);
      await rejectUnfinished(client);
    }
    await requireIcu(client);
    await rejectLostAccess(client);
    const isCurrent = !only || (await requiredNames()).every((name) => only.includes(name));
    const applied = await (isCurrent ? upgradeSchema(client, done) : upgrade(client, only));
    if (applied.length > 0) await rememberAccessRules(client);
    return applied;
  } finally {
    client.release();
  }
}

async function upgradeSchema(client: pg.PoolClient, done: ReadonlySet<string>): Promise<string[]> {
  if (done.size === 0) {
    const created = await oneAtATime(client, () => createSchema(client));
    if (created.length > 0) return created;
  }
  const upgraded = await upgrade(client, await upgradeNames());
  if (await hasFunctions(client)) return upgraded;
  return [...upgraded, ...(await oneAtATime(client, () => applyFunctions(client)))];
}

/** Creates the current schema in a new database. Does nothing if another server has just created it. */
async function createSchema(client: pg.PoolClient): Promise<string[]> {
  if ((await appliedNames(client)).size > 0) return [];
  await client.query('SET LOCAL check_function_bodies = off');
  for (const { name, text } of await readDomainFiles()) await run(client, name, text);
  await applyFunctions(client);
  const names = await upgradeNames();
  await client.query('INSERT INTO schema_migrations (name) SELECT unnest($1::text[])', [names]);
  return names;
}

/** Applies the frozen migrations and patches among `wanted` that the database lacks, each in its own transaction. */
async function upgrade(client: pg.PoolClient, wanted: readonly string[]): Promise<string[]> {
  const done = await appliedNames(client);
  const applied: string[] = [];
  for (const name of await upgradeNames()) {
    if (wanted.includes(name) && !done.has(name) && (await apply(client, name))) applied.push(name);
  }
  return applied;
}

const beforeRelease = () =>
  new StartupProblem(
    'This database was made by a version before the first release and cannot be upgraded: ' +
      'run npm run db:reset, or set DATABASE_URL to an empty database.',
  );

/** Refuses a database of a newer version: its changes are unknown here, so writes could be wrong without anyone noticing. */
async function rejectNewer(done: ReadonlySet<string>): Promise<void> {
  const known = new Set(await existingNames());
  const newest = [...done]
    .filter((name) => !known.has(name))
    .sort()
    .at(-1);
  if (newest === undefined) return;
  throw new StartupProblem(
    `This database was migrated by a newer Aisle (${newest}). Start that version or a later one, or restore a backup that this version made; nothing was changed.`,
  );
}

/** Requires ICU, which sorts names the same way in every database, whatever its locale. */
export async function requireIcu(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS found`,
  );
  if (rows[0]!.found) return;
  throw new StartupProblem(
    'This PostgreSQL was built without ICU, which Aisle sorts names with. Use a build with ICU, such as the packages of PostgreSQL and those of Linux distributions; nothing was changed.',
  );
}

async function rejectUnfinished(client: pg.PoolClient): Promise<void> {
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

/** Returns whether the file was new: another server may have applied it while this one waited. */
async function apply(client: pg.PoolClient, name: string): Promise<boolean> {
  const text = await readUpgrade(name);
  return oneAtATime(client, async () => {
    if ((await appliedNames(client)).has(name)) return false;
    await run(client, name, text);
    await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
    return true;
  });
}

async function run(client: pg.PoolClient, name: string, text: string): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Uses a lock that ends with the transaction: behind a pooler, a session lock could not be released. */
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

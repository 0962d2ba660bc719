import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { handleLostConnections, openDatabase, system, transaction } from '../src/core/db/db.ts';
import { applyFunctions } from '../src/core/db/setup/functions.ts';
import { migrate } from '../src/core/db/setup/migrate.ts';
import {
  functionSetOf,
  readDomainFiles,
  readFunctionFiles,
  recordedFunctionSets,
  upgradeNames,
} from '../src/core/db/setup/schema-files.ts';
import { writeBackup } from '../src/system/backups/backup.ts';
import { restoreBackup } from '../src/system/backups/restore.ts';
import { catalogOf } from './catalog.ts';
import { run, withDatabase } from './database.setup.ts';
import { freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';

/** Calls `look` with an empty database without any schema. */
async function withEmptyDatabase<Result>(look: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const { url } = inject('testDatabase');
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  await run(url, `create database ${name}`);
  const pool = new pg.Pool({ connectionString: withDatabase(url, name), max: 2 });
  // Dropping the database ends connections that are still closing.
  handleLostConnections(pool);
  try {
    return await look(pool);
  } finally {
    await pool.end();
    await run(url, `drop database if exists ${name} with (force)`);
  }
}

/** Calls `look` with a transaction on a new database and rolls it back. */
async function withTransaction(look: (client: pg.Client) => Promise<void>): Promise<void> {
  const { url, drop } = await freshDatabase();
  const client = new pg.Client(url);
  // Dropping the database ends a connection that is still closing.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN');
    await look(client);
    await client.query('ROLLBACK');
  } finally {
    await client.end();
    await drop();
  }
}

test('creates the same schema as upgrading the oldest database does', async () => {
  const upgraded = await withEmptyDatabase(async (pool) => {
    await migrate(pool, await upgradeNames());
    await migrate(pool);
    return catalogOf(pool);
  });
  const created = await withEmptyDatabase(async (pool) => {
    await migrate(pool);
    return catalogOf(pool);
  });

  expect(created.filter((line) => !upgraded.includes(line))).toEqual([]);
  expect(upgraded.filter((line) => !created.includes(line))).toEqual([]);
});

/**
 * The number of rows of each table that isn't empty. The record of applied files and the events of an upgrade differ on
 * purpose.
 */
async function countRows(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname NOT IN ('schema_migrations', 'schema_functions', 'changes') ORDER BY 1`);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const found = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
    if (found.rows[0]!.count > 0) counts[name] = found.rows[0]!.count;
  }
  return counts;
}

test('starts with the same rows as an upgraded database', async () => {
  const upgraded = await withEmptyDatabase(async (pool) => {
    await migrate(pool, await upgradeNames());
    await migrate(pool);
    return countRows(pool);
  });
  const created = await withEmptyDatabase(async (pool) => {
    await migrate(pool);
    return countRows(pool);
  });

  expect(Object.keys(created)).toContain('settings');
  expect(created).toEqual(upgraded);
});

test('restores a backup from before the schema was consolidated', { timeout: 60_000 }, async () => {
  const created = await withEmptyDatabase(async (pool) => {
    await migrate(pool);
    return catalogOf(pool);
  });

  const dataDir = await mkdtemp(path.join(tmpdir(), 'aisle-restore-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await withEmptyDatabase(async (pool) => {
    const target = { config: { connectionString: pool.options.connectionString }, dataDir };
    await restoreBackup(target, fileURLToPath(new URL('fixtures/backup-0092.zip', import.meta.url)));

    expect(await catalogOf(pool)).toEqual(created);
    // A marketplace with orders doesn't start with the setup steps.
    const settings = await pool.query(`SELECT "values" -> 'setup' -> 'isShown' AS shown FROM settings`);
    expect(settings.rows).toEqual([{ shown: false }]);
    const { rows } = await pool.query('SELECT status, total > 0 AS "hasTotal" FROM orders ORDER BY status');
    expect(rows).toEqual([
      { status: 'delivered', hasTotal: true },
      { status: 'orderPlaced', hasTotal: true },
    ]);
    const db = await openDatabase({ connectionString: pool.options.connectionString }, 2);
    await transaction(db, system, checkInvariants);
    await db.close();
  });
});

test('restores a backup of an earlier set of functions', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'aisle-restore-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const file = path.join(dataDir, 'backup.zip');
  const [earlier] = await recordedFunctionSets();
  const created = await withEmptyDatabase(async (pool) => {
    await migrate(pool);
    await pool.query(`UPDATE schema_migrations SET name = $1 WHERE name LIKE 'functions-%'`, [earlier]);
    await writeBackup({ config: { connectionString: pool.options.connectionString }, dataDir }, file);
    return catalogOf(pool);
  });

  await withEmptyDatabase(async (pool) => {
    const target = { config: { connectionString: pool.options.connectionString }, dataDir: `${dataDir}/new` };
    await restoreBackup(target, file);

    expect(await catalogOf(pool)).toEqual(created);
  });
});

test('applies nothing to a database that is up to date', async () => {
  await withEmptyDatabase(async (pool) => {
    await migrate(pool);

    expect(await migrate(pool)).toEqual([]);
  });
});

test('lists the current set of functions', async () => {
  expect(await recordedFunctionSets(), 'Run npm run db:types').toContain(
    functionSetOf(await readFunctionFiles()),
  );
});

test('restores a function that differs from its file, with its grants and triggers', async () => {
  await withTransaction(async (client) => {
    const before = await catalogOf(client);
    await client.query(`
      CREATE OR REPLACE FUNCTION apply_movements() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER extra AFTER INSERT ON stock_movements FOR EACH STATEMENT EXECUTE FUNCTION apply_movements();
      REVOKE ALL ON FUNCTION apply_movements FROM aisle_all;
      DROP TRIGGER apply_movements ON stock_movements;
      UPDATE schema_functions SET hash = 'earlier' WHERE name = 'apply_movements'`);

    expect(await applyFunctions(client)).toEqual(['apply_movements']);

    expect(await catalogOf(client)).toEqual(before);
  });
});

test('rejects a deleted function file whose function no patch dropped', async () => {
  await withTransaction(async (client) => {
    await client.query(`
      CREATE FUNCTION left_behind() RETURNS integer LANGUAGE sql AS 'SELECT 1';
      INSERT INTO schema_functions (name, hash) VALUES ('left_behind', 'earlier')`);

    await expect(applyFunctions(client)).rejects.toThrow('left_behind.sql was deleted');
  });
});

test('rejects a changed signature without a patch', async () => {
  await withTransaction(async (client) => {
    await client.query(`
      CREATE FUNCTION apply_movements(earlier integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
      UPDATE schema_functions SET hash = 'earlier' WHERE name = 'apply_movements'`);

    await expect(applyFunctions(client)).rejects.toThrow('a patch must drop the old signature');
  });
});

test('rejects a database with functions of a newer version', async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  handleLostConnections(pool);
  try {
    await pool.query("INSERT INTO schema_migrations (name) VALUES ('functions-0123456789abcdef')");

    await expect(migrate(pool)).rejects.toThrow('migrated by a newer Aisle (functions-0123456789abcdef)');
  } finally {
    await pool.end();
    await drop();
  }
});

test('keeps functions that tables depend on beside their tables, where only a patch changes them', async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  handleLostConnections(pool);
  try {
    const { rows } = await pool.query<{ name: string }>(`
      SELECT DISTINCT p.proname AS name FROM pg_depend d JOIN pg_proc p ON p.oid = d.refobjid
      WHERE d.refclassid = 'pg_proc'::regclass AND p.pronamespace = 'public'::regnamespace
        AND d.classid IN ('pg_policy'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_class'::regclass,
          'pg_rewrite'::regclass)`);
    const files = (await readFunctionFiles()).map(({ name }) => name);

    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(({ name }) => name).filter((name) => files.includes(name))).toEqual([]);
  } finally {
    await pool.end();
    await drop();
  }
});

test('declares each function in the file of its name', async () => {
  const misplaced = (await readFunctionFiles()).flatMap(({ name, text }) =>
    [...text.matchAll(/^CREATE (?:OR REPLACE )?FUNCTION (\w+)/gm)].filter(([, found]) => found !== name),
  );

  expect(misplaced).toEqual([]);
});

test('explains every table, view and function in a comment', async () => {
  const files = [...(await readDomainFiles()), ...(await readFunctionFiles())];
  const bare = files.flatMap(({ name, text }) =>
    [...text.matchAll(/^CREATE (?:OR REPLACE |UNLOGGED )*(?:TABLE|VIEW|FUNCTION) [\w.]+/gm)]
      .filter(({ index }) => !/(^|\n)--[^\n]*\n$/.test(text.slice(0, index)))
      .map(([declaration]) => `${name}: ${declaration}`),
  );

  expect(bare).toEqual([]);
});

test('keeps the frozen migrations unchanged', async () => {
  const folder = new URL('../schema/before/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of (await upgradeNames()).filter((file) => file < '0100'))
    hash.update(await readFile(new URL(name, folder)));

  expect(hash.digest('hex').slice(0, 16)).toBe('5cac95784074e08f');
});

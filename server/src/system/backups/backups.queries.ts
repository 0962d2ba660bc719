import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Tx } from '../../core/db/db.ts';
import { unfinishedRestore } from '../../core/db/setup/migrate.ts';
import type { Manifest, TableEntry } from './manifest.ts';

export type Table = Pick<TableEntry, 'schema' | 'name' | 'columns'>;
type Sequence = Manifest['sequences'][number];

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${quoted(schema)}.${quoted(name)}`;
const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ');

/** All reads until the end of the transaction see the same snapshot. */
export const beginSnapshot = (client: pg.ClientBase) =>
  client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');

/** Lists our tables and those of waiting jobs, without the lists of migrations and without computed columns. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT n.nspname AS schema, c.relname AS name,
      array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname IN ('public', 'graphile_worker')
      AND c.relname NOT IN ('schema_migrations', 'schema_functions', 'migrations')
    GROUP BY 1, 2 ORDER BY 1, 2`);
  return rows;
}

export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    SELECT schemaname AS schema, sequencename AS name FROM pg_sequences
    WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1, 2`);
  const found: Sequence[] = [];
  for (const sequence of rows) {
    const answer = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${nameOf(sequence)}`,
    );
    found.push({ ...sequence, ...answer.rows[0]! });
  }
  return found;
}

export const setSequence = (client: pg.ClientBase, { value, isCalled, ...sequence }: Sequence) =>
  client.query('SELECT setval($1::regclass, $2::bigint, $3)', [nameOf(sequence), value, isCalled]);

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

export async function postgresVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  return rows[0]!.version;
}

/** Whether the database contains anything that a restore could damage. */
export async function hasTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')) AS found`,
  );
  return rows[0]!.found;
}

/** Streams the rows of a table in COPY's format. */
export const readTable = (client: pg.ClientBase, table: Table) =>
  client.query(copyTo(`COPY ${nameOf(table)} (${columnsOf(table)}) TO STDOUT`));

/** Accepts the rows of a table. Empties it first, so that neither its rows nor its indexes need to be logged. */
export async function writeTable(client: pg.ClientBase, table: Table) {
  await client.query(`TRUNCATE ${nameOf(table)}`);
  return client.query(copyFrom(`COPY ${nameOf(table)} (${columnsOf(table)}) FROM STDIN WITH (FREEZE)`));
}

/** Runs before references are checked, so that the checks are planned with the table's true size. */
export const analyzeTable = (client: pg.ClientBase, table: Table) => client.query(`ANALYZE ${nameOf(table)}`);

/** Totals of the ledgers. A restored database must have the same ones. */
export async function ledgerSums(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; sum: string }>(`
    SELECT 'money: ' || account AS name, sum(amount)::text AS sum FROM ledger_entries GROUP BY account
    UNION ALL SELECT 'stock moved', coalesce(sum(on_hand), 0)::text FROM stock_movements
    UNION ALL SELECT 'stock on hand', coalesce(sum(on_hand), 0)::text FROM stock_levels
    UNION ALL SELECT 'coins earned and spent', coalesce(sum(coins), 0)::text FROM coin_entries
    UNION ALL SELECT 'coins held', coalesce(sum(coin_balance), 0)::text FROM customers
    ORDER BY 1`);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/**
 * Statements that restore the removed parts of tables: the indexes and keys of each table, the references between tables, and
 * the triggers.
 */
export interface Completion {
  indexesOf(table: Table): readonly string[];
  references: string[];
  triggers: string[];
}

/**
 * Empties the tables and removes everything that would check or copy each row during the load: triggers, references and
 * indexes, including those of keys. Returns the statements that restore them; they check keys and references.
 */
export async function prepareForLoad(client: pg.ClientBase, tables: readonly Table[]): Promise<Completion> {
  const names = tables.map(nameOf);
  const { rows } = await client.query<RemovedPart>(removedPartsSql, [names]);
  const { reference = [], trigger = [], index = [] } = Object.groupBy(rows, ({ kind }) => kind);
  for (const { off } of [...trigger, ...reference, ...index]) await client.query(off);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  const byTable = Map.groupBy(index, ({ table }) => table);
  return {
    indexesOf: (table) => (byTable.get(nameOf(table)) ?? []).flatMap(({ on }) => on),
    references: reference.flatMap(({ on }) => on),
    triggers: [
      ...names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`),
      ...trigger.flatMap(({ on }) => on),
    ],
  };
}

/** TRIGGER_TYPE_ROW, TRIGGER_TYPE_BEFORE and TRIGGER_TYPE_INSERT. */
const beforeEachInsert = 1 | 2 | 4;
type RemovedPart = { table: string; kind: 'reference' | 'trigger' | 'index'; off: string; on: string[] };
/**
 * Keys are created from their indexes, because the definition of a constraint doesn't contain how its index is stored. Triggers
 * before each row are dropped, not disabled: even a disabled one makes COPY go row by row and mark no page as visible to all.
 */
const removedPartsSql = `
  SELECT t.name AS table, CASE k.contype WHEN 'f' THEN 'reference' ELSE 'index' END AS kind,
    format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS off,
    CASE WHEN k.contype IN ('p', 'u') THEN ARRAY[
      pg_get_indexdef(k.conindid),
      format('ALTER TABLE %s ADD CONSTRAINT %I %s USING INDEX %I%s', k.conrelid::regclass, k.conname,
        CASE k.contype WHEN 'p' THEN 'PRIMARY KEY' ELSE 'UNIQUE' END, k.conname,
        CASE WHEN k.condeferred THEN ' DEFERRABLE INITIALLY DEFERRED'
          WHEN k.condeferrable THEN ' DEFERRABLE' ELSE '' END)]
    ELSE ARRAY[
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))]
    END AS on
  FROM unnest($1::text[]) AS t (name) JOIN pg_constraint k ON k.conrelid = t.name::regclass
  WHERE k.contype IN ('f', 'p', 'u', 'x')
  UNION ALL
  SELECT t.name, 'index', format('DROP INDEX %s', i.indexrelid::regclass), ARRAY[pg_get_indexdef(i.indexrelid)]
  FROM unnest($1::text[]) AS t (name) JOIN pg_index i ON i.indrelid = t.name::regclass
  WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  UNION ALL
  SELECT t.name, 'trigger', format('DROP TRIGGER %I ON %s', g.tgname, g.tgrelid::regclass), ARRAY[pg_get_triggerdef(g.oid)]
  FROM unnest($1::text[]) AS t (name) JOIN pg_trigger g ON g.tgrelid = t.name::regclass
  WHERE NOT g.tgisinternal AND g.tgtype & ${beforeEachInsert} = ${beforeEachInsert}`;

/** Marks the database as incomplete, so that no server starts on it (core/db/setup/migrate.ts). */
export const markUnfinished = (client: pg.Pool) =>
  client.query(`CREATE SCHEMA IF NOT EXISTS ${unfinishedRestore}`);
export const unmarkUnfinished = (client: pg.Pool) => client.query(`DROP SCHEMA ${unfinishedRestore}`);

/** Sets the memory for sorting indexes, and the number of parallel workers, for this transaction. */
export const allowLongWork = (
  client: pg.ClientBase,
  { memoryMb, helpers }: { memoryMb: number; helpers: number },
) =>
  client.query(`
    SET LOCAL maintenance_work_mem = '${memoryMb}MB';
    SET LOCAL max_parallel_maintenance_workers = ${helpers};
    SET LOCAL work_mem = '64MB'`);

/** Jobs that were running during the backup run again. */
export const freeJobs = (client: pg.ClientBase) =>
  client.query(`
    UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL;
    UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL`);

/** Opens the notice about late backups once; returns whether it is new. */
export async function openBackupNotice(tx: Tx, text: string): Promise<boolean> {
  const open = await tx
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'backup')
    .where('over_at', 'is', null)
    .executeTakeFirst();
  if (open) return false;
  await tx.insertInto('notices').values({ kind: 'backup', permission: 'access_setting', text }).execute();
  return true;
}

/** Closes the notice after a good backup; returns whether it was open. */
export async function closeBackupNotice(tx: Tx): Promise<boolean> {
  const closed = await tx
    .updateTable('notices')
    .set({ over_at: new Date().toISOString() })
    .where('kind', '=', 'backup')
    .where('over_at', 'is', null)
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}

// Writes db-types.generated.ts from a new database, and records the set of functions.
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@aisle/embedded-postgres/postgres';
import pg from 'pg';
import { migrate } from './setup/migrate.ts';
import {
  functionSetOf,
  functionSetsFile,
  readFunctionFiles,
  recordedFunctionSets,
} from './setup/schema-files.ts';

const typeOf: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  timestamptz: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  bytea: 'Buffer',
  xid8: 'string',
  pg_lsn: 'string',
  pg_snapshot: 'string',
  tsvector: 'string',
  jsonb: 'Json',
  _text: 'string[]',
  _uuid: 'string[]',
};

/** Generates the TypeScript types of every table and view for Kysely. */
export async function describeDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query<
    Record<'table_name' | 'column_name' | 'udt_name', string> &
      Record<'nullable' | 'optional' | 'generated', boolean>
  >(`
    SELECT c.table_name, c.column_name, c.udt_name, c.is_nullable = 'YES' AS nullable,
      c.column_default IS NOT NULL OR c.is_identity = 'YES' OR c.is_nullable = 'YES' AS optional,
      c.identity_generation = 'ALWAYS' OR c.is_generated = 'ALWAYS' AS generated
    FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.table_name NOT IN ('schema_migrations', 'schema_functions')
      AND c.table_name NOT IN (SELECT e.relname FROM pg_class e JOIN pg_depend d ON d.objid = e.oid AND d.deptype = 'e')
    ORDER BY c.table_name, c.ordinal_position`);
  const tables = Map.groupBy(rows, (row) => row.table_name);
  const blocks = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => {
      const base = typeOf[column.udt_name];
      if (!base) throw new Error(`No type known for ${table}.${column.column_name}: ${column.udt_name}`);
      if (base === 'Json') return `  ${column.column_name}: ${jsonType(column)};`;
      const type = column.nullable ? `${base} | null` : base;
      if (column.generated) return `  ${column.column_name}: GeneratedAlways<${type}>;`;
      return `  ${column.column_name}: ${column.optional && !column.nullable ? `Generated<${type}>` : type};`;
    });
    return `export interface ${nameOf(table)} {\n${lines.join('\n')}\n}\n`;
  });
  const all = [...tables.keys()].map((table) => `  ${table}: ${nameOf(table)};`);
  return [
    '// Made from the migrated database by `npm run db:types`. Do not change by hand.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '',
    '/** Read as its value, written as its text. */',
    'export type Json = ColumnType<unknown, string, string>;',
    'export type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;',
    'export type JsonWithDefault = ColumnType<unknown, string | undefined, string>;',
    '',
    ...blocks,
    `export interface DB {\n${all.join('\n')}\n}\n`,
  ].join('\n');
}

const jsonType = ({ nullable, optional }: { nullable: boolean; optional: boolean }) =>
  nullable ? 'JsonOrNull' : optional ? 'JsonWithDefault' : 'Json';

const nameOf = (table: string) =>
  table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

async function writeTypes(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'aisle-types-'));
  const { connection, stop } = await startPostgres({ dataDir });
  try {
    const pool = new pg.Pool(connection);
    await migrate(pool);
    await pool.end();
    const client = new pg.Client(connection);
    await client.connect();
    await writeFile(new URL('./db-types.generated.ts', import.meta.url), await describeDatabase(client));
    await client.end();
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Adds the current set of functions to the list of published ones. An older server recognizes a newer database by this list.
 */
async function recordFunctionSet(): Promise<void> {
  const set = functionSetOf(await readFunctionFiles());
  if (!(await recordedFunctionSets()).includes(set)) await appendFile(functionSetsFile, `${set}\n`);
}

if (process.argv[1] === import.meta.filename) {
  await recordFunctionSet();
  await writeTypes();
}

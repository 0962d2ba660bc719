import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import {
  type NormalTable,
  normalTables,
  type StoredRow,
  textRules,
  type UniqueColumn,
} from './normal-columns.ts';

/** Lets one server work at a time; the others find nothing to do. */
export async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('normalize_text')) AS taken`.execute(tx);
  return rows[0]!.taken;
}

export async function isFinished(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM text_normalizations
    WHERE rules >= ${textRules} AND finished_at IS NOT NULL`.execute(tx);
  return rows[0]!.count >= normalTables.length;
}

interface Progress {
  target: string;
  lastKey: string[] | null;
}
/** Returns the table to continue with; all tables start over after the rules change. */
export async function nextTarget(tx: Tx): Promise<Progress | undefined> {
  await sql`
    INSERT INTO text_normalizations (target, rules)
    SELECT target, ${textRules} FROM unnest(${normalTables.map(({ table }) => table)}::text[]) AS target
    ON CONFLICT (target) DO UPDATE
      SET rules = excluded.rules, last_key = NULL, changed = 0, skipped = 0, finished_at = NULL
      WHERE text_normalizations.rules < excluded.rules`.execute(tx);
  const { rows } = await sql<Progress>`
    SELECT target, last_key::text[] AS "lastKey" FROM text_normalizations
    WHERE finished_at IS NULL ORDER BY last_key IS NULL, target LIMIT 1`.execute(tx);
  return rows[0];
}

const columnsOf = ({ keys, columns, unique = [] }: NormalTable) =>
  sql.join(
    [
      ...new Set([
        ...keys,
        ...Object.keys(columns),
        ...unique.flatMap(({ column, within }) => (within ? [column, within] : [column])),
      ]),
    ].map((column) => sql.ref(column)),
  );
const keysOf = ({ keys }: NormalTable) => sql.join(keys.map((key) => sql.ref(key)));

/** Returns rows in the order of their keys, after the last row read. */
export async function readRows(
  tx: Tx,
  table: NormalTable,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<StoredRow[]> {
  const isLater = after
    ? sql`(${keysOf(table)}) > (${sql.join(after.map((key) => sql`${key}::uuid`))})`
    : sql`true`;
  const { rows } = await sql<StoredRow>`
    SELECT ${columnsOf(table)} FROM ${sql.table(table.table)}
    WHERE ${isLater} AND ${sql.raw(table.where ?? 'true')} ORDER BY ${keysOf(table)} LIMIT ${limit}`.execute(
    tx,
  );
  return rows;
}

const asSql = (value: unknown): RawBuilder<unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? sql`${JSON.stringify(value)}::jsonb`
    : sql`${value}`;
const isRow = ({ keys }: NormalTable, row: StoredRow) =>
  sql.join(
    keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
    sql` AND `,
  );

/** Writes changed columns unless the row changed since it was read. */
export async function writeRow(
  tx: Tx,
  table: NormalTable,
  row: StoredRow,
  changes: StoredRow,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${asSql(value)}`);
  const isAsRead = Object.keys(changes)
    .filter((column) => row[column] !== undefined)
    .map((column) => sql`${sql.ref(column)} IS NOT DISTINCT FROM ${asSql(row[column])}`);
  await sql`
    UPDATE ${sql.table(table.table)} SET ${sql.join(set)}
    WHERE ${isRow(table, row)} AND ${sql.join(isAsRead, sql` AND `)}`.execute(tx);
}

const keyOf = (key: string, operand: RawBuilder<unknown>): RawBuilder<unknown> => {
  const [start = '', end = ''] = key.split('?');
  return sql`${sql.raw(start)}${operand}${sql.raw(end)}`;
};
/** Finds another row that already has the normal form. */
export async function findHolder(
  tx: Tx,
  { table }: NormalTable,
  { column, key, within }: UniqueColumn,
  row: StoredRow,
): Promise<string | undefined> {
  const isNear = within ? sql`${sql.ref(within)} IS NOT DISTINCT FROM ${row[within]}` : sql`true`;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)}
    WHERE ${keyOf(key, sql.ref(column))} = ${keyOf(key, sql`${row[column]}`)} AND id <> ${row.id} AND ${isNear}
    LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

/** Lists a pair; `field` is the column with the text as users see it. */
export async function insertDuplicate(
  tx: Tx,
  { table, resource }: NormalTable,
  { field, id, otherId }: { field: string; id: string; otherId: string },
): Promise<void> {
  await sql`
    INSERT INTO possible_duplicates (resource, record_id, field, other_id, record_hash, other_hash)
    SELECT ${resource}, a.id, ${field}, b.id, md5(a.${sql.ref(field)}), md5(b.${sql.ref(field)})
    FROM ${sql.table(table)} a JOIN ${sql.table(table)} b ON b.id = ${otherId} WHERE a.id = ${id}
    ON CONFLICT (resource, record_id, field) DO UPDATE SET other_id = excluded.other_id,
      record_hash = excluded.record_hash, other_hash = excluded.other_hash, found_at = now()`.execute(tx);
}

export async function saveProgress(
  tx: Tx,
  target: string,
  {
    lastKey,
    changed,
    skipped,
    isOver,
  }: { lastKey: readonly unknown[] | null; changed: number; skipped: number; isOver: boolean },
): Promise<void> {
  await sql`
    UPDATE text_normalizations SET last_key = coalesce(${lastKey}::uuid[], last_key),
      changed = changed + ${changed}, skipped = skipped + ${skipped},
      finished_at = CASE WHEN ${isOver} THEN now() END
    WHERE target = ${target}`.execute(tx);
}

export async function countChanges(tx: Tx): Promise<{ changed: number; skipped: number }> {
  const { rows } = await sql<{ changed: number; skipped: number }>`
    SELECT sum(changed)::int AS changed, sum(skipped)::int AS skipped FROM text_normalizations`.execute(tx);
  return rows[0]!;
}

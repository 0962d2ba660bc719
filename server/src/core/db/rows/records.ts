import type { Choice } from '@aisle/contract/core/fields';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { hasWords } from '../../list/search-text.ts';
import { mustFind } from '../../problem.ts';
import type { Tx } from '../db.ts';
import type { DB } from '../db-types.generated.ts';

// Shared functions for resource tables, which have an ID, a name and a version.

/** Locks a record for an edit and returns its version. Other transactions can still reference it. */
export async function lockVersion(
  tx: Tx,
  table: keyof DB,
  id: string,
  what: string,
): Promise<{ version: number }> {
  const { rows } = await sql<{ version: number }>`
    SELECT version FROM ${sql.table(table)} WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return mustFind(rows[0], what);
}

/** Returns those of the IDs that exist and that the actor has access to. */
export async function existingIds(tx: Tx, table: keyof DB, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export const recordExists = async (tx: Tx, table: keyof DB, id: string): Promise<boolean> =>
  (await existingIds(tx, table, [id])).size > 0;

/** The options of a select: the first 50 records by name that match the search text. */
export async function choices(
  tx: Tx,
  table: keyof DB,
  search: string | undefined,
  which: RawBuilder<unknown> = sql`true`,
): Promise<z.infer<typeof Choice>[]> {
  const fits = search ? hasWords(search, 'name') : sql`true`;
  const { rows } = await sql<z.infer<typeof Choice>>`
    SELECT id AS "_id", name FROM ${sql.table(table)} WHERE ${fits} AND ${which}
    ORDER BY name COLLATE aisle_names, id LIMIT 50`.execute(tx);
  return rows;
}

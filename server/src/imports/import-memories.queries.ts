import type { ImportMapping, ImportOptions } from '@aisle/contract/import-fields';
import { type ImportMemory, mostMemories } from '@aisle/contract/imports';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { mustFind } from '../core/problem.ts';

const columns = ['id as _id', 'name', 'columns', 'mapping', 'options', 'used_at as usedAt'] as const;
type Stored = { mapping: unknown; options: unknown };
const toMemory = <Row extends Stored>(row: Row) => row as unknown as ImportMemory;

export async function listMemories(tx: Tx, userId: string | null): Promise<ImportMemory[]> {
  const rows = await tx
    .selectFrom('import_memories')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(mostMemories)
    .execute();
  return rows.map(toMemory);
}

export async function findMemory(
  tx: Tx,
  userId: string | null,
  heading: string,
): Promise<ImportMemory | undefined> {
  const row = await tx
    .selectFrom('import_memories')
    .select(columns)
    .where('user_id', '=', userId)
    .where(sql`md5(heading)`, '=', sql`md5(${heading})`)
    .where('heading', '=', heading)
    .executeTakeFirst();
  return row && toMemory(row);
}

interface Remembered {
  id: string;
  userId: string;
  name: string;
  heading: string;
  columns: readonly string[];
  mapping: ImportMapping;
  options: ImportOptions;
}
/** Keeps what these columns meant; its name stays what a person has called it. Gives its id. */
export async function keepMemory(tx: Tx, given: Remembered): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO import_memories (id, user_id, name, heading, columns, mapping, options)
    VALUES (${given.id}, ${given.userId}, ${given.name}, ${given.heading}, ${given.columns},
      ${JSON.stringify(given.mapping)}, ${JSON.stringify(given.options)})
    ON CONFLICT (user_id, md5(heading)) DO UPDATE SET columns = excluded.columns, mapping = excluded.mapping,
      options = excluded.options, used_at = now()
    RETURNING id`.execute(tx);
  await sql`DELETE FROM import_memories WHERE user_id = ${given.userId} AND id IN (
    SELECT id FROM import_memories WHERE user_id = ${given.userId} ORDER BY used_at DESC, id
    OFFSET ${mostMemories})`.execute(tx);
  return rows[0]!.id;
}

export async function renameMemory(
  tx: Tx,
  userId: string | null,
  id: string,
  name: string,
): Promise<ImportMemory> {
  const row = await tx
    .updateTable('import_memories')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
  return toMemory(mustFind(row, 'Mapping'));
}

export async function forgetMemory(tx: Tx, userId: string | null, id: string): Promise<{ _id: string }> {
  const row = await tx
    .deleteFrom('import_memories')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id as _id')
    .executeTakeFirst();
  return mustFind(row, 'Mapping');
}

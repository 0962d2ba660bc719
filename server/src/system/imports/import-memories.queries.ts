import type { ImportMapping, ImportOptions } from '@aisle/contract/system/imports/import-fields';
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import { type ImportMemory, maxMemories } from '@aisle/contract/system/imports/imports';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { mustFind } from '../../core/problem.ts';

const columns = [
  'id as _id',
  sql<ImportKind>`kind`.as('kind'),
  'name',
  'columns',
  'used_at as usedAt',
  sql<ImportMapping>`mapping`.as('mapping'),
  sql<ImportOptions>`options`.as('options'),
] as const;

export async function listMemories(tx: Tx, userId: string | null): Promise<ImportMemory[]> {
  return tx
    .selectFrom('import_memories')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(maxMemories)
    .execute();
}

export async function findMemory(
  tx: Tx,
  userId: string | null,
  kind: ImportKind,
  heading: string,
): Promise<(ImportMemory & { declined: string[] }) | undefined> {
  return tx
    .selectFrom('import_memories')
    .select([...columns, 'declined'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where(sql`md5(heading)`, '=', sql`md5(${heading})`)
    .where('heading', '=', heading)
    .executeTakeFirst();
}

interface Remembered {
  id: string;
  kind: ImportKind;
  userId: string;
  name: string;
  heading: string;
  columns: readonly string[];
  mapping: ImportMapping;
  /** Suggested columns that the user left out. */
  declined: readonly string[];
  options: ImportOptions;
}
/** Remembers the mapping of these columns, and returns its ID. An existing mapping keeps its name. */
export async function saveMemory(tx: Tx, memory: Remembered): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO import_memories (id, user_id, kind, name, heading, columns, mapping, declined, options)
    VALUES (${memory.id}, ${memory.userId}, ${memory.kind}, ${memory.name}, ${memory.heading}, ${memory.columns},
      ${JSON.stringify(memory.mapping)}, ${memory.declined}, ${JSON.stringify(memory.options)})
    ON CONFLICT (user_id, kind, md5(heading)) DO UPDATE SET columns = excluded.columns, mapping = excluded.mapping,
      declined = excluded.declined, options = excluded.options, used_at = now()
    RETURNING id`.execute(tx);
  await sql`DELETE FROM import_memories WHERE user_id = ${memory.userId} AND id IN (
    SELECT id FROM import_memories WHERE user_id = ${memory.userId} ORDER BY used_at DESC, id
    OFFSET ${maxMemories})`.execute(tx);
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
  return mustFind(row, 'Mapping');
}

export async function deleteMemory(tx: Tx, userId: string | null, id: string): Promise<{ _id: string }> {
  const row = await tx
    .deleteFrom('import_memories')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id as _id')
    .executeTakeFirst();
  return mustFind(row, 'Mapping');
}

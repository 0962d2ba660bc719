import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** Categories with these names in these parents, case-insensitive, by the requested name. */
export async function findChildren(
  tx: Tx,
  wanted: readonly { parentId: string | null; name: string }[],
): Promise<{ id: string; parentId: string | null; name: string }[]> {
  const parents = wanted.map(({ parentId }) => parentId);
  const names = wanted.map(({ name }) => name);
  const { rows } = await sql<{ id: string; parentId: string | null; name: string }>`
    SELECT c.id, c.parent_id AS "parentId", wanted.name
    FROM unnest(${parents}::uuid[], ${names}::text[]) AS wanted (parent_id, name)
    JOIN categories c ON lower(c.name) = lower(wanted.name)
      AND c.parent_id IS NOT DISTINCT FROM wanted.parent_id`.execute(tx);
  return rows;
}

/** Adds categories after their siblings, in the order of the rows. */
export async function insertChildren(
  tx: Tx,
  added: readonly { id: string; parentId: string | null; name: string }[],
  level: number,
): Promise<void> {
  await sql`
    INSERT INTO categories (id, parent_id, name, level, sort_order)
    SELECT added.id, added.parent_id, added.name, ${level}::integer, row_number() OVER (
        PARTITION BY added.parent_id ORDER BY added.place) - 1 + coalesce((
        SELECT max(c.sort_order) + 1 FROM categories c WHERE c.parent_id IS NOT DISTINCT FROM added.parent_id), 0)
    FROM unnest(${added.map(({ id }) => id)}::uuid[], ${added.map(({ parentId }) => parentId)}::uuid[],
      ${added.map(({ name }) => name)}::text[]) WITH ORDINALITY AS added (id, parent_id, name, place)`.execute(
    tx,
  );
}

import { sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { SpecificationRename } from './category-impact.ts';

/**
 * Products keep what they say under the new name of a specification. Each is noted as an edit of its own, so
 * that it is in its history and whoever has it open is told: by one statement, however many they are.
 */
export async function renameInProducts(
  tx: Tx,
  actor: Actor,
  renames: readonly SpecificationRename[],
): Promise<void> {
  if (renames.length === 0) return;
  await sql`
    WITH renames AS (
      SELECT "categoryId", "from", "to"
      FROM jsonb_to_recordset(${JSON.stringify(renames)}::jsonb) AS told ("categoryId" uuid, "from" text, "to" text)
    ), held AS MATERIALIZED (
      SELECT p.id, p.category_id, p.version, p.specifications AS before
      FROM products p
      JOIN (SELECT "categoryId", array_agg("from") AS names FROM renames GROUP BY 1) asked
        ON asked."categoryId" = p.category_id
      WHERE p.specifications ?| asked.names
      ORDER BY p.id FOR NO KEY UPDATE OF p
    ), renamed AS MATERIALIZED (
      -- What comes last stands: a value left over under the new name gives way.
      SELECT held.*, (
        SELECT jsonb_object_agg(coalesce(rename."to", said.key), said.value ORDER BY rename."to" IS NOT NULL)
        FROM jsonb_each(held.before) said
        LEFT JOIN renames rename ON rename."categoryId" = held.category_id AND rename."from" = said.key) AS after
      FROM held
    ), written AS (
      UPDATE products p SET specifications = renamed.after FROM renamed WHERE p.id = renamed.id
    )
    INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, before, after)
    SELECT new_uuid_v7(), ${actor.userId}::uuid, ${actor.name}::text, 'edit', 'products', id,
      jsonb_build_object('_id', id, 'version', version, 'specifications', before),
      jsonb_build_object('_id', id, 'version', version + 1, 'specifications', after)
    FROM renamed`.execute(tx);
}

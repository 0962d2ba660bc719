import { sql } from 'kysely';
import { changeRows } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { SpecificationRename } from '../impact/category-impact.ts';

/**
 * Moves the values of products to the new name of a specification. Each product gets its own audit entry, so
 * that its history shows it and open forms are notified; one statement for any number of products.
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
      FROM jsonb_to_recordset(${JSON.stringify(renames)}::jsonb) AS input ("categoryId" uuid, "from" text, "to" text)
    ), held AS MATERIALIZED (
      SELECT p.id, p.category_id, p.version, p.specifications AS before
      FROM products p
      JOIN (SELECT "categoryId", array_agg("from") AS names FROM renames GROUP BY 1) renamed_names
        ON renamed_names."categoryId" = p.category_id
      WHERE p.specifications ?| renamed_names.names
      ORDER BY p.id FOR NO KEY UPDATE OF p
    ), renamed AS MATERIALIZED (
      -- The last duplicate key wins: a leftover value under the new name is replaced.
      SELECT held.*, (
        SELECT jsonb_object_agg(coalesce(rename."to", entry.key), entry.value ORDER BY rename."to" IS NOT NULL)
        FROM jsonb_each(held.before) entry
        LEFT JOIN renames rename ON rename."categoryId" = held.category_id AND rename."from" = entry.key) AS after
      FROM held
    ), ${changeRows(
      actor,
      {
        action: 'edit',
        resource: 'products',
        recordId: sql`id`,
        version: sql`version + 1`,
        before: sql`jsonb_build_object('_id', id, 'version', version, 'specifications', before)`,
        after: sql`jsonb_build_object('_id', id, 'version', version + 1, 'specifications', after)`,
      },
      sql`FROM renamed`,
    )}
    UPDATE products p SET specifications = renamed.after FROM renamed WHERE p.id = renamed.id`.execute(tx);
}

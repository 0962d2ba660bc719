import { sql } from 'kysely';
import { changeRows } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { deleteCategories } from '../categories.queries.ts';

/** A category that is merged into another. */
export interface MergedPair {
  fromId: string;
  intoId: string;
  imageId: string | null;
  name: string;
  intoName: string;
}
const columns = sql`source.id AS "fromId", target.id AS "intoId", source.image_id AS "imageId", source.name,
  target.name AS "intoName"`;

export async function firstPair(tx: Tx, fromId: string, intoId: string): Promise<MergedPair | undefined> {
  const { rows } = await sql<MergedPair>`SELECT ${columns} FROM categories source, categories target
    WHERE source.id = ${fromId} AND target.id = ${intoId} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

/** Children of merged categories with the same name as a child of the target. They are merged too. */
export async function pairsBelow(tx: Tx, above: readonly MergedPair[]): Promise<MergedPair[]> {
  const { rows } = await sql<MergedPair>`SELECT ${columns}
    FROM unnest(${froms(above)}::uuid[], ${targetIds(above)}::uuid[]) AS pair (from_id, into_id)
    JOIN categories source ON source.parent_id = pair.from_id
    JOIN categories target ON target.parent_id = pair.into_id AND lower(target.name) = lower(source.name)`.execute(
    tx,
  );
  return rows;
}

/** Moves the other children behind the existing ones. Stores their previous parents, to explain the rates of past days. */
export async function moveChildren(
  tx: Tx,
  pairs: readonly MergedPair[],
  merged: readonly MergedPair[],
): Promise<{ id: string; name: string; before: string; after: string }[]> {
  const { rows } = await sql<{ id: string; name: string; before: string; after: string }>`
    WITH moving AS (
      SELECT c.id, c.name, pair.from_id, pair.into_id,
        row_number() OVER (PARTITION BY pair.into_id ORDER BY c.sort_order, c.name COLLATE aisle_names, c.id) AS place
      FROM unnest(${froms(pairs)}::uuid[], ${targetIds(pairs)}::uuid[]) AS pair (from_id, into_id)
      JOIN categories c ON c.parent_id = pair.from_id
      WHERE c.id <> ALL (${froms(merged)}::uuid[])
    ), last AS (
      SELECT parent_id, max(sort_order) AS place FROM categories
      WHERE parent_id = ANY (${targetIds(pairs)}::uuid[]) GROUP BY parent_id
    ), moved AS (
      UPDATE categories c
      SET parent_id = moving.into_id, sort_order = coalesce(last.place, -1) + moving.place, updated_at = now()
      FROM moving LEFT JOIN last ON last.parent_id = moving.into_id
      WHERE c.id = moving.id
      RETURNING c.id, c.name, c.created_at, moving.from_id, moving.into_id
    ), past AS (
      INSERT INTO past_categories (category_id, until, name, parent_id, created_at)
      SELECT id, now(), name, from_id, created_at FROM moved ON CONFLICT DO NOTHING
    )
    SELECT id, name, from_id AS before, into_id AS after FROM moved`.execute(tx);
  return rows;
}

/** Shifts the levels of categories and all their descendants. */
export async function shiftBranches(tx: Tx, ids: readonly string[], by: number): Promise<void> {
  if (ids.length === 0 || by === 0) return;
  await sql`WITH RECURSIVE down AS (
      SELECT id FROM categories WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT c.id FROM categories c JOIN down ON c.parent_id = down.id
    )
    UPDATE categories SET level = level + ${by} WHERE id IN (SELECT id FROM down)`.execute(tx);
}

export async function countProducts(tx: Tx, pairs: readonly MergedPair[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM products
    WHERE category_id = ANY (${froms(pairs)}::uuid[])`.execute(tx);
  return Number(rows[0]!.count);
}

/**
 * Moves the products. Stores their previous categories, to explain the rates of past days. Records a change of each product, so
 * that its history shows it.
 */
export async function moveProducts(tx: Tx, actor: Actor, pairs: readonly MergedPair[]): Promise<void> {
  await sql`
    WITH moved AS (
      UPDATE products p SET category_id = pair.into_id, updated_at = now()
      FROM unnest(${froms(pairs)}::uuid[], ${targetIds(pairs)}::uuid[]) AS pair (from_id, into_id)
      WHERE p.category_id = pair.from_id
      RETURNING p.id, p.version, pair.from_id, pair.into_id
    ), past AS (
      INSERT INTO past_product_categories (product_id, until, category_id)
      SELECT id, now(), from_id FROM moved ON CONFLICT DO NOTHING
    ), ${changeRows(
      actor,
      {
        action: 'edit',
        resource: 'products',
        recordId: sql`id`,
        version: sql`version`,
        before: sql`jsonb_build_object('_id', id, 'version', version - 1, 'categoryId', from_id)`,
        after: sql`jsonb_build_object('_id', id, 'version', version, 'categoryId', into_id)`,
      },
      sql`FROM moved`,
    )}
    SELECT`.execute(tx);
}

export const deleteMerged = (tx: Tx, pairs: readonly MergedPair[]) =>
  deleteCategories(tx, sql`c.id = ANY (${froms(pairs)}::uuid[])`);

const froms = (pairs: readonly MergedPair[]) => pairs.map(({ fromId }) => fromId);
const targetIds = (pairs: readonly MergedPair[]) => pairs.map(({ intoId }) => intoId);

import type { TaxRef } from '@aisle/contract/taxes';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { branchOf } from './categories.queries.ts';
import type { Family, SpecificationChange } from './category-impact.ts';

/** A category with everything below it and above it, and above the place it is to go to. */
export async function familyOf(
  tx: Tx,
  id: string,
  newParentId: string | null,
): Promise<(Family & { isBelow: boolean })[]> {
  const { rows } = await sql<Family & { isBelow: boolean }>`
    WITH branch AS MATERIALIZED (SELECT id FROM categories WHERE id IN ${branchOf(id)}),
    family AS (
      SELECT id FROM branch
      UNION
      SELECT unnest(ARRAY[c.id, parent.id, parent.parent_id])
      FROM categories c LEFT JOIN categories parent ON parent.id = c.parent_id
      WHERE c.id IN (${id}::uuid, ${newParentId}::uuid)
    ), counted AS (
      SELECT p.category_id, count(*) AS products, count(*) FILTER (WHERE p.status) AS active,
        count(*) FILTER (WHERE NOT EXISTS (
          SELECT FROM product_taxes pt WHERE pt.product_id = p.id)) AS inheriting
      FROM products p JOIN branch ON branch.id = p.category_id GROUP BY 1
    )
    SELECT c.id AS "_id", c.name, c.parent_id AS "parentId", c.level, c.status, c.specifications,
      c.id IN (SELECT id FROM branch) AS "isBelow",
      (SELECT coalesce(json_agg(json_build_object('_id', t.id, 'name', t.name, 'rate', t.rate,
          'status', t.status) ORDER BY t.name), '[]')
        FROM category_taxes ct JOIN taxes t ON t.id = ct.tax_id WHERE ct.category_id = c.id) AS taxes,
      coalesce(counted.products, 0) AS products, coalesce(counted.active, 0) AS "activeProducts",
      coalesce(counted.inheriting, 0) AS "inheritingProducts"
    FROM categories c JOIN family ON family.id = c.id LEFT JOIN counted ON counted.category_id = c.id
    ORDER BY c.level`.execute(tx);
  return rows;
}

interface Reach {
  subProductCount: number;
  locationCount: number;
  overrideCount: number;
}
/** What can be sold of a category and everything below it, and by whom among those the actor reaches. */
export async function reachOf(tx: Tx, id: string): Promise<Reach> {
  const { rows } = await sql<Reach>`
    WITH goods AS MATERIALIZED (
      SELECT s.id FROM sub_products s JOIN products p ON p.id = s.product_id
      WHERE p.category_id IN ${branchOf(id)}
    )
    SELECT (SELECT count(*) FROM goods) AS "subProductCount",
      count(DISTINCT here.location_id) FILTER (WHERE here.assigned) AS "locationCount",
      count(*) FILTER (WHERE num_nonnulls(here.price, here.threshold, here.max_per_order) > 0) AS "overrideCount"
    FROM location_sub_products here JOIN goods ON goods.id = here.sub_product_id`.execute(tx);
  return rows[0]!;
}

export async function taxRefs(tx: Tx, ids: readonly string[]): Promise<TaxRef[]> {
  const found = tx.selectFrom('taxes').select(['id as _id', 'name', 'rate', 'status']).orderBy('name');
  return found.where(sql<boolean>`id = ANY(${ids}::uuid[])`).execute();
}

interface Said {
  name: string;
  change: SpecificationChange['change'];
  from: string | null;
  required: boolean;
  saidCount: number;
  wrongCount: number;
}
/** How many products say something about what is asked otherwise, and how many would say it wrongly. */
export async function saidAbout(tx: Tx, changes: readonly SpecificationChange[]): Promise<Said[]> {
  if (changes.length === 0) return [];
  // What fits is what the rules of products let pass: see products/specifications.
  const { rows } = await sql<Said>`
    SELECT asked.name, asked.change, asked."from", bool_or(asked.required) AS required,
      count(said.value) AS "saidCount",
      count(*) FILTER (WHERE p.id IS NOT NULL AND asked.change <> 'lost' AND CASE
        WHEN said.value IS NULL THEN asked.required
        WHEN asked.type = 'number' THEN said.value !~ '^\\s*[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?\\s*$'
        WHEN asked.type = 'option' THEN NOT asked.options ? said.value
        ELSE false END) AS "wrongCount"
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS asked("categoryId" uuid, name text, change text, "from" text, type text, options jsonb, required boolean)
    LEFT JOIN products p ON p.category_id = asked."categoryId"
    LEFT JOIN LATERAL (SELECT nullif(p.specifications ->> coalesce(asked."from", asked.name), '') AS value) said ON true
    GROUP BY asked.name, asked.change, asked."from"
    ORDER BY array_position(ARRAY['lost', 'renamed', 'changed', 'gained'], asked.change), asked.name`.execute(
    tx,
  );
  return rows;
}

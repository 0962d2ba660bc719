import type { TaxRef } from '@aisle/contract/catalog/taxes';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { byName } from '../../../core/list/by-name.ts';
import { branchOf } from '../categories.queries.ts';
import type { Family, SpecificationChange } from './category-impact.ts';

/** A category with its descendants and ancestors, and the ancestors of its new parent. */
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
          'status', t.status) ORDER BY t.name COLLATE aisle_names), '[]')
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
/** Counts the sub-products of a category branch, and the actor's locations that sell them. */
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
  const found = tx
    .selectFrom('taxes')
    .select(['id as _id', 'name', 'rate', 'status'])
    .orderBy(byName('name'));
  return found.where(sql<boolean>`id = ANY(${ids}::uuid[])`).execute();
}

interface SpecificationUse {
  name: string;
  change: SpecificationChange['change'];
  from: string | null;
  required: boolean;
  saidCount: number;
  wrongCount: number;
}
/** Counts the products with a value for each changed specification, and the values that would become invalid. */
export async function usesOf(tx: Tx, changes: readonly SpecificationChange[]): Promise<SpecificationUse[]> {
  if (changes.length === 0) return [];
  // Validity follows the same rules as products/specifications.ts.
  const { rows } = await sql<SpecificationUse>`
    SELECT spec.name, spec.change, spec."from", bool_or(spec.required) AS required,
      count(product_value.value) AS "saidCount",
      count(*) FILTER (WHERE p.id IS NOT NULL AND spec.change <> 'lost' AND CASE
        WHEN product_value.value IS NULL THEN spec.required
        WHEN spec.type = 'number' THEN product_value.value !~ '^\\s*[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?\\s*$'
        WHEN spec.type = 'option' THEN NOT spec.options ? product_value.value
        ELSE false END) AS "wrongCount"
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS spec("categoryId" uuid, name text, change text, "from" text, type text, options jsonb, required boolean)
    LEFT JOIN products p ON p.category_id = spec."categoryId"
    LEFT JOIN LATERAL (SELECT nullif(p.specifications ->> coalesce(spec."from", spec.name), '') AS value) product_value ON true
    GROUP BY spec.name, spec.change, spec."from"
    ORDER BY array_position(ARRAY['lost', 'renamed', 'changed', 'gained'], spec.change), spec.name COLLATE aisle_names`.execute(
    tx,
  );
  return rows;
}

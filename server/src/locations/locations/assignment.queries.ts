import type {
  AssignByFilter,
  Assignment,
  AssignmentCounts,
  ProductTreeNode,
} from '@aisle/contract/locations/assignments';
import { type RawBuilder, sql } from 'kysely';
import { productsMatching } from '../../catalog/sub-products/search.queries.ts';
import type { Tx } from '../../core/db/db.ts';
import { hasWords } from '../../core/list/search-text.ts';

/** The sub-products of a location that are assigned, unassigned or repriced, for readers of the change log. */
export interface AssortmentChange {
  assignedIds?: string[];
  repricedIds?: string[];
}
export interface SavedAssortment extends AssortmentChange {
  counts: AssignmentCounts;
}
/** One more than a webhook sends, so that the webhook can indicate that there are more. */
const maxRecordedIds = 501;
export const idsFrom = (rows: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql`ARRAY(SELECT sub_product_id ${rows} ORDER BY sub_product_id LIMIT ${sql.lit(maxRecordedIds)})`;

/**
 * Saves offers of a location in one statement and counts the changes.
 * Omitted fields stay; an unassigned offer keeps price and limits for when it is assigned again.
 */
export async function saveOffers(
  tx: Tx,
  locationId: string,
  rows: readonly Assignment[],
): Promise<SavedAssortment> {
  const column = <Value>(of: (row: Assignment) => Value) => rows.map(of);
  const { rows: saved } = await sql<SavedAssortment>`
    WITH wanted AS (
      SELECT * FROM unnest(${column((row) => row.subProductId)}::uuid[], ${column((row) => row.assigned)}::boolean[],
        ${column((row) => row.price ?? null)}::bigint[], ${column((row) => row.price !== undefined)}::boolean[],
        ${column((row) => row.threshold ?? null)}::numeric[], ${column((row) => row.threshold !== undefined)}::boolean[],
        ${column((row) => row.maxPerOrder ?? null)}::numeric[],
        ${column((row) => row.maxPerOrder !== undefined)}::boolean[],
        ${column((row) => row.shelf ?? null)}::text[], ${column((row) => row.shelf !== undefined)}::boolean[])
        AS row (sub_product_id, assigned, price, has_price, threshold, has_threshold, max_per_order, has_max,
          shelf, has_shelf)
    ), before AS (
      SELECT * FROM location_sub_products
      WHERE location_id = ${locationId} AND sub_product_id IN (SELECT sub_product_id FROM wanted)
    ), target AS (
      SELECT wanted.sub_product_id, wanted.assigned,
        CASE WHEN has_price THEN wanted.price ELSE before.price END AS price,
        CASE WHEN has_threshold THEN wanted.threshold ELSE before.threshold END AS threshold,
        CASE WHEN has_max THEN wanted.max_per_order ELSE before.max_per_order END AS max_per_order,
        CASE WHEN has_shelf THEN wanted.shelf ELSE before.shelf_code END AS shelf,
        coalesce(before.assigned, false) AS was_assigned, before.price AS old_price,
        (CASE WHEN has_price THEN wanted.price ELSE before.price END,
         CASE WHEN has_threshold THEN wanted.threshold ELSE before.threshold END,
         CASE WHEN has_max THEN wanted.max_per_order ELSE before.max_per_order END,
         CASE WHEN has_shelf THEN wanted.shelf ELSE before.shelf_code END)
          IS DISTINCT FROM (before.price, before.threshold, before.max_per_order, before.shelf_code) AS limits_differ
      FROM wanted LEFT JOIN before USING (sub_product_id)
    ), saved AS (
      INSERT INTO location_sub_products AS offer
        (location_id, sub_product_id, assigned, price, threshold, max_per_order, shelf_code)
      SELECT ${locationId}::uuid, sub_product_id, assigned, price, threshold, max_per_order, shelf FROM target
      WHERE assigned <> was_assigned OR limits_differ
      ORDER BY sub_product_id
      ON CONFLICT (location_id, sub_product_id) DO UPDATE SET assigned = excluded.assigned, price = excluded.price,
        threshold = excluded.threshold, max_per_order = excluded.max_per_order, shelf_code = excluded.shelf_code
    )
    SELECT jsonb_build_object('assigned', count(*) FILTER (WHERE assigned AND NOT was_assigned),
        'unassigned', count(*) FILTER (WHERE was_assigned AND NOT assigned),
        'changed', count(*) FILTER (WHERE assigned = was_assigned AND limits_differ)) AS counts,
      ${idsFrom(sql`FROM target WHERE assigned <> was_assigned`)} AS "assignedIds",
      ${idsFrom(sql`FROM target WHERE price IS DISTINCT FROM old_price`)} AS "repricedIds"
    FROM target`.execute(tx);
  return saved[0]!;
}

/** Assigns or unassigns all matching sub-products at all these locations, in one statement. */
export async function saveOffersByFilter(
  tx: Tx,
  { locationIds, filters, assigned }: AssignByFilter,
): Promise<{ counts: AssignmentCounts; changes: ReadonlyMap<string, AssortmentChange> }> {
  const fitting = sql`
    SELECT sold.id FROM sub_products sold JOIN products p ON p.id = sold.product_id
    WHERE (${filters.brandId ?? null}::uuid IS NULL OR p.brand_id = ${filters.brandId ?? null}::uuid)
      AND (${filters.categoryId ?? null}::uuid IS NULL OR p.category_id IN (
        WITH RECURSIVE below AS (
          SELECT id FROM categories WHERE id = ${filters.categoryId ?? null}::uuid
          UNION ALL SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id
        ) SELECT id FROM below))`;
  const { rows } = assigned
    ? await sql<LocationChange>`
        WITH saved AS (
          INSERT INTO location_sub_products AS offer (location_id, sub_product_id)
          SELECT place, fitting.id FROM unnest(${locationIds}::uuid[]) AS place CROSS JOIN (${fitting}) fitting
          ORDER BY 1, 2
          ON CONFLICT (location_id, sub_product_id) DO UPDATE SET assigned = true WHERE NOT offer.assigned
          RETURNING location_id, sub_product_id
        ) ${changesByLocation}`.execute(tx)
    : await sql<LocationChange>`
        WITH saved AS (
          UPDATE location_sub_products SET assigned = false
          WHERE location_id = ANY (${locationIds}::uuid[]) AND assigned AND sub_product_id IN (${fitting})
          RETURNING location_id, sub_product_id
        ) ${changesByLocation}`.execute(tx);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return {
    counts: { assigned: assigned ? count : 0, unassigned: assigned ? 0 : count, changed: 0 },
    changes: new Map(rows.map(({ locationId, assignedIds }) => [locationId, { assignedIds }])),
  };
}
interface LocationChange {
  locationId: string;
  count: number;
  assignedIds: string[];
}
const changesByLocation = sql`SELECT location_id AS "locationId", count(*) AS count,
  (array_agg(sub_product_id))[:${sql.lit(maxRecordedIds)}] AS "assignedIds" FROM saved GROUP BY location_id`;

export async function findLocationRef(
  tx: Tx,
  id: string,
): Promise<{ _id: string; name: string } | undefined> {
  return tx.selectFrom('locations').select(['id as _id', 'name']).where('id', '=', id).executeTakeFirst();
}

type Node<Kind extends ProductTreeNode['kind']> = Extract<ProductTreeNode, { kind: Kind }>;

/** The categories of one branch with assigned sub-products, and their counts. */
export async function assignedCategories(
  tx: Tx,
  locationId: string,
  parentId: string | null,
): Promise<Node<'category'>[]> {
  const { rows } = await sql<Node<'category'>>`
    WITH RECURSIVE offered AS (
      SELECT p.category_id AS id, count(*) AS subs FROM location_sub_products offer
      JOIN sub_products sold ON sold.id = offer.sub_product_id
      JOIN products p ON p.id = sold.product_id
      WHERE offer.location_id = ${locationId} AND offer.assigned
      GROUP BY p.category_id
    ), below AS (
      SELECT id AS top, id FROM categories WHERE parent_id IS NOT DISTINCT FROM ${parentId}::uuid
      UNION ALL SELECT below.top, c.id FROM categories c JOIN below ON c.parent_id = below.id
    )
    SELECT 'category' AS kind, c.id AS "_id", c.name, sum(offered.subs)::bigint AS "subProductCount"
    FROM below JOIN offered USING (id) JOIN categories c ON c.id = below.top
    GROUP BY c.id, c.name, c.sort_order ORDER BY c.sort_order, c.name COLLATE aisle_names, c.id LIMIT 500`.execute(
    tx,
  );
  return rows;
}

/** Categories matching a name with assigned sub-products in them or in subcategories. */
export async function assignedCategoriesNamed(
  tx: Tx,
  locationId: string,
  search: string,
): Promise<Node<'category'>[]> {
  const { rows } = await sql<Node<'category'>>`
    WITH hit AS (
      SELECT id, parent_id, name, level, sort_order FROM categories
      WHERE ${hasWords(search, 'name')} ORDER BY level, sort_order, name COLLATE aisle_names, id LIMIT 50
    ), below AS (
      SELECT hit.id AS top, d.id FROM hit CROSS JOIN LATERAL (
        SELECT hit.id
        UNION ALL SELECT id FROM categories WHERE parent_id = hit.id
        UNION ALL SELECT low.id FROM categories mid JOIN categories low ON low.parent_id = mid.id
          WHERE mid.parent_id = hit.id
      ) d
    ), counted AS (
      SELECT below.top, count(*) AS subs FROM below
      JOIN products p ON p.category_id = below.id
      JOIN sub_products sold ON sold.product_id = p.id
      JOIN location_sub_products offer
        ON offer.location_id = ${locationId} AND offer.sub_product_id = sold.id AND offer.assigned
      GROUP BY below.top
    )
    SELECT 'category' AS kind, hit.id AS "_id", hit.name, counted.subs AS "subProductCount",
      ${placeOf(sql`hit.parent_id`)} AS above
    FROM hit JOIN counted ON counted.top = hit.id
    ORDER BY hit.level, hit.sort_order, hit.name COLLATE aisle_names, hit.id`.execute(tx);
  return rows;
}

/** A category and its ancestors, from the department down: three levels at most. */
const placeOf = (categoryId: RawBuilder<unknown>) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('_id', up.id, 'name', up.name) ORDER BY up.level), '[]')
  FROM categories here LEFT JOIN categories parent ON parent.id = here.parent_id
  JOIN categories up ON up.id IN (here.id, parent.id, parent.parent_id)
  WHERE here.id = ${categoryId})`;

type CategoryOrSearch = { categoryId: string } | { search: string };
interface ProductsAfter {
  after: { name: string; id: string } | undefined;
  limit: number;
}
/** Products with assigned sub-products, directly in a category or matching a search, after a cursor. */
export async function assignedProducts(
  tx: Tx,
  locationId: string,
  where: CategoryOrSearch,
  { after, limit }: ProductsAfter,
): Promise<Node<'product'>[]> {
  const isThere =
    'search' in where
      ? sql`p.id IN ${productsMatching(where.search)}`
      : sql`p.category_id = ${where.categoryId}`;
  const { rows } = await sql<Node<'product'>>`
    SELECT 'product' AS kind, p.id AS "_id", p.name, p.status, subs.subs AS "subProducts"
      ${'search' in where ? sql`, ${placeOf(sql`p.category_id`)} AS above` : sql``}
    FROM products p CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('_id', sold.id, 'name', sold.name, 'sku', sold.sku, 'unit', sold.unit, 'soldByWeight', sold.sold_by_weight,
        'price', coalesce(offer.price, sold.sale_price, sold.price), 'ownPrice', offer.price,
        'threshold', offer.threshold, 'maxPerOrder', offer.max_per_order,
        'onHand', coalesce(level.on_hand, 0), 'status', sold.status,
        'available', CASE WHEN level.location_id IS NULL THEN 0 ELSE available_now(level) END)
        ORDER BY sold.sort_order, sold.id) AS subs
      FROM sub_products sold
      JOIN location_sub_products offer
        ON offer.location_id = ${locationId} AND offer.sub_product_id = sold.id AND offer.assigned
      LEFT JOIN stock_levels level ON level.location_id = ${locationId} AND level.sub_product_id = sold.id
      WHERE sold.product_id = p.id
    ) subs
    WHERE ${isThere} AND subs.subs IS NOT NULL
      AND (${after?.name ?? null}::text IS NULL OR (p.name, p.id) > (${after?.name ?? null}, ${after?.id ?? null}::uuid))
    ORDER BY p.name COLLATE aisle_names, p.id LIMIT ${limit}`.execute(tx);
  return rows;
}

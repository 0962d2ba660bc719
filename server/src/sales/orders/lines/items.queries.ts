import type { Unit } from '@aisle/contract/core/quantity';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { sql } from 'kysely';
import { subProductsMatching } from '../../../catalog/sub-products/search.queries.ts';
import type { Tx } from '../../../core/db/db.ts';
import { isBarcode } from '../../../core/list/search-text.ts';

interface RequestedItems {
  subProductId?: string | undefined;
  sku?: string | undefined;
  locationId: string;
}
/** A sub-product with the facts that decide whether a location can sell it. */
export interface Goods {
  /** The line's position in the request. */
  index: number;
  locationId: string;
  subProductId: string | null;
  name: string;
  sku: string;
  unit: Unit;
  soldByWeight: boolean;
  /** The sub-product, product and category are all active. */
  active: boolean;
  assigned: boolean;
  price: number;
  minPerOrder: number | null;
  maxPerOrder: number | null;
  available: number;
}

/** Looks up price, limits and stock of sub-products at locations, in the sequence of the request. */
export async function findItems(tx: Tx, wanted: readonly RequestedItems[]): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    SELECT (w.position - 1)::int AS index, w.location_id AS "locationId", s.id AS "subProductId",
      coalesce(s.name, w.sku, '') AS name, coalesce(s.sku, w.sku, '') AS sku, coalesce(s.unit, 'each') AS unit,
      coalesce(s.sold_by_weight, false) AS "soldByWeight",
      goods.sub_product_id IS NOT NULL AS active,
      coalesce(held.assigned, false) AS assigned,
      coalesce(held.price, s.sale_price, s.price, 0)::bigint AS price, s.min_per_order AS "minPerOrder",
      least(s.max_per_order, held.max_per_order) AS "maxPerOrder",
      CASE WHEN shelf.location_id IS NULL THEN 0 ELSE available_now(shelf) END AS available
    FROM unnest(${wanted.map((one) => one.subProductId ?? null)}::uuid[], ${wanted.map((one) => one.sku ?? null)}::text[],
      ${wanted.map((one) => one.locationId)}::uuid[]) WITH ORDINALITY AS w (sub_product_id, sku, location_id, position)
    LEFT JOIN LATERAL (
      SELECT * FROM sub_products WHERE id = w.sub_product_id
      UNION ALL
      SELECT * FROM sub_products WHERE lower(sku) = lower(w.sku)
    ) s ON true
    LEFT JOIN sellable_goods goods ON goods.sub_product_id = s.id
    LEFT JOIN location_sub_products held ON held.location_id = w.location_id AND held.sub_product_id = s.id
    LEFT JOIN stock_levels shelf ON shelf.location_id = w.location_id AND shelf.sub_product_id = s.id
    ORDER BY w.position`.execute(tx);
  return rows;
}

/** The facts that a search for items depends on: the order's location, and the line to substitute. */
interface SearchScope {
  locationId: string;
  categoryId: string | null;
  /** The price of the line; items with a similar price come first. */
  unitPrice: number | null;
  /** Items already on the order, which can't be substitutes. */
  without: readonly string[];
}

export async function locationOfOrder(
  tx: Tx,
  orderId: string,
  lineId: string | undefined,
): Promise<SearchScope | undefined> {
  const { rows } = await sql<SearchScope>`
    SELECT o.location_id AS "locationId", line.category_id AS "categoryId", line.unit_price AS "unitPrice",
      CASE WHEN line.id IS NULL THEN '{}' ELSE ARRAY(SELECT n.sub_product_id FROM order_lines n
        WHERE n.location_id = o.location_id AND n.order_id = o.id AND NOT n.removed) END AS without
    FROM orders o
    LEFT JOIN LATERAL (
      SELECT n.id, n.unit_price, p.category_id FROM order_lines n JOIN sub_products s ON s.id = n.sub_product_id
      JOIN products p ON p.id = s.product_id
      WHERE n.location_id = o.location_id AND n.order_id = o.id AND n.id = ${lineId ?? null}::uuid
    ) line ON true
    WHERE o.id = ${orderId}`.execute(tx);
  return rows[0];
}

/** The maximum number of matches that are checked: enough to fill a result with items in stock. */
const maxMatches = 500;

/** Items that match a search and that the location can sell now: the same category first, then similar prices. */
export async function findSellable(
  tx: Tx,
  {
    locationId,
    categoryId,
    unitPrice,
    without,
    search,
    limit,
  }: SearchScope & { search: string | undefined; limit: number },
): Promise<Sellable[]> {
  const matching = search
    ? sql`SELECT s.* FROM sub_products s
        WHERE s.id IN ${subProductsMatching(search)} OR ${isBarcode(sql.ref('s.barcode'), search)}
        ORDER BY s.name COLLATE aisle_names LIMIT ${maxMatches}`
    : sql`(SELECT s.* FROM products p JOIN sub_products s ON s.product_id = p.id
          WHERE p.category_id = ${categoryId}::uuid LIMIT ${maxMatches})
        UNION
        (SELECT s.* FROM location_sub_products held JOIN sub_products s ON s.id = held.sub_product_id
          WHERE held.location_id = ${locationId} AND held.assigned AND ${categoryId}::uuid IS NULL
          LIMIT ${maxMatches})`;
  const { rows } = await sql<Sellable>`
    SELECT s.id AS "subProductId", s.product_id AS "productId", s.name, s.sku, s.barcode, s.unit,
      s.sold_by_weight AS "soldByWeight", coalesce(held.price, s.sale_price, s.price) AS price,
      available_now(shelf) AS available, s.min_per_order AS "minPerOrder",
      least(s.max_per_order, held.max_per_order) AS "maxPerOrder",
      coalesce(goods.category_id = ${categoryId}::uuid, false) AS "sameCategory"
    FROM (${matching}) s
    JOIN sellable_goods goods ON goods.sub_product_id = s.id
    JOIN location_sub_products held ON held.location_id = ${locationId} AND held.sub_product_id = s.id
    JOIN stock_levels shelf ON shelf.location_id = ${locationId} AND shelf.sub_product_id = s.id
    WHERE held.assigned AND available_now(shelf) > 0 AND s.id <> ALL (${[...without]}::uuid[])
    ORDER BY "sameCategory" DESC,
      abs(coalesce(held.price, s.sale_price, s.price) - ${unitPrice}::bigint) NULLS FIRST, s.name COLLATE aisle_names, s.id
    LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The minimum order of a location, or null if only the minimum in the settings applies. */
export async function minimumOrderOf(tx: Tx, locationId: string): Promise<number | null> {
  const { rows } = await sql<{ minimum: number | null }>`
    SELECT minimum_order AS minimum FROM locations WHERE id = ${locationId}`.execute(tx);
  return rows[0]?.minimum ?? null;
}

/** The maximum number of matches that are looked up at every location. */
const maxMatchesAnywhere = 60;

/**
 * Sub-products that match a search and can be sold at some location, each once: at the requested location if it has any in
 * stock, otherwise at the location with the most.
 */
export async function findSellableAnywhere(
  tx: Tx,
  { locationId, search, limit }: { locationId: string | undefined; search: string; limit: number },
): Promise<Sellable[]> {
  const here = sql`(held.location_id = ${locationId ?? null}::uuid) IS TRUE`;
  const { rows } = await sql<Sellable>`
    SELECT * FROM (
      SELECT DISTINCT ON (s.id) s.id AS "subProductId", s.product_id AS "productId", s.name, s.sku, s.barcode,
        s.unit, s.sold_by_weight AS "soldByWeight", coalesce(held.price, s.sale_price, s.price) AS price,
        available_now(shelf) AS available, s.min_per_order AS "minPerOrder",
        least(s.max_per_order, held.max_per_order) AS "maxPerOrder", false AS "sameCategory",
        CASE WHEN NOT ${here} THEN json_build_object('_id', l.id, 'name', l.name) END AS elsewhere
      FROM (SELECT * FROM sub_products WHERE status AND (id IN ${subProductsMatching(search)}
          OR ${isBarcode(sql.ref('barcode'), search)}) ORDER BY name COLLATE aisle_names, id LIMIT ${maxMatchesAnywhere}) s
      JOIN sellable_goods goods ON goods.sub_product_id = s.id
      JOIN location_sub_products held ON held.sub_product_id = s.id AND held.assigned
      JOIN locations l ON l.id = held.location_id AND l.status
      JOIN stock_levels shelf ON shelf.location_id = held.location_id AND shelf.sub_product_id = s.id
      WHERE available_now(shelf) > 0
      ORDER BY s.id, ${here} DESC, available_now(shelf) DESC, l.id) found
    ORDER BY (elsewhere IS NULL) DESC, name COLLATE aisle_names, "subProductId" LIMIT ${limit}`.execute(tx);
  return rows;
}

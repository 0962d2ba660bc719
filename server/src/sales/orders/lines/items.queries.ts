import { searchWords } from '@aisle/contract/core/fold-text';
import { type ItemNames, itemName } from '@aisle/contract/core/item-name';
import type { Unit } from '@aisle/contract/core/quantity';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import type { PriceSource } from '@aisle/contract/sales/promotions/promotion-discounts';
import { type RawBuilder, sql } from 'kysely';
import { coverOf, itemsMatching, rankedBy } from '../../../catalog/sub-products/item-search.queries.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { itemNameOf, itemNamesOf, lineNamePairs, productNameOf } from '../../../core/list/item-names.ts';

interface RequestedItems {
  subProductId?: string | undefined;
  sku?: string | undefined;
  locationId: string;
}
/** A sub-product with the facts that decide whether a location can sell it. */
export interface Goods extends ItemNames {
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
  priceSource: PriceSource;
  minPerOrder: number | null;
  maxPerOrder: number | null;
  available: number;
}

/** Looks up price, limits and stock of sub-products at locations, in the sequence of the request. */
export async function findItems(tx: Tx, wanted: readonly RequestedItems[]): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    SELECT (w.position - 1)::int AS index, w.location_id AS "locationId", s.id AS "subProductId",
      coalesce(s.name, w.sku, '') AS name,
      coalesce(${productNameOf('s')}, w.sku, '') AS "productName", coalesce(s.name, w.sku, '') AS "variantName",
      coalesce(s.sku, w.sku, '') AS sku, coalesce(s.unit, 'each') AS unit,
      coalesce(s.sold_by_weight, false) AS "soldByWeight",
      goods.sub_product_id IS NOT NULL AS active,
      coalesce(held.assigned, false) AS assigned,
      coalesce(held.price, s.sale_price, s.price, 0)::bigint AS price,
      CASE WHEN held.price IS NULL THEN CASE WHEN s.sale_price IS NULL THEN 'list' ELSE 'sale' END
        WHEN EXISTS (SELECT FROM markdowns m WHERE m.location_id = held.location_id
          AND m.sub_product_id = held.sub_product_id AND m.status = 'active') THEN 'markDown'
        ELSE 'location' END AS "priceSource", s.min_per_order AS "minPerOrder",
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

/** The line to substitute, whose names, size and price rank its substitutes. */
interface LineToSubstitute extends ItemNames {
  subProductId: string;
  customerId: string;
  categoryId: string;
  unit: Unit;
  unitSize: number | null;
  unitPrice: number;
}
/** The facts that a search for items depends on: the order's location, and the line to substitute. */
interface SearchScope {
  locationId: string;
  line: LineToSubstitute | null;
  /** Items already on the order, which can't be substitutes. */
  without: readonly string[];
}

export async function locationOfOrder(
  tx: Tx,
  orderId: string,
  lineId: string | undefined,
): Promise<SearchScope | undefined> {
  const { rows } = await sql<SearchScope>`
    SELECT o.location_id AS "locationId", line.facts AS line,
      CASE WHEN line.facts IS NULL THEN '{}' ELSE ARRAY(SELECT n.sub_product_id FROM order_lines n
        WHERE n.location_id = o.location_id AND n.order_id = o.id AND NOT n.removed) END AS without
    FROM orders o
    LEFT JOIN LATERAL (
      SELECT json_build_object('subProductId', s.id, 'customerId', o.customer_id, ${sql.raw(lineNamePairs)},
        'categoryId', p.category_id, 'unit', s.unit, 'unitSize', s.unit_size, 'unitPrice', n.unit_price) AS facts
      FROM order_lines n JOIN sub_products s ON s.id = n.sub_product_id JOIN products p ON p.id = s.product_id
      WHERE n.location_id = o.location_id AND n.order_id = o.id AND n.id = ${lineId ?? null}::uuid
    ) line ON true
    WHERE o.id = ${orderId}`.execute(tx);
  return rows[0];
}

interface ItemRequest extends SearchScope {
  search: string | undefined;
  limit: number;
}
export interface SellableRow extends Omit<Sellable, 'picture'> {
  coverId: string | null;
}

/** The maximum number of items without a search that are checked: enough to fill a result with items in stock. */
const maxUnsearched = 500;

/**
 * Items that match a search and that the location can sell now, best sellers first. For a line, its substitutes: those that the
 * customer approved before, then those of its category, by likeness of name, size and price.
 */
export async function findSellable(
  tx: Tx,
  actor: Pick<Actor, 'locations'>,
  { locationId, line, without, search, limit }: ItemRequest,
): Promise<SellableRow[]> {
  const candidates = search ? itemsMatching(search) : unsearched(locationId, line);
  const price = sql`coalesce(held.price, s.sale_price, s.price)`;
  const order = line
    ? sql`accepted DESC, "sameCategory" DESC, ${likeness(line)}, abs(${price} - ${line.unitPrice}::bigint),`
    : sql``;
  const { rows } = await sql<SellableRow>`
    SELECT ${sellableColumns(price)},
      coalesce(goods.category_id = ${line?.categoryId ?? null}::uuid, false) AS "sameCategory",
      ${line ? isAccepted(line) : sql`false`} AS accepted
    FROM ${candidates} s
    JOIN sellable_goods goods ON goods.sub_product_id = s.id
    JOIN location_sub_products held ON held.location_id = ${locationId} AND held.sub_product_id = s.id
    JOIN stock_levels shelf ON shelf.location_id = ${locationId} AND shelf.sub_product_id = s.id
    WHERE held.assigned AND available_now(shelf) > 0 AND s.id <> ALL (${[...without]}::uuid[])
    ORDER BY ${order} ${rankedBy(search, actor)} LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The columns of an item `s` that a location offers as `held` and stores as `shelf`. */
const sellableColumns = (price: RawBuilder<unknown>) => sql`
  s.id AS "subProductId", s.product_id AS "productId", s.name, ${itemNamesOf('s')}, s.sku, s.barcode, s.unit,
  s.sold_by_weight AS "soldByWeight", ${price} AS price, available_now(shelf) AS available,
  s.min_per_order AS "minPerOrder", least(s.max_per_order, held.max_per_order) AS "maxPerOrder",
  held.shelf_code AS shelf, ${coverOf} AS "coverId"`;

const unsearched = (locationId: string, line: LineToSubstitute | null) =>
  line
    ? sql`(SELECT s.* FROM products p JOIN sub_products s ON s.product_id = p.id
        WHERE p.category_id = ${line.categoryId} LIMIT ${sql.lit(maxUnsearched)})`
    : sql`(SELECT s.* FROM location_sub_products held JOIN sub_products s ON s.id = held.sub_product_id
        WHERE held.location_id = ${locationId} AND held.assigned LIMIT ${sql.lit(maxUnsearched)})`;

/** Sorts items by the number of words that their name shares with the line's, then by size. */
function likeness(line: LineToSubstitute): RawBuilder<unknown> {
  const stems = searchWords(itemName(line))
    .filter((word) => /\p{L}{3}/u.test(word))
    .map((word) => word.replace(/e?s$/, ''));
  return sql`
    (SELECT count(*) FROM unnest(${stems}::text[]) AS stem WHERE strpos(fold_text(${itemNameOf('s')}), stem) > 0) DESC,
    CASE WHEN s.unit = ${line.unit} THEN abs(ln(s.unit_size) - ln(${line.unitSize}::numeric)) END NULLS LAST`;
}

/** Whether the customer approved item `s` instead of the line's item in an earlier order. */
const isAccepted = ({ customerId, subProductId }: LineToSubstitute) => sql`EXISTS (
  SELECT FROM orders earlier
  JOIN order_lines instead ON instead.location_id = earlier.location_id AND instead.order_id = earlier.id
    AND instead.substitute_for IS NOT NULL AND instead.shopper_answer = 'approved' AND instead.sub_product_id = s.id
  JOIN order_lines wanted ON wanted.location_id = instead.location_id AND wanted.order_id = instead.order_id
    AND wanted.id = instead.substitute_for AND wanted.sub_product_id = ${subProductId}
  WHERE earlier.customer_id = ${customerId})`;

/** The minimum order of a location, or null if only the minimum in the settings applies. */
export async function minimumOrderOf(tx: Tx, locationId: string): Promise<number | null> {
  const { rows } = await sql<{ minimum: number | null }>`
    SELECT minimum_order AS minimum FROM locations WHERE id = ${locationId}`.execute(tx);
  return rows[0]?.minimum ?? null;
}

/**
 * Items that match a search and can be sold at some location, each once: at the requested location if it has any in stock,
 * otherwise at the location with the most. Best sellers come first.
 */
export async function findSellableAnywhere(
  tx: Tx,
  actor: Pick<Actor, 'locations'>,
  { locationId, search, limit }: { locationId: string | undefined; search: string; limit: number },
): Promise<SellableRow[]> {
  const here = sql`(held.location_id = ${locationId ?? null}::uuid) IS TRUE`;
  const { rows } = await sql<SellableRow>`
    SELECT ${sellableColumns(sql`coalesce(held.price, s.sale_price, s.price)`)}, false AS "sameCategory",
      CASE WHEN NOT ${here} THEN json_build_object('_id', l.id, 'name', l.name) END AS elsewhere
    FROM ${itemsMatching(search)} s
    JOIN sellable_goods goods ON goods.sub_product_id = s.id
    CROSS JOIN LATERAL (SELECT held.* FROM location_sub_products held
      JOIN locations l ON l.id = held.location_id AND l.status
      JOIN stock_levels shelf ON shelf.location_id = held.location_id AND shelf.sub_product_id = s.id
      WHERE held.sub_product_id = s.id AND held.assigned AND available_now(shelf) > 0
      ORDER BY ${here} DESC, available_now(shelf) DESC, l.id LIMIT 1) held
    JOIN locations l ON l.id = held.location_id
    JOIN stock_levels shelf ON shelf.location_id = held.location_id AND shelf.sub_product_id = s.id
    ORDER BY ${here} DESC, ${rankedBy(search, actor)} LIMIT ${limit}`.execute(tx);
  return rows;
}

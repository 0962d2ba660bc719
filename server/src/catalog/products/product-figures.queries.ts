import { type ProductPlace, type ProductSales, salesDays } from '@aisle/contract/catalog/product-figures';
import { notSoldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf } from '../../core/db/literals.ts';
import { mustFind } from '../../core/problem.ts';
import { availableOf } from '../sub-products/sub-products.queries.ts';

/** Maximum number of latest order lines read per sub-product. */
const maxLines = 20_000;

/** Orders that count as sales. */
const isSale = isNoneOf('o.status', notSoldStatuses);

/** The sales of a product by local day, from the latest lines of every sub-product, with their orders. */
export async function productSales(
  tx: Tx,
  id: string,
  locationId: string | undefined,
): Promise<ProductSales> {
  const here = locationId ? sql`AND line.location_id = ${locationId}` : sql``;
  const { rows } = await sql<ProductSales>`
    WITH latest AS MATERIALIZED (
      SELECT line.* FROM sub_products s CROSS JOIN LATERAL (
        SELECT line.sub_product_id, line.location_id, line.order_id, line.total - line.tax AS revenue,
          coalesce(line.picked_quantity, line.quantity) AS units
        FROM order_lines line WHERE line.sub_product_id = s.id ${here}
        ORDER BY line.order_id DESC LIMIT ${maxLines}
      ) line WHERE s.product_id = ${id}
    ), sold AS MATERIALIZED (
      SELECT latest.*, (o.created_at AT TIME ZONE l.time_zone)::date AS day
      FROM latest JOIN orders o ON o.location_id = latest.location_id AND o.id = latest.order_id
      JOIN locations l ON l.id = latest.location_id
      WHERE ${isSale} AND o.created_at >= now() - make_interval(days => ${salesDays + 1})
    ), period AS (SELECT (now() AT TIME ZONE 'UTC')::date AS today)
    SELECT p.name, today - ${salesDays - 1}::int AS from, today AS to,
      (SELECT coalesce(json_agg(d ORDER BY d.day), '[]') FROM (
        SELECT day, sum(units)::float8 AS units, sum(revenue) AS revenue, count(DISTINCT order_id) AS orders
        FROM sold WHERE day > today - ${salesDays}::int GROUP BY day) d) AS "byDay",
      (SELECT coalesce(json_agg(v), '[]') FROM (
        SELECT sub_product_id AS "subProductId", sum(units)::float8 AS units, sum(revenue) AS revenue
        FROM sold WHERE day > today - ${salesDays}::int GROUP BY 1) v) AS "bySubProduct",
      EXISTS (SELECT FROM latest GROUP BY sub_product_id HAVING count(*) = ${maxLines}) AS "isPartial"
    FROM period, products p WHERE p.id = ${id}`.execute(tx);
  const { from, to, byDay, bySubProduct, isPartial } = mustFind(rows[0], 'Product');
  return { from, to, byDay, bySubProduct, isPartial };
}

/** Price and stock of a sub-product at each of the actor's locations that sells it or has stock. */
export async function productLocations(
  tx: Tx,
  id: string,
  subProductId: string | undefined,
): Promise<{ subProductId: string | null; places: ProductPlace[] }> {
  const which = subProductId ? sql`AND s.id = ${subProductId}` : sql``;
  const { rows } = await sql<{ subProductId: string | null; places: ProductPlace[] }>`
    SELECT first.id AS "subProductId", (
      SELECT coalesce(json_agg(place ORDER BY place."locationName" COLLATE aisle_names, place."locationId"), '[]') FROM (
        SELECT l.id AS "locationId", l.name AS "locationName", coalesce(here.assigned, false) AS assigned,
          here.price AS "ownPrice", coalesce(here.price, first.sale_price, first.price) AS price, here.threshold,
          here.max_per_order AS "maxPerOrder", coalesce(stock_row.on_hand, 0) AS "onHand",
          coalesce(stock_row.reserved, 0) AS reserved,
          coalesce(${availableOf(sql.ref('stock_row'))}, 0) AS available
        FROM locations l
        LEFT JOIN stock_levels stock_row ON stock_row.location_id = l.id AND stock_row.sub_product_id = first.id
        LEFT JOIN location_sub_products here ON here.location_id = l.id AND here.sub_product_id = first.id
        WHERE stock_row.location_id IS NOT NULL OR here.assigned
        ORDER BY l.name COLLATE aisle_names, l.id LIMIT 1000) place) AS places
    FROM products p LEFT JOIN LATERAL (
      SELECT s.* FROM sub_products s WHERE s.product_id = p.id ${which} ORDER BY s.sort_order, s.id LIMIT 1
    ) first ON true
    WHERE p.id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Product');
}

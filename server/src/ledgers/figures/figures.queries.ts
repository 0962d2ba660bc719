import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Days, figuresOf, placesAt } from './figure-days.queries.ts';
import { productsOf } from './product-figures.queries.ts';

/** Null: all locations that the actor has access to. */
export interface Period extends Days {
  locationId: string | null;
}
const placesOf = ({ locationId }: Period) => (locationId === null ? null : [locationId]);

export interface DaySales {
  day: string;
  orders: number;
  gross: number;
}
/** The sales of every day, also of those without any. */
export async function salesByDay(tx: Tx, period: Period): Promise<DaySales[]> {
  const places = placesOf(period);
  const { rows } = await sql<DaySales>`
    WITH ${placesAt(places)}, sums AS (
      SELECT day, sum(orders)::bigint AS orders, sum(gross)::bigint AS gross
      FROM (${figuresOf(period, places)}) figures GROUP BY day)
    SELECT span.day::date AS day, coalesce(orders, 0) AS orders, coalesce(gross, 0) AS gross
    FROM generate_series(${period.from}::date, ${period.to}::date, interval '1 day') AS span (day)
    LEFT JOIN sums ON sums.day = span.day::date ORDER BY 1`.execute(tx);
  return rows;
}

export interface TopProduct {
  subProductId: string;
  productId: string;
  name: string;
  sku: string;
  quantity: number;
  revenue: number;
}
/** Those with the most revenue in the period. `isEverywhere`: the actor has access to all locations. */
export async function topProducts(
  tx: Tx,
  period: Period & { isEverywhere: boolean },
  limit: number,
): Promise<TopProduct[]> {
  const places = placesOf(period);
  const scope = { places, isEverywhere: period.isEverywhere, needed: ['units', 'revenue'] as const };
  const { rows } = await sql<TopProduct>`
    WITH ${placesAt(places)}, top AS MATERIALIZED (
      SELECT * FROM (${productsOf(period, scope)}) sums WHERE units > 0 OR revenue > 0
      ORDER BY revenue DESC, sub_product_id LIMIT ${limit})
    SELECT s.id AS "subProductId", s.product_id AS "productId", s.name, s.sku, top.units / 1000.0 AS quantity,
      top.revenue FROM top JOIN sub_products s ON s.id = top.sub_product_id ORDER BY top.revenue DESC, s.name`.execute(
    tx,
  );
  return rows;
}

export interface TopLocation {
  locationId: string;
  name: string;
  orders: number;
  gross: number;
}
export async function topLocations(tx: Tx, period: Period, limit: number): Promise<TopLocation[]> {
  const places = placesOf(period);
  const { rows } = await sql<TopLocation>`
    WITH ${placesAt(places)}, sums AS (
      SELECT location_id, sum(orders)::bigint AS orders, sum(gross)::bigint AS gross
      FROM (${figuresOf(period, places)}) figures GROUP BY 1)
    SELECT place.id AS "locationId", place.name, sums.orders, sums.gross FROM sums
    JOIN place ON place.id = sums.location_id WHERE sums.orders > 0
    ORDER BY sums.gross DESC, place.name LIMIT ${limit}`.execute(tx);
  return rows;
}

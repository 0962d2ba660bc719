import type { Promotion, PromotionFigures, PromotionView } from '@aisle/contract/sales/promotions/promotions';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import {
  type Days,
  isAt,
  isFromDay,
  isSale,
  isToDay,
  locationsAt,
  metricDeltas,
  metricsOf,
} from '../../ledgers/figures/figure-days.queries.ts';
import { figuresOfUses, usesWithOrders } from './promotions.queries.ts';

/** The most days of the figures, newest first. */
const maxDays = 400;
/** The days before today, or before its end, on which orders with and without the promotion are compared. */
const comparedDays = 28;

/** The compared days of a promotion, as the calendars at its locations have them. */
export async function comparedDaysOf(tx: Tx, id: string): Promise<Days> {
  const { rows } = await sql<Days>`
    SELECT min(greatest(dated.first, dated.last - ${sql.lit(comparedDays - 1)}))::text AS "from", max(dated.last)::text AS "to"
    FROM promotions p JOIN locations l ON p.location_ids IS NULL OR l.id = ANY (p.location_ids)
    CROSS JOIN LATERAL (SELECT (p.starts_at AT TIME ZONE l.time_zone)::date AS first,
      (least(p.ends_at, now()) AT TIME ZONE l.time_zone)::date AS last) dated
    WHERE p.id = ${id} HAVING count(*) > 0`.execute(tx);
  const today = new Date().toISOString().slice(0, 10);
  return rows[0] ?? { from: today, to: today };
}

/**
 * The figures of a promotion, limited to the locations of the actor by row security. Daily totals less the orders with the
 * promotion are those without it.
 */
export async function figuresOf(
  tx: Tx,
  { _id: id, locationIds }: Pick<Promotion, '_id' | 'locationIds'>,
  compared: Days,
): Promise<PromotionView['figures']> {
  const { rows } = await sql<Omit<PromotionView['figures'], 'compared'> & { total: PromotionFigures }>`
    WITH ${locationsAt(locationIds)}, ${metricDeltas([compared], needed)},
    sales AS (SELECT coalesce(sum(orders), 0) AS orders, coalesce(sum(gross), 0) AS total
      FROM (${metricsOf(compared, locationIds, needed)}) days),
    used AS (SELECT count(*) AS orders, coalesce(sum(o.total), 0) AS total
      FROM ${usesWithOrders} WHERE u.promotion_id = ${id} AND u.living AND ${isSale}
        AND ${isFromDay('o.created_at', 'o.location_id', compared.from)}
        AND ${isToDay('o.created_at', 'o.location_id', compared.to)} AND ${isAt('o.location_id', locationIds)})
    SELECT
      (SELECT ${figuresOfUses} FROM ${usesWithOrders} WHERE u.promotion_id = ${id}) AS total,
      (SELECT coalesce(json_agg(to_json(day.figures)::jsonb || jsonb_build_object('day', day.day) ORDER BY day.day), '[]')
        FROM (SELECT (u.created_at AT TIME ZONE l.time_zone)::date AS day, ${figuresOfUses} AS figures
          FROM ${usesWithOrders} JOIN locations l ON l.id = u.location_id WHERE u.promotion_id = ${id}
          GROUP BY 1 ORDER BY 1 DESC LIMIT ${sql.lit(maxDays)}) AS day) AS "byDay",
      (SELECT coalesce(json_agg(to_json(place.figures)::jsonb || jsonb_build_object('locationId', place.id,
          'name', place.name) ORDER BY place.name COLLATE aisle_names, place.id), '[]')
        FROM (SELECT l.id, l.name, ${figuresOfUses} AS figures
          FROM ${usesWithOrders} JOIN locations l ON l.id = u.location_id WHERE u.promotion_id = ${id}
          GROUP BY l.id, l.name) AS place) AS "byLocation",
      round(used.total / nullif(used.orders, 0))::bigint AS "averageWith",
      round((sales.total - used.total) / nullif(sales.orders - used.orders, 0))::bigint AS "averageWithout"
    FROM sales, used`.execute(tx);
  const { total, ...rest } = rows[0]!;
  return { ...total, ...rest, compared };
}
const needed = ['orders', 'gross'] as const;

/** The names of records by id, whatever their kind. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const wanted = sql`id = ANY (${ids}::uuid[])`;
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM categories WHERE ${wanted}
    UNION ALL SELECT id, name FROM brands WHERE ${wanted}
    UNION ALL SELECT id, name FROM products WHERE ${wanted}
    UNION ALL SELECT s.id, ${itemNameOf('s')} FROM sub_products s WHERE s.${wanted}
    UNION ALL SELECT id, name FROM locations WHERE ${wanted}
    UNION ALL SELECT id, name FROM vendors WHERE ${wanted}
    UNION ALL SELECT id, name FROM subscription_plans WHERE ${wanted}
    UNION ALL SELECT id, name FROM customer_groups WHERE ${wanted}
    UNION ALL SELECT id, trim(first_name || ' ' || last_name) FROM customers WHERE ${wanted}`.execute(tx);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

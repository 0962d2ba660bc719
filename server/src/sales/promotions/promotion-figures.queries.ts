import type { PromotionFigures, PromotionView } from '@aisle/contract/sales/promotions/promotions';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { figuresOfUses, usesWithOrders } from './promotions.queries.ts';

/** The most days of the figures, newest first. */
const maxDays = 400;
/** The days before now, or before its end, in which orders with and without the promotion are compared. */
const comparedDays = 28;

/** The figures of a promotion, limited to the locations of the actor by row security. */
export async function figuresOf(tx: Tx, id: string): Promise<PromotionView['figures']> {
  const { rows } = await sql<PromotionView['figures'] & { total: PromotionFigures }>`
    SELECT
      (SELECT ${figuresOfUses} FROM ${usesWithOrders} WHERE u.promotion_id = p.id) AS total,
      (SELECT coalesce(json_agg(to_json(day.figures)::jsonb || jsonb_build_object('day', day.day) ORDER BY day.day), '[]')
        FROM (SELECT (u.created_at AT TIME ZONE l.time_zone)::date AS day, ${figuresOfUses} AS figures
          FROM ${usesWithOrders} JOIN locations l ON l.id = u.location_id WHERE u.promotion_id = p.id
          GROUP BY 1 ORDER BY 1 DESC LIMIT ${sql.lit(maxDays)}) AS day) AS "byDay",
      (SELECT coalesce(json_agg(to_json(place.figures)::jsonb || jsonb_build_object('locationId', place.id,
          'name', place.name) ORDER BY place.name COLLATE aisle_names, place.id), '[]')
        FROM (SELECT l.id, l.name, ${figuresOfUses} AS figures
          FROM ${usesWithOrders} JOIN locations l ON l.id = u.location_id WHERE u.promotion_id = p.id
          GROUP BY l.id, l.name) AS place) AS "byLocation",
      with_it.average AS "averageWith", without_it.average AS "averageWithout"
    FROM promotions p
    CROSS JOIN LATERAL (SELECT least(p.ends_at, now()) AS until,
      greatest(p.starts_at, least(p.ends_at, now()) - make_interval(days => ${sql.lit(comparedDays)})) AS since) period
    CROSS JOIN LATERAL (SELECT round(avg(o.total))::bigint AS average FROM ${usesWithOrders}
      WHERE u.promotion_id = p.id AND u.living AND u.created_at BETWEEN period.since AND period.until) with_it
    CROSS JOIN LATERAL (SELECT round(avg(o.total))::bigint AS average FROM orders o
      WHERE (p.location_ids IS NULL OR o.location_id = ANY (p.location_ids)) AND is_sold(o.status)
        AND o.created_at BETWEEN period.since AND period.until AND NOT o.is_replacement
        AND NOT EXISTS (SELECT FROM promotion_uses u WHERE u.location_id = o.location_id AND u.order_id = o.id
          AND u.promotion_id = p.id AND u.living)) without_it
    WHERE p.id = ${id}`.execute(tx);
  const { total, ...rest } = rows[0]!;
  return { ...total, ...rest };
}

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

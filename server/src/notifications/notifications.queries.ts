import type { OutOfStock } from '@aisle/contract/notifications';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

/** Nothing counts further than this in a request. */
const mostCounted = 1000;

/** What locations sell and have none left of, the latest first. Never stocked is not out of stock. */
export async function outOfStock(tx: Tx): Promise<{ outOfStock: OutOfStock[]; count: number }> {
  const out = sql`
    FROM stock_levels level
    JOIN location_sub_products offer USING (location_id, sub_product_id)
    JOIN sub_products sold ON sold.id = level.sub_product_id
    JOIN products p ON p.id = sold.product_id
    WHERE level.out_since IS NOT NULL AND offer.assigned AND sold.status AND p.status`;
  const { rows: latest } = await sql<OutOfStock>`
    SELECT level.location_id || ':' || level.sub_product_id AS "_id", level.location_id AS "locationId",
      (SELECT name FROM locations WHERE id = level.location_id) AS "locationName",
      jsonb_build_object('_id', sold.id, 'name', sold.name, 'sku', sold.sku) AS "subProductData",
      level.out_since AS since
    ${out}
    ORDER BY level.out_since DESC, level.location_id, level.sub_product_id LIMIT 100`.execute(tx);
  if (latest.length < 100) return { outOfStock: latest, count: latest.length };
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT ${out} LIMIT ${mostCounted}) AS counted`.execute(tx);
  return { outOfStock: latest, count: rows[0]!.count };
}

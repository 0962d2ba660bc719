import type { Setup } from '@aisle/contract/overview/dashboard';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The setup progress of a marketplace without orders; null once there was an order. */
export async function findSetup(tx: Tx): Promise<Setup | null> {
  const { rows } = await sql<Setup>`
    SELECT EXISTS (SELECT FROM locations) AS location, EXISTS (SELECT FROM products) AS products,
      empty.id IS NULL AND EXISTS (SELECT FROM locations) AS assortment, empty.id AS "emptyLocationId",
      EXISTS (SELECT FROM lots) AS stock, EXISTS (SELECT FROM settings WHERE version > 1) AS delivery,
      EXISTS (SELECT FROM users OFFSET 1) AS people, EXISTS (SELECT FROM api_keys) AS shop
    FROM (SELECT) AS one LEFT JOIN (SELECT l.id FROM locations l
      WHERE NOT EXISTS (SELECT FROM location_sub_products o WHERE o.location_id = l.id AND o.assigned)
      ORDER BY l.created_at, l.id LIMIT 1) AS empty ON true
    WHERE NOT EXISTS (SELECT FROM orders)`.execute(tx);
  return rows[0] ?? null;
}

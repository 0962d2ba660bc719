import type { Setup } from '@aisle/contract/overview/dashboard';
import { openStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';

type SetupFacts = Omit<
  Setup,
  'marketplace' | 'ready' | 'payment' | 'delivery' | 'marked' | 'settingsVersion'
>;

/** The setup steps that show in the records of the marketplace. */
export async function findSetup(tx: Tx): Promise<SetupFacts> {
  const { rows } = await sql<SetupFacts>`
    SELECT first.id IS NOT NULL AS location, first.id AS "firstLocationId", EXISTS (SELECT FROM products) AS products,
      empty.id IS NULL AND first.id IS NOT NULL AS assortment, empty.id AS "emptyLocationId",
      EXISTS (SELECT FROM lots) AS stock, EXISTS (SELECT FROM users OFFSET 1) AS people,
      EXISTS (SELECT FROM api_keys) AS shop, EXISTS (SELECT FROM orders) AS "order",
      EXISTS (SELECT FROM orders WHERE status = 'delivered') AS delivered,
      (SELECT o.id FROM orders o WHERE ${isOneOf('o.status', openStatuses)} ORDER BY o.created_at LIMIT 1) AS "openOrderId"
    FROM (SELECT) AS one
    LEFT JOIN (SELECT id FROM locations ORDER BY created_at, id LIMIT 1) AS first ON true
    LEFT JOIN (SELECT l.id FROM locations l
      WHERE NOT EXISTS (SELECT FROM location_sub_products o WHERE o.location_id = l.id AND o.assigned)
      ORDER BY l.created_at, l.id LIMIT 1) AS empty ON true`.execute(tx);
  return rows[0]!;
}

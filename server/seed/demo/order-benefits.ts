import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';

/** Deliveries in progress that are paid at the door; their fee isn't in the ledger yet. */
const stillDue = sql`o.fulfilment = 'delivery' AND o.payment_type = 'cashOnDelivery' AND o.paid = 0 AND o.delivery_fee > 0
  AND o.status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'outOfDelivery')`;

/** Customers with such a delivery, some of whom have a plan that waives its fee. */
export async function customersToFavor(tx: Tx, { goodsAbove }: { goodsAbove: number }): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT o.customer_id AS id FROM orders o
    WHERE ${stillDue} AND o.items_total >= ${goodsAbove} ORDER BY 1 LIMIT 8`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Waives the delivery fee of orders whose customers had a plan with only free delivery when they placed them. */
export async function waiveFees(tx: Tx): Promise<void> {
  await sql`
    WITH waived AS (
      UPDATE orders o SET plan_id = e.plan_id, plan_edition = e.number, plan_name = e.name,
        delivery_saved = o.delivery_fee, delivery_fee = 0, total = o.total - o.delivery_fee
      FROM subscriptions s JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
      WHERE s.customer_id = o.customer_id AND o.created_at >= s.starts_at AND o.created_at < s.ends_at
        AND s.cancelled_at IS NULL AND ${stillDue}
        AND e.free_delivery_above <= o.items_total AND e.discount_percent = 0 AND e.coin_multiplier = 1
      RETURNING o.location_id, o.id, o.total
    )
    UPDATE payments p SET amount = waived.total FROM waived
    WHERE p.location_id = waived.location_id AND p.order_id = waived.id`.execute(tx);
}

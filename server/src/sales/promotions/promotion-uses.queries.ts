import { sql } from 'kysely';
import { enqueue, type Tx } from '../../core/db/db.ts';
import type { PromotionUse } from './order-pricing.ts';

interface OrderKey {
  locationId: string;
  id: string;
}

/** The order no longer uses its promotions: they get back their limits, unless other orders of the checkout still use them. */
export const releasePromotions = (tx: Tx, { locationId, id }: OrderKey): Promise<void> =>
  enqueue(
    tx,
    sql`UPDATE promotion_uses SET living = false, discount_now = 0
      WHERE location_id = ${locationId} AND order_id = ${id} AND living`,
  );

/** Records the promotions that an order uses after an edit. Those that it no longer uses end. */
export async function replaceUses(
  tx: Tx,
  { locationId, id }: OrderKey,
  uses: readonly PromotionUse[],
): Promise<void> {
  await sql`
    WITH wanted AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS use ("promotionId" uuid,
      edition integer, code text, discount bigint)),
    ended AS (UPDATE promotion_uses SET living = false, discount_now = 0
      WHERE location_id = ${locationId} AND order_id = ${id} AND living
        AND promotion_id NOT IN (SELECT "promotionId" FROM wanted))
    INSERT INTO promotion_uses (location_id, order_id, promotion_id, edition, main_order_id, customer_id, code, discount,
      discount_now, created_at)
    SELECT o.location_id, o.id, w."promotionId", w.edition, o.main_order_id, o.customer_id, w.code, 0, w.discount,
      o.created_at
    FROM wanted w JOIN orders o ON o.location_id = ${locationId} AND o.id = ${id}
    ON CONFLICT (location_id, order_id, promotion_id) DO UPDATE SET living = true, discount_now = excluded.discount_now
      WHERE promotion_uses.discount_now <> excluded.discount_now OR NOT promotion_uses.living`.execute(tx);
}

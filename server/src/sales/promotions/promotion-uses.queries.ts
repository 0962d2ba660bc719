import {
  type DiscountedLine,
  discountsAt,
  type KeptOrderPromotions,
  type LineDiscount,
} from '@aisle/contract/sales/promotions/promotion-discounts';
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
    sql`UPDATE promotion_uses SET living = false, sold = 0
      WHERE location_id = ${locationId} AND order_id = ${id} AND living`,
  );

/** Starts the uses of a checkout, which were inserted with its orders: the limits count them at once. */
export const startUses = (tx: Tx, mainOrderId: string): Promise<void> =>
  enqueue(
    tx,
    sql`UPDATE promotion_uses SET living = true, sold = discount WHERE main_order_id = ${mainOrderId}`,
  );

/** Records the promotions that an order uses after an edit. Those that it no longer uses end. */
export async function replaceUses(
  tx: Tx,
  { locationId, id }: OrderKey,
  uses: readonly PromotionUse[],
): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS use ("promotionId" uuid, edition integer,
    code text, discount bigint, "byLocation" bigint, "byVendor" bigint)`;
  await sql`
    INSERT INTO promotion_uses (location_id, order_id, promotion_id, edition, main_order_id, customer_id, code, discount,
      living, created_at)
    SELECT o.location_id, o.id, use."promotionId", use.edition, o.main_order_id, o.customer_id, use.code, 0, false, o.created_at
    FROM ${wanted} JOIN orders o ON o.location_id = ${locationId} AND o.id = ${id}
    ON CONFLICT (location_id, order_id, promotion_id) DO NOTHING`.execute(tx);
  await sql`
    UPDATE promotion_uses u SET living = use.discount IS NOT NULL, sold = coalesce(use.discount, 0),
      by_location = coalesce(use."byLocation", 0), by_vendor = coalesce(use."byVendor", 0)
    FROM promotion_uses mine LEFT JOIN ${wanted} ON use."promotionId" = mine.promotion_id
    WHERE (u.location_id, u.order_id, u.promotion_id) = (mine.location_id, mine.order_id, mine.promotion_id)
      AND mine.location_id = ${locationId} AND mine.order_id = ${id}
      AND (mine.living, mine.sold, mine.by_location, mine.by_vendor) IS DISTINCT FROM (use.discount IS NOT NULL,
        coalesce(use.discount, 0), coalesce(use."byLocation", 0), coalesce(use."byVendor", 0))`.execute(tx);
}

/** Records the discounts that remain while and after picking. A promotion of which nothing was picked is still used. */
export async function updateUses(
  tx: Tx,
  { locationId, id, promotions }: OrderKey & { promotions: KeptOrderPromotions | null },
  lines: readonly DiscountedLine[],
): Promise<void> {
  if (promotions === null && lines.every(({ discounts }) => discounts.length === 0)) return;
  const onItems = lines.flatMap((line) => discountsAt(line, soldQuantity(line)).map(toPart));
  const parts = promotions?.delivery ? [...onItems, toPart(promotions.delivery)] : onItems;
  await enqueue(
    tx,
    sql`UPDATE promotion_uses u SET sold = now.amount, by_location = now.location, by_vendor = now.vendor
      FROM (SELECT mine.promotion_id, coalesce(sum(part.amount), 0) AS amount, coalesce(sum(part.location), 0) AS location,
          coalesce(sum(part.vendor), 0) AS vendor
        FROM promotion_uses mine LEFT JOIN jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
          AS part ("promotionId" uuid, amount bigint, location bigint, vendor bigint) ON part."promotionId" = mine.promotion_id
        WHERE mine.location_id = ${locationId} AND mine.order_id = ${id} AND mine.living GROUP BY 1) now
      WHERE u.location_id = ${locationId} AND u.order_id = ${id} AND u.promotion_id = now.promotion_id
        AND (u.sold, u.by_location, u.by_vendor) IS DISTINCT FROM (now.amount, now.location, now.vendor)`,
  );
}

const soldQuantity = ({ removed, pickedQuantity, quantity }: DiscountedLine): number =>
  removed ? 0 : (pickedQuantity ?? quantity);
const toPart = ({
  promotionId,
  amount,
  funded,
}: Pick<LineDiscount, 'promotionId' | 'amount' | 'funded'>) => ({
  promotionId,
  amount,
  location: funded.location,
  vendor: funded.vendor,
});

/** Records the parts of a paid refund, which lower the discounts that remain. */
export async function refundUses(
  tx: Tx,
  { locationId, id }: OrderKey,
  parts: readonly { promotionId?: string; amount: number }[],
): Promise<void> {
  if (parts.length === 0) return;
  await enqueue(
    tx,
    sql`UPDATE promotion_uses u SET refunded = u.refunded + reversed.amount
      FROM (SELECT part."promotionId", sum(part.amount) AS amount
        FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS part ("promotionId" uuid, amount bigint)
        GROUP BY 1 HAVING sum(part.amount) <> 0) reversed
      WHERE u.location_id = ${locationId} AND u.order_id = ${id} AND u.promotion_id = reversed."promotionId" AND u.living`,
  );
}

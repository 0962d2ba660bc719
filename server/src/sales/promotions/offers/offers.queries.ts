import type { Candidate, CheckoutLine } from '@aisle/contract/sales/promotions/engine/checkout';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** An item that a location sells. */
export type ShelfItem = {
  subProductId: string;
} & Pick<
  CheckoutLine,
  'productId' | 'brandId' | 'categoryIds' | 'tags' | 'unitPrice' | 'isOnSale' | 'soldByWeight'
>;

/** The items that a location sells, with their prices there, and its time zone. Undefined without access to the location. */
export async function findShelf(
  tx: Tx,
  locationId: string,
  subProductIds: readonly string[],
): Promise<{ timeZone: string; items: ShelfItem[] } | undefined> {
  const { rows } = await sql<{ timeZone: string; items: ShelfItem[] }>`
    SELECT l.time_zone AS "timeZone", (SELECT coalesce(json_agg(json_build_object('subProductId', s.id, 'productId', p.id,
        'brandId', p.brand_id, 'tags', p.tags, 'categoryIds', array_remove(ARRAY[c.id, parent.id, parent.parent_id], NULL),
        'unitPrice', coalesce(held.price, s.sale_price, s.price), 'soldByWeight', s.sold_by_weight,
        'isOnSale', CASE WHEN held.price IS NULL THEN s.sale_price IS NOT NULL ELSE EXISTS (SELECT FROM markdowns m
          WHERE m.location_id = held.location_id AND m.sub_product_id = s.id AND m.status = 'active') END)), '[]')
      FROM location_sub_products held JOIN sub_products s ON s.id = held.sub_product_id
      JOIN products p ON p.id = s.product_id
      JOIN categories c ON c.id = p.category_id LEFT JOIN categories parent ON parent.id = c.parent_id
      WHERE held.location_id = l.id AND held.assigned AND s.id = ANY (${subProductIds}::uuid[])) AS items
    FROM locations l WHERE l.id = ${locationId}`.execute(tx);
  return rows[0];
}

/** Promotions on items that apply without a code and whose period is now. */
export type RunningPromotion = Pick<
  Candidate,
  'promotionId' | 'number' | 'edition' | 'label' | 'terms' | 'schedule'
> & { endsAt: string | null };

export async function runningPromotions(tx: Tx, locationId: string): Promise<RunningPromotion[]> {
  const { rows } = await sql<RunningPromotion>`
    SELECT p.id AS "promotionId", p.number, p.edition, p.label, e.terms, p.ends_at AS "endsAt", jsonb_build_object('startsAt', iso(p.starts_at),
      'endsAt', iso(p.ends_at), 'weekly', p.weekly, 'by', p.schedule_by) AS schedule
    FROM promotions p JOIN promotion_editions e ON e.promotion_id = p.id AND e.number = p.edition
    WHERE p.state = 'active' AND p.code_kind = 'none' AND p.starts_at <= now() AND (p.ends_at > now() OR p.ends_at IS NULL)
      AND (p.location_ids IS NULL OR ${locationId} = ANY (p.location_ids))
      AND e.kind IN ('percent', 'price', 'bundle', 'buyGet')
    ORDER BY p.number`.execute(tx);
  return rows;
}

export interface Memberships {
  /** Users of certain locations see the plan if their stores can use it. */
  planId: string | null;
  /** Those of the given groups that the customer belongs to. */
  groupIds: string[];
}
export async function membershipsOf(
  tx: Tx,
  customerId: string,
  groupIds: readonly string[],
): Promise<Memberships> {
  const { rows } = await sql<Memberships>`
    SELECT coalesce((SELECT plan_id FROM current_subscriptions WHERE customer_id = ${customerId}),
      (plan_here(${customerId}) ->> 'planId')::uuid) AS "planId",
      groups_of_customer(${customerId}, ${groupIds}::uuid[]) AS "groupIds"`.execute(tx);
  return rows[0]!;
}

import type { SelectedGoods } from '@aisle/contract/sales/promotions/engine/goods';
import type { PromotionStatus } from '@aisle/contract/sales/promotions/promotion-flow';
import type { PromotionSchedule } from '@aisle/contract/sales/promotions/promotion-schedule';
import type { PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import { maxCompared } from '@aisle/contract/sales/promotions/promotions';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

export interface RunningPromotion {
  _id: string;
  number: string;
  name: string;
  status: PromotionStatus;
  reward: PromotionTerms['reward'];
  goods: PromotionTerms['goods'];
  locationIds: string[] | null;
  schedule: PromotionSchedule;
}

const isPublished = sql`state IN ('active', 'paused') AND coalesce(ends_at, 'infinity') > now()`;
/** These promotions, and those that are published and haven't ended. */
export async function findRunning(tx: Tx, ids: readonly string[]): Promise<RunningPromotion[]> {
  const { rows } = await sql<RunningPromotion>`
    WITH found AS (
      SELECT id FROM promotions WHERE id = ANY (${ids}::uuid[])
      UNION (SELECT id FROM promotions WHERE ${isPublished} ORDER BY number DESC LIMIT ${sql.lit(maxCompared)}))
    SELECT p.id AS "_id", format_number('promotion', p.number) AS number, p.name,
      promotion_status(p.state, p.starts_at, p.ends_at) AS status, e.terms -> 'reward' AS reward,
      e.terms -> 'goods' AS goods, p.location_ids AS "locationIds", json_build_object('startsAt', p.starts_at,
        'endsAt', p.ends_at, 'weekly', p.weekly, 'by', p.schedule_by) AS schedule
    FROM promotions p JOIN promotion_editions e ON e.promotion_id = p.id AND e.number = p.edition
    WHERE p.id IN (SELECT id FROM found) ORDER BY p.number DESC`.execute(tx);
  return rows;
}

/** Whether more promotions are published than are compared. */
export async function hasMoreThanCompared(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ hasMore: boolean }>`
    SELECT count(*) > ${sql.lit(maxCompared)} AS "hasMore"
    FROM (SELECT FROM promotions WHERE ${isPublished} LIMIT ${sql.lit(maxCompared + 1)}) published`.execute(
    tx,
  );
  return rows[0]!.hasMore;
}

export interface Selectors {
  brandIds: string[];
  productIds: string[];
  subProductIds: string[];
  tags: string[];
}
/** Everything that the catalog sells, with only the brands, items and tags that selections name. */
export async function findSelectable(
  tx: Tx,
  { brandIds, productIds, subProductIds, tags }: Selectors,
): Promise<SelectedGoods[]> {
  const { rows } = await sql<SelectedGoods>`
    SELECT DISTINCT array_remove(ARRAY[c.id, parent.id, parent.parent_id], NULL) AS "categoryIds",
      CASE WHEN p.brand_id = ANY (${brandIds}::uuid[]) THEN p.brand_id END AS "brandId",
      CASE WHEN p.tags && ${tags}::text[] THEN p.tags ELSE '{}' END AS tags,
      CASE WHEN p.id = ANY (${productIds}::uuid[]) THEN p.id::text ELSE '' END AS "productId",
      CASE WHEN s.id = ANY (${subProductIds}::uuid[]) THEN s.id::text ELSE '' END AS "subProductId", false AS "isOnSale"
    FROM sub_products s JOIN products p ON p.id = s.product_id
    JOIN categories c ON c.id = p.category_id LEFT JOIN categories parent ON parent.id = c.parent_id`.execute(
    tx,
  );
  return rows;
}

import { type RawBuilder, sql } from 'kysely';

const unmarked = sql`sub_product_id NOT IN (SELECT sub_product_id FROM stock_total_marks)`;

/** The totals of all sub-products equal their lots and levels, except those marked for a recount. */
export const stockClaims: Record<string, RawBuilder<Record<string, unknown>>> = {
  'Stock over all locations equals what is in lots': sql`
    SELECT sub_product_id, sum(stock) AS stock, sum(worth) AS worth FROM (
      SELECT sub_product_id, stock, worth FROM stock_totals
      UNION ALL SELECT sub_product_id, -(on_hand * 1000)::bigint, -value_of(on_hand, cost_price) FROM lots WHERE in_stock
    ) held WHERE ${unmarked} GROUP BY 1 HAVING sum(stock) <> 0 OR sum(worth) <> 0`,
  // Skips expired totals, which are never read.
  'What can be sold of each product equals its stock levels': sql`
    SELECT sub_product_id, counted.available, kept.available AS kept FROM (
      SELECT sub_product_id, sum(greatest(0, on_hand - reserved - expired)) AS available FROM stock_levels GROUP BY 1
    ) counted FULL JOIN stock_totals kept USING (sub_product_id)
    WHERE coalesce(counted.available, 0) <> coalesce(kept.available, 0)
      AND coalesce(kept.expires_at > now(), true) AND ${unmarked}`,
};

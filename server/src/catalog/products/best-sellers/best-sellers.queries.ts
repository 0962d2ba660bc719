import { notSoldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { isNoneOf } from '../../../core/db/literals.ts';

/** The criteria for best sellers. */
export interface BestSellerRule {
  /** The number of days whose sales count. */
  days: number;
  /** The minimum number of orders, regardless of rank. */
  leastOrders: number;
  /** Products in this top percentage of their top-level category get the badge. */
  gains: number;
  /** Products in this larger percentage keep it, so that badges don't flip every night. */
  keeps: number;
}

interface BadgeChange {
  id: string;
  before: 'none' | 'autoBestSeller';
  after: 'none' | 'autoBestSeller';
  version: number;
}

/**
 * Sets the badge on best sellers and removes it from others. Ranks products by number of orders and sales at the counter, so that
 * units such as pounds or grams don't distort the rank. Ranks products with a badge that a user chose, but doesn't change them.
 */
export async function writeBestSellers(tx: Tx, rule: BestSellerRule): Promise<BadgeChange[]> {
  const { rows } = await sql<BadgeChange>`
    WITH sold AS (
      SELECT s.product_id, count(DISTINCT sale.id) AS orders, sum(sale.revenue) AS revenue
      FROM (
        SELECT line.sub_product_id, o.id, line.total - line.tax AS revenue
        FROM orders o
        JOIN order_lines line ON line.location_id = o.location_id AND line.order_id = o.id
        WHERE o.created_at >= now() - make_interval(days => ${rule.days})
          AND ${isNoneOf('o.status', notSoldStatuses)}
          AND line.substitute_for IS NULL AND line.unit_price > 0
          AND coalesce(line.picked_quantity, line.quantity) > 0
        UNION ALL
        SELECT line.sub_product_id, sale.id, line.amount
        FROM counter_sales sale
        JOIN counter_sale_lines line ON line.location_id = sale.location_id AND line.sale_id = sale.id
        WHERE sale.sold_at >= now() - make_interval(days => ${rule.days}) AND line.amount > 0
      ) sale JOIN sub_products s ON s.id = sale.sub_product_id
      GROUP BY s.product_id
    ), ranked AS (
      SELECT p.id, sold.orders,
        row_number() OVER (PARTITION BY top.id ORDER BY sold.orders DESC, sold.revenue DESC, p.id) AS rank,
        count(*) OVER (PARTITION BY top.id) AS others
      FROM sold JOIN products p ON p.id = sold.product_id AND p.status
      JOIN categories c ON c.id = p.category_id
      LEFT JOIN categories parent ON parent.id = c.parent_id
      JOIN categories top ON top.id = coalesce(parent.parent_id, parent.id, c.id)
    ), judged AS (
      SELECT p.id, p.badge AS before, CASE WHEN ranked.orders >= ${rule.leastOrders}
          AND ranked.rank <= ceil(ranked.others
            * CASE p.badge WHEN 'none' THEN ${rule.gains}::int ELSE ${rule.keeps}::int END / 100.0)
        THEN 'autoBestSeller' ELSE 'none' END AS after
      FROM products p LEFT JOIN ranked ON ranked.id = p.id
      WHERE p.badge_by_sales AND (p.badge = 'autoBestSeller' OR (p.badge = 'none' AND ranked.id IS NOT NULL))
    ), chosen AS (
      -- Locked in id order to avoid deadlocks.
      SELECT p.id, judged.before, judged.after FROM judged JOIN products p ON p.id = judged.id
      WHERE judged.before <> judged.after AND p.badge = judged.before AND p.badge_by_sales
      ORDER BY p.id FOR NO KEY UPDATE OF p
    )
    UPDATE products p SET badge = chosen.after FROM chosen WHERE p.id = chosen.id
    RETURNING p.id, chosen.before, chosen.after, p.version`.execute(tx);
  return rows;
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../src/core/db.ts';

/** What must hold of stock and money whatever happened; each query gives the rows that break it. */
const broken: Record<string, RawBuilder<Record<string, unknown>>> = {
  'a lot holds the sum of its movements': sql`
    SELECT l.location_id, l.id, l.on_hand, coalesce(m.sum, 0) AS moved FROM lots l
    LEFT JOIN (SELECT location_id, lot_id, sum(on_hand) FROM stock_movements GROUP BY 1, 2) m
      ON m.location_id = l.location_id AND m.lot_id = l.id
    WHERE l.on_hand <> coalesce(m.sum, 0)`,
  'a level holds the sum of its movements': sql`
    SELECT s.*, m.on_hand AS moved, m.reserved AS promised FROM stock_levels s
    LEFT JOIN (SELECT location_id, sub_product_id, sum(on_hand) AS on_hand, sum(reserved) AS reserved
      FROM stock_movements GROUP BY 1, 2) m USING (location_id, sub_product_id)
    WHERE (s.on_hand, s.reserved) IS DISTINCT FROM (coalesce(m.on_hand, 0), coalesce(m.reserved, 0))`,
  'a level holds the sum of its lots': sql`
    SELECT s.*, l.sum FROM stock_levels s
    LEFT JOIN (SELECT location_id, sub_product_id, sum(on_hand) FROM lots GROUP BY 1, 2) l
      USING (location_id, sub_product_id)
    WHERE s.on_hand <> coalesce(l.sum, 0)`,
  'what is reserved is the sum of open reservations': sql`
    SELECT s.*, r.sum FROM stock_levels s
    LEFT JOIN (SELECT location_id, sub_product_id, sum(quantity) FROM reservations GROUP BY 1, 2) r
      USING (location_id, sub_product_id)
    WHERE s.reserved <> coalesce(r.sum, 0)`,
  'nothing is promised that is not there': sql`
    SELECT * FROM stock_levels WHERE on_hand - reserved < 0 OR on_hand < 0 OR reserved < 0`,
  'only orders that wait for their goods have reservations': sql`
    SELECT r.*, o.status FROM reservations r LEFT JOIN orders o ON o.location_id = r.location_id AND o.id = r.order_id
    WHERE o.status IS NULL OR o.status NOT IN ('pending', 'orderPlaced', 'processing')`,
  'an order that waits for its goods has all of them reserved': sql`
    SELECT n.* FROM order_lines n JOIN orders o ON o.location_id = n.location_id AND o.id = n.order_id
    LEFT JOIN reservations r ON r.location_id = n.location_id AND r.order_id = n.order_id AND r.line_id = n.id
    WHERE o.status IN ('pending', 'orderPlaced', 'processing')
      AND coalesce(r.quantity, 0) <> coalesce(n.picked_quantity, n.quantity)`,
  'what left the lots for an order is what was picked': sql`
    SELECT o.id, o.status, n.sub_product_id, n.picked, m.out FROM orders o
    JOIN (SELECT location_id, order_id, sub_product_id, sum(picked_quantity) AS picked FROM order_lines GROUP BY 1, 2, 3) n
      ON n.location_id = o.location_id AND n.order_id = o.id
    LEFT JOIN (SELECT location_id, order_id, sub_product_id, -sum(on_hand) AS out FROM stock_movements
        WHERE kind IN ('pick', 'return') GROUP BY 1, 2, 3) m
      ON m.location_id = n.location_id AND m.order_id = n.order_id AND m.sub_product_id = n.sub_product_id
    WHERE o.status IN ('prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery', 'delivered')
      AND n.picked <> coalesce(m.out, 0)`,
  'a journal sums to zero': sql`
    SELECT location_id, journal_id, sum(amount) FROM ledger_entries GROUP BY 1, 2 HAVING sum(amount) <> 0`,
  'a delivered order is in the books once, at its total': sql`
    SELECT o.id, o.total, e.posted FROM orders o
    LEFT JOIN (SELECT j.location_id, j.order_id, sum(e.amount) AS posted FROM journals j
        JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
        WHERE j.kind = 'sale' AND e.account = 'customerPayments' GROUP BY 1, 2) e
      ON e.location_id = o.location_id AND e.order_id = o.id
    WHERE (o.status = 'delivered') <> (e.order_id IS NOT NULL) AND o.total > 0
      OR o.status = 'delivered' AND o.total <> coalesce(e.posted, 0)`,
  'totals of an order are the sums of its lines': sql`
    SELECT o.id, o.items_total, o.tax_total, n.* FROM orders o
    JOIN (SELECT location_id, order_id, sum(total - tax + discount) AS goods, sum(tax) AS tax, count(*) AS lines
      FROM order_lines GROUP BY 1, 2) n ON n.location_id = o.location_id AND n.order_id = o.id
    WHERE (o.items_total, o.tax_total, o.line_count) IS DISTINCT FROM (n.goods, n.tax, n.lines)
      OR o.total <> o.items_total - o.discount_total + o.tax_total + o.delivery_fee`,
  'coins are the sum of their entries': sql`
    SELECT c.id, c.coin_balance, e.sum FROM customers c
    LEFT JOIN (SELECT customer_id, sum(coins) FROM coin_entries GROUP BY 1) e ON e.customer_id = c.id
    WHERE c.coin_balance <> coalesce(e.sum, 0)`,
};

/** Fails with the rows that break what must always hold of stock, orders and money. */
export async function checkInvariants(tx: Tx): Promise<void> {
  for (const [claim, query] of Object.entries(broken)) {
    const { rows } = await query.execute(tx);
    if (rows.length > 0) throw new Error(`Not true that ${claim}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
}

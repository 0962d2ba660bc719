import type pg from 'pg';

/** Invariants of all rows; each query counts the rows that violate it. */
const invariants: Record<string, string> = {
  'what lies in a lot is the sum of its movements': `
    SELECT count(*) FROM lots l FULL JOIN (
      SELECT location_id, lot_id AS id, sum(on_hand) AS moved FROM stock_movements
      WHERE lot_id IS NOT NULL GROUP BY 1, 2) m USING (location_id, id)
    WHERE l.on_hand IS DISTINCT FROM m.moved`,
  'a level is the sum of its movements': `
    SELECT count(*) FROM stock_levels s FULL JOIN (
      SELECT location_id, sub_product_id, sum(on_hand) AS on_hand, sum(reserved) AS reserved
      FROM stock_movements GROUP BY 1, 2) m USING (location_id, sub_product_id)
    WHERE (s.on_hand, s.reserved) IS DISTINCT FROM (m.on_hand, m.reserved)`,
  'what is promised is the sum of the open reservations': `
    SELECT count(*) FROM (SELECT * FROM stock_levels WHERE reserved > 0) s FULL JOIN (
      SELECT location_id, sub_product_id, sum(quantity) AS quantity FROM reservations GROUP BY 1, 2) r
      USING (location_id, sub_product_id)
    WHERE s.reserved IS DISTINCT FROM r.quantity`,
  'what is expired is counted, and nothing of it is promised': `
    SELECT count(*) FROM stock_levels s
    JOIN (SELECT id AS location_id, today_at(id) AS today FROM locations) places USING (location_id)
    JOIN LATERAL (
      SELECT coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < today), 0) AS expired,
        min(l.expires_on) FILTER (WHERE l.expires_on >= today) AS next_expiry
      FROM lots l WHERE l.location_id = s.location_id AND l.sub_product_id = s.sub_product_id AND l.in_stock
    ) l ON true
    WHERE (s.expired, s.next_expiry) IS DISTINCT FROM (l.expired, l.next_expiry)
      OR (s.on_hand - s.reserved - s.expired > 0) <> (s.out_since IS NULL) OR s.reserved > s.on_hand - s.expired`,
  'every journal sums to zero and has entries': `
    SELECT count(*) FROM journals j FULL JOIN (
      SELECT location_id, journal_id AS id, sum(amount) AS amount FROM ledger_entries GROUP BY 1, 2) e
      USING (location_id, id)
    WHERE e.amount IS DISTINCT FROM 0 OR j.kind IS NULL`,
  'what locations are owed is what the ledger has of it': `
    SELECT count(*) FROM (SELECT * FROM ledger_entries WHERE account = 'locationPayable') x
    FULL JOIN payable_entries p USING (location_id, journal_id, position)
    WHERE (-x.amount, x.posted_at, x.part) IS DISTINCT FROM (p.amount, p.posted_at, p.section)`,
  'a statement is the sum of its entries, and its payout settles it': `
    SELECT count(*) FROM statements s FULL JOIN (
      SELECT location_id, statement_id AS id, count(*) FILTER (WHERE section <> 'payout') AS entries,
        sum(amount) AS left, sum(amount) FILTER (WHERE section <> 'payout') AS amount
      FROM payable_entries WHERE statement_id IS NOT NULL GROUP BY 1, 2) e USING (location_id, id)
    WHERE (s.entries, s.total, s.status) IS DISTINCT FROM (e.entries, e.amount, 'paid') OR e.left <> 0`,
  'an order is the sum of its lines': `
    SELECT count(*) FROM orders o LEFT JOIN (
      SELECT location_id, order_id AS id, count(*) AS lines, sum(total - tax) AS goods, sum(tax) AS tax
      FROM order_lines GROUP BY 1, 2) l USING (location_id, id)
    WHERE (o.line_count, o.items_total - o.discount_total, o.tax_total) IS DISTINCT FROM (l.lines, l.goods, l.tax)`,
  'a line costs its price times its quantity, and its tax': `
    SELECT count(*) FROM order_lines
    WHERE total - tax <> round(unit_price * coalesce(picked_quantity, quantity)) - discount
      OR tax <> round((total - tax) * tax_rate / 100)`,
  'every delivered order is posted once, with its total': `
    SELECT count(*) FROM (SELECT * FROM orders WHERE status = 'delivered') o FULL JOIN (
      SELECT j.location_id, j.order_id AS id, e.amount FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.kind = 'sale' AND e.account = 'customerPayments') s USING (location_id, id)
    WHERE o.total IS DISTINCT FROM s.amount OR o.paid IS DISTINCT FROM s.amount`,
  'every order has its last step among its events': `
    SELECT count(*) FROM orders o LEFT JOIN (
      SELECT location_id, order_id AS id, array_agg(to_status) AS steps
      FROM order_events WHERE kind = 'order' GROUP BY 1, 2) e USING (location_id, id)
    WHERE e.steps IS NULL OR NOT o.status = ANY (e.steps)`,
  'every order has a payment, a main order, and a customer of its location': `
    SELECT count(*) FROM orders o
    LEFT JOIN payments p ON p.location_id = o.location_id AND p.order_id = o.id
    LEFT JOIN main_orders m ON m.id = o.main_order_id AND m.customer_id = o.customer_id
    LEFT JOIN customer_locations c ON c.customer_id = o.customer_id AND c.location_id = o.location_id
    WHERE p.id IS NULL OR m.id IS NULL OR c.customer_id IS NULL`,
  'every movement of an order has its event': `
    SELECT count(*) FROM (SELECT DISTINCT location_id, order_id, cause_id FROM stock_movements
      WHERE cause_kind = 'order') m
    LEFT JOIN order_events e ON e.location_id = m.location_id AND e.order_id = m.order_id AND e.id = m.cause_id
    WHERE e.id IS NULL`,
};

/** Prints the result of each invariant; returns false if one is violated. */
export async function checkInvariants(client: pg.ClientBase): Promise<boolean> {
  let allHold = true;
  for (const [claim, sql] of Object.entries(invariants)) {
    const since = performance.now();
    const { rows } = await client.query<{ count: string }>(sql);
    const wrong = Number(rows[0]!.count);
    allHold &&= wrong === 0;
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.log(
      `  ${wrong === 0 ? 'OK  ' : 'FAIL'} ${claim}${wrong ? `: ${wrong} do not` : ''} (${seconds} s)`,
    );
  }
  return allHold;
}

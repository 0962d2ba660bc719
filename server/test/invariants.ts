import {
  dispatchFlow,
  isUndoable,
  orderFlow,
  refundFlow,
  returnFlow,
} from '@aisle/contract/sales/orders/order-flow';
import {
  calledOffStatuses,
  pickedStatuses,
  reservedStatuses,
} from '@aisle/contract/sales/orders/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../src/core/db/db.ts';
import { isNoneOf, isOneOf } from '../src/core/db/literals.ts';
import { claimsOfAll, locationIds } from '../src/ledgers/drift/claims.queries.ts';
import { allMetricClaims, metricClaimsOfAll } from '../src/ledgers/figures/figure-claims.queries.ts';

/** Every step of a table, as rows of SQL. */
const stepsOf = (kind: string, flow: object): string[] =>
  Object.entries(flow).flatMap(([from, targets]) =>
    Object.keys(targets as object).map((to) => `('${kind}', '${from}', '${to}')`),
  );
const listed = [
  ...stepsOf('order', orderFlow),
  ...stepsOf('dispatch', dispatchFlow),
  ...stepsOf('return', returnFlow),
  ...stepsOf('refund', refundFlow),
].join(', ');

/** The undoable steps in the opposite direction. */
const undone = Object.entries({ ...orderFlow, ...dispatchFlow })
  .flatMap(([from, targets]) => Object.keys(targets).map((to) => [from, to] as const))
  .filter(([from, to]) => isUndoable(from, to))
  .map(([from, to]) => `('${to}', '${from}')`)
  .join(', ');

/** Invariants of stock and money; each query returns the rows that violate one. */
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
    WHERE o.status IS NULL OR ${isNoneOf('o.status', reservedStatuses)}`,
  'an order that waits for its goods has all of them reserved, and more only while it is picked': sql`
    SELECT n.* FROM order_lines n JOIN orders o ON o.location_id = n.location_id AND o.id = n.order_id
    LEFT JOIN reservations r ON r.location_id = n.location_id AND r.order_id = n.order_id AND r.line_id = n.id
    WHERE ${isOneOf('o.status', reservedStatuses)}
      AND (coalesce(r.quantity, 0) < coalesce(n.picked_quantity, n.quantity)
        OR (coalesce(r.quantity, 0) > coalesce(n.picked_quantity, n.quantity) AND (o.status <> 'processing' OR n.removed)))`,
  'what left the lots for an order is what was picked, less what came back': sql`
    SELECT o.id, o.status, n.sub_product_id, n.picked, b.came, m.out FROM orders o
    JOIN (SELECT location_id, order_id, sub_product_id, sum(picked_quantity) AS picked FROM order_lines GROUP BY 1, 2, 3) n
      ON n.location_id = o.location_id AND n.order_id = o.id
    LEFT JOIN (SELECT location_id, order_id, sub_product_id, -sum(on_hand) AS out FROM stock_movements
        WHERE kind IN ('pick', 'return') GROUP BY 1, 2, 3) m
      ON m.location_id = n.location_id AND m.order_id = n.order_id AND m.sub_product_id = n.sub_product_id
    LEFT JOIN (SELECT b.location_id, b.order_id, l.sub_product_id, sum(b.received) AS came FROM return_lines b
        JOIN order_lines l ON l.location_id = b.location_id AND l.order_id = b.order_id AND l.id = b.line_id
        GROUP BY 1, 2, 3) b
      ON b.location_id = n.location_id AND b.order_id = n.order_id AND b.sub_product_id = n.sub_product_id
    WHERE ${isOneOf('o.status', pickedStatuses)}
      AND n.picked - coalesce(b.came, 0) <> coalesce(m.out, 0)`,
  'an order in the hands of a driver has a delivery that says the same, and no other has one': sql`
    SELECT o.id, o.status, o.dispatch_status, d.status AS delivery FROM orders o
    FULL JOIN (SELECT location_id, order_id, status FROM deliveries
        WHERE ended_at IS NULL AND return_id IS NULL) d
      ON d.location_id = o.location_id AND d.order_id = o.id
    WHERE d.status IS DISTINCT FROM CASE
      WHEN o.driver_id IS NULL THEN NULL
      WHEN o.status = 'outOfDelivery' THEN 'onTheWay'
      WHEN o.status <> 'awaitingForDelivery' THEN NULL
      WHEN o.dispatch_status = 'driverConfirmationPending' THEN 'offered'
      WHEN o.dispatch_status = 'driverConfirmed' THEN 'accepted'
      WHEN o.dispatch_status = 'driverConfirmationCompleted' THEN 'pickedUp' END`,
  'what a driver fetches stands where its request says': sql`
    SELECT r.id, r.status, d.status AS delivery FROM deliveries d
    JOIN returns r ON r.location_id = d.location_id AND r.id = d.return_id
    WHERE d.ended_at IS NULL AND (d.status <> 'offered' AND r.driver_id IS DISTINCT FROM d.driver_id
      OR d.status IS DISTINCT FROM CASE r.status
        WHEN 'approved' THEN 'offered'
        WHEN 'driverApproved' THEN 'accepted'
        WHEN 'driverOnTheWay' THEN 'onTheWay'
        WHEN 'driverPickedUp' THEN 'pickedUp' END)`,
  'a driver is busy while something is theirs to fetch or to bring': sql`
    SELECT p.id, p.availability FROM drivers p
    WHERE (p.availability = 'busy') <> EXISTS (SELECT FROM deliveries d
      WHERE d.driver_id = p.id AND d.ended_at IS NULL AND d.status <> 'offered')`,
  'a trip is over when nothing on it is open': sql`
    SELECT t.id FROM trips t WHERE (t.ended_at IS NULL) <> EXISTS (SELECT FROM deliveries d
      WHERE d.location_id = t.location_id AND d.trip_id = t.id AND d.ended_at IS NULL)`,
  'the cash of a driver is what deliveries brought and hand-ins did not settle': sql`
    SELECT c.driver_id, c.location_id, c.held, e.sum FROM driver_cash c
    LEFT JOIN (SELECT driver_id, location_id, sum(amount) FROM driver_cash_entries GROUP BY 1, 2) e
      USING (driver_id, location_id)
    WHERE c.held <> coalesce(e.sum, 0)`,
  'a journal sums to zero': sql`
    SELECT location_id, journal_id, sum(amount) FROM ledger_entries GROUP BY 1, 2 HAVING sum(amount) <> 0`,
  'a delivered order is in the books once, at its total': sql`
    SELECT o.id, o.total, e.posted FROM orders o
    LEFT JOIN (SELECT j.location_id, j.order_id, sum(e.amount) AS posted FROM journals j
        JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
        WHERE j.kind = 'sale' AND e.part IN ('payment', 'coins') GROUP BY 1, 2) e
      ON e.location_id = o.location_id AND e.order_id = o.id
    WHERE (o.status = 'delivered') <> (e.order_id IS NOT NULL) AND o.total > 0
      OR o.status = 'delivered' AND o.total <> coalesce(e.posted, 0)`,
  'totals of an order are the sums of its lines': sql`
    SELECT o.id, o.items_total, o.discount_total, o.tax_total, o.line_count, o.unit_count, n.* FROM orders o
    JOIN (SELECT location_id, order_id, sum(total - tax + discount) AS goods, sum(discount) AS off, sum(tax) AS tax,
        count(*) FILTER (WHERE taken > 0) AS lines,
        sum(CASE WHEN taken = 0 THEN 0 WHEN sold_by_weight THEN 1 ELSE ceil(taken) END) AS units
      FROM (SELECT *, CASE WHEN removed THEN 0 ELSE coalesce(picked_quantity, quantity) END AS taken
        FROM order_lines) AS each GROUP BY 1, 2) n ON n.location_id = o.location_id AND n.order_id = o.id
    WHERE (o.items_total, o.discount_total, o.tax_total, o.line_count, o.unit_count)
        IS DISTINCT FROM (n.goods, n.off, n.tax, n.lines, n.units)
      OR o.total <> o.items_total - o.discount_total + o.tax_total + o.delivery_fee`,
  'a line costs its quantity, less the share that its order takes off, plus tax on the rest': sql`
    SELECT n.id, n.unit_price, n.discount, n.tax, n.total, o.discount_percent FROM order_lines n
    JOIN orders o ON o.location_id = n.location_id AND o.id = n.order_id
    CROSS JOIN LATERAL (SELECT round(n.unit_price * CASE WHEN n.removed THEN 0
      ELSE coalesce(n.picked_quantity, n.quantity) END) AS goods) g
    WHERE n.total <> g.goods - n.discount + n.tax OR n.discounts IS NULL AND (n.discount, n.tax)
      IS DISTINCT FROM (round(g.goods * o.discount_percent / 100), round((g.goods - n.discount) * n.tax_rate / 100))`,
  'the limits of a promotion count the checkouts that use it, with their discount': sql`
    SELECT l.* FROM promotion_limits l JOIN promotions p ON p.id = l.promotion_id
    LEFT JOIN (SELECT promotion_id, count(DISTINCT main_order_id) AS uses, sum(discount_now) AS discount
      FROM promotion_uses WHERE living GROUP BY 1) u ON u.promotion_id = l.promotion_id
    WHERE (p.max_uses IS NOT NULL OR l.budget IS NOT NULL)
      AND (l.uses, l.discount_used) IS DISTINCT FROM (coalesce(u.uses, 0), coalesce(u.discount, 0))`,
  'the promotions of an order give its discounts on items, apart from those of its plan, and on its delivery fee': sql`
    SELECT o.id, o.discount_total, o.delivery_discount, u.sold FROM orders o
    LEFT JOIN (SELECT location_id, order_id, sum(sold) AS sold FROM promotion_uses GROUP BY 1, 2) u
      ON u.location_id = o.location_id AND u.order_id = o.id
    WHERE is_sold(o.status) AND NOT o.is_replacement AND CASE WHEN o.plan_id IS NULL
      THEN coalesce(u.sold, 0) - o.delivery_discount <> o.discount_total
      ELSE coalesce(u.sold, 0) - o.delivery_discount NOT BETWEEN 0 AND o.discount_total END`,
  'the parts of promotions by who pays are those that the sale posts': sql`
    SELECT j.order_id, e.*, u.* FROM journals j
    CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount) FILTER (WHERE account = 'locationPayable'), 0) AS location,
        coalesce(sum(e.amount) FILTER (WHERE account = 'vendorClaims'), 0) AS vendor
      FROM ledger_entries e WHERE e.location_id = j.location_id AND e.journal_id = j.id
        AND e.part IN ('promotion', 'deliveryPromotion')) e
    CROSS JOIN LATERAL (SELECT coalesce(sum(u.by_location), 0) AS location, coalesce(sum(u.by_vendor), 0) AS vendor
      FROM promotion_uses u WHERE u.location_id = j.location_id AND u.order_id = j.order_id AND u.living) u
    WHERE j.kind = 'sale' AND (e.location, e.vendor) <> (u.location, u.vendor)`,
  'a sale posts goods, tax and fee of its order, and commission on goods after discounts': sql`
    SELECT o.id, e.* FROM orders o
    JOIN (SELECT location_id, order_id, sum(round((total - tax) * commission_rate / 100)) AS commission
      FROM order_lines GROUP BY 1, 2) n ON n.location_id = o.location_id AND n.order_id = o.id
    JOIN (SELECT j.location_id, j.order_id, coalesce(-sum(e.amount) FILTER (WHERE part = 'goods'), 0) AS goods,
        coalesce(-sum(e.amount) FILTER (WHERE part = 'tax'), 0) AS tax,
        coalesce(-sum(e.amount) FILTER (WHERE part = 'deliveryFee'), 0) AS fee,
        coalesce(-sum(e.amount) FILTER (WHERE account = 'commissionIncome'), 0) AS commission,
        coalesce(sum(e.amount) FILTER (WHERE part IN ('discount', 'promotion')), 0) AS discount,
        coalesce(sum(e.amount) FILTER (WHERE part = 'discount' AND account <> 'discounts'), 0) AS of_others
      FROM journals j JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.kind = 'sale' GROUP BY 1, 2) e ON e.location_id = o.location_id AND e.order_id = o.id
    WHERE (e.goods, e.tax, e.fee, e.commission, e.discount)
        IS DISTINCT FROM (o.items_total, o.tax_total, o.delivery_fee + o.delivery_discount, n.commission, o.discount_total)
      OR o.plan_id IS NOT NULL AND e.of_others <> 0`,
  'what is paid is what payments brought': sql`
    SELECT o.id, o.paid, p.captured FROM orders o
    LEFT JOIN (SELECT location_id, order_id, sum(amount) AS captured FROM payments WHERE status = 'captured' GROUP BY 1, 2) p
      ON p.location_id = o.location_id AND p.order_id = o.id
    WHERE o.paid <> coalesce(p.captured, 0)`,
  'what is refunded is what refunds brought, and never more than was paid': sql`
    SELECT o.id, o.paid, o.refunded, r.* FROM orders o
    JOIN (SELECT location_id, order_id, sum(amount) AS opened, coalesce(sum(amount) FILTER (WHERE status = 'refunded'), 0) AS done
      FROM refunds GROUP BY 1, 2) r ON r.location_id = o.location_id AND r.order_id = o.id
    WHERE o.refunded <> r.done OR r.opened > o.paid`,
  'a refund of a sale is in the books once it is done, without the parts that banks returned, and no other is': sql`
    SELECT r.id, r.status, r.amount, e.posted, open.amount AS reversed FROM refunds r
    LEFT JOIN (SELECT j.location_id, coalesce(v.refund_id, j.cause_id) AS refund_id, -sum(e.amount) AS posted FROM journals j
        LEFT JOIN refund_reversals v ON v.location_id = j.location_id AND v.id = j.cause_id
        JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
        WHERE j.kind IN ('refund', 'refundReversal') AND e.part IN ('refund', 'coins') GROUP BY 1, 2) e
      ON e.location_id = r.location_id AND e.refund_id = r.id
    LEFT JOIN (SELECT location_id, refund_id, sum(CASE WHEN repays IS NULL THEN amount ELSE -amount END) AS amount
        FROM refund_reversals GROUP BY 1, 2) open ON open.location_id = r.location_id AND open.refund_id = r.id
    WHERE coalesce(e.posted, 0) <> CASE WHEN r.of_sale AND r.refunded_at IS NOT NULL
        THEN r.amount - coalesce(open.amount, 0) ELSE 0 END
      OR r.status = 'refunded' AND open.amount <> 0`,
  'a refund that was opened before delivery is one of the sale once there is a sale': sql`
    SELECT r.id, r.before_sale, r.of_sale, o.status FROM refunds r
    JOIN orders o ON o.location_id = r.location_id AND o.id = r.order_id
    WHERE r.of_sale AND o.status <> 'delivered' OR r.before_sale AND NOT r.of_sale AND o.status = 'delivered'`,
  'what a location is owed is what the ledger has of it': sql`
    SELECT x.*, p.amount AS owed FROM (SELECT * FROM ledger_entries WHERE account = 'locationPayable') x
    FULL JOIN payable_entries p USING (location_id, journal_id, position)
    WHERE (-x.amount, x.posted_at) IS DISTINCT FROM (p.amount, p.posted_at)`,
  'a statement is the sum of its entries': sql`
    SELECT s.number, s.total, s.carried_in, e.sum FROM statements s
    LEFT JOIN (SELECT location_id, statement_id, sum(amount) FROM payable_entries WHERE section <> 'payout' GROUP BY 1, 2) e
      ON e.location_id = s.location_id AND e.statement_id = s.id
    WHERE s.total IS DISTINCT FROM e.sum + s.carried_in`,
  'a statement is paid by one payout of its total, and no other has one': sql`
    SELECT s.number, s.status, s.total, p.amount FROM statements s
    LEFT JOIN payouts p ON p.location_id = s.location_id AND p.statement_id = s.id AND p.voided_at IS NULL
    WHERE p.amount IS DISTINCT FROM CASE s.status WHEN 'paid' THEN s.total END`,
  'what was paid out and not sent back is what the account of payouts has': sql`
    SELECT l.id, p.paid, x.booked FROM locations l
    LEFT JOIN (SELECT location_id, sum(amount) FILTER (WHERE voided_at IS NULL) AS paid FROM payouts GROUP BY 1) p
      ON p.location_id = l.id
    LEFT JOIN (SELECT location_id, -sum(amount) AS booked FROM ledger_entries WHERE account = 'payouts' AND part = 'payout' GROUP BY 1) x
      ON x.location_id = l.id
    WHERE coalesce(p.paid, 0) <> coalesce(x.booked, 0)`,
  'no line gives back more than it cost': sql`
    SELECT n.id, n.total, back.amount FROM order_lines n
    JOIN (SELECT r.location_id, r.order_id, (part ->> 'lineId')::uuid AS line_id, sum((part ->> 'amount')::bigint) AS amount
      FROM refunds r CROSS JOIN jsonb_array_elements(r.lines) part WHERE r.of_sale GROUP BY 1, 2, 3) back
      ON back.location_id = n.location_id AND back.order_id = n.order_id AND back.line_id = n.id
    WHERE back.amount > n.total`,
  'refunds take back of an account what the sale put there, never more': sql`
    SELECT order_id, account, part, sum(sold) AS sold, sum(back) AS back FROM (
      SELECT j.location_id, j.order_id, e.account, e.part,
        coalesce(sum(e.amount) FILTER (WHERE j.kind = 'sale'), 0) AS sold,
        coalesce(sum(e.amount) FILTER (WHERE j.kind <> 'sale'), 0) AS back
      FROM journals j JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.kind IN ('sale', 'refund', 'refundReversal') AND e.part NOT IN ('payment', 'refund', 'coins')
        -- Coins leave and return at their worth when they were earned, whatever they pay.
        AND (e.part, e.account) NOT IN (('earned', 'coinsLiability'), ('earned', 'discounts')) GROUP BY 1, 2, 3, 4) both_sides
    GROUP BY location_id, order_id, account, part
    HAVING sum(sold) * sum(back) > 0 OR abs(sum(back)) > abs(sum(sold))`,
  'an order takes back no more coins than it gave': sql`
    SELECT order_id, sum(coins) FROM coin_entries WHERE kind IN ('earned', 'takenBack')
    GROUP BY order_id HAVING sum(coins) < 0`,
  'an order gives back no more coins than it took': sql`
    SELECT order_id, sum(coins) FROM coin_entries WHERE kind IN ('redeemed', 'returned')
    GROUP BY order_id HAVING sum(coins) > 0`,
  'no more of a line comes back than was delivered': sql`
    SELECT n.id, n.picked_quantity, b.received FROM order_lines n
    JOIN (SELECT location_id, order_id, line_id, sum(received) AS received FROM return_lines GROUP BY 1, 2, 3) b
      ON b.location_id = n.location_id AND b.order_id = n.order_id AND b.line_id = n.id
    WHERE b.received > n.picked_quantity`,
  'what a customer keeps is refunded or replaced at once, and never received': sql`
    SELECT r.id, r.kind, r.status FROM returns r
    WHERE r.no_return AND (r.closed_at IS NULL
      OR r.status <> CASE r.kind WHEN 'return' THEN 'returned' ELSE 'replaced' END
      OR CASE r.kind WHEN 'replace' THEN r.replacement_order_id IS NULL
        ELSE NOT EXISTS (SELECT FROM refunds f WHERE f.location_id = r.location_id AND f.return_id = r.id) END
      OR EXISTS (SELECT FROM return_lines b WHERE b.location_id = r.location_id AND b.return_id = r.id
        AND b.received IS NOT NULL))`,
  'no more of a line is returned and kept for a refund than was delivered': sql`
    SELECT n.id, n.picked_quantity, b.settled FROM order_lines n
    JOIN (SELECT b.location_id, b.order_id, b.line_id, sum(coalesce(b.received, b.quantity)) AS settled
      FROM return_lines b JOIN returns r ON r.location_id = b.location_id AND r.id = b.return_id
      WHERE r.status = 'returned' GROUP BY 1, 2, 3) b
      ON b.location_id = n.location_id AND b.order_id = n.order_id AND b.line_id = n.id
    WHERE b.settled > n.picked_quantity`,
  'the gateway holds what the orders say that cards paid': sql`
    SELECT p.id, p.status, p.amount, g.* FROM payments p
    LEFT JOIN (SELECT payment, sum(amount) FILTER (WHERE kind = 'capture') AS captured,
        coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
      FROM simulated_gateway WHERE accepted GROUP BY 1) g ON g.payment = p.id
    WHERE p.provider = 'simulated' AND p.reference LIKE 'auth-%' AND p.status = 'captured'
      AND (p.amount IS DISTINCT FROM g.captured OR g.refunded > g.captured)`,
  'a transfer left the one side, and is at the other once it came in, or back': sql`
    SELECT t.id, t.status, l.id AS line, l.quantity, l.received, l.damaged, m.* FROM transfers t
    JOIN transfer_lines l ON l.transfer_id = t.id
    LEFT JOIN LATERAL (SELECT
        -coalesce(sum(on_hand) FILTER (WHERE location_id = t.from_location_id), 0) AS gone,
        coalesce(sum(on_hand) FILTER (WHERE location_id = t.to_location_id), 0) AS arrived
      FROM stock_movements WHERE cause_kind = 'transfer' AND cause_id = t.id AND sub_product_id = l.sub_product_id) m ON true
    WHERE t.line_count = 1 AND (
      m.gone <> CASE WHEN t.status IN ('inTransit', 'received') THEN l.quantity ELSE 0 END
      OR m.arrived <> CASE WHEN t.status = 'received' THEN l.received - l.damaged ELSE 0 END)`,
  'a stock count moved what it says': sql`
    SELECT i.*, m.moved FROM stock_count_items i
    LEFT JOIN (SELECT location_id, cause_id, sub_product_id, sum(on_hand) AS moved FROM stock_movements
        WHERE cause_kind = 'count' GROUP BY 1, 2, 3) m
      ON m.location_id = i.location_id AND m.cause_id = i.count_id AND m.sub_product_id = i.sub_product_id
    WHERE coalesce(i.posted, 0) <> coalesce(m.moved, 0)`,
  'nobody ever took a step that no table lists': sql`
    SELECT DISTINCT e.kind, e.from_status, e.to_status FROM order_events e
    WHERE e.kind IN ('order', 'dispatch', 'return', 'refund') AND e.from_status IS NOT NULL
      AND (e.kind, e.from_status, e.to_status) NOT IN (${sql.raw(listed)})
      -- What followed from a step is undone with it: the search for a driver.
      AND NOT (e.details ? 'undoes' AND ((e.from_status, e.to_status) IN (${sql.raw(undone)})
        OR (e.from_status, e.to_status) = ('inQueue', 'awaiting')))`,
  'an order stands where its last step left it': sql`
    SELECT o.id, o.status, e.to_status FROM orders o
    CROSS JOIN LATERAL (SELECT to_status FROM order_events e
      WHERE e.location_id = o.location_id AND e.order_id = o.id AND e.kind = 'order' ORDER BY e.id DESC LIMIT 1) e
    WHERE o.status <> e.to_status`,
  'called-off and collected orders have no dispatch': sql`
    SELECT id, status, fulfilment, dispatch_status FROM orders
    WHERE dispatch_status IS NOT NULL AND (fulfilment = 'pickup' OR ${isOneOf('status', calledOffStatuses)})`,
  'what an order called off was paid goes back': sql`
    SELECT o.id, o.status, o.paid, r.amount FROM orders o
    LEFT JOIN (SELECT location_id, order_id, sum(amount) AS amount FROM refunds GROUP BY 1, 2) r
      ON r.location_id = o.location_id AND r.order_id = o.id
    WHERE ${isOneOf('o.status', calledOffStatuses)} AND o.paid <> coalesce(r.amount, 0)`,
  'no level says more is expired than is there': sql`
    SELECT * FROM stock_levels WHERE expired < 0 OR expired > on_hand`,
  ...claimsOfAll,
};

/** Fails with the rows that violate the invariants of stock, orders and money. */
export async function checkInvariants(tx: Tx): Promise<void> {
  const places = await locationIds(tx);
  const ofPlaces = Object.entries(allMetricClaims).flatMap(([claim, query]) =>
    places.map((place) => [claim, query(place)] as const),
  );
  for (const [claim, query] of [...Object.entries({ ...broken, ...metricClaimsOfAll }), ...ofPlaces]) {
    const { rows } = await query.execute(tx);
    if (rows.length > 0) throw new Error(`Not true that ${claim}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
}

import type { DriftFinding } from '@aisle/contract/ledgers/drift';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { metricClaims, metricClaimsOfAll } from '../figures/figure-claims.queries.ts';
import { stockClaims } from '../stock/stock-claims.queries.ts';

/*
 * Invariants of the data derived from ledgers. Each claim returns the rows that violate it, for one location if stock and money
 * belong to locations. Each is a single statement, so that concurrent sales don't look like drift.
 */
type Claim = (locationId: string) => RawBuilder<Record<string, unknown>>;

export const claimsOfLocation: Record<string, Claim> = {
  'Each lot equals the sum of its movements': (at) => sql`
    SELECT l.location_id, l.id AS lot_id, l.on_hand, coalesce(m.sum, 0) AS moved FROM lots l
    LEFT JOIN (SELECT lot_id, sum(on_hand) FROM stock_movements
      WHERE location_id = ${at} AND lot_id IS NOT NULL GROUP BY 1) m ON m.lot_id = l.id
    WHERE l.location_id = ${at} AND l.on_hand <> coalesce(m.sum, 0)`,
  'Each stock level equals the sum of its movements': (at) => sql`
    SELECT s.location_id, s.sub_product_id, s.on_hand, s.reserved, m.on_hand AS moved, m.reserved AS promised
    FROM stock_levels s
    LEFT JOIN (SELECT sub_product_id, sum(on_hand) AS on_hand, sum(reserved) AS reserved FROM stock_movements
      WHERE location_id = ${at} GROUP BY 1) m USING (sub_product_id)
    WHERE s.location_id = ${at}
      AND (s.on_hand, s.reserved) IS DISTINCT FROM (coalesce(m.on_hand, 0), coalesce(m.reserved, 0))`,
  'Each stock level equals the sum of its lots': (at) => sql`
    SELECT s.location_id, s.sub_product_id, s.on_hand, coalesce(l.sum, 0) AS in_lots FROM stock_levels s
    LEFT JOIN (SELECT sub_product_id, sum(on_hand) FROM lots WHERE location_id = ${at} GROUP BY 1) l
      USING (sub_product_id)
    WHERE s.location_id = ${at} AND s.on_hand <> coalesce(l.sum, 0)`,
  'Reserved quantities equal the sum of open reservations': (at) => sql`
    SELECT s.location_id, s.sub_product_id, s.reserved, coalesce(r.sum, 0) AS promised FROM stock_levels s
    LEFT JOIN (SELECT sub_product_id, sum(quantity) FROM reservations WHERE location_id = ${at} GROUP BY 1) r
      USING (sub_product_id)
    WHERE s.location_id = ${at} AND s.reserved <> coalesce(r.sum, 0)`,
  'The cash of a driver is the sum of its entries': (at) => sql`
    SELECT c.location_id, c.driver_id, c.held, coalesce(e.sum, 0) AS entries FROM driver_cash c
    LEFT JOIN (SELECT driver_id, sum(amount) FROM driver_cash_entries WHERE location_id = ${at} GROUP BY 1) e
      USING (driver_id)
    WHERE c.location_id = ${at} AND c.held <> coalesce(e.sum, 0)`,
  'Each journal sums to zero': (at) => sql`
    SELECT location_id, journal_id, sum(amount) AS sum FROM ledger_entries
    WHERE location_id = ${at} GROUP BY 1, 2 HAVING sum(amount) <> 0`,
  'What a location is owed equals its entries in the ledger': (at) => sql`
    SELECT location_id, journal_id, position, x.amount, p.amount AS owed FROM
      (SELECT * FROM ledger_entries WHERE location_id = ${at} AND account = 'locationPayable') x
      FULL JOIN (SELECT * FROM payable_entries WHERE location_id = ${at}) p USING (location_id, journal_id, position)
    WHERE (-x.amount, x.posted_at) IS DISTINCT FROM (p.amount, p.posted_at)`,
  'Each statement equals the sum of its entries': (at) => sql`
    SELECT s.location_id, s.id AS statement_id, s.number, s.total, e.* FROM statements s
    CROSS JOIN LATERAL sums_of_statement(s.location_id, s.id) e
    WHERE s.location_id = ${at} AND (s.entries, s.orders, s.goods, s.tax, s.commission, s.discounts, s.promotions, s.coins,
      s.refunds, s.corrections, s.adjustments) IS DISTINCT FROM (e.entries, e.orders, e.goods, e.tax, e.commission, e.discounts,
      e.promotions, e.coins, e.refunds, e.corrections, e.adjustments)`,
  ...metricClaims,
  'The sums of each account equal its entries': (at) => sql`SELECT * FROM wrong_account_sums(${at})`,
};

export const claimsOfAll: Record<string, RawBuilder<Record<string, unknown>>> = {
  'Each journal of the marketplace sums to zero': sql`
    SELECT journal_id, sum(amount) AS sum FROM ledger_entries
    WHERE location_id = marketplace_books() GROUP BY 1 HAVING sum(amount) <> 0`,
  'The sums of each account of the marketplace equal its entries': sql`
    SELECT * FROM wrong_account_sums(marketplace_books())`,
  'Each payment of a subscription is posted once': sql`
    SELECT p.id, p.kind, p.status, p.amount, coalesce(e.posted, 0) AS posted FROM subscription_payments p
    FULL JOIN (SELECT j.cause_id, sum(e.amount) AS posted FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id AND e.account = 'subscriptionIncome'
      WHERE j.location_id = marketplace_books() AND j.kind = 'subscription' GROUP BY 1) e ON e.cause_id = p.id
    WHERE coalesce(e.posted, 0) IS DISTINCT FROM CASE WHEN p.kind = 'charge' AND p.status = 'captured' THEN -p.amount
      WHEN p.status = 'refunded' THEN p.amount ELSE 0 END`,
  'What was paid for a subscription equals its payments': sql`
    SELECT s.id, s.price_paid, s.refunded, p.paid, p.back FROM subscriptions s
    LEFT JOIN (SELECT subscription_id, sum(amount) FILTER (WHERE kind <> 'refund' AND status = 'captured') AS paid,
        sum(amount) FILTER (WHERE status = 'refunded') AS back
      FROM subscription_payments GROUP BY 1) p ON p.subscription_id = s.id
    WHERE (s.price_paid, s.refunded) IS DISTINCT FROM (coalesce(p.paid, 0), coalesce(p.back, 0))`,
  'Each coin balance equals the sum of its entries': sql`
    SELECT c.id AS customer_id, c.coin_balance, coalesce(e.sum, 0) AS entries FROM customers c
    LEFT JOIN (SELECT customer_id, sum(coins) FROM coin_entries GROUP BY 1) e ON e.customer_id = c.id
    WHERE c.coin_balance <> coalesce(e.sum, 0)`,
  'Each coin balance equals what is left of its lots': sql`
    SELECT c.id AS customer_id, c.coin_balance, coalesce(l.sum, 0) AS in_lots FROM customers c
    LEFT JOIN (SELECT customer_id, sum(coins_left) FROM coin_lots WHERE coins_left > 0 GROUP BY 1) l
      ON l.customer_id = c.id
    WHERE c.coin_balance <> coalesce(l.sum, 0)`,
  'Each lot of coins equals what was moved': sql`
    SELECT l.customer_id, l.id AS lot_id, l.coins_left, l.worth_left, l.coins + coalesce(m.coins, 0) AS coins,
      l.worth + coalesce(m.worth, 0) AS worth
    FROM coin_lots l LEFT JOIN (SELECT customer_id, lot_id, sum(coins) AS coins, sum(worth) AS worth FROM coin_moves
      GROUP BY 1, 2) m ON m.customer_id = l.customer_id AND m.lot_id = l.id
    WHERE (l.coins_left, l.worth_left) IS DISTINCT FROM (l.coins + coalesce(m.coins, 0), l.worth + coalesce(m.worth, 0))`,
  'The books owe what coins are worth, and those of orders on their way': sql`
    SELECT owed, in_lots, held FROM (
      SELECT -coalesce(sum(amount), 0) AS owed FROM ledger_entries
      WHERE location_id IN (SELECT id FROM sets_of_books) AND account = 'coinsLiability') books
    CROSS JOIN (SELECT coalesce(sum(worth_left), 0) AS in_lots FROM coin_lots WHERE coins_left > 0) lots
    CROSS JOIN (SELECT -coalesce(sum(e.worth), 0) AS held FROM coin_entries e
      JOIN orders o ON o.location_id = e.location_id AND o.id = e.order_id AND o.status <> 'delivered'
      WHERE e.kind IN ('redeemed', 'returned')) on_their_way
    WHERE owed <> in_lots + held`,
  'Each balance of store credit equals the sum of its entries': sql`
    SELECT customer_id, b.balance, coalesce(e.sum, 0) AS entries FROM credit_balances b
    FULL JOIN (SELECT customer_id, sum(amount) FROM credit_entries GROUP BY 1) e USING (customer_id)
    WHERE b.balance IS DISTINCT FROM coalesce(e.sum, 0)`,
  'The books owe the store credit of customers, and what open orders hold of it': sql`
    SELECT owed, balances, held FROM (
      SELECT -coalesce(sum(amount), 0) AS owed FROM ledger_entries
      WHERE location_id IN (SELECT id FROM sets_of_books) AND account = 'storeCreditLiability') books
    CROSS JOIN (SELECT coalesce(sum(balance), 0) AS balances FROM credit_balances) credit
    CROSS JOIN (SELECT coalesce(sum(amount), 0) AS held FROM payments
      WHERE provider = 'storeCredit' AND status = 'authorised') open_orders
    WHERE owed <> balances + held`,
  'Each balance of a gift card equals the sum of its entries': sql`
    SELECT g.id AS gift_card_id, g.balance, coalesce(e.sum, 0) AS entries FROM gift_cards g
    LEFT JOIN (SELECT gift_card_id, sum(amount) FROM gift_card_entries GROUP BY 1) e ON e.gift_card_id = g.id
    WHERE g.balance <> coalesce(e.sum, 0)`,
  'The books owe what is left on gift cards, and what open orders hold of it': sql`
    SELECT owed, balances, held FROM (
      SELECT -coalesce(sum(amount), 0) AS owed FROM ledger_entries
      WHERE location_id IN (SELECT id FROM sets_of_books) AND account = 'giftCardLiability') books
    CROSS JOIN (SELECT coalesce(sum(balance), 0) AS balances FROM gift_cards) cards
    CROSS JOIN (SELECT coalesce(sum(amount), 0) AS held FROM payments
      WHERE provider = 'giftCard' AND status = 'authorised') open_orders
    WHERE owed <> balances + held`,
  'Each claim against a vendor equals its entries, its lines and its payment': sql`
    SELECT c.id AS claim_id, c.amount, entries.sum AS entries, lines.sum AS lines, paid.sum AS paid FROM vendor_claims c
    LEFT JOIN (SELECT x.claim_id, sum(e.amount) FROM vendor_claim_entries x
      JOIN ledger_entries e USING (location_id, journal_id, position) GROUP BY 1) entries ON entries.claim_id = c.id
    LEFT JOIN (SELECT claim_id, sum(amount) FROM vendor_claim_lines GROUP BY 1) lines ON lines.claim_id = c.id
    LEFT JOIN (SELECT j.cause_id, -sum(e.amount) AS sum FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id AND e.account = 'vendorClaims'
      WHERE j.kind = 'vendorPayment' GROUP BY 1) paid ON paid.cause_id = c.id
    WHERE (entries.sum, lines.sum, coalesce(paid.sum, 0)) IS DISTINCT FROM
      (c.amount, c.amount, CASE WHEN c.settled_at IS NULL THEN 0 ELSE c.amount END)`,
  // Shows who did it, to which record and when, if the entry still exists.
  'The audit log is as it was written': sql`
    SELECT broken.chain_position, broken.entry_id, broken.reason, e.actor_name, e.action, e.resource, e.record_id, e.at
    FROM broken_audit() broken LEFT JOIN audit_entries e ON e.id = broken.entry_id`,
  ...stockClaims,
  ...metricClaimsOfAll,
};

const shown = 5;
/** Counts the rows that violate a claim, and returns the first of them. */
export async function violationsOf(
  tx: Tx,
  query: RawBuilder<Record<string, unknown>>,
): Promise<Omit<DriftFinding, 'claim'>> {
  const { rows } = await sql<Omit<DriftFinding, 'claim'>>`
    WITH wrong AS MATERIALIZED (${query})
    SELECT (SELECT count(*) FROM wrong) AS broken,
      coalesce((SELECT jsonb_agg(to_jsonb(sample)) FROM (SELECT * FROM wrong LIMIT ${shown}) AS sample), '[]') AS sample`.execute(
    tx,
  );
  return rows[0]!;
}

export async function locationIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('locations').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

import type { RefundStatus } from '@aisle/contract/sales/order-flow';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { mustFind } from '../../core/problem.ts';
import type { RefundPart } from '../orders/order-payments.queries.ts';
import { type RefundRead, refundJson } from '../orders/order-view.queries.ts';

/** What has to be known of an order before anything of it goes back. */
export interface RefundFacts {
  locationId: string;
  id: string;
  customerId: string;
  status: string;
  deliveryFee: number;
  paid: number;
  /** Refunds opened so far, whatever has become of them. */
  opened: number;
  feeOpened: number;
  /** By line, of the sale. */
  lineOpened: Record<string, number>;
  coinsEarned: number;
  coinsOpened: number;
  /** What the earned coins were worth when the sale was posted. */
  coinsWorth: number;
  /** What coins paid, in cents, and how many that were; and what of both is opened as a refund. */
  inCoins: number;
  coinsPaid: number;
  inCoinsOpened: number;
  coinsReturned: number;
  /** Room on the cards that paid. */
  onCards: number;
  discountsFundedBy: 'marketplace' | 'location';
  taxRemittedBy: 'marketplace' | 'location';
}

/** In one statement; sure only while the order is locked. */
export async function refundFacts(tx: Tx, orderId: string): Promise<RefundFacts> {
  const { rows } = await sql<RefundFacts>`
    SELECT o.location_id AS "locationId", o.id, o.customer_id AS "customerId", o.status,
      o.delivery_fee AS "deliveryFee", o.paid,
      coalesce(so_far.amount, 0)::bigint AS opened, coalesce(so_far.fee, 0)::bigint AS "feeOpened",
      coalesce(so_far.coins, 0)::bigint AS "coinsOpened",
      coalesce((SELECT jsonb_object_agg(line.id, line.amount) FROM (
        SELECT part ->> 'lineId' AS id, sum((part ->> 'amount')::bigint) AS amount
        FROM refunds r CROSS JOIN jsonb_array_elements(r.lines) AS part
        WHERE r.location_id = o.location_id AND r.order_id = o.id AND r.of_sale GROUP BY 1) line), '{}')
        AS "lineOpened",
      coalesce((SELECT sum(e.coins) FROM coin_entries e WHERE e.customer_id = o.customer_id
        AND e.kind = 'earned' AND e.cause_id = o.id), 0)::bigint AS "coinsEarned",
      coalesce((SELECT sum(-e.amount) FROM journals j JOIN ledger_entries e ON e.location_id = j.location_id
          AND e.journal_id = j.id WHERE j.location_id = o.location_id AND j.order_id = o.id AND j.kind = 'sale'
          AND e.part = 'earned' AND e.account = 'coinsLiability'), 0)::bigint AS "coinsWorth",
      coalesce((SELECT sum(p.amount) FROM payments p WHERE p.location_id = o.location_id AND p.order_id = o.id
        AND p.provider = 'coins' AND p.status = 'captured'), 0)::bigint AS "inCoins",
      -coalesce((SELECT sum(e.coins) FROM coin_entries e WHERE e.customer_id = o.customer_id
        AND e.kind IN ('redeemed', 'returned') AND e.cause_id = o.id), 0)::bigint AS "coinsPaid",
      coalesce(so_far.in_coins, 0)::bigint AS "inCoinsOpened",
      coalesce(so_far.coins_returned, 0)::bigint AS "coinsReturned",
      (SELECT coalesce(sum(p.amount - coalesce((SELECT sum(g.amount) FROM gateway_operations g
          WHERE g.location_id = p.location_id AND g.order_id = p.order_id AND g.payment_id = p.id
            AND g.kind = 'refund' AND g.status <> 'refused'), 0)), 0)::bigint
        FROM payments p WHERE p.location_id = o.location_id AND p.order_id = o.id AND p.status = 'captured'
          AND p.provider = 'simulated') AS "onCards",
      CASE WHEN EXISTS (SELECT FROM journals j JOIN ledger_entries e ON e.location_id = j.location_id
          AND e.journal_id = j.id WHERE j.location_id = o.location_id AND j.order_id = o.id AND j.kind = 'sale'
          AND e.part IN ('discount', 'earned') AND e.account = 'locationPayable') THEN 'location' ELSE 'marketplace' END
        AS "discountsFundedBy",
      CASE WHEN EXISTS (SELECT FROM journals j JOIN ledger_entries e ON e.location_id = j.location_id
          AND e.journal_id = j.id WHERE j.location_id = o.location_id AND j.order_id = o.id AND j.kind = 'sale'
          AND e.part = 'tax' AND e.account = 'taxPayable') THEN 'marketplace' ELSE 'location' END AS "taxRemittedBy"
    FROM orders o
    LEFT JOIN LATERAL (SELECT sum(r.amount) AS amount, sum(r.delivery_fee) FILTER (WHERE r.of_sale) AS fee,
        sum(r.coins) AS coins, sum(r.in_coins) AS in_coins, sum(r.coins_returned) AS coins_returned
      FROM refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id) so_far ON true
    WHERE o.id = ${orderId}`.execute(tx);
  return mustFind(rows[0], 'Order');
}

/** A refund in hand; its order is locked before it. */
export interface RefundInHand {
  locationId: string;
  orderId: string;
  id: string;
  status: RefundStatus;
  amount: number;
  deliveryFee: number;
  lines: RefundPart[];
  ofSale: boolean;
  coins: number;
  inCoins: number;
  coinsReturned: number;
  provider: 'simulated' | null;
  refusals: number;
  version: number;
}

export async function orderOfRefund(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst();
  return mustFind(row, 'Refund').order_id;
}

export async function lockRefund(tx: Tx, id: string): Promise<RefundInHand> {
  const { rows } = await sql<RefundInHand>`
    SELECT location_id AS "locationId", order_id AS "orderId", id, status, amount,
      delivery_fee AS "deliveryFee", lines, of_sale AS "ofSale", coins,
      in_coins AS "inCoins", coins_returned AS "coinsReturned", provider, refusals, version
    FROM refunds WHERE id = ${id} FOR UPDATE`.execute(tx);
  return mustFind(rows[0], 'Refund');
}

interface RefundChange {
  status: RefundStatus;
  provider?: 'simulated' | null;
  reference?: string | null;
  problem?: string | null;
  refusals?: number;
  /** In how many seconds it is tried again by itself; null: not by itself. */
  tryAgainIn?: number | null;
}
export async function changeRefund(tx: Tx, refund: RefundInHand, change: RefundChange): Promise<void> {
  Object.assign(refund, change.provider === undefined ? {} : { provider: change.provider });
  refund.refusals = change.refusals ?? refund.refusals;
  refund.status = change.status;
  await sql`
    UPDATE refunds SET status = ${refund.status}, provider = ${refund.provider}, refusals = ${refund.refusals},
      reference = coalesce(${change.reference ?? null}, reference), problem = ${change.problem ?? null},
      next_try_at = CASE WHEN ${change.tryAgainIn ?? null}::int IS NULL THEN NULL
        ELSE now() + make_interval(secs => ${change.tryAgainIn ?? 0}) END,
      refunded_at = CASE WHEN ${refund.status} = 'refunded' THEN now() END
    WHERE location_id = ${refund.locationId} AND order_id = ${refund.orderId} AND id = ${refund.id}`.execute(
    tx,
  );
}

/** Refunds that a gateway is to be asked for by now: the next one, with its order. */
export async function nextDueRefund(tx: Tx): Promise<{ id: string; orderId: string } | undefined> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    SELECT id, order_id AS "orderId" FROM refunds
    WHERE status IN ('refundInitiated', 'refundFailed') AND next_try_at <= now()
    ORDER BY next_try_at LIMIT 1`.execute(tx);
  return rows[0];
}

export async function readRefund(tx: Tx, id: string): Promise<RefundRead> {
  const { rows } = await sql<{ refund: RefundRead }>`
    SELECT ${refundJson} AS refund FROM refunds r WHERE r.id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Refund').refund;
}

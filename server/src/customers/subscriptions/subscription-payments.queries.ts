import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow, RowChange } from '../../core/db/rows/columns.ts';
import type { Provider } from '../../ledgers/gateways/gateway.ts';

export interface LockedPayment {
  id: string;
  subscriptionId: string;
  kind: 'charge' | 'refund' | 'credit';
  provider: Provider | null;
  status: 'due' | 'captured' | 'failed' | 'voided' | 'refundProcessing' | 'refunded' | 'refundFailed';
  amount: number;
  attempts: number;
  createdAt: string;
}

/** The payments of a subscription whose customer is locked. */
export async function paymentsOf(tx: Tx, subscriptionId: string): Promise<LockedPayment[]> {
  const { rows } = await sql<LockedPayment>`
    SELECT id, subscription_id AS "subscriptionId", kind, provider, status, amount, attempts, created_at AS "createdAt"
    FROM subscription_payments WHERE subscription_id = ${subscriptionId} ORDER BY id`.execute(tx);
  return rows;
}

export async function cardProviderOf(tx: Tx, subscriptionId: string): Promise<string | null> {
  const { card_provider } = await tx
    .selectFrom('subscriptions')
    .select('card_provider')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return card_provider;
}

export async function insertPayment(tx: Tx, row: NewRow<'subscription_payments'>): Promise<void> {
  await tx.insertInto('subscription_payments').values(row).execute();
}

export async function updatePayment(
  tx: Tx,
  id: string,
  columns: RowChange<'subscription_payments'>,
): Promise<void> {
  await tx.updateTable('subscription_payments').set(columns).where('id', '=', id).execute();
}

export async function finishPayment(tx: Tx, id: string, status: 'captured' | 'refunded'): Promise<void> {
  await tx
    .updateTable('subscription_payments')
    .set({ status, settled_at: sql`now()`, problem: null, next_try_at: null })
    .where('id', '=', id)
    .execute();
}

/** Records that a charge or refund failed, and schedules the retry for this number of days after it was first due. */
export async function postponePayment(
  tx: Tx,
  {
    id,
    status,
    problem,
    days,
  }: { id: string; status: 'due' | 'refundFailed'; problem: string; days: number },
): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    UPDATE subscription_payments SET status = ${status}, problem = ${problem},
      next_try_at = ${status === 'due' ? sql`created_at` : sql`now()`} + make_interval(secs => ${days * 86_400})
    WHERE id = ${id} RETURNING next_try_at AS at`.execute(tx);
  return rows[0]!.at;
}

/** A renewal isn't charged to the saved card while the customer may be paying it on a page. */
const isDueForRetry = sql`status IN ('due', 'refundFailed') AND next_try_at <= now()
  AND NOT EXISTS (SELECT FROM renewal_links k WHERE k.payment_id = subscription_payments.id AND k.page_ends_at > now())
  AND NOT EXISTS (SELECT FROM gateway_operations g
    WHERE g.subscription_payment_id = subscription_payments.id AND g.status = 'waiting')`;

/** The next charge or refund due for a retry. */
export async function nextToRetry(tx: Tx): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM subscription_payments
    WHERE ${isDueForRetry} ORDER BY next_try_at LIMIT 1`.execute(tx);
  return rows[0];
}

/** Claims a charge or refund for a retry; undefined if another server claimed it first. */
export async function claimRetry(tx: Tx, id: string): Promise<LockedPayment | undefined> {
  const { rows } = await sql<LockedPayment>`
    UPDATE subscription_payments SET next_try_at = NULL, attempts = attempts + 1,
      status = CASE kind WHEN 'refund' THEN 'refundProcessing' ELSE status END
    WHERE id = ${id} AND ${isDueForRetry}
    RETURNING id, subscription_id AS "subscriptionId", kind, provider, status, amount, attempts,
      created_at AS "createdAt"`.execute(tx);
  return rows[0];
}

interface RefundableCharge {
  id: string;
  provider: Provider;
  room: number;
  paidFor: string;
}
/**
 * The refundable amount of each charge that paid for a subscription: its own charges first, then those of the plans it was
 * changed from.
 */
export async function refundableCharges(tx: Tx, subscriptionId: string): Promise<RefundableCharge[]> {
  const { rows } = await sql<RefundableCharge>`
    WITH RECURSIVE chain AS (
      SELECT id, previous_id, kind, 0 AS step FROM subscriptions WHERE id = ${subscriptionId}
      UNION ALL
      SELECT s.id, s.previous_id, s.kind, chain.step + 1 FROM chain JOIN subscriptions s ON s.id = chain.previous_id
      WHERE chain.kind = 'change'
    )
    SELECT * FROM (
      SELECT p.id, p.provider, p.subscription_id AS "paidFor", chain.step,
        p.amount - coalesce((SELECT sum(r.amount) FROM subscription_payments r WHERE r.charge_id = p.id), 0)::bigint AS room
      FROM chain JOIN subscription_payments p ON p.subscription_id = chain.id AND p.kind = 'charge' AND p.status = 'captured'
    ) charge WHERE room > 0 ORDER BY step, id`.execute(tx);
  return rows;
}

/** The amount that can still be refunded of what paid for a subscription. Less than its value after refunds at the provider. */
export async function refundableAmount(tx: Tx, subscriptionId: string): Promise<number> {
  return (await refundableCharges(tx, subscriptionId)).reduce((sum, { room }) => sum + room, 0);
}

/** Adds to the amounts that the customer paid and was refunded for a subscription. */
export async function addToSums(
  tx: Tx,
  subscriptionId: string,
  { paid = 0, refunded = 0 }: { paid?: number; refunded?: number },
): Promise<void> {
  await sql`UPDATE subscriptions SET price_paid = price_paid + ${paid}, refunded = refunded + ${refunded},
    updated_at = now() WHERE id = ${subscriptionId}`.execute(tx);
}

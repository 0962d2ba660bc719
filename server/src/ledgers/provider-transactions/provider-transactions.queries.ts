import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { kindOfCategory, type TransactionKind } from './transaction-kinds.ts';

/** A movement of the balance as the provider reports it. Amounts are in cents, positive if they increase the balance. */
export interface ProviderTransaction {
  id: string;
  category: string;
  /** The charge, refund, dispute, transfer or payout. */
  sourceId: string | null;
  /** Before the fee. */
  amount: number;
  fee: number;
  description: string | null;
  occurredAt: string;
  availableAt: string;
  /** What Aisle attached to the charge or refund when it made it; null if something else made it. */
  paymentId: string | null;
  operationId: string | null;
  orderId: string | null;
  /** The payout to the bank that contains it; null while it is in the balance, or if that isn't known yet. */
  payoutId: string | null;
}

/** Stores transactions by their ID at the provider. A known one only learns its payout. */
export async function insertTransactions(
  tx: Tx,
  provider: string,
  transactions: readonly ProviderTransaction[],
): Promise<void> {
  if (transactions.length === 0) return;
  const rows = transactions.map((transaction) => ({
    ...transaction,
    rowId: newId(),
    kind: kindOfCategory(transaction.category),
  }));
  await sql`
    INSERT INTO provider_transactions (id, provider, provider_id, source_id, category, kind, amount, fee, description,
      occurred_at, available_at, payment_id, operation_id, order_id, payout_id)
    SELECT "rowId", ${provider}, id, "sourceId", category, kind, amount, fee, description, "occurredAt", "availableAt",
      "paymentId", "operationId", "orderId", "payoutId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("rowId" uuid, id text, "sourceId" text, category text,
      kind text, amount bigint, fee bigint, description text, "occurredAt" timestamptz, "availableAt" timestamptz,
      "paymentId" uuid, "operationId" uuid, "orderId" uuid, "payoutId" text)
    ON CONFLICT (provider, provider_id) DO UPDATE SET payout_id = excluded.payout_id
    WHERE provider_transactions.payout_id IS NULL AND excluded.payout_id IS NOT NULL`.execute(tx);
}

export interface MatchedTransaction {
  id: string;
  kind: TransactionKind;
  amount: number;
  fee: number;
  orderId: string | null;
}
/** The records that a transaction `t` of each kind is about: its location and order, or nulls without an order. */
const matches: RawBuilder<unknown> = sql`
  SELECT p.location_id, p.order_id FROM orders o
    JOIN payments p ON p.location_id = o.location_id AND p.order_id = o.id AND p.id = t.payment_id
    WHERE t.kind = 'payment' AND o.id = t.order_id AND p.status = 'captured' AND p.amount = t.amount
  UNION ALL
  SELECT NULL, NULL FROM subscription_payments s
    WHERE t.kind = 'payment' AND s.id = t.payment_id AND s.amount = t.amount
  UNION ALL
  SELECT g.location_id, g.order_id FROM gateway_operations g
    WHERE t.kind = 'refund' AND g.id = t.operation_id AND g.kind = 'refund' AND g.amount = abs(t.amount)
      AND (g.status = 'done' OR t.amount > 0)
  UNION ALL
  SELECT d.location_id, d.order_id FROM disputes d
    WHERE t.kind = 'dispute' AND d.provider = t.provider AND d.provider_id = t.source_id AND d.amount = abs(t.amount)
  UNION ALL
  SELECT NULL, NULL WHERE t.kind IN ('fee', 'payout')`;

/** Finds the records of unmatched transactions, newest first, and returns those that it matched. */
export async function matchTransactions(tx: Tx, limit: number): Promise<MatchedTransaction[]> {
  const { rows } = await sql<MatchedTransaction>`
    WITH open AS (
      SELECT * FROM provider_transactions WHERE state = 'unmatched' AND kind <> 'other'
      ORDER BY id DESC LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE provider_transactions row SET state = 'matched', location_id = found.location_id,
      order_id = coalesce(found.order_id, row.order_id)
    FROM open t CROSS JOIN LATERAL (SELECT * FROM (${matches}) AS record LIMIT 1) found
    WHERE row.id = t.id
    RETURNING row.id, row.kind, row.amount, row.fee, row.order_id AS "orderId"`.execute(tx);
  return rows;
}

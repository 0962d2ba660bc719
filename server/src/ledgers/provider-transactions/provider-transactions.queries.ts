import type { TransactionKind } from '@aisle/contract/finance/reconciliation';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { kindOfCategory } from './transaction-kinds.ts';

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
  /** The charge that was paid, refunded or disputed. */
  chargeId: string | null;
  /** The order that Aisle attached to the charge or refund when it made it; null if something else made it. */
  orderId: string | null;
  /** The payout to the bank that contains it; null while it is in the balance, or if that isn't known yet. */
  payoutId: string | null;
}

/** Stores transactions by their ID at the provider. A known one only learns its payout. Returns the categories of new ones. */
export async function insertTransactions(
  tx: Tx,
  provider: string,
  transactions: readonly ProviderTransaction[],
): Promise<string[]> {
  if (transactions.length === 0) return [];
  const rows = transactions.map((transaction) => ({
    ...transaction,
    rowId: newId(),
    kind: kindOfCategory(transaction.category),
  }));
  const stored = await sql<{ category: string; isNew: boolean }>`
    INSERT INTO provider_transactions (id, provider, provider_id, source_id, category, kind, amount, fee, description,
      occurred_at, available_at, charge_ref, order_id, payout_id)
    SELECT "rowId", ${provider}, id, "sourceId", category, kind, amount, fee, description, "occurredAt", "availableAt",
      "chargeId", "orderId", "payoutId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("rowId" uuid, id text, "sourceId" text, category text,
      kind text, amount bigint, fee bigint, description text, "occurredAt" timestamptz, "availableAt" timestamptz,
      "chargeId" text, "orderId" uuid, "payoutId" text)
    ON CONFLICT (provider, provider_id) DO UPDATE SET payout_id = excluded.payout_id
    WHERE provider_transactions.payout_id IS NULL AND excluded.payout_id IS NOT NULL
    RETURNING category, xmax = 0 AS "isNew"`.execute(tx);
  return stored.rows.filter(({ isNew }) => isNew).map(({ category }) => category);
}

interface MatchedTransaction {
  id: string;
  kind: TransactionKind;
  amount: number;
  fee: number;
  orderId: string | null;
  payoutId: string | null;
}
/** The amount of a charge in the balance: what a capture of a part returns is another transaction. */
const charged = sql`(SELECT sum(x.amount) FROM provider_transactions x
  WHERE x.provider = t.provider AND x.charge_ref = t.charge_ref AND x.kind = 'payment')`;
/** The records that a transaction `t` of each kind is about: its location and order, or nulls without an order. */
const matches: RawBuilder<unknown> = sql`
  SELECT p.location_id, p.order_id FROM payments p
    WHERE t.kind = 'payment' AND p.provider = t.provider AND p.charge_ref = t.charge_ref AND p.status = 'captured'
      AND p.amount = ${charged}
  UNION ALL
  SELECT NULL, NULL FROM subscription_payments s
    WHERE t.kind = 'payment' AND s.provider = t.provider AND s.charge_ref = t.charge_ref AND s.amount = ${charged}
  UNION ALL
  SELECT g.location_id, g.order_id FROM gateway_operations g
    WHERE t.kind = 'refund' AND g.provider = t.provider AND g.refund_ref = t.source_id AND g.amount = abs(t.amount)
      AND (g.status IN ('done', 'refused') OR t.amount > 0)
  UNION ALL
  SELECT d.location_id, d.order_id FROM disputes d
    WHERE t.kind = 'dispute' AND d.provider = t.provider AND d.provider_id = t.source_id AND d.amount = abs(t.amount)
  UNION ALL
  SELECT p.location_id, NULL FROM payouts p
    WHERE t.kind = 'transfer' AND p.provider = t.provider AND p.transfer_ref = t.charge_ref AND p.amount = abs(t.amount)
      AND (p.voided_at IS NOT NULL OR t.amount < 0)
  UNION ALL
  SELECT NULL, NULL WHERE t.kind IN ('fee', 'payout')`;

interface MatchedBatch {
  matched: MatchedTransaction[];
  /** The last one that was examined, matched or not; null if there are no more. */
  last: string | null;
}
/** Finds the records of unmatched transactions that are older than `before`, newest first. */
export async function matchTransactions(
  tx: Tx,
  { provider, before, limit }: { provider: string; before: string | null; limit: number },
): Promise<MatchedBatch> {
  const { rows } = await sql<MatchedBatch>`
    WITH open AS MATERIALIZED (
      SELECT * FROM provider_transactions
      WHERE state = 'unmatched' AND provider = ${provider} AND kind <> 'other'
        AND (${before}::uuid IS NULL OR id < ${before}::uuid)
      ORDER BY id DESC LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ), matched AS (
      UPDATE provider_transactions row SET state = 'matched', location_id = found.location_id,
        order_id = coalesce(found.order_id, row.order_id)
      FROM open t CROSS JOIN LATERAL (SELECT * FROM (${matches}) AS record LIMIT 1) found
      WHERE row.id = t.id
      RETURNING row.id, row.kind, row.amount, row.fee, row.order_id AS "orderId", row.payout_id AS "payoutId"
    )
    SELECT (SELECT coalesce(jsonb_agg(matched), '[]') FROM matched) AS matched,
      (SELECT min(id::text)::uuid FROM open) AS last`.execute(tx);
  return rows[0]!;
}

const kind = sql`coalesce(t.resolved_as, t.kind)`;
const sumOfKind = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(t.amount) FILTER (WHERE ${condition}), 0)::bigint`;

/** Adds up the rows of payouts again, unless they are closed. */
export async function recountPayouts(tx: Tx, provider: string, payoutIds: readonly string[]): Promise<void> {
  if (payoutIds.length === 0) return;
  await sql`
    UPDATE bank_payouts b SET charges = s.charges, refunds = s.refunds, disputes = s.disputes, fees = s.fees,
      transfers = s.transfers, other = s.other, row_count = s.row_count, unmatched = s.unmatched
    FROM (
      SELECT p.id, ${sumOfKind(sql`${kind} = 'payment'`)} AS charges, ${sumOfKind(sql`${kind} = 'refund'`)} AS refunds,
        ${sumOfKind(sql`${kind} = 'dispute'`)} AS disputes,
        ${sumOfKind(sql`${kind} = 'fee'`)} - coalesce(sum(t.fee), 0)::bigint AS fees,
        ${sumOfKind(sql`${kind} = 'transfer'`)} AS transfers,
        ${sumOfKind(sql`${kind} IN ('payout', 'other')`)} AS other,
        count(t.id)::integer AS row_count, (count(*) FILTER (WHERE t.state = 'unmatched'))::integer AS unmatched
      FROM bank_payouts p LEFT JOIN provider_transactions t ON t.payout_id = p.provider_id AND t.provider = p.provider
      WHERE p.provider = ${provider} AND p.provider_id = ANY (${payoutIds}::text[]) AND p.closed_at IS NULL
      GROUP BY p.id
    ) s
    WHERE b.id = s.id AND (b.charges, b.refunds, b.disputes, b.fees, b.transfers, b.other, b.row_count, b.unmatched)
      IS DISTINCT FROM (s.charges, s.refunds, s.disputes, s.fees, s.transfers, s.other, s.row_count, s.unmatched)`.execute(
    tx,
  );
}

import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { RefundPart } from './order-payments.queries.ts';

/** A refund of an order. */
interface Of {
  locationId: string;
  orderId: string;
  id: string;
}

/** A part of a refund, with its parts of the refund's lines and delivery fee. */
export interface ReversedPart {
  amount: number;
  lines: readonly RefundPart[];
  deliveryFee: number;
}

/** The reversals of a refund that no later payment undid, oldest first. */
export async function openReversals(tx: Tx, of: Of): Promise<(ReversedPart & { id: string })[]> {
  const { rows } = await sql<ReversedPart & { id: string }>`
    SELECT v.id, v.amount, v.lines, v.delivery_fee AS "deliveryFee" FROM refund_reversals v
    WHERE v.location_id = ${of.locationId} AND v.order_id = ${of.orderId} AND v.refund_id = ${of.id} AND v.repays IS NULL
      AND NOT EXISTS (SELECT FROM refund_reversals paid WHERE paid.location_id = v.location_id AND paid.repays = v.id)
    ORDER BY v.created_at, v.id`.execute(tx);
  return rows;
}

export async function insertReversal(
  tx: Tx,
  { locationId, orderId, id: refundId }: Of,
  { id, repays, amount, lines, deliveryFee }: ReversedPart & { id: string; repays: string | null },
): Promise<void> {
  await sql`
    INSERT INTO refund_reversals (location_id, order_id, refund_id, id, repays, amount, lines, delivery_fee)
    VALUES (${locationId}, ${orderId}, ${refundId}, ${id}, ${repays}, ${amount}, ${JSON.stringify(lines)}::jsonb,
      ${deliveryFee})`.execute(tx);
}

/** The part of the delivery fee that refunds had returned in the ledger before a refund was posted. */
export async function feePostedBefore(tx: Tx, { locationId, orderId, id }: Of): Promise<number> {
  const { rows } = await sql<{ fee: number }>`
    SELECT coalesce(sum(r.delivery_fee), 0)::bigint AS fee
    FROM journals own
    JOIN journals j ON j.location_id = own.location_id AND j.order_id = own.order_id AND j.kind = 'refund' AND j.id < own.id
    JOIN refunds r ON r.location_id = j.location_id AND r.order_id = j.order_id AND r.id = j.cause_id
    WHERE own.location_id = ${locationId} AND own.order_id = ${orderId} AND own.kind = 'refund' AND own.cause_id = ${id}`.execute(
    tx,
  );
  return rows[0]!.fee;
}

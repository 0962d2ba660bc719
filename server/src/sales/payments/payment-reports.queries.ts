import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { CardFacts, GatewayName } from '../../ledgers/gateways/gateway.ts';
import { wake } from '../../ledgers/gateways/operations.queries.ts';
import { recordPayments } from '../../ledgers/gateways/record-payments.queries.ts';
import type { PaymentReport, RefundReport } from '../../ledgers/gateways/reports.ts';

interface ReportedPayment {
  /** Null for a payment of a subscription. */
  orderId: string | null;
  orderNumber: number | null;
  paymentId: string;
}

/** The payment that a gateway reports: by the gateway's ID, or by Aisle's if the gateway's never arrived. */
export async function findReported(
  tx: Tx,
  provider: GatewayName,
  { paymentRef, paymentId, orderId }: Pick<PaymentReport, 'paymentRef' | 'paymentId' | 'orderId'>,
): Promise<ReportedPayment | undefined> {
  const ofOrder = sql`SELECT o.id AS "orderId", o.number AS "orderNumber", p.id AS "paymentId" FROM payments p
    JOIN orders o ON o.location_id = p.location_id AND o.id = p.order_id`;
  const { rows } = await sql<ReportedPayment>`
    ${ofOrder} WHERE p.provider = ${provider} AND p.payment_ref = ${paymentRef}
    UNION ALL
    ${ofOrder} WHERE p.provider = ${provider} AND o.id = ${orderId} AND p.id = ${paymentId}
    UNION ALL
    SELECT NULL, NULL, id FROM subscription_payments
    WHERE provider = ${provider} AND (payment_ref = ${paymentRef} OR id = ${paymentId}) LIMIT 1`.execute(tx);
  return rows[0];
}

interface Waiting {
  id: string;
  isBeingSent: boolean;
}
/** Lets the gateway be asked now about the requests that wait for it. Returns them. */
async function hurry(tx: Tx, rows: readonly Waiting[]): Promise<void> {
  if (rows.some(({ isBeingSent }) => isBeingSent))
    throw new Error('A request for this payment is being sent');
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`UPDATE gateway_operations SET next_at = now() WHERE id = ANY (${ids}::uuid[]) AND status = 'waiting'`.execute(
    tx,
  );
  await wake(tx);
}

const waiting = sql`id, coalesce(leased_until > now(), false) AS "isBeingSent"`;

/** Repeats the waiting request of a payment now. Returns false if there is none. Throws while it is being sent. */
export async function hurryPayment(
  tx: Tx,
  { orderId, paymentId }: Pick<ReportedPayment, 'orderId' | 'paymentId'>,
): Promise<boolean> {
  const owner =
    orderId === null
      ? sql`subscription_payment_id = ${paymentId}`
      : sql`location_id = (SELECT location_id FROM orders WHERE id = ${orderId}) AND order_id = ${orderId}
          AND payment_id = ${paymentId}`;
  const { rows } = await sql<Waiting>`
    SELECT ${waiting} FROM gateway_operations WHERE status = 'waiting' AND kind <> 'refund' AND ${owner}`.execute(
    tx,
  );
  await hurry(tx, rows);
  return rows.length > 0;
}

interface ReportedRefund {
  operationId: string;
  status: 'waiting' | 'done' | 'refused' | 'givenUp';
  orderId: string | null;
  orderNumber: number | null;
  refundId: string | null;
}
/** The request that caused a reported refund. */
export async function findRefundOperation(
  tx: Tx,
  provider: GatewayName,
  { refundRef, operationId }: Pick<RefundReport, 'refundRef' | 'operationId'>,
): Promise<ReportedRefund | undefined> {
  const { rows } = await sql<ReportedRefund>`
    SELECT g.id AS "operationId", g.status, g.order_id AS "orderId", o.number AS "orderNumber", g.refund_id AS "refundId"
    FROM gateway_operations g LEFT JOIN orders o ON o.location_id = g.location_id AND o.id = g.order_id
    WHERE g.provider = ${provider} AND g.kind = 'refund' AND (g.refund_ref = ${refundRef} OR g.id = ${operationId})
    LIMIT 1`.execute(tx);
  return rows[0];
}

/**
 * Looks a waiting refund up now: the gateway may repeat its first answer to the request, although the refund failed since. Throws
 * while it is being sent, or if it was answered meanwhile.
 */
export async function hurryRefund(
  tx: Tx,
  { operationId, refundRef }: { operationId: string; refundRef: string },
): Promise<void> {
  const { rows } = await sql<Waiting>`
    SELECT ${waiting} FROM gateway_operations WHERE id = ${operationId} AND status = 'waiting'`.execute(tx);
  if (rows.length === 0) throw new Error('The refund was answered meanwhile');
  await hurry(tx, rows);
  await sql`UPDATE gateway_operations SET refund_ref = ${refundRef} WHERE id = ${operationId} AND status = 'waiting'`.execute(
    tx,
  );
}

/** Whether a request of Aisle has this ID, whatever it was for. */
export async function isOperation(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM gateway_operations WHERE id = ${id}`.execute(tx);
  return rows.length > 0;
}

/** Records that a refund failed after it was done. Returns false if that is recorded already. */
export async function refuseDoneRefund(tx: Tx, operationId: string, problem: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE gateway_operations SET status = 'refused', problem = ${problem}, updated_at = now()
    WHERE id = ${operationId} AND status = 'done' AND kind = 'refund' RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Lets a refund that failed without an answer be tried again now. */
export async function retryRefundNow(tx: Tx, refundId: string): Promise<void> {
  await sql`
    UPDATE refunds SET next_try_at = now() WHERE id = ${refundId} AND status = 'refundFailed' AND provider IS NOT NULL`.execute(
    tx,
  );
  await wake(tx);
}

/** Takes over a bank's update of a saved card, for example its expiration: the card pays subscriptions and renewed authorizations. */
export async function updateCard(
  tx: Tx,
  provider: GatewayName,
  token: string,
  card: CardFacts,
): Promise<void> {
  const facts = JSON.stringify(card);
  await sql`
    WITH of_orders AS (
      UPDATE payments SET card = ${facts}::jsonb
      WHERE status = 'authorised' AND saves_card AND provider = ${provider} AND token = ${token}
      RETURNING location_id, order_id, id
    ), announced AS (
      ${recordPayments('edit', sql`FROM of_orders`)}
    )
    UPDATE subscriptions SET card = ${facts}::jsonb
    WHERE card_token = ${token} AND card_provider = ${provider}`.execute(tx);
}

export async function orderExists(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM orders WHERE id = ${orderId}`.execute(tx);
  return rows.length > 0;
}

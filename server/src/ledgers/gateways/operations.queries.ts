import { sql } from 'kysely';
import { enqueue, type Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { newId } from '../../core/ids.ts';
import { type GatewayAction, type GatewayName, gatewayNames } from './gateway.ts';

interface OperationOf {
  locationId: string;
  orderId: string;
  paymentId: string;
  refundId?: string | null;
}
interface Request {
  id: string;
  provider: GatewayName;
  kind: GatewayAction;
  amount: number;
  status: 'waiting' | 'done' | 'refused' | 'givenUp';
  attempts: number;
  token: string;
  /** The gateway's ID of the payment, the same from its authorization to its last refund. */
  paymentId: string;
}
/** A request for an order's payment. */
export interface Operation extends Request, OperationOf {
  refundId: string | null;
  subscriptionPaymentId: null;
}
/** A request for a charge or a refund of a subscription. */
export interface SubscriptionOperation extends Request {
  subscriptionPaymentId: string;
}
type AnyOperation = Operation | SubscriptionOperation;

/** Starts the task that sends gateway requests after the transaction commits. */
export const wake = async (tx: Tx): Promise<void> =>
  void (await sql`SELECT enqueue_job('ask_gateway', '{}'::jsonb)`.execute(tx));

/** Queues a request to the gateway of a payment, which is sent after the transaction commits. */
export async function enqueueOperation(
  tx: Tx,
  of: OperationOf,
  { kind, amount }: { kind: GatewayAction; amount: number },
): Promise<void> {
  await sql`
    INSERT INTO gateway_operations (location_id, order_id, id, payment_id, refund_id, provider, kind, amount)
    SELECT location_id, order_id, ${newId()}, id, ${of.refundId ?? null}, provider, ${kind}, ${amount} FROM payments
    WHERE location_id = ${of.locationId} AND order_id = ${of.orderId} AND id = ${of.paymentId}`.execute(tx);
  await wake(tx);
}

/** Queues a gateway request for a charge or a refund of a subscription. */
export async function enqueueSubscriptionOperation(
  tx: Tx,
  subscriptionPaymentId: string,
  { kind, amount }: { kind: GatewayAction; amount: number },
): Promise<void> {
  await sql`
    INSERT INTO gateway_operations (id, subscription_payment_id, provider, kind, amount)
    SELECT ${newId()}, id, provider, ${kind}, ${amount} FROM subscription_payments
    WHERE id = ${subscriptionPaymentId}`.execute(tx);
  await wake(tx);
}

/** How long a server holds a request before another server may repeat it. */
const leaseSeconds = 60;

const columns = sql`o.id, o.location_id AS "locationId", o.order_id AS "orderId", o.refund_id AS "refundId",
  o.subscription_payment_id AS "subscriptionPaymentId", o.provider, o.kind, o.amount, o.status, o.attempts`;

/** Leases the next due request to one of these gateways: no other server gets it until the lease ends. */
export async function claimDueOperation(
  tx: Tx,
  gateways: readonly GatewayName[],
): Promise<AnyOperation | undefined> {
  const { rows } = await sql<AnyOperation>`
    UPDATE gateway_operations o SET attempts = o.attempts + 1, updated_at = now(),
      next_at = now() + make_interval(secs => ${leaseSeconds})
    FROM (
      SELECT due.id, coalesce(p.token, s.card_token) AS token, coalesce(p.id, c.charge_id, c.id) AS payment_id
      FROM gateway_operations due
      LEFT JOIN payments p ON p.location_id = due.location_id AND p.order_id = due.order_id AND p.id = due.payment_id
      LEFT JOIN subscription_payments c ON c.id = due.subscription_payment_id
      LEFT JOIN subscription_payments charge ON charge.id = coalesce(c.charge_id, c.id)
      LEFT JOIN subscriptions s ON s.id = charge.subscription_id
      WHERE due.status = 'waiting' AND due.next_at <= now() AND due.provider = ANY (${gateways})
      ORDER BY due.next_at LIMIT 1 FOR UPDATE OF due SKIP LOCKED
    ) mine
    WHERE o.id = mine.id
    RETURNING ${columns}, mine.payment_id AS "paymentId", coalesce(mine.token, '') AS token`.execute(tx);
  return rows[0];
}

/** Locks a request that waits for its response; undefined if it already has one. */
export async function lockWaiting<Op extends AnyOperation>(tx: Tx, request: Op): Promise<Op | undefined> {
  const { rows } = await sql<{ attempts: number }>`
    SELECT o.attempts FROM gateway_operations o
    WHERE o.id = ${request.id} AND o.status = 'waiting' FOR UPDATE`.execute(tx);
  return rows[0] && { ...request, attempts: rows[0].attempts };
}

export async function closeOperation(
  tx: Tx,
  { id }: AnyOperation,
  status: 'done' | 'refused' | 'givenUp',
  problem: string | null,
): Promise<void> {
  await sql`UPDATE gateway_operations SET status = ${status}, problem = ${problem}, updated_at = now()
    WHERE id = ${id}`.execute(tx);
}

/** Schedules a retry with the same reference. */
export async function scheduleRetry(
  tx: Tx,
  { id }: AnyOperation,
  seconds: number,
  problem: string | null,
): Promise<void> {
  await sql`
    WITH later AS (
      UPDATE gateway_operations SET next_at = now() + make_interval(secs => ${seconds}),
        problem = ${problem}, updated_at = now()
      WHERE id = ${id} AND status = 'waiting'
      RETURNING next_at
    )
    SELECT enqueue_job('ask_gateway', '{}', next_at) FROM later`.execute(tx);
}

/** Deletes authorization requests that haven't been sent. */
export async function cancelUnsentOperations(tx: Tx, locationId: string, orderId: string): Promise<void> {
  const calledOff = sql`UPDATE gateway_operations SET status = 'givenUp', problem = 'Cancelled', updated_at = now()
    WHERE location_id = ${locationId} AND order_id = ${orderId} AND status = 'waiting' AND kind = 'authorise'
      AND attempts = 0`;
  await enqueue(tx, calledOff);
}

/** The status of each part of a refund. */
export async function operationsOfRefund(
  tx: Tx,
  locationId: string,
  orderId: string,
  refundId: string,
): Promise<Pick<Operation, 'id' | 'paymentId' | 'amount' | 'status'>[]> {
  const { rows } = await sql<Pick<Operation, 'id' | 'paymentId' | 'amount' | 'status'>>`
    SELECT id, payment_id AS "paymentId", amount, status FROM gateway_operations
    WHERE location_id = ${locationId} AND order_id = ${orderId} AND refund_id = ${refundId}
    ORDER BY id`.execute(tx);
  return rows;
}

/** Retries abandoned requests with their previous references, since the gateway may have executed them already. */
export async function retryAbandoned(
  tx: Tx,
  locationId: string,
  orderId: string,
  refundId: string,
): Promise<void> {
  await sql`UPDATE gateway_operations SET status = 'waiting', attempts = 0, next_at = now(), updated_at = now()
    WHERE location_id = ${locationId} AND order_id = ${orderId} AND refund_id = ${refundId}
      AND status = 'givenUp'`.execute(tx);
  await wake(tx);
}

interface RefundableCard {
  paymentId: string;
  provider: GatewayName;
  room: number;
}
/** The refundable amount of each card that paid for an order, newest first. */
export async function refundableByCard(
  tx: Tx,
  locationId: string,
  orderId: string,
): Promise<RefundableCard[]> {
  const { rows } = await sql<RefundableCard>`
    SELECT p.id AS "paymentId", p.provider, p.amount - coalesce((SELECT sum(o.amount) FROM gateway_operations o
      WHERE o.location_id = p.location_id AND o.order_id = p.order_id AND o.payment_id = p.id
        AND o.kind = 'refund' AND o.status <> 'refused'), 0)::bigint AS room
    FROM payments p
    WHERE p.location_id = ${locationId} AND p.order_id = ${orderId} AND p.status = 'captured'
      AND ${isOneOf('p.provider', gatewayNames)}
    ORDER BY p.id DESC`.execute(tx);
  return rows.filter(({ room }) => room > 0);
}

/** Repeats the abandoned request of a subscription's refund; returns false if there was none. */
export async function retryAbandonedOfSubscription(tx: Tx, subscriptionPaymentId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE gateway_operations SET status = 'waiting', attempts = 0, next_at = now(), updated_at = now()
    WHERE subscription_payment_id = ${subscriptionPaymentId} AND status = 'givenUp' RETURNING id`.execute(tx);
  await wake(tx);
  return rows.length > 0;
}

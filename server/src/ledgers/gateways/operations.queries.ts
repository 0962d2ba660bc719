import { sql } from 'kysely';
import { enqueue, type Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { newId } from '../../core/ids.ts';
import {
  type GatewayAction,
  type GatewayFacts,
  type GatewayName,
  type GatewayRequest,
  gatewayNames,
} from './gateway.ts';
import { recordPayments } from './record-payments.queries.ts';

interface OperationOf {
  locationId: string;
  orderId: string;
  paymentId: string;
  refundId?: string | null;
}
interface Request extends Omit<GatewayRequest, 'reference'> {
  id: string;
  provider: GatewayName;
  status: 'waiting' | 'done' | 'refused' | 'givenUp';
}
/** A request for an order's payment. */
export interface Operation extends Request, OperationOf {
  orderId: string;
  paymentId: string;
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

/** Adds a refund that was made at the gateway itself, as if it had been requested. A pending one is looked up. */
export async function insertReportedRefund(
  tx: Tx,
  of: OperationOf,
  { amount, refundRef, isPending }: { amount: number; refundRef: string; isPending: boolean },
): Promise<void> {
  await sql`
    INSERT INTO gateway_operations (location_id, order_id, id, payment_id, refund_id, provider, kind, amount, refund_ref, status,
      pending_since)
    SELECT location_id, order_id, ${newId()}, id, ${of.refundId}, provider, 'refund', ${amount}, ${refundRef},
      ${isPending ? 'waiting' : 'done'}, ${isPending ? sql`now()` : null}
    FROM payments
    WHERE location_id = ${of.locationId} AND order_id = ${of.orderId} AND id = ${of.paymentId}`.execute(tx);
  if (isPending) await wake(tx);
}

/** Queues a gateway request for a charge or a refund of a subscription. `token` replaces the saved card. */
export async function enqueueSubscriptionOperation(
  tx: Tx,
  subscriptionPaymentId: string,
  { kind, amount, token = null }: { kind: GatewayAction; amount: number; token?: string | null },
): Promise<void> {
  await sql`
    INSERT INTO gateway_operations (id, subscription_payment_id, provider, kind, amount, token)
    SELECT ${newId()}, id, provider, ${kind}, ${amount}, ${token} FROM subscription_payments
    WHERE id = ${subscriptionPaymentId}`.execute(tx);
  await wake(tx);
}

/** Adds a refund of a subscription that was made at the gateway itself, as if it had been requested. */
export async function insertReportedSubscriptionRefund(
  tx: Tx,
  subscriptionPaymentId: string,
  refundRef: string,
): Promise<void> {
  await sql`
    INSERT INTO gateway_operations (id, subscription_payment_id, provider, kind, amount, refund_ref, status)
    SELECT ${newId()}, id, provider, 'refund', amount, ${refundRef}, 'done' FROM subscription_payments
    WHERE id = ${subscriptionPaymentId}`.execute(tx);
}

/** How long a server holds a request before another server may repeat it. */
const leaseSeconds = 60;

/**
 * Leases the next due request to one of these gateways: no other server gets it until the lease ends. Requests of one order run
 * one after the other.
 */
export async function claimDueOperation(
  tx: Tx,
  gateways: readonly GatewayName[],
): Promise<AnyOperation | undefined> {
  const { rows } = await sql<AnyOperation>`
    WITH mine AS (
      UPDATE gateway_operations o SET attempts = o.attempts + 1, updated_at = now(),
        next_at = now() + make_interval(secs => ${leaseSeconds}),
        leased_until = now() + make_interval(secs => ${leaseSeconds}),
        key = coalesce(o.key, o.id::text), key_since = coalesce(o.key_since, now())
      WHERE o.id = (
        SELECT due.id FROM gateway_operations due
        WHERE due.status = 'waiting' AND due.next_at <= now() AND due.provider = ANY (${gateways})
          AND NOT EXISTS (SELECT FROM gateway_operations busy
            WHERE busy.location_id = due.location_id AND busy.order_id = due.order_id AND busy.id <> due.id
              AND busy.status = 'waiting' AND busy.leased_until > now())
        ORDER BY due.next_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING o.*
    )
    SELECT o.id, o.location_id AS "locationId", o.order_id AS "orderId", o.refund_id AS "refundId",
      o.subscription_payment_id AS "subscriptionPaymentId", o.provider, o.kind, o.amount, o.status, o.attempts,
      o.created_at AS "createdAt", o.key, o.key_since AS "keySince", o.must_look AS "mustLook",
      o.pending_since IS NOT NULL AS "isPending", o.refund_ref AS "refundRef",
      coalesce(p.id, charge.id) AS "paymentId", coalesce(o.token, p.token, s.card_token, '') AS token,
      coalesce(p.payment_ref, charge.payment_ref) AS "paymentRef",
      coalesce(p.saves_card, false) AS "savesCard",
      coalesce(n.customer_id, s.customer_id) AS "customerId", n.main_order_id AS "checkoutId",
      coalesce(p.status, charge.status) = 'due' AS "isWanted",
      p.id IS NULL OR p.authorise_at IS NOT NULL OR EXISTS (SELECT FROM payments e WHERE e.location_id = p.location_id AND e.order_id = p.order_id
        AND e.id < p.id AND e.token = p.token AND e.status IN ('authorised', 'captured')) AS "isOffSession"
    FROM mine o
    LEFT JOIN payments p ON p.location_id = o.location_id AND p.order_id = o.order_id AND p.id = o.payment_id
    LEFT JOIN orders n ON n.location_id = o.location_id AND n.id = o.order_id
    LEFT JOIN subscription_payments c ON c.id = o.subscription_payment_id
    LEFT JOIN subscription_payments charge ON charge.id = coalesce(c.charge_id, c.id)
    LEFT JOIN subscriptions s ON s.id = charge.subscription_id`.execute(tx);
  return rows[0];
}

/**
 * Replaces the idempotency key of a request whose outcome was looked up. Returns false if another server did so meanwhile, or if
 * the request has an outcome now.
 */
export async function replaceKey(
  tx: Tx,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE gateway_operations SET key = ${to}, key_since = now(), must_look = false, updated_at = now()
    WHERE id = ${id} AND key = ${from} AND status = 'waiting' RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Saves what the gateway told about the payment of a request, and about its refund. */
export async function saveFacts(
  tx: Tx,
  { id }: AnyOperation,
  { paymentRef, chargeRef, refundRef, card, holdUntil, canIncrement, fee, token }: GatewayFacts,
): Promise<void> {
  const facts = sql`payment_ref = coalesce(${paymentRef ?? null}, p.payment_ref),
    charge_ref = coalesce(${chargeRef ?? null}, p.charge_ref), fee = coalesce(${fee ?? null}::bigint, p.fee)`;
  if (paymentRef || chargeRef || card || holdUntil || fee !== undefined) {
    await sql`
      WITH of_order AS (
        UPDATE payments p SET ${facts}, card = coalesce(${card ? JSON.stringify(card) : null}::jsonb, p.card),
          hold_until = coalesce(${holdUntil ?? null}::timestamptz, p.hold_until), token = coalesce(${token ?? null}, p.token),
          can_increment = coalesce(${canIncrement ?? null}, p.can_increment)
        FROM gateway_operations o
        WHERE o.id = ${id} AND p.location_id = o.location_id AND p.order_id = o.order_id AND p.id = o.payment_id
        RETURNING p.location_id, p.order_id, p.id
      ), announced AS (
        ${recordPayments('edit', sql`FROM of_order`)}
      )
      UPDATE subscription_payments p SET ${facts} FROM gateway_operations o
      WHERE o.id = ${id} AND p.id = o.subscription_payment_id AND p.kind = 'charge'`.execute(tx);
  }
  if (card) {
    await sql`
      UPDATE subscriptions s SET card = ${JSON.stringify(card)}::jsonb, card_token = coalesce(${token ?? null}, s.card_token)
      FROM gateway_operations o JOIN subscription_payments p ON p.id = o.subscription_payment_id
      WHERE o.id = ${id} AND s.id = p.subscription_id AND p.kind = 'charge'
        AND (o.token IS NULL OR ${token ?? null}::text IS NOT NULL)`.execute(tx);
  }
  if (refundRef)
    await sql`UPDATE gateway_operations SET refund_ref = ${refundRef} WHERE id = ${id}`.execute(tx);
}

/** Keeps a request that the gateway has not decided, until it is looked up. */
export async function keepPending(
  tx: Tx,
  { id }: AnyOperation,
  {
    seconds,
    clientSecret,
    publishableKey,
    problem,
  }: { seconds: number; clientSecret: string | null; publishableKey: string | null; problem: string | null },
): Promise<void> {
  await sql`
    WITH later AS (
      UPDATE gateway_operations SET next_at = now() + make_interval(secs => ${seconds}), leased_until = NULL,
        must_look = false, pending_since = coalesce(pending_since, now()),
        client_secret = ${clientSecret}, publishable_key = ${publishableKey}, problem = ${problem}, updated_at = now()
      WHERE id = ${id} AND status = 'waiting'
      RETURNING next_at
    )
    SELECT enqueue_job('ask_gateway', '{}', next_at) FROM later`.execute(tx);
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
  await sql`UPDATE gateway_operations SET status = ${status}, problem = ${problem}, client_secret = NULL,
    leased_until = NULL, updated_at = now() WHERE id = ${id}`.execute(tx);
}

/** Schedules a retry with the same reference. `mustLook` lets it ask for the outcome first. */
export async function scheduleRetry(
  tx: Tx,
  { id }: AnyOperation,
  { seconds, problem, mustLook }: { seconds: number; problem: string; mustLook: boolean },
): Promise<void> {
  await sql`
    WITH later AS (
      UPDATE gateway_operations SET next_at = now() + make_interval(secs => ${seconds}), leased_until = NULL,
        must_look = must_look OR ${mustLook}, problem = ${problem}, updated_at = now()
      WHERE id = ${id} AND status = 'waiting'
      RETURNING next_at
    )
    SELECT enqueue_job('ask_gateway', '{}', next_at) FROM later`.execute(tx);
}

/** Gives up authorization requests that haven't been sent, and lets the gateway cancel those that wait for the shopper. */
export async function cancelUnsentOperations(tx: Tx, locationId: string, orderId: string): Promise<void> {
  const calledOff = sql`UPDATE gateway_operations SET status = 'givenUp', problem = 'Cancelled', updated_at = now()
    WHERE location_id = ${locationId} AND order_id = ${orderId} AND status = 'waiting'
      AND kind IN ('verify', 'authorise') AND attempts = 0`;
  await enqueue(tx, calledOff);
  const { rows } = await sql`
    UPDATE gateway_operations SET next_at = now(), updated_at = now()
    WHERE location_id = ${locationId} AND order_id = ${orderId} AND status = 'waiting'
      AND kind IN ('verify', 'authorise') AND pending_since IS NOT NULL RETURNING id`.execute(tx);
  if (rows.length > 0) await wake(tx);
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

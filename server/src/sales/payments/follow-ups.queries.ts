import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { announceRows } from '../../core/live-events.ts';
import type { LockedOrder } from '../orders/steps/order-steps.queries.ts';

type Of = Pick<LockedOrder, 'locationId' | 'id'>;

/** Lets a failed card be followed up after the commit. */
export async function requestFollowUp(tx: Tx, { locationId, id }: Of, paymentId: string): Promise<void> {
  await sql`UPDATE payments SET needs_follow_up = true
    WHERE location_id = ${locationId} AND order_id = ${id} AND id = ${paymentId}`.execute(tx);
  await sql`SELECT enqueue_job('follow_up_payments', '{}')`.execute(tx);
}

/** Lets an authorization that is about to end be followed up after the commit: a payment by link replaces it. */
export async function requestReplacement(tx: Tx, order: Of, paymentId: string): Promise<void> {
  await sql`UPDATE payments SET ends_soon = true
    WHERE location_id = ${order.locationId} AND order_id = ${order.id} AND id = ${paymentId}
      AND status = 'authorised'`.execute(tx);
  await requestFollowUp(tx, order, paymentId);
}

/** The next order with a failed card, or with an authorization that is about to end. */
export async function nextToFollowUp(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ orderId: string }>`
    SELECT order_id AS "orderId" FROM payments WHERE needs_follow_up ORDER BY updated_at LIMIT 1`.execute(tx);
  return rows[0]?.orderId;
}

/** Claims the follow-ups of a locked order. Returns false if another server was first. */
export async function claimFollowUp(tx: Tx, { locationId, id }: Of): Promise<boolean> {
  const { rows } = await sql`
    UPDATE payments SET needs_follow_up = false
    WHERE location_id = ${locationId} AND order_id = ${id} AND needs_follow_up RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** A payment `p` that the shopper can make by a link. */
export const isToPay = sql<boolean>`(p.status = 'due' OR p.status = 'authorised' AND p.ends_soon)`;

const news = {
  topic: 'notifications',
  action: 'cardPayments',
  recordId: sql`order_id`,
  locationId: sql`location_id`,
  permission: 'order_view',
} as const;

/** Tells staff that an order is not paid, until it is. Replaces what they were told before about the order. */
export async function openNotice(tx: Tx, { locationId, id }: Of, text: string): Promise<void> {
  await sql`
    UPDATE notices SET over_at = now()
    WHERE order_id = ${id} AND kind = 'cardPayments' AND over_at IS NULL AND text <> ${text}`.execute(tx);
  await sql`
    WITH opened AS (
      INSERT INTO notices (kind, location_id, order_id, permission, text)
      SELECT 'cardPayments', ${locationId}::uuid, ${id}::uuid, 'order_view', ${text}
      WHERE NOT EXISTS (SELECT FROM notices
        WHERE order_id = ${id} AND kind = 'cardPayments' AND over_at IS NULL)
      RETURNING *
    )
    ${announceRows(news, sql`FROM opened`)}`.execute(tx);
}

/** Ends the notices of orders that are paid or called off. */
export async function closeNotices(tx: Tx): Promise<void> {
  await sql`
    WITH closed AS (
      UPDATE notices n SET over_at = now() FROM orders o
      WHERE n.kind = 'cardPayments' AND n.over_at IS NULL AND o.location_id = n.location_id AND o.id = n.order_id
        AND (${isOneOf('o.status', calledOffStatuses)} OR NOT EXISTS (SELECT FROM payments p
          WHERE p.location_id = o.location_id AND p.order_id = o.id AND ${isToPay}))
      RETURNING n.*
    )
    ${announceRows(news, sql`FROM closed`)}`.execute(tx);
}

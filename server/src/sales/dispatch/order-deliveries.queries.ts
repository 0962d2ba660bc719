import type { OrderDelivery } from '@aisle/contract/sales/dispatch/dispatch';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { pictureOf } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import { notFound } from '../../core/problem.ts';

interface Read extends Omit<OrderDelivery, 'photo'> {
  proofFileId: string | null;
}

const maxAttempts = 50;

/** All delivery attempts of an order, newest first. */
export async function deliveriesOfOrder(tx: Tx, storage: Storage, orderId: string): Promise<OrderDelivery[]> {
  const { rows } = await sql<{ attempts: Read[] }>`
    SELECT (SELECT coalesce(json_agg(attempt), '[]') FROM (
      SELECT d.id AS "_id", d.trip_id AS "tripId", format_number('trip', t.number) AS "tripNumber", d.driver_id AS "driverId",
        d.driver_name AS "driverName", p.phone AS "driverPhone", d.status, iso(d.offered_at) AS "offeredAt",
        iso(d.offer_expires_at) AS "offerExpiresAt", iso(d.ended_at) AS "endedAt", d.reason,
        d.comes_back AND d.received_back_at IS NULL AS "isComingBack", d.drop_code AS "dropCode", d.proof, d.proof_file_id AS "proofFileId",
        d.wrong_codes AS "wrongCodes", d.wrong_pickup_codes AS "wrongPickupCodes"
      FROM deliveries d JOIN trips t ON (t.location_id, t.id) = (d.location_id, d.trip_id)
      LEFT JOIN drivers p ON p.id = d.driver_id
      WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.return_id IS NULL
      ORDER BY d.id DESC LIMIT ${maxAttempts}) attempt) AS attempts
    FROM orders o WHERE o.id = ${orderId}`.execute(tx);
  const [order] = rows;
  if (!order) throw notFound('Order');
  return order.attempts.map(({ proofFileId, ...attempt }) => ({
    ...attempt,
    photo: pictureOf(storage, proofFileId, 'Where the driver left the order'),
  }));
}

export interface Overdue {
  orderId: string;
  /** The return, if a driver was to pick up its items. */
  returnId: string | null;
}
/** Offers that weren't answered in time. */
export async function overdueOffers(tx: Tx, limit: number): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    SELECT order_id AS "orderId", return_id AS "returnId" FROM deliveries
    WHERE status = 'offered' AND offer_expires_at <= now()
    ORDER BY offer_expires_at LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Whether the offer of this order has expired. The order must be locked. */
export async function isOverdue(tx: Tx, { orderId, returnId }: Overdue): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM deliveries WHERE order_id = ${orderId} AND return_id IS NOT DISTINCT FROM ${returnId}::uuid
      AND status = 'offered' AND offer_expires_at <= now() AND ended_at IS NULL`.execute(tx);
  return rows.length > 0;
}

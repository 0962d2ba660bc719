import type { Stop, TripPage } from '@aisle/contract/sales/dispatch/dispatch';
import type { DeliveryStatus } from '@aisle/contract/sales/drivers';
import type { ReturnKind, ReturnStatus } from '@aisle/contract/sales/orders/order-flow';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { lineNamePairs } from '../../core/list/item-names.ts';
import { cashDue } from './board.queries.ts';

/** A trip with a valid link. */
export interface OpenTrip {
  locationId: string;
  id: string;
  number: string;
  driverId: string;
  driverName: string;
  isOver: boolean;
  location: NonNullable<TripPage['location']>;
}
export async function findByToken(tx: Tx, tokenHash: Buffer): Promise<OpenTrip | undefined> {
  const { rows } = await sql<OpenTrip>`
    SELECT t.location_id AS "locationId", t.id, format_number('trip', t.number) AS number, t.driver_id AS "driverId",
      d.name AS "driverName", t.ended_at IS NOT NULL AS "isOver",
      json_build_object('name', l.name, 'phone', l.phone, 'address', l.address, 'latitude', l.latitude,
        'longitude', l.longitude, 'timeZone', l.time_zone) AS location
    FROM trip_links k
    JOIN trips t ON (t.location_id, t.id) = (k.location_id, k.trip_id)
    JOIN drivers d ON d.id = t.driver_id
    JOIN locations l ON l.id = t.location_id
    WHERE k.token_hash = ${tokenHash} AND k.revoked_at IS NULL AND k.expires_at > now()`.execute(tx);
  return rows[0];
}

export interface OnTrip {
  id: string;
  orderId: string;
  status: DeliveryStatus;
  /** Wrong door codes from the customer, and wrong codes at the location's counter. */
  wrongCodes: number;
  wrongPickupCodes: number;
  dropCode: string;
  isExpired: boolean;
  /** The return, for a collection; null for a delivery. */
  returned: { id: string; kind: ReturnKind; status: ReturnStatus } | null;
}
/** The deliveries and collections of a trip, in the locking order of their orders. */
export async function deliveriesOn(tx: Tx, { locationId, id }: OpenTrip): Promise<OnTrip[]> {
  const { rows } = await sql<OnTrip>`
    SELECT d.id, d.order_id AS "orderId", d.status, d.wrong_codes AS "wrongCodes",
      d.wrong_pickup_codes AS "wrongPickupCodes", d.drop_code AS "dropCode",
      d.status = 'offered' AND d.offer_expires_at <= now() AS "isExpired",
      (SELECT json_build_object('id', r.id, 'kind', r.kind, 'status', r.status) FROM returns r
        WHERE r.location_id = d.location_id AND r.id = d.return_id) AS returned
    FROM deliveries d WHERE d.location_id = ${locationId} AND d.trip_id = ${id}
    ORDER BY d.order_id, d.id`.execute(tx);
  return rows;
}

export async function countWrongCode(
  tx: Tx,
  { locationId }: OpenTrip,
  deliveryId: string,
  counter: 'wrong_codes' | 'wrong_pickup_codes',
): Promise<void> {
  await sql`
    UPDATE deliveries SET ${sql.ref(counter)} = ${sql.ref(counter)} + 1
    WHERE location_id = ${locationId} AND id = ${deliveryId}`.execute(tx);
}

/** Whether the driver has deliveries or pickups on another trip. */
export async function isOnAnotherTrip(tx: Tx, { driverId, id }: OpenTrip): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM deliveries WHERE driver_id = ${driverId} AND trip_id <> ${id} AND ended_at IS NULL
      AND status <> 'offered' LIMIT 1`.execute(tx);
  return rows.length > 0;
}

const errand = sql`CASE r.kind WHEN 'return' THEN 'collect' WHEN 'replace' THEN 'swap' ELSE 'bring' END`;

interface StopRead extends Stop {
  distanceKm: number | null;
  lineCount: number;
}
/** The facts that a driver needs about the open orders of a trip. */
export async function stopsOf(tx: Tx, { locationId, id }: OpenTrip): Promise<StopRead[]> {
  const { rows } = await sql<StopRead>`
    SELECT d.id AS "_id", format_number('order', o.number) AS "orderNumber", format_number('return', r.number) AS "returnNumber",
      ${errand} AS errand, d.status, d.offer_expires_at AS "offerExpiresAt",
      d.promised_at AS "promisedAt", o.customer_name AS "customerName", o.customer_phone AS "customerPhone",
      o.address, o.note, d.pay, o.distance_km AS "distanceKm",
      coalesce(r.line_count, o.line_count) AS "lineCount",
      CASE WHEN r.id IS NULL THEN ${cashDue} ELSE 0 END::bigint AS "cashDue",
      (SELECT coalesce(json_agg(json_build_object('name', n.name, ${sql.raw(lineNamePairs)},
          'quantity', coalesce(b.quantity, n.picked_quantity, n.quantity), 'unit', n.unit,
          'soldByWeight', n.sold_by_weight) ORDER BY n.position), '[]')
        FROM order_lines n LEFT JOIN return_lines b ON b.location_id = n.location_id AND b.return_id = r.id
          AND b.line_id = n.id
        WHERE (n.location_id, n.order_id) = (o.location_id, o.id)
          AND CASE WHEN r.id IS NULL THEN coalesce(n.picked_quantity, n.quantity) > 0 ELSE b.id IS NOT NULL END
      ) AS items
    FROM deliveries d JOIN orders o ON (o.location_id, o.id) = (d.location_id, d.order_id)
    LEFT JOIN returns r ON r.location_id = d.location_id AND r.id = d.return_id
    WHERE d.location_id = ${locationId} AND d.trip_id = ${id} AND d.ended_at IS NULL
    ORDER BY d.promised_at, d.id`.execute(tx);
  return rows;
}

type DoneStop = TripPage['done'][number] & { reason: string | null; isComingBack: boolean; isStop: boolean };
/** The finished stops of a trip, oldest first, and deliveries whose items the location hasn't received back. */
export async function doneOn(tx: Tx, { locationId, id }: OpenTrip): Promise<DoneStop[]> {
  const { rows } = await sql<DoneStop>`
    SELECT d.id AS "_id", ${errand} AS errand, format_number('return', r.number) AS "returnNumber",
      format_number('order', o.number) AS "orderNumber", d.status, iso(d.ended_at) AS "endedAt", d.reason,
      d.comes_back AND d.received_back_at IS NULL AS "isComingBack", d.status IN ('delivered', 'failed') AS "isStop"
    FROM deliveries d JOIN orders o ON (o.location_id, o.id) = (d.location_id, d.order_id)
    LEFT JOIN returns r ON r.location_id = d.location_id AND r.id = d.return_id
    WHERE d.location_id = ${locationId} AND d.trip_id = ${id}
      AND (d.status IN ('delivered', 'failed') OR d.comes_back AND d.received_back_at IS NULL)
    ORDER BY d.ended_at, d.id`.execute(tx);
  return rows;
}

/** A digest of everything that changes on the page of a trip. */
export async function stampOf(tx: Tx, { locationId, id, driverId }: OpenTrip): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    SELECT md5(concat_ws('|', string_agg(concat_ws(' ', d.id, d.status, d.received_back_at IS NULL, o.version, r.version),
        ',' ORDER BY d.id),
      (SELECT c.held FROM driver_cash c WHERE c.driver_id = ${driverId} AND c.location_id = ${locationId}))) AS stamp
    FROM deliveries d JOIN orders o ON (o.location_id, o.id) = (d.location_id, d.order_id)
    LEFT JOIN returns r ON r.location_id = d.location_id AND r.id = d.return_id
    WHERE d.location_id = ${locationId} AND d.trip_id = ${id}`.execute(tx);
  return rows[0]!.stamp;
}

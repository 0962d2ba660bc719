import {
  type Availability,
  collectedStatuses,
  type DeliveryStatus,
  isOpenDelivery,
} from '@aisle/contract/sales/drivers';
import type { DispatchRules } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';

/** An order to deliver, or items of it to pick up for a return. */
export interface Carried {
  locationId: string;
  id: string;
  returnId?: string;
}

export interface LockedDriver {
  id: string;
  name: string;
  email: string | null;
  status: boolean;
  availability: Availability;
  /** Whether the driver delivers for the requested location. */
  isHere: boolean;
}
/** Locks the driver, so that concurrent offers are made one after another. */
export async function lockDriverAt(
  tx: Tx,
  id: string,
  locationId: string,
): Promise<LockedDriver | undefined> {
  const { rows } = await sql<LockedDriver>`
    SELECT id, name, email, status, availability, EXISTS (SELECT FROM driver_locations dl
      WHERE dl.driver_id = drivers.id AND dl.location_id = ${locationId}) AS "isHere"
    FROM drivers WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

export interface OpenTrip {
  id: string;
  /** Whether the driver has picked up some of it already, so that nothing can be added. */
  isCollected: boolean;
}
export async function openTripAt(
  tx: Tx,
  driverId: string,
  locationId: string,
): Promise<OpenTrip | undefined> {
  const { rows } = await sql<OpenTrip>`
    SELECT t.id, EXISTS (SELECT FROM deliveries d WHERE (d.location_id, d.trip_id) = (t.location_id, t.id)
      AND ${isOneOf('d.status', collectedStatuses)}) AS "isCollected"
    FROM trips t WHERE t.driver_id = ${driverId} AND t.location_id = ${locationId} AND t.ended_at IS NULL
    ORDER BY t.id DESC LIMIT 1`.execute(tx);
  return rows[0];
}

export async function insertTrip(
  tx: Tx,
  trip: { id: string; locationId: string; driverId: string; createdBy: string | null },
): Promise<void> {
  const { id, locationId: location_id, driverId: driver_id, createdBy: created_by } = trip;
  await tx.insertInto('trips').values({ id, location_id, driver_id, created_by }).execute();
}

interface NewDelivery {
  id: string;
  tripId: string;
  order: Carried;
  driver: Pick<LockedDriver, 'id' | 'name'>;
  dropCode: string;
  rules: DispatchRules;
}
/** Inserts an offer. The promised time and the driver's pay are fixed now. Enqueues a job for its expiration. */
export async function insertDelivery(
  tx: Tx,
  { id, tripId, order, driver, dropCode, rules }: NewDelivery,
): Promise<void> {
  const { returnId = null } = order;
  await sql`
    WITH offered AS (
      INSERT INTO deliveries (location_id, id, trip_id, order_id, return_id, driver_id, driver_name, status,
        promised_at, offer_expires_at, drop_code, pay)
      SELECT o.location_id, ${id}, ${tripId}, o.id, ${returnId}::uuid, ${driver.id}, ${driver.name}, 'offered',
        CASE WHEN ${returnId}::uuid IS NULL
          THEN promised_at(o.slot_to, o.created_at) END,
        now() + make_interval(mins => ${rules.offerMinutes}), ${dropCode},
        ${rules.payPerDelivery} + round(${rules.payPerMile} * coalesce(o.distance_km, 0) * 0.621371)
      FROM orders o WHERE o.location_id = ${order.locationId} AND o.id = ${order.id}
      RETURNING offer_expires_at
    )
    SELECT enqueue_job('end_offers', '{}', offer_expires_at) FROM offered`.execute(tx);
}

/** The driver who still has the items of order `o` after a failed delivery. */
export const comingBackFrom = `(SELECT d.driver_name FROM deliveries d
  WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.comes_back AND d.received_back_at IS NULL
  ORDER BY d.id DESC LIMIT 1)`;

/** Marks the items of an order as returned to the store. Returns the drivers who had them. */
export async function markReturned(
  tx: Tx,
  { locationId, id }: Carried,
  userId: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ driverName: string }>`
    UPDATE deliveries SET received_back_at = now(), received_back_by = ${userId}
    WHERE location_id = ${locationId} AND order_id = ${id} AND comes_back AND received_back_at IS NULL
    RETURNING driver_name AS "driverName"`.execute(tx);
  return rows.map(({ driverName }) => driverName);
}

export interface Outcome {
  reason?: string | null;
  proof?: 'code' | 'photo' | 'staff';
  proofFileId?: string | null;
  /** Whether the driver returns the items to the store. Ignored for returns, and if nothing was picked up. */
  comesBack?: boolean;
}
/**
 * Sets the status of an order's open delivery, and updates its driver and trip. Orders delivered by store staff have no
 * delivery.
 */
export async function moveDelivery(
  tx: Tx,
  { locationId, id, returnId }: Carried,
  to: DeliveryStatus,
  { reason = null, proof, proofFileId = null, comesBack = false }: Outcome = {},
): Promise<void> {
  const which = returnId ? sql`return_id = ${returnId}` : sql`order_id = ${id} AND return_id IS NULL`;
  await sql`
    WITH moved AS (
      UPDATE deliveries SET status = ${to},
        accepted_at = CASE WHEN ${to} = 'accepted' THEN now() ELSE accepted_at END,
        picked_up_at = CASE WHEN ${to} = 'pickedUp' THEN now() ELSE picked_up_at END,
        left_at = CASE WHEN ${to} = 'onTheWay' THEN now() ELSE left_at END,
        ended_at = CASE WHEN NOT ${isOpenDelivery(to)}::boolean THEN now() END,
        comes_back = ${comesBack}::boolean AND return_id IS NULL AND ${isOneOf('status', collectedStatuses)},
        reason = ${reason}, proof = ${proof ?? null}, proof_file_id = ${proofFileId}
      WHERE location_id = ${locationId} AND ${which} AND ended_at IS NULL
      RETURNING location_id, id
    )
    SELECT apply_delivery(location_id, id) FROM moved`.execute(tx);
}

/** Revokes earlier links, since a trip has only one active link. */
export async function insertLink(
  tx: Tx,
  link: { locationId: string; tripId: string; tokenHash: Buffer; createdBy: string | null; hours: number },
): Promise<string> {
  // The lock prevents two concurrent links from both staying active.
  await sql`SELECT FROM trips WHERE (location_id, id) = (${link.locationId}, ${link.tripId}) FOR NO KEY UPDATE`.execute(
    tx,
  );
  await revokeLinks(tx, link.tripId);
  const { rows } = await sql<{ expiresAt: string }>`
    INSERT INTO trip_links (location_id, trip_id, token_hash, created_by, expires_at)
    VALUES (${link.locationId}, ${link.tripId}, ${link.tokenHash}, ${link.createdBy},
      now() + make_interval(hours => ${link.hours}))
    RETURNING expires_at AS "expiresAt"`.execute(tx);
  return rows[0]!.expiresAt;
}

/** Finds the trip that a link is made for. */
export async function findTrip(
  tx: Tx,
  id: string,
): Promise<{ locationId: string; driverId: string; isOver: boolean } | undefined> {
  const { rows } = await sql<{ locationId: string; driverId: string; isOver: boolean }>`
    SELECT location_id AS "locationId", driver_id AS "driverId", ended_at IS NOT NULL AS "isOver" FROM trips WHERE id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

export async function revokeLinks(tx: Tx, tripId: string): Promise<number> {
  const { rows } = await sql<{ trip_id: string }>`
    UPDATE trip_links SET revoked_at = now()
    WHERE trip_id = ${tripId} AND revoked_at IS NULL RETURNING trip_id`.execute(tx);
  return rows.length;
}

/** The recipient and the content of a trip's email. */
export interface TripEvent {
  driverId: string;
  driverName: string;
  email: string | null;
  locationName: string;
  orders: number;
  /** The number of returns to pick up. */
  returns: number;
  offerExpiresAt: string;
  timeZone: string;
}
export async function tripEventsOf(tx: Tx, locationId: string, tripId: string): Promise<TripEvent> {
  const { rows } = await sql<TripEvent>`
    SELECT d.id AS "driverId", d.name AS "driverName", d.email, l.name AS "locationName", l.time_zone AS "timeZone",
      (SELECT count(*) FROM deliveries o WHERE (o.location_id, o.trip_id) = (t.location_id, t.id)
        AND o.ended_at IS NULL AND o.return_id IS NULL) AS orders,
      (SELECT count(*) FROM deliveries o WHERE (o.location_id, o.trip_id) = (t.location_id, t.id)
        AND o.ended_at IS NULL AND o.return_id IS NOT NULL) AS returns,
      (SELECT max(offer_expires_at) FROM deliveries o WHERE (o.location_id, o.trip_id) = (t.location_id, t.id)
        AND o.ended_at IS NULL) AS "offerExpiresAt"
    FROM trips t JOIN drivers d ON d.id = t.driver_id JOIN locations l ON l.id = t.location_id
    WHERE t.location_id = ${locationId} AND t.id = ${tripId}`.execute(tx);
  return rows[0]!;
}

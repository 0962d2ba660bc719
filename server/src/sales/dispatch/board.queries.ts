import type { Address } from '@aisle/contract/core/fields';
import type {
  BoardCollection,
  BoardDriver,
  BoardLocation,
  BoardOrder,
  BoardTrip,
} from '@aisle/contract/sales/dispatch/dispatch';
import type { CurrentDelivery } from '@aisle/contract/sales/drivers';
import type { Slot } from '@aisle/contract/sales/orders/order-labels';
import { comingReturnStatuses } from '@aisle/contract/sales/returns/return-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { comingBackFrom } from '../../ledgers/trips/trips.queries.ts';

/** The maximum number of rows of each kind on the board. */
export const maxOnBoard = 150;

/** The parts of an address that a map needs. */
type MapPosition = Pick<Address, 'latitude' | 'longitude' | 'postalCode'>;
const mapPosition = sql`
  json_build_object('latitude', o.address -> 'latitude', 'longitude', o.address -> 'longitude',
    'postalCode', coalesce(o.address ->> 'postalCode', ''))`;

/** More than a driver takes on in 12 hours, so that the board doesn't read the driver's whole history. */
const latestDeliveries = 60;
/**
 * The last door at which driver `d` confirmed a delivery, a failure or the pickup of a return. A return ends at the store, so
 * its stop is the pickup.
 */
const lastStop = sql`
  SELECT s.location_id, s.order_id, CASE WHEN s.return_id IS NULL THEN s.ended_at ELSE s.picked_up_at END AS at
  FROM (SELECT * FROM deliveries WHERE driver_id = d.id ORDER BY id DESC LIMIT ${latestDeliveries}) s
  WHERE CASE WHEN s.return_id IS NULL
      THEN s.status IN ('delivered', 'failed') AND s.left_at IS NOT NULL AND s.ended_at >= now() - interval '12 hours'
      ELSE s.picked_up_at >= now() - interval '12 hours' END
  ORDER BY at DESC LIMIT 1`;

export interface DriverOnBoard extends Omit<BoardDriver, 'photo' | 'lastStop' | 'lastStopAt'> {
  photoId: string | null;
  lastPlace: (MapPosition & { at: string }) | null;
}
/** Active drivers; available ones come first. */
export async function driversOnBoard(tx: Tx, locationId: string | undefined): Promise<DriverOnBoard[]> {
  const here = locationId === undefined ? sql`true` : sql`dl.location_id = ${locationId}`;
  const { rows } = await sql<DriverOnBoard>`
    SELECT d.id AS "_id", d.name, d.phone, d.photo_id AS "photoId", d.vehicle_type AS "vehicleType", d.availability,
      ARRAY(SELECT dl.location_id FROM driver_locations dl WHERE dl.driver_id = d.id) AS "locationIds",
      (SELECT count(*)::int FROM deliveries o WHERE o.driver_id = d.id AND o.ended_at IS NULL) AS open,
      (SELECT count(*)::int FROM deliveries o WHERE o.driver_id = d.id AND o.comes_back
        AND o.received_back_at IS NULL) AS "comingBack",
      (SELECT coalesce(json_agg(json_build_object('locationId', l.id, 'locationName', l.name, 'held', c.held)
          ORDER BY l.name COLLATE aisle_names, l.id), '[]')
        FROM driver_cash c JOIN locations l ON l.id = c.location_id
        WHERE c.driver_id = d.id AND c.held > 0
          AND ${locationId === undefined ? sql`true` : sql`c.location_id = ${locationId}`}) AS cash,
      (SELECT count(*)::int FROM deliveries o JOIN locations l ON l.id = o.location_id
        WHERE o.driver_id = d.id AND o.status = 'delivered' AND o.ended_at >= now() - interval '26 hours'
          AND o.ended_at >= date_trunc('day', now() AT TIME ZONE l.time_zone) AT TIME ZONE l.time_zone) AS "deliveredToday",
      (SELECT ${mapPosition}::jsonb || jsonb_build_object('at', iso(latest.at)) FROM (${lastStop}) AS latest
        JOIN orders o ON o.location_id = latest.location_id AND o.id = latest.order_id) AS "lastPlace"
    FROM drivers d
    WHERE d.status AND EXISTS (SELECT FROM driver_locations dl WHERE dl.driver_id = d.id AND ${here})
    ORDER BY array_position(ARRAY['available', 'busy', 'offline'], d.availability), d.name COLLATE aisle_names, d.id
    LIMIT ${maxOnBoard + 1}`.execute(tx);
  return rows;
}

export interface OrderOnBoard
  extends Omit<
    BoardOrder,
    'slot' | 'delivery' | 'suggestedDriverId' | 'suggestionReason' | 'number' | 'point'
  > {
  number: number;
  place: MapPosition;
  slot: Slot | null;
  delivery: CurrentDelivery | null;
  /** Drivers who declined the order, let its offer expire, or gave it up. */
  refusedBy: string[];
}
/** Orders that wait for a driver, are on their way, or are returning to the store, sorted by promised time. */
export async function ordersOnBoard(tx: Tx, locationId: string | undefined): Promise<OrderOnBoard[]> {
  const { rows } = await sql<OrderOnBoard>`
    SELECT o.id AS "_id", o.number, o.version, o.location_id AS "locationId", l.name AS "locationName",
      l.time_zone AS "timeZone", o.status, o.dispatch_status AS "dispatchStatus",
      o.customer_name AS "customerName", o.address ->> 'line1' AS line1, o.address ->> 'postalCode' AS "postalCode",
      ${mapPosition} AS place, o.distance_km AS "distanceKm", o.unit_count AS "unitCount", o.line_count AS "lineCount",
      CASE WHEN o.slot_from IS NOT NULL AND o.slot_to IS NOT NULL
        THEN json_build_object('from', iso(o.slot_from), 'to', iso(o.slot_to)) END AS slot,
      promised_at(o.slot_to, o.created_at) AS "promisedAt",
      o.hand_over_code AS "handOverCode", o.note, ${cashDue} AS "cashDue",
      ${sql.raw(comingBackFrom)} AS "comingBackFrom",
      (SELECT json_build_object('count', last.count, 'driverId', last.driver_id, 'driverName', last.driver_name,
          'reason', last.reason, 'at', iso(last.ended_at))
        FROM (SELECT d.*, count(*) OVER () FROM deliveries d
          WHERE (d.location_id, d.order_id) = (o.location_id, o.id) AND d.status = 'failed' AND d.return_id IS NULL
          ORDER BY d.id DESC LIMIT 1) last) AS failed,
      (SELECT json_build_object('_id', d.id, 'tripId', d.trip_id, 'driverId', d.driver_id,
          'driverName', d.driver_name, 'status', d.status, 'offerExpiresAt', iso(d.offer_expires_at))
        FROM deliveries d WHERE (d.location_id, d.order_id) = (o.location_id, o.id) AND d.return_id IS NULL
          AND d.ended_at IS NULL) AS delivery,
      ARRAY(SELECT d.driver_id FROM deliveries d WHERE (d.location_id, d.order_id) = (o.location_id, o.id)
        AND d.status IN ('declined', 'timedOut', 'gaveUp')) AS "refusedBy"
    FROM (
      (${latest('awaitingForDelivery', locationId)}) UNION ALL (${latest('outOfDelivery', locationId)})
      UNION ALL (${cancelledOnTheWayBack(locationId)})
    ) o JOIN locations l ON l.id = o.location_id
    ORDER BY "promisedAt", o.id`.execute(tx);
  return rows;
}

const latest = (status: string, locationId: string | undefined): RawBuilder<unknown> => sql`
  SELECT * FROM orders WHERE status = ${status} AND fulfilment = 'delivery'
    AND ${locationId === undefined ? sql`true` : sql`location_id = ${locationId}`}
  ORDER BY created_at DESC, id DESC LIMIT ${maxOnBoard + 1}`;

/** Cancelled orders whose items the store hasn't received back yet. */
const cancelledOnTheWayBack = (locationId: string | undefined): RawBuilder<unknown> => sql`
  SELECT * FROM orders WHERE status = 'cancelled'
    AND (location_id, id) IN (SELECT location_id, order_id FROM deliveries WHERE comes_back AND received_back_at IS NULL
      AND ${locationId === undefined ? sql`true` : sql`location_id = ${locationId}`})
  ORDER BY id DESC LIMIT ${maxOnBoard + 1}`;

/** Cash to collect at the door for order `o`. */
export const cashDue = sql`
  CASE WHEN o.payment_type = 'cashOnDelivery' THEN greatest(o.total - o.paid, 0) ELSE 0 END::bigint`;

type CollectionOnBoard = Omit<BoardCollection, 'number' | 'point'> & { number: number; place: MapPosition };
/** Returns whose items a driver can pick up or is picking up, oldest request first. */
export async function collectionsOnBoard(
  tx: Tx,
  locationId: string | undefined,
): Promise<CollectionOnBoard[]> {
  const here = locationId === undefined ? sql`true` : sql`r.location_id = ${locationId}`;
  const { rows } = await sql<CollectionOnBoard>`
    SELECT r.id AS "_id", r.number, r.version, r.kind, r.status, r.order_id AS "orderId",
      r.location_id AS "locationId", l.name AS "locationName", l.time_zone AS "timeZone", o.customer_name AS "customerName",
      o.address ->> 'line1' AS line1, o.address ->> 'postalCode' AS "postalCode",
      ${mapPosition} AS place, o.distance_km AS "distanceKm", r.line_count AS "lineCount", r.created_at AS "createdAt",
      (SELECT json_build_object('_id', d.id, 'tripId', d.trip_id, 'driverId', d.driver_id,
          'driverName', d.driver_name, 'status', d.status, 'offerExpiresAt', iso(d.offer_expires_at))
        FROM deliveries d WHERE d.location_id = r.location_id AND d.return_id = r.id AND d.ended_at IS NULL
      ) AS delivery
    FROM returns r JOIN orders o ON o.location_id = r.location_id AND o.id = r.order_id
    JOIN locations l ON l.id = r.location_id
    WHERE ${isOneOf('r.status', comingReturnStatuses)}
      AND o.fulfilment = 'delivery' AND o.address IS NOT NULL AND ${here}
    ORDER BY r.created_at, r.id LIMIT ${maxOnBoard + 1}`.execute(tx);
  return rows;
}

export async function locationsOnBoard(tx: Tx, ids: readonly string[]): Promise<BoardLocation[]> {
  const { rows } = await sql<BoardLocation>`
    SELECT id AS "_id", name, latitude, longitude, delivery_radius_km AS "deliveryRadiusKm",
      delivery_area AS "deliveryArea"
    FROM locations WHERE id = ANY (${ids}::uuid[]) ORDER BY name COLLATE aisle_names, id`.execute(tx);
  return rows;
}

/** Open trips. */
export async function tripsOnBoard(tx: Tx, locationId: string | undefined): Promise<BoardTrip[]> {
  const here = locationId === undefined ? sql`true` : sql`t.location_id = ${locationId}`;
  const { rows } = await sql<BoardTrip>`
    SELECT t.id AS "_id", format_number('trip', t.number) AS number, t.location_id AS "locationId", t.driver_id AS "driverId",
      (SELECT d.driver_name FROM deliveries d WHERE (d.location_id, d.trip_id) = (t.location_id, t.id)
        ORDER BY d.id LIMIT 1) AS "driverName",
      EXISTS (SELECT FROM trip_links k WHERE (k.location_id, k.trip_id) = (t.location_id, t.id)
        AND k.revoked_at IS NULL AND k.expires_at > now()) AS "hasLink",
      t.created_at AS "createdAt"
    FROM trips t WHERE t.ended_at IS NULL AND ${here}
    ORDER BY t.id DESC LIMIT ${maxOnBoard}`.execute(tx);
  return rows;
}

export interface Place {
  orderId: string;
  /** The return, if a driver picks up its items. */
  returnId: string | null;
  locationId: string;
}
/** The locations of these orders and returns, in locking order. */
export async function locationsOf(
  tx: Tx,
  { orderIds, returnIds }: { orderIds: readonly string[]; returnIds: readonly string[] },
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT id AS "orderId", NULL::uuid AS "returnId", location_id AS "locationId" FROM orders
    WHERE id = ANY (${orderIds}::uuid[])
    UNION ALL
    SELECT order_id, id, location_id FROM returns WHERE id = ANY (${returnIds}::uuid[])
    ORDER BY 1, 2`.execute(tx);
  return rows;
}

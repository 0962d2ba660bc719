import type { DriverDelivery, DriverView } from '@aisle/contract/sales/drivers';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

type Record = Pick<
  DriverView,
  'deliveredCount' | 'failedCount' | 'onTimeShare' | 'earnings' | 'recentEarnings'
>;

/** Totals of a driver's past deliveries at the locations in reach. */
export async function recordOf(tx: Tx, driverId: string): Promise<Record> {
  const { rows } = await sql<Record>`
    SELECT count(*) FILTER (WHERE status = 'delivered' AND return_id IS NULL) AS "deliveredCount",
      count(*) FILTER (WHERE status = 'failed' AND return_id IS NULL) AS "failedCount",
      round(100.0 * count(*) FILTER (WHERE status = 'delivered' AND ended_at <= promised_at)
        / nullif(count(*) FILTER (WHERE status = 'delivered' AND return_id IS NULL), 0), 1) AS "onTimeShare",
      coalesce(sum(pay) FILTER (WHERE status = 'delivered'), 0)::bigint AS earnings,
      coalesce(sum(pay) FILTER (WHERE status = 'delivered' AND ended_at > now() - interval '30 days'), 0)::bigint
        AS "recentEarnings"
    FROM deliveries WHERE driver_id = ${driverId}`.execute(tx);
  return rows[0]!;
}

const maxOpen = 50;
const maxPast = 25;

/** A delivery that is open, or failed and not received back. */
const isCurrentDelivery = sql`(d.ended_at IS NULL OR d.comes_back AND d.received_back_at IS NULL)`;

/** A driver's current or past deliveries, newest first. */
export async function deliveriesOf(
  tx: Tx,
  driverId: string,
  which: 'current' | 'past',
): Promise<DriverDelivery[]> {
  const { rows } = await sql<DriverDelivery>`
    SELECT d.id AS "_id", d.order_id AS "orderId", format_number('order', o.number) AS "orderNumber",
      (SELECT json_build_object('_id', r.id, 'number', format_number('return', r.number)) FROM returns r
        WHERE r.location_id = d.location_id AND r.id = d.return_id) AS returned,
      d.location_id AS "locationId", l.name AS "locationName", l.time_zone AS "timeZone",
      format_number('trip', t.number) AS "tripNumber", d.status, d.offered_at AS "offeredAt", d.promised_at AS "promisedAt",
      d.ended_at AS "endedAt",
      CASE WHEN d.status = 'delivered' THEN d.ended_at <= d.promised_at END AS "onTime", d.reason,
      d.comes_back AND d.received_back_at IS NULL AS "isComingBack", d.pay
    FROM deliveries d
    JOIN trips t ON (t.location_id, t.id) = (d.location_id, d.trip_id)
    JOIN orders o ON (o.location_id, o.id) = (d.location_id, d.order_id)
    JOIN locations l ON l.id = d.location_id
    WHERE d.driver_id = ${driverId} AND ${which === 'current' ? isCurrentDelivery : sql`NOT ${isCurrentDelivery}`}
    ORDER BY d.id DESC LIMIT ${which === 'current' ? maxOpen : maxPast}`.execute(tx);
  return rows;
}

/** The cash in hand of a driver, at the locations in reach. */
export async function cashOf(tx: Tx, driverId: string): Promise<DriverView['cash']> {
  const { rows } = await sql<DriverView['cash'][number]>`
    SELECT c.location_id AS "locationId", l.name AS "locationName", c.held
    FROM driver_cash c JOIN locations l ON l.id = c.location_id
    WHERE c.driver_id = ${driverId} AND c.held > 0 ORDER BY l.name COLLATE aisle_names, l.id`.execute(tx);
  return rows;
}

import type { DeliveryStatus } from '@aisle/contract/sales/drivers';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

interface OpenCollection {
  driverId: string;
  driverName: string;
  status: DeliveryStatus;
}
/** Whether a driver is active and drives for the location. */
export async function drivesFor(tx: Tx, locationId: string, driverId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM drivers d JOIN driver_locations dl ON dl.driver_id = d.id
    WHERE d.id = ${driverId} AND d.status AND dl.location_id = ${locationId}`.execute(tx);
  return rows.length > 0;
}

/** The driver who has an offer for the collection of a return or is carrying it out. */
export async function findCollection(
  tx: Tx,
  { locationId, id }: { locationId: string; id: string },
): Promise<OpenCollection | undefined> {
  const { rows } = await sql<OpenCollection>`
    SELECT driver_id AS "driverId", driver_name AS "driverName", status FROM deliveries
    WHERE location_id = ${locationId} AND return_id = ${id} AND ended_at IS NULL`.execute(tx);
  return rows[0];
}

import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Carried } from './trips.queries.ts';

/** Records the cash that a driver collected on delivery. A trigger updates the balance. */
export async function collectDriverCash(tx: Tx, { locationId, id }: Carried, amount: number): Promise<void> {
  await sql`
    INSERT INTO driver_cash_entries (location_id, driver_id, delivery_id, amount)
    SELECT location_id, driver_id, id, ${amount} FROM deliveries
    WHERE location_id = ${locationId} AND order_id = ${id} AND return_id IS NULL AND status = 'delivered'`.execute(
    tx,
  );
}

/** The cash that a driver holds for a location. */
export async function cashHeldAt(tx: Tx, driverId: string, locationId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    SELECT held FROM driver_cash WHERE driver_id = ${driverId} AND location_id = ${locationId}`.execute(tx);
  return rows[0]?.held ?? 0;
}

import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

export interface NewOrder {
  id: string;
  number: string;
  locationId: string;
  locationName: string;
  unitCount: number;
  total: number;
}
/** The orders of these changes that are still new. */
export async function newOrders(
  tx: Tx,
  placed: readonly { locationId: string | null; recordId: string | null }[],
): Promise<NewOrder[]> {
  const { rows } = await sql<NewOrder>`
    SELECT o.id, format_number('order', o.number) AS number, o.location_id AS "locationId", l.name AS "locationName",
      o.unit_count AS "unitCount", o.total
    FROM jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) AS change ("locationId" uuid, "recordId" uuid)
    JOIN orders o ON o.location_id = change."locationId" AND o.id = change."recordId" AND o.status = 'orderPlaced'
    JOIN locations l ON l.id = o.location_id
    ORDER BY o.number`.execute(tx);
  return rows;
}

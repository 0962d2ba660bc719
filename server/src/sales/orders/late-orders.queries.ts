import { promisedMinutes } from '@aisle/contract/sales/orders/promise';
import { sql } from 'kysely';
import { systemActor } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import { announceRows } from '../../core/live-events.ts';
import { isLate } from '../order-search/order-filters.queries.ts';
import { orderEventData } from './steps/order-event-data.queries.ts';

const batchSize = 200;
const minutes = String(promisedMinutes);
const lateNote = sql`CASE
  WHEN slot_to IS NULL AND fulfilment = 'pickup' THEN ${`Not collected within ${minutes} minutes`}
  WHEN slot_to IS NULL THEN ${`Late: promised within ${minutes} minutes`}
  WHEN fulfilment = 'pickup' THEN 'Not collected within its slot'
  ELSE 'Late for its slot' END`;

const news = {
  action: 'late',
  recordId: sql`id`,
  locationId: sql`location_id`,
  permission: 'order_list',
} as const;

/**
 * Announces orders that became late: in their timeline, on open screens, in the Notification Center (which emails them) and to
 * webhooks. `late_at` ensures that each is announced once, even after a restart. Returns their number.
 */
export async function announceLate(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    WITH due AS (
      SELECT o.location_id, o.id FROM orders o WHERE ${isLate} AND o.late_at IS NULL
      ORDER BY promised_at(o.slot_to, o.created_at) LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED
    ), late AS (
      UPDATE orders o SET late_at = now() FROM due WHERE o.location_id = due.location_id AND o.id = due.id
      RETURNING o.*, iso(promised_at(o.slot_to, o.created_at)) AS promised
    ), noted AS (
      INSERT INTO order_events (location_id, order_id, id, kind, actor_name, note, details)
      SELECT location_id, id, new_uuid_v7(), 'note', ${systemActor.name}, ${lateNote},
        jsonb_build_object('late', true, 'wantedBy', promised)
      FROM late
    ), on_orders AS (
      ${announceRows(
        {
          ...news,
          topic: 'orders',
          data: orderEventData,
          snapshot: sql`${orderEventData} || jsonb_build_object('total', total, 'wantedBy', promised)`,
        },
        sql`FROM late`,
      )}
    ), on_notices AS (
      ${announceRows({ ...news, topic: 'notifications' }, sql`FROM late`)}
    ), noticed AS (
      INSERT INTO notices (kind, location_id, order_id, permission, text)
      SELECT 'late', location_id, id, 'order_list', format_number('order', number) FROM late ON CONFLICT DO NOTHING
    )
    SELECT id FROM late`.execute(tx);
  return rows.length;
}

import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

const atOnce = 200;

/**
 * Tells of orders that were wanted by now and have not arrived: in their timeline, to whoever looks at them, in the
 * notification centre, and to other programs. Each once, whatever restarts in between; says how many it were.
 */
export async function announceLate(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    WITH due AS (
      SELECT location_id, id FROM orders
      WHERE late_at IS NULL AND slot_to IS NOT NULL AND slot_to < now()
        AND status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery')
      ORDER BY slot_to LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED
    ), late AS (
      UPDATE orders o SET late_at = now() FROM due WHERE o.location_id = due.location_id AND o.id = due.id
      RETURNING o.*
    ), noted AS (
      INSERT INTO order_events (location_id, order_id, id, kind, actor_name, note, details)
      SELECT location_id, id, new_uuid_v7(), 'note', 'System',
        CASE fulfilment WHEN 'pickup' THEN 'Not collected within its slot' ELSE 'Late for its slot' END,
        jsonb_build_object('late', true, 'wantedBy', iso(slot_to))
      FROM late
    ), told AS (
      INSERT INTO live_events (topic, action, record_id, location_id, permission, data)
      SELECT 'orders', 'late', id, location_id, 'order_list', jsonb_build_object('number', 'O-' || number,
        'status', status, 'dispatchStatus', dispatch_status, 'headlineStatus', headline_status, 'version', version)
      FROM late
      UNION ALL
      SELECT 'notifications', 'late', id, location_id, 'order_list', NULL FROM late
    ), noticed AS (
      INSERT INTO notices (kind, location_id, order_id, permission, text)
      SELECT 'late', location_id, id, 'order_list', 'O-' || number FROM late ON CONFLICT DO NOTHING
    )
    SELECT id, tell_webhooks('order.late', id,
      order_for_webhooks(location_id, id) || jsonb_build_object('wantedBy', iso(slot_to))) FROM late`.execute(
    tx,
  );
  return rows.length;
}

import { sql } from 'kysely';
import { enqueue, type Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { announceRows } from '../../../core/live-events.ts';
import { orderEventData } from './order-event-data.queries.ts';
import { type LockedLine, type LockedOrder, takeParts } from './order-steps.queries.ts';

/** The state of an order before the picks that its timeline doesn't show yet. */
export interface OpenPicking {
  before: { total: number; bags: number | null; lines: LockedLine[] };
  /** The user who made the last pick. */
  by: { userId: string | null; name: string };
}
type OrderKey = Pick<LockedOrder, 'locationId' | 'id'>;

export async function findOpenPicking(tx: Tx, order: OrderKey): Promise<OpenPicking | undefined> {
  const { rows } = await sql<OpenPicking>`
    SELECT before, json_build_object('userId', user_id, 'name', actor_name) AS by FROM open_pickings
    WHERE location_id = ${order.locationId} AND order_id = ${order.id}`.execute(tx);
  return rows[0];
}

/** Deletes the open picking of an order and returns it, unless its last pick is more recent than the given seconds. */
export async function takeOpenPicking(
  tx: Tx,
  order: OrderKey,
  idleSeconds = 0,
): Promise<OpenPicking | undefined> {
  const { rows } = await sql<OpenPicking>`
    DELETE FROM open_pickings WHERE location_id = ${order.locationId} AND order_id = ${order.id}
      AND picked_at <= now() - make_interval(secs => ${idleSeconds})
    RETURNING before, json_build_object('userId', user_id, 'name', actor_name) AS by`.execute(tx);
  return rows[0];
}

export async function findIdlePicking(tx: Tx, idleSeconds: number): Promise<string | undefined> {
  const { rows } = await sql<{ orderId: string }>`
    SELECT order_id AS "orderId" FROM open_pickings
    WHERE picked_at <= now() - make_interval(secs => ${idleSeconds}) ORDER BY picked_at LIMIT 1`.execute(tx);
  return rows[0]?.orderId;
}

/**
 * Saves the order after a pick without incrementing its version, so that open edits of its details stay valid. Open screens
 * hear of it at once; the timeline and the audit log get one entry when the picking is closed.
 */
export async function savePick(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'name'>,
  order: LockedOrder,
  before: OpenPicking['before'],
): Promise<void> {
  const saved = sql`
    WITH saved AS (
      UPDATE orders SET picks = picks + 1, updated_at = now(), items_total = ${order.itemsTotal},
        discount_total = ${order.discountTotal}, tax_total = ${order.taxTotal}, total = ${order.total},
        unit_count = ${order.unitCount}, line_count = ${order.lineCount}, bags = ${order.bags}
      WHERE location_id = ${order.locationId} AND id = ${order.id} RETURNING *
    ), opened AS (
      INSERT INTO open_pickings (location_id, order_id, before, user_id, actor_name)
      VALUES (${order.locationId}, ${order.id}, ${JSON.stringify(before)}::jsonb, ${actor.userId}, ${actor.name})
      ON CONFLICT (location_id, order_id) DO UPDATE
      SET user_id = excluded.user_id, actor_name = excluded.actor_name, picked_at = now()
    )
    ${announceRows(
      {
        topic: 'orders',
        action: 'pick',
        recordId: sql`id`,
        locationId: sql`location_id`,
        permission: 'order_list',
        data: orderEventData,
        snapshot: sql`jsonb_build_object('parts', ${takeParts(order)}::jsonb)`,
      },
      sql`FROM saved`,
    )}`;
  await enqueue(tx, saved);
}

import type { Why } from '@aisle/contract/warehouse/stock-levels';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

interface Place {
  locationId: string;
  subProductId: string;
}

/** Orders with reservations of the item, earliest reservation first. */
export async function reservationsOf(
  tx: Tx,
  { locationId, subProductId }: Place,
): Promise<Why['reservations']> {
  const { rows } = await sql<Why['reservations'][number]>`
    SELECT r.order_id AS "orderId", format_number('order', o.number) AS "orderNumber", o.status AS "orderStatus",
      sum(r.quantity) AS quantity, min(r.created_at) AS since
    FROM reservations r JOIN orders o ON o.location_id = r.location_id AND o.id = r.order_id
    WHERE r.location_id = ${locationId} AND r.sub_product_id = ${subProductId}
    GROUP BY r.order_id, o.number, o.status ORDER BY min(r.created_at), r.order_id LIMIT 100`.execute(tx);
  return rows;
}

export async function lotsOf(tx: Tx, { locationId, subProductId }: Place): Promise<Why['lots']> {
  const { rows } = await sql<Why['lots'][number]>`
    SELECT l.id AS _id, format_number('lot', l.number) AS number, l.on_hand AS "onHand", l.expires_on AS "expiresOn",
      coalesce(l.expires_on < today.day, false) AS "isExpired"
    FROM lots l CROSS JOIN (SELECT today_at(${locationId}) AS day) today
    WHERE l.location_id = ${locationId} AND l.sub_product_id = ${subProductId} AND l.in_stock
    ORDER BY l.expires_on, l.id LIMIT 100`.execute(tx);
  return rows;
}

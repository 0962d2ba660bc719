import { itemName } from '@aisle/contract/core/item-name';
import { formatNumber } from '@aisle/contract/core/numbers';
import { allowedReturnSteps } from '@aisle/contract/sales/orders/order-flow';
import type { Return } from '@aisle/contract/sales/returns/returns';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { pictureOf } from '../../core/files/images.ts';
import { lineNamePairs } from '../../core/list/item-names.ts';
import { mustFind } from '../../core/problem.ts';

interface Row extends Omit<Return, 'number' | 'allowed' | 'lines' | 'order' | 'replacementOrder'> {
  number: number;
  lines: (Omit<Return['lines'][number], 'photos'> & { photos: string[] })[];
  order: Omit<Return['order'], 'number'> & { number: number };
  replacementOrder: { _id: string; number: number; status: string } | null;
}

/** Reads a return with all related records in one statement. */
export async function getReturn({ tx, actor, services }: Context, id: string): Promise<Return> {
  const { rows } = await sql<Row>`
    SELECT r.id AS "_id", r.number, r.kind, r.status, r.no_return AS "noReturn", r.version, r.location_id AS "locationId",
      l.name AS "locationName", l.time_zone AS "timeZone", r.note, r.override_note AS "overrideNote",
      r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.received_at AS "receivedAt",
      r.closed_at AS "closedAt",
      json_build_object('_id', o.id, 'number', o.number, 'total', o.total, 'deliveredAt', iso(o.delivered_at))
        AS order,
      json_build_object('_id', o.customer_id, 'name', o.customer_name, 'phone', o.customer_phone) AS customer,
      (SELECT json_build_object('_id', d.id, 'name', d.name) FROM drivers d WHERE d.id = r.driver_id) AS driver,
      (SELECT json_build_object('_id', c.id, 'tripId', c.trip_id, 'driverId', c.driver_id,
          'driverName', c.driver_name, 'status', c.status, 'offerExpiresAt', iso(c.offer_expires_at))
        FROM deliveries c WHERE c.location_id = r.location_id AND c.return_id = r.id AND c.ended_at IS NULL
      ) AS collection,
      o.fulfilment = 'delivery' AND o.address IS NOT NULL AS "canCollect",
      (SELECT json_agg(json_build_object('_id', b.id, 'lineId', b.line_id, 'subProductId', n.sub_product_id,
          'name', n.name, ${sql.raw(lineNamePairs)}, 'sku', n.sku, 'unit', n.unit, 'soldByWeight', n.sold_by_weight, 'quantity', b.quantity,
          'reason', b.reason, 'note', b.note, 'received', b.received, 'condition', b.condition,
          'photos', b.photos, 'amount', (SELECT (part ->> 'amount')::bigint FROM refunds f
            CROSS JOIN jsonb_array_elements(f.lines) part WHERE f.location_id = b.location_id
              AND f.return_id = b.return_id AND part ->> 'lineId' = b.line_id::text)) ORDER BY b.position)
        FROM return_lines b JOIN order_lines n ON n.location_id = b.location_id AND n.order_id = b.order_id
          AND n.id = b.line_id
        WHERE b.location_id = r.location_id AND b.return_id = r.id) AS lines,
      (SELECT json_build_object('_id', x.id, 'number', x.number, 'status', x.status) FROM orders x
        WHERE x.location_id = r.location_id AND x.id = r.replacement_order_id) AS "replacementOrder",
      (SELECT json_build_object('_id', f.id, 'status', f.status, 'amount', f.amount,
          'byHand', f.provider IS NULL, 'inCoins', f.in_coins, 'inCredit', f.in_credit,
          'inGiftCards', f.in_gift_cards, 'toCredit', f.to_credit) FROM refunds f
        WHERE f.location_id = r.location_id AND f.return_id = r.id) AS refund,
      (SELECT coalesce(json_agg(json_build_object('_id', e.id, 'from', e.from_status, 'to', e.to_status,
          'by', e.actor_name, 'at', iso(e.created_at), 'note', e.note) ORDER BY e.id DESC), '[]')
        FROM order_events e WHERE e.location_id = r.location_id AND e.order_id = r.order_id
          AND e.kind = 'return' AND e.details ->> 'returnId' = r.id::text) AS events
    FROM returns r
    JOIN orders o ON o.location_id = r.location_id AND o.id = r.order_id
    JOIN locations l ON l.id = r.location_id
    WHERE r.id = ${id}`.execute(tx);
  const { lines, order, replacementOrder, ...row } = mustFind(rows[0], 'Return');
  return {
    ...row,
    number: formatNumber('return', row.number),
    allowed: allowedReturnSteps(row.status, row.kind, actor.permissions),
    order: { ...order, number: formatNumber('order', order.number) },
    replacementOrder: replacementOrder && {
      ...replacementOrder,
      number: formatNumber('order', replacementOrder.number),
    },
    lines: lines.map((line) => ({
      ...line,
      photos: line.photos.flatMap((photo) => pictureOf(services.storage, photo, itemName(line)) ?? []),
    })),
  };
}

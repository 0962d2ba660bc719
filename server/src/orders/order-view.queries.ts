import {
  allowedRefundSteps,
  allowedReturnSteps,
  allowedSteps,
  type OrderStatus,
} from '@aisle/contract/order-flow';
import {
  mainOrderNumber as mainOrderNumberOf,
  type Order,
  type OrderEvent,
  type OrderLine,
  orderNumber,
  type Payment,
} from '@aisle/contract/orders';
import type { Refund } from '@aisle/contract/refunds';
import { type OrderReturn, returnNumber } from '@aisle/contract/returns';
import { defaultSettings } from '@aisle/contract/settings';
import { sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { mustFind } from '../core/problem.ts';
import { coinsFor } from './pricing.ts';

interface Row
  extends Omit<
    Order,
    'number' | 'allowed' | 'coinsToEarn' | 'mainOrder' | 'customer' | 'slot' | 'returns' | 'refunds' | 'lines'
  > {
  number: number;
  mainOrderId: string;
  mainOrderNumber: number;
  source: 'staff' | 'storefront';
  externalId: string | null;
  siblings: (Omit<Order['mainOrder']['siblings'][number], 'number'> & { number: number })[];
  customerId: string;
  customerName: string;
  customerPhone: string;
  customerEmail: string | null;
  earlierOrders: number;
  earnPerDollar: number;
  recent: (Omit<Order['customer']['recent'][number], 'number'> & { number: number })[];
  slotFrom: string | null;
  slotTo: string | null;
  lines: OrderLine[] | null;
  events: OrderEvent[];
  payments: Payment[];
  refunds: RefundRead[];
  returns: (Omit<OrderReturn, 'allowed' | 'number' | 'replacementOrder'> & {
    number: number;
    replacementOrder: { _id: string; number: number } | null;
  })[];
}

/** A refund as the database gives it; `r` is its row. */
export type RefundRead = Omit<Refund, 'allowed' | 'lines'> & { lines: Refund['lines'] };
export const refundJson = sql`json_build_object('_id', r.id, 'status', r.status, 'amount', r.amount,
  'lines', r.lines, 'deliveryFee', r.delivery_fee, 'reason', r.reason, 'coins', r.coins,
  'inCoins', r.in_coins, 'coinsReturned', r.coins_returned,
  'byHand', r.provider IS NULL, 'reference', r.reference, 'problem', r.problem,
  'nextTryAt', CASE WHEN r.status = 'refundFailed' THEN iso(r.next_try_at) END, 'returnId', r.return_id,
  'createdAt', iso(r.created_at), 'refundedAt', iso(r.refunded_at), 'version', r.version)`;
export const toRefund = (refund: RefundRead, held: Actor['permissions']): Refund => ({
  ...refund,
  lines: refund.lines.map(({ lineId, amount }) => ({ lineId, amount })),
  allowed: allowedRefundSteps(refund.status, refund.byHand, held),
});

/**
 * The lines of an order `o`. Until it is picked, each with where it stands: shelves in the order of walking past them,
 * then what is on none, by aisles in the order in which categories are sorted. Afterwards nobody walks any more, and
 * looking it up would cost as much as the rest of the order.
 */
const shelvedLines = sql`SELECT own.*, place.barcode, coalesce(place.aisle, '') AS aisle,
    row_number() OVER (ORDER BY shelf_order(place.shelf) NULLS LAST, place.path, own.name, own.position)::int AS walk
  FROM order_lines own
  LEFT JOIN LATERAL (
    SELECT sold.barcode, offer.shelf_code AS shelf,
      coalesce(offer.shelf_code, concat_ws(' › ', c3.name, c2.name, c.name)) AS aisle,
      array_remove(ARRAY[lpad(c3.sort_order::text, 9, '0') || c3.name, lpad(c2.sort_order::text, 9, '0') || c2.name,
        lpad(c.sort_order::text, 9, '0') || c.name], NULL) AS path
    FROM sub_products sold
    JOIN products p ON p.id = sold.product_id
    JOIN categories c ON c.id = p.category_id
    LEFT JOIN categories c2 ON c2.id = c.parent_id
    LEFT JOIN categories c3 ON c3.id = c2.parent_id
    LEFT JOIN location_sub_products offer ON offer.location_id = own.location_id AND offer.sub_product_id = sold.id
    WHERE sold.id = own.sub_product_id AND o.status IN ('pending', 'orderPlaced', 'processing')
  ) place ON true
  WHERE own.location_id = o.location_id AND own.order_id = o.id`;

/** An order with everything that belongs to it, in one statement. */
export async function getOrder(tx: Tx, actor: Actor, id: string): Promise<Order> {
  const { rows } = await sql<Row>`
    SELECT o.id AS "_id", o.number, o.status, o.dispatch_status AS "dispatchStatus",
      o.headline_status AS "headlineStatus", o.version, o.fulfilment, o.location_id AS "locationId",
      l.name AS "locationName", l.time_zone AS "timeZone",
      m.id AS "mainOrderId", m.number AS "mainOrderNumber", m.source, m.external_id AS "externalId",
      o.customer_id AS "customerId", o.customer_name AS "customerName", o.customer_phone AS "customerPhone",
      c.email AS "customerEmail",
      (SELECT count(*) FROM (SELECT FROM orders earlier WHERE earlier.customer_id = o.customer_id
        AND earlier.created_at < o.created_at LIMIT 100) AS counted) AS "earlierOrders",
      (SELECT coalesce(json_agg(json_build_object('_id', latest.id, 'number', latest.number,
          'headlineStatus', latest.headline_status, 'total', latest.total, 'createdAt', iso(latest.created_at))
          ORDER BY latest.created_at DESC, latest.id DESC), '[]')
        FROM (SELECT * FROM orders earlier WHERE earlier.customer_id = o.customer_id
          AND earlier.created_at < o.created_at
          ORDER BY earlier.created_at DESC, earlier.id DESC LIMIT 5) AS latest) AS recent,
      o.address, o.distance_km AS "distanceKm", o.slot_from AS "slotFrom", o.slot_to AS "slotTo",
      o.payment_type AS "paymentType", o.note, o.items_total AS "itemsTotal",
      o.discount_total AS "discountTotal", o.tax_total AS "taxTotal", o.delivery_fee AS "deliveryFee", o.total,
      o.coins_used AS "coinsUsed",
      coalesce((SELECT (st."values" #>> '{coins,earnPerDollar}')::integer FROM settings st),
        ${defaultSettings.coins.earnPerDollar}::integer) AS "earnPerDollar",
      (SELECT coalesce(sum(e.coins), 0)::bigint FROM coin_entries e
        WHERE e.customer_id = o.customer_id AND e.kind = 'earned' AND e.cause_id = o.id) AS "coinsEarned",
      o.paid, o.refunded, o.driver_id AS "driverId",
      (SELECT json_build_object('_id', d.id, 'name', d.name, 'phone', d.phone) FROM drivers d
        WHERE d.id = o.driver_id) AS driver, o.hand_over_code AS "handOverCode",
      o.cancel_reason AS "cancelReason", o.payment_due_at AS "paymentDueAt", o.processing_at AS "processingAt",
      o.prepared_at AS "preparedAt", o.out_at AS "outAt", o.delivered_at AS "deliveredAt",
      o.created_at AS "createdAt", o.updated_at AS "updatedAt",
      (SELECT json_agg(json_build_object('_id', n.id, 'subProductId', n.sub_product_id, 'name', n.name,
          'sku', n.sku, 'unit', n.unit, 'soldByWeight', n.sold_by_weight, 'quantity', n.quantity,
          'pickedQuantity', n.picked_quantity, 'unitPrice', n.unit_price, 'discount', n.discount,
          'taxRate', n.tax_rate, 'tax', n.tax, 'total', n.total, 'substituteFor', n.substitute_for,
          'addedByStaff', n.added_by_staff, 'removed', n.removed, 'answer', n.shopper_answer, 'note', n.note,
          'barcode', n.barcode, 'aisle', n.aisle, 'walk', n.walk) ORDER BY n.position)
        FROM (${shelvedLines}) n) AS lines,
      coalesce((SELECT (s.values ->> 'pickTolerancePercent')::numeric FROM settings s),
        ${defaultSettings.pickTolerancePercent}) AS "pickTolerancePercent",
      (SELECT coalesce(json_agg(json_build_object('_id', e.id, 'kind', e.kind, 'from', e.from_status,
          'to', e.to_status, 'by', e.actor_name, 'at', iso(e.created_at), 'note', e.note) ORDER BY e.id), '[]')
        FROM order_events e WHERE e.location_id = o.location_id AND e.order_id = o.id) AS events,
      (SELECT coalesce(json_agg(json_build_object('_id', p.id, 'kind', p.kind, 'status', p.status,
          'amount', p.amount, 'provider', p.provider, 'reference', p.reference, 'underWay', asked.kind,
          'problem', coalesce(p.problem, asked.problem), 'createdAt', iso(p.created_at),
          'updatedAt', iso(p.updated_at)) ORDER BY p.id), '[]')
        FROM payments p
        LEFT JOIN gateway_operations asked ON asked.location_id = p.location_id AND asked.order_id = p.order_id
          AND asked.payment_id = p.id AND asked.status = 'waiting' AND asked.kind <> 'refund'
        WHERE p.location_id = o.location_id AND p.order_id = o.id) AS payments,
      (SELECT coalesce(json_agg(${refundJson} ORDER BY r.id), '[]')
        FROM refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id) AS refunds,
      (SELECT coalesce(json_agg(json_build_object('_id', b.id, 'number', b.number, 'kind', b.kind,
          'status', b.status, 'createdAt', iso(b.created_at), 'version', b.version,
          'replacementOrder', (SELECT json_build_object('_id', ro.id, 'number', ro.number) FROM orders ro
            WHERE ro.location_id = b.location_id AND ro.id = b.replacement_order_id),
          'lines', (SELECT json_agg(json_build_object('_id', bl.id, 'lineId', bl.line_id,
              'subProductId', n.sub_product_id, 'name', n.name, 'sku', n.sku, 'unit', n.unit,
              'soldByWeight', n.sold_by_weight, 'quantity', bl.quantity, 'reason', bl.reason, 'note', bl.note,
              'received', bl.received, 'condition', bl.condition) ORDER BY bl.position)
            FROM return_lines bl JOIN order_lines n ON n.location_id = bl.location_id AND n.order_id = bl.order_id
              AND n.id = bl.line_id
            WHERE bl.location_id = b.location_id AND bl.return_id = b.id)) ORDER BY b.id), '[]')
        FROM returns b WHERE b.location_id = o.location_id AND b.order_id = o.id) AS returns,
      (SELECT json_build_object('returnId', b.id, 'returnNumber', 'R-' || b.number, 'orderId', b.order_id)
        FROM returns b WHERE b.location_id = o.location_id AND b.replacement_order_id = o.id)
        AS "replacementFor",
      (SELECT coalesce(json_agg(json_build_object('_id', s.id, 'number', s.number, 'locationName', sl.name,
          'headlineStatus', s.headline_status, 'total', s.total) ORDER BY s.number), '[]')
        FROM orders s JOIN locations sl ON sl.id = s.location_id
        WHERE s.main_order_id = o.main_order_id AND s.id <> o.id) AS siblings
    FROM orders o
    JOIN locations l ON l.id = o.location_id
    JOIN main_orders m ON m.id = o.main_order_id
    LEFT JOIN customers c ON c.id = o.customer_id
    WHERE o.id = ${id}`.execute(tx);
  return toOrder(mustFind(rows[0], 'Order'), actor);
}

const isOver: readonly OrderStatus[] = ['delivered', 'cancelled', 'rejected', 'failed', 'expired'];

function toOrder(row: Row, actor: Actor): Order {
  const {
    mainOrderId,
    mainOrderNumber,
    source,
    externalId,
    siblings,
    customerId,
    customerName,
    customerPhone,
    customerEmail,
    earlierOrders,
    earnPerDollar,
    recent,
    slotFrom,
    slotTo,
    lines,
    ...order
  } = row;
  return {
    ...order,
    number: orderNumber(row.number),
    allowed: allowedSteps(row, actor.permissions),
    coinsToEarn: isOver.includes(row.status) ? 0 : coinsFor(row, earnPerDollar),
    mainOrder: {
      _id: mainOrderId,
      number: mainOrderNumberOf(mainOrderNumber),
      source,
      externalId,
      siblings: siblings.map((sibling) => ({ ...sibling, number: orderNumber(sibling.number) })),
    },
    customer: {
      _id: customerId,
      name: customerName,
      phone: customerPhone,
      email: customerEmail,
      earlierOrders,
      recent: recent.map((order) => ({ ...order, number: orderNumber(order.number) })),
    },
    slot: slotFrom && slotTo ? { from: slotFrom, to: slotTo } : null,
    lines: lines ?? [],
    refunds: row.refunds.map((refund) => toRefund(refund, actor.permissions)),
    returns: row.returns.map(({ number, replacementOrder, ...request }) => ({
      ...request,
      number: returnNumber(number),
      allowed: allowedReturnSteps(request.status, request.kind, actor.permissions),
      replacementOrder: replacementOrder && {
        ...replacementOrder,
        number: orderNumber(replacementOrder.number),
      },
    })),
    handOverCode: actor.permissions.has('order_edit') ? row.handOverCode : null,
  };
}

import { allowedRefundSteps } from '@aisle/contract/sales/orders/order-flow';
import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order, SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import type { KeptOrderPromotions } from '@aisle/contract/sales/promotions/promotion-discounts';
import type { Refund } from '@aisle/contract/sales/refunds/refunds';
import type { OrderReturn } from '@aisle/contract/sales/returns/returns';
import { sql } from 'kysely';
import { systemActor } from '../../core/audit.ts';
import { rowsOf, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { lineNames } from '../../core/list/item-names.ts';
import { mustFind } from '../../core/problem.ts';
import { comingBackFrom } from '../../ledgers/trips/trips.queries.ts';
import { orderEmail } from './order-contact.queries.ts';

type Numbered<Shown extends { number: string }> = Omit<Shown, 'number'> & { number: number };

/** An order with its lines, events and payments: everything that a step can change. */
export interface OwnRead
  extends Omit<
    SteppedOrder,
    | keyof OrderConsequences
    | 'number'
    | 'allowed'
    | 'coinsToEarn'
    | 'discounts'
    | 'customer'
    | 'slot'
    | 'driver'
    | 'pickTolerancePercent'
  > {
  number: number;
  customerId: string;
  customerName: string;
  customerPhone: string;
  slotFrom: string | null;
  slotTo: string | null;
  driverName: string | null;
  driverPhone: string | null;
  hasAftermath: boolean;
  promotions: KeptOrderPromotions | null;
  coinMultiplier: number;
  bonusCoins: number;
}

/** An order with its checkout, its customer and their other orders. */
export interface OrderRead extends OwnRead {
  nextAction: Order['nextAction'];
  payLink: Order['payLink'];
  mainOrderId: string;
  mainOrderNumber: number;
  source: 'staff' | 'storefront';
  externalId: string | null;
  siblings: Numbered<Order['mainOrder']['siblings'][number]>[];
  customerEmail: string | null;
  accountName: string | null;
  earlierOrders: number;
  recent: Numbered<Order['customer']['recent'][number]>[];
}

export interface OrderConsequences {
  refunds: RefundRead[];
  returns: (Numbered<Omit<OrderReturn, 'allowed' | 'replacementOrder'>> & {
    replacementOrder: { _id: string; number: number } | null;
  })[];
  replacementFor: Order['replacementFor'];
  dispute: Order['dispute'];
}

/** A refund as the database returns it; `r` is its row. */
export type RefundRead = Omit<Refund, 'allowed' | 'lines'> & { lines: Refund['lines'] };
const refundObject = `json_build_object('_id', r.id, 'status', r.status, 'amount', r.amount,
  'lines', r.lines, 'deliveryFee', r.delivery_fee, 'reason', r.reason, 'coins', r.coins, 'coinsNotTaken', r.coins_not_taken,
  'inCoins', r.in_coins, 'coinsReturned', r.coins_returned, 'inCredit', r.in_credit,
  'inGiftCards', r.in_gift_cards, 'giftCards', r.gift_cards, 'toCredit', r.to_credit,
  'byHand', r.provider IS NULL, 'reference', r.reference, 'problem', r.problem,
  'nextTryAt', CASE WHEN r.status = 'refundFailed' THEN iso(r.next_try_at) END, 'returnId', r.return_id,
  'createdAt', iso(r.created_at), 'refundedAt', CASE WHEN r.status = 'refunded' THEN iso(r.refunded_at) END, 'version', r.version)`;
export const refundJson = sql.raw<RefundRead>(refundObject);
export const toRefund = (refund: RefundRead, held: Actor['permissions']): Refund => ({
  ...refund,
  lines: refund.lines.map(({ lineId, amount, quantity, reason }) => ({
    lineId,
    amount,
    ...(quantity != null && { quantity }),
    reason: reason ?? null,
  })),
  allowed: allowedRefundSteps(refund.status, refund.byHand, held),
});

/** The plan benefits of an order `o`, or null. */
export const benefitsOfOrder = `CASE WHEN o.plan_id IS NOT NULL THEN json_build_object('planId', o.plan_id,
  'name', o.plan_name, 'discountPercent', o.discount_percent, 'coinMultiplier',
  coalesce((o.promotions #>> '{coins,planMultiplier}')::numeric, o.coin_multiplier), 'deliverySaved', o.delivery_saved) END`;

/** The next step of the shopper for the payment of an order `o`, or null. */
export const nextActionOf = `(SELECT json_build_object('kind', 'handleNextAction', 'clientSecret', g.client_secret,
    'publishableKey', g.publishable_key, 'expiresAt', iso(o.payment_due_at))
  FROM gateway_operations g WHERE g.location_id = o.location_id AND g.order_id = o.id AND g.status = 'waiting'
    AND g.client_secret IS NOT NULL ORDER BY g.id DESC LIMIT 1)`;

/** The latest link to pay an order `o`, or null. */
const payLinkOf = `(SELECT json_build_object('channel', k.channel, 'to', k.recipient, 'sentAt', iso(k.sent_at),
    'expiresAt', iso(k.expires_at), 'state', CASE
      WHEN EXISTS (SELECT FROM payments p WHERE p.location_id = k.location_id AND p.order_id = k.order_id
        AND p.id = k.payment_id AND p.status IN ('authorised', 'captured')) THEN 'paid'
      WHEN k.expires_at <= now() OR o.status IN (${calledOffStatuses.map((status) => `'${status}'`).join()})
        THEN 'expired'
      WHEN k.opened_at IS NOT NULL THEN 'opened' ELSE 'sent' END)
  FROM pay_links k WHERE k.location_id = o.location_id AND k.order_id = o.id)`;

// The statements are constant text, because orders are read on every click and building queries takes time.

/** The rows of a subquery as a JSON array of objects, which is the cheapest way to read nested rows. */
const arrayOf = (rows: string) => `(SELECT coalesce(json_agg(each), '[]') FROM (${rows}) AS each)`;

const ownColumns = `
  o.id AS "_id", o.number, o.status, o.dispatch_status AS "dispatchStatus",
  o.headline_status AS "headlineStatus", o.version, o.fulfilment, o.location_id AS "locationId",
  l.name AS "locationName", l.time_zone AS "timeZone",
  o.customer_id AS "customerId", o.customer_name AS "customerName", o.customer_phone AS "customerPhone",
  o.address, o.distance_km AS "distanceKm", o.slot_from AS "slotFrom", o.slot_to AS "slotTo",
  o.payment_type AS "paymentType", o.note, o.tags,
  CASE WHEN o.owner_id IS NOT NULL THEN json_build_object('_id', o.owner_id, 'name', o.owner_name) END AS owner,
  o.items_total AS "itemsTotal",
  o.discount_total AS "discountTotal", o.tax_total AS "taxTotal", o.delivery_fee AS "deliveryFee", o.total,
  ${benefitsOfOrder} AS benefits, o.promotions, o.coin_multiplier AS "coinMultiplier", o.bonus_coins AS "bonusCoins",
  o.coins_used AS "coinsUsed",
  o.paid, o.refunded, o.driver_id AS "driverId", d.name AS "driverName", d.phone AS "driverPhone",
  o.hand_over_code AS "handOverCode", ${comingBackFrom} AS "comingBackFrom",
  CASE WHEN o.picker_id IS NOT NULL THEN json_build_object('_id', o.picker_id, 'name', o.picker_name) END AS picker,
  o.bags, o.cancel_reason AS "cancelReason", o.payment_due_at AS "paymentDueAt",
  o.processing_at AS "processingAt", o.prepared_at AS "preparedAt", o.out_at AS "outAt",
  o.delivered_at AS "deliveredAt", o.created_at AS "createdAt", o.updated_at AS "updatedAt",
  ${arrayOf(`SELECT n.id AS "_id", n.sub_product_id AS "subProductId", n.name, ${lineNames}, n.sku, n.unit,
      n.sold_by_weight AS "soldByWeight", n.quantity, n.picked_quantity AS "pickedQuantity",
      n.unit_price AS "unitPrice", n.price_source AS "priceSource", coalesce(n.discounts, '[]') AS discounts, n.discount,
      n.tax_rate AS "taxRate", n.tax_source AS "taxSource", n.tax, n.total,
      n.substitute_for AS "substituteFor", n.added_by_staff AS "addedByStaff", n.removed,
      n.shopper_answer AS answer, n.note,
      CASE WHEN n.picked_by IS NOT NULL THEN json_build_object('_id', n.picked_by, 'name', n.picked_by_name) END
        AS "pickedBy"
    FROM order_lines n WHERE n.location_id = o.location_id AND n.order_id = o.id ORDER BY n.position`)} AS lines,
  ${arrayOf(`SELECT e.id AS "_id", e.kind, e.from_status AS "from", e.to_status AS "to", e.actor_name AS "by",
      iso(e.created_at) AS "at", e.note, coalesce(e.details ? 'undoes', false) AS undo,
      e.kind = 'note' AND (e.actor_name = '${systemActor.name}' OR coalesce(e.details ? 'automatic', false)) AS automatic,
      coalesce(e.details ->> 'refundId', e.details ->> 'returnId') AS about
    FROM order_events e WHERE e.location_id = o.location_id AND e.order_id = o.id ORDER BY e.id`)} AS events,
  ${arrayOf(`SELECT p.id AS "_id", p.kind, p.status, p.amount, p.provider, p.reference, p.gift_card_id AS "giftCardId",
      p.authorised AS hold, p.card, p.fee, iso(p.authorise_at) AS "authoriseAt",
      asked.kind AS "underWay", coalesce(p.problem, asked.problem) AS problem, iso(p.created_at) AS "createdAt",
      iso(p.updated_at) AS "updatedAt"
    FROM payments p
    LEFT JOIN gateway_operations asked ON asked.location_id = p.location_id AND asked.order_id = p.order_id
      AND asked.payment_id = p.id AND asked.status = 'waiting' AND asked.kind <> 'refund'
    WHERE p.location_id = o.location_id AND p.order_id = o.id ORDER BY p.id`)} AS payments`;
/** Columns that only paid, delivered or free orders need. */
const consequenceColumns = `
  (SELECT coalesce(sum(e.coins), 0)::bigint FROM coin_entries e
    WHERE e.customer_id = ANY (customer_ids(o.customer_id)) AND e.kind = 'earned' AND e.cause_id = o.id) AS "coinsEarned",
  (EXISTS (SELECT FROM refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id)
    OR EXISTS (SELECT FROM returns b WHERE b.location_id = o.location_id AND b.order_id = o.id)
    OR EXISTS (SELECT FROM returns b WHERE b.location_id = o.location_id AND b.replacement_order_id = o.id)
    OR EXISTS (SELECT FROM disputes x WHERE x.location_id = o.location_id AND x.order_id = o.id))
    AS "hasAftermath"`;
const noConsequenceColumns = `0 AS "coinsEarned", false AS "hasAftermath"`;

const withLocationAndDriver = `orders o
  JOIN locations l ON l.id = o.location_id
  LEFT JOIN drivers d ON d.id = o.driver_id`;

const fullOrder = `
  SELECT ${ownColumns}, ${consequenceColumns},
    ${nextActionOf} AS "nextAction", ${payLinkOf} AS "payLink",
    m.id AS "mainOrderId", m.number AS "mainOrderNumber", m.source, m.external_id AS "externalId",
    ${orderEmail} AS "customerEmail",
    nullif(rtrim(c.first_name || ' ' || c.last_name), o.customer_name) AS "accountName",
    (SELECT count(*) FROM (SELECT FROM orders earlier WHERE earlier.customer_id = o.customer_id
      AND earlier.created_at < o.created_at LIMIT 100) AS counted) AS "earlierOrders",
    ${arrayOf(`SELECT latest.id AS "_id", latest.number, latest.headline_status AS "headlineStatus", latest.total,
        iso(latest.created_at) AS "createdAt"
      FROM orders latest WHERE latest.customer_id = o.customer_id AND latest.created_at < o.created_at
      ORDER BY latest.created_at DESC, latest.id DESC LIMIT 5`)} AS recent,
    ${arrayOf(`SELECT s.id AS "_id", s.number, sl.name AS "locationName", s.headline_status AS "headlineStatus",
        s.total
      FROM orders s JOIN locations sl ON sl.id = s.location_id
      WHERE s.main_order_id = o.main_order_id AND s.id <> o.id ORDER BY s.number`)} AS siblings
  FROM ${withLocationAndDriver}
  JOIN main_orders m ON m.id = o.main_order_id
  LEFT JOIN customers c ON c.id = o.customer_id
  WHERE o.id = $1`;
/** Reads an order without refunds and returns, which only some orders have. */
export const readOrder = async (tx: Tx, id: string): Promise<OrderRead | undefined> =>
  (await rowsOf<OrderRead>(tx, fullOrder, [id]))[0];

const orderWith = (others: string) => `
  SELECT ${ownColumns}, ${others} FROM ${withLocationAndDriver}
  WHERE o.location_id = $1 AND o.id = $2`;
const orderWithConsequences = orderWith(consequenceColumns);
const earlyOrder = orderWith(noConsequenceColumns);
/** Reads the parts of an order that a step can change, which takes a third of the page reads of the whole order. */
export async function readStepped(
  tx: Tx,
  { locationId, id }: { locationId: string; id: string },
  mayHaveAftermath: boolean,
): Promise<OwnRead> {
  const [row] = await rowsOf<OwnRead>(tx, mayHaveAftermath ? orderWithConsequences : earlyOrder, [
    locationId,
    id,
  ]);
  return mustFind(row, 'Order');
}

/** The place to pick a line: a shelf of the location, or else an aisle named after its categories. */
export interface LinePlace {
  lineId: string;
  barcode: string | null;
  aisle: string;
  aisleName: string | null;
}

/** Joins the places of order lines `n`: their items, categories and shelves. */
export const joinLinePlaces = `
  JOIN locations place ON place.id = n.location_id
  JOIN sub_products sold ON sold.id = n.sub_product_id
  JOIN products p ON p.id = sold.product_id
  JOIN categories c ON c.id = p.category_id
  LEFT JOIN categories c2 ON c2.id = c.parent_id
  LEFT JOIN categories c3 ON c3.id = c2.parent_id
  LEFT JOIN location_sub_products offer ON offer.location_id = n.location_id AND offer.sub_product_id = sold.id`;
/**
 * The sequence in which lines are picked and packed: departments as the location walks them, then shelves, and items without a
 * shelf by category. Every list for picking sorts by it.
 */
export const pickingSequence = `
  aisle_rank(coalesce(c3.id, c2.id, c.id), coalesce(c3.name, c2.name, c.name), place.aisle_order),
  coalesce(c3.sort_order, c2.sort_order, c.sort_order), coalesce(c3.name, c2.name, c.name) COLLATE aisle_names,
  shelf_order(offer.shelf_code) NULLS LAST, array_remove(ARRAY[lpad(c3.sort_order::text, 9, '0') || c3.name,
    lpad(c2.sort_order::text, 9, '0') || c2.name, lpad(c.sort_order::text, 9, '0') || c.name], NULL) COLLATE aisle_names,
  item_name(coalesce(n.product_name, n.name), n.name) COLLATE aisle_names, n.position`;

const lineShelves = `
  SELECT n.id AS "lineId", sold.barcode,
    coalesce(offer.shelf_code, concat_ws(' › ', c3.name, c2.name, c.name)) AS aisle,
    CASE WHEN offer.shelf_code IS NOT NULL THEN coalesce(c3.name, c2.name, c.name) END AS "aisleName"
  FROM orders o
  JOIN order_lines n ON n.location_id = o.location_id AND n.order_id = o.id
  ${joinLinePlaces}
  WHERE o.id = $1
  ORDER BY ${pickingSequence}`;
/** Sorts lines in the sequence in which they are picked. */
export const findLineShelves = (tx: Tx, id: string): Promise<LinePlace[]> =>
  rowsOf<LinePlace>(tx, lineShelves, [id]);

const lineImages = `
  SELECT n.id AS "lineId", item_name(coalesce(n.product_name, n.name), n.name) AS name, coalesce(
    (SELECT i.file_id FROM product_images i WHERE i.product_id = s.product_id AND i.sub_product_id = s.id
      ORDER BY i.sort_order, i.file_id LIMIT 1),
    (SELECT i.file_id FROM product_images i WHERE i.product_id = s.product_id AND i.sub_product_id IS NULL
      ORDER BY i.sort_order, i.file_id LIMIT 1)) AS "fileId"
  FROM orders o
  JOIN order_lines n ON n.location_id = o.location_id AND n.order_id = o.id
  JOIN sub_products s ON s.id = n.sub_product_id
  WHERE o.id = $1 ORDER BY n.position`;
/** The first photo of each line's item, or of its product. */
export const findLineImages = (
  tx: Tx,
  id: string,
): Promise<{ lineId: string; name: string; fileId: string | null }[]> => rowsOf(tx, lineImages, [id]);

const orderConsequences = `
  SELECT
    (SELECT coalesce(json_agg(${refundObject} ORDER BY r.id), '[]')
      FROM refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id) AS refunds,
    ${arrayOf(`SELECT b.id AS "_id", b.number, b.kind, b.status, b.no_return AS "noReturn", iso(b.created_at) AS "createdAt", b.version,
        (SELECT json_build_object('_id', ro.id, 'number', ro.number) FROM orders ro
          WHERE ro.location_id = b.location_id AND ro.id = b.replacement_order_id) AS "replacementOrder",
        ${arrayOf(`SELECT bl.id AS "_id", bl.line_id AS "lineId", n.sub_product_id AS "subProductId", n.name, ${lineNames}, n.sku,
            n.unit, n.sold_by_weight AS "soldByWeight", bl.quantity, bl.reason, bl.note, bl.received, bl.condition
          FROM return_lines bl JOIN order_lines n ON n.location_id = bl.location_id AND n.order_id = bl.order_id
            AND n.id = bl.line_id
          WHERE bl.location_id = b.location_id AND bl.return_id = b.id ORDER BY bl.position`)} AS lines
      FROM returns b WHERE b.location_id = o.location_id AND b.order_id = o.id ORDER BY b.id`)} AS returns,
    (SELECT json_build_object('returnId', b.id, 'returnNumber', format_number('return', b.number), 'orderId', b.order_id,
        'orderNumber', (SELECT format_number('order', ro.number) FROM orders ro
          WHERE ro.location_id = b.location_id AND ro.id = b.order_id))
      FROM returns b WHERE b.location_id = o.location_id AND b.replacement_order_id = o.id) AS "replacementFor",
    (SELECT json_build_object('_id', x.id, 'number', format_number('dispute', x.number), 'status', x.status,
        'amount', x.amount, 'dueBy', iso(x.due_by))
      FROM disputes x WHERE x.location_id = o.location_id AND x.order_id = o.id ORDER BY x.id DESC LIMIT 1) AS dispute
  FROM (SELECT $1::uuid AS location_id, $2::uuid AS id) AS o`;
/** The refunds and returns of an order, the return that the order replaces items of, and its dispute. */
export async function readConsequences(tx: Tx, { locationId, _id }: OwnRead): Promise<OrderConsequences> {
  const [row] = await rowsOf<OrderConsequences>(tx, orderConsequences, [locationId, _id]);
  return mustFind(row, 'Order');
}

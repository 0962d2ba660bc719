import type { Address } from '@aisle/contract/core/fields';
import type { ItemNames } from '@aisle/contract/core/item-name';
import type { Unit } from '@aisle/contract/core/quantity';
import type { OrderMessage } from '@aisle/contract/sales/order-messages';
import type { Fulfilment, OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { OrderMessageKind } from '@aisle/contract/system/order-messages';
import { sql } from 'kysely';
import type { StoredChange } from '../../core/changes/change-reader.ts';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { lineNamePairs } from '../../core/list/item-names.ts';
import { announceRows } from '../../core/live-events.ts';
import { heldByTenders } from '../orders/money/order-payments.queries.ts';
import { isAccountHolder, orderRecipient } from '../orders/order-contact.queries.ts';

/** An event of an order that its customer may need to be notified of. */
export interface NewOrderEvent {
  locationId: string;
  orderId: string;
  eventId: string;
  kind: string;
  from: string | null;
  to: string | null;
  refundId: string | null;
  returnId: string | null;
  /** The current status of the order. */
  status: OrderStatus;
  /** The changed details of a confirmed order, such as address, slot or note. */
  changedDetails: string[] | null;
  /** A line is short, cancelled or a substitute. */
  isChanged: boolean;
}

/**
 * The order events that the transactions of these changes wrote and that have no message yet, oldest first. An event and the
 * change of the same transaction have the same time.
 */
export async function eventsOf(tx: Tx, changes: readonly StoredChange[]): Promise<NewOrderEvent[]> {
  const wanted = changes.map(({ recordId, locationId, at }, index) => ({ recordId, locationId, at, index }));
  const { rows } = await sql<NewOrderEvent>`
    SELECT e.location_id AS "locationId", e.order_id AS "orderId", e.id AS "eventId", e.kind, e.from_status AS "from",
      e.to_status AS "to", e.details ->> 'refundId' AS "refundId", e.details ->> 'returnId' AS "returnId", o.status,
      e.details -> 'changed' AS "changedDetails",
      EXISTS (SELECT FROM order_lines n WHERE n.location_id = o.location_id AND n.order_id = o.id
        AND (n.removed OR n.substitute_for IS NOT NULL
          OR (n.picked_quantity < n.quantity AND (n.picked_quantity = 0 OR NOT n.sold_by_weight)))) AS "isChanged"
    FROM (
      SELECT "locationId" AS location_id, "recordId" AS order_id, at, min(index) AS index
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        AS change ("locationId" uuid, "recordId" uuid, at timestamptz, index integer)
      GROUP BY 1, 2, 3
    ) AS change
    JOIN order_events e ON e.location_id = change.location_id AND e.order_id = change.order_id
      AND e.created_at = change.at AND e.kind IN ('order', 'lines', 'refund', 'details', 'return')
      -- An undone step doesn't send a message: the order is where it was.
      AND NOT coalesce(e.details ? 'undoes', false)
      AND NOT EXISTS (SELECT FROM order_messages m WHERE m.location_id = e.location_id AND m.order_id = e.order_id
        AND m.event_id = e.id)
    JOIN orders o ON o.location_id = e.location_id AND o.id = e.order_id
    ORDER BY change.index, e.id`.execute(tx);
  return rows;
}

/** The facts for an email about an order. */
export interface MessageFacts {
  locationId: string;
  orderId: string;
  number: string;
  customerId: string;
  /** The person who ordered is the account holder, whose devices get push notifications. */
  isAccountHolder: boolean;
  isErased: boolean;
  email: string | null;
  phone: string;
  firstName: string;
  lastName: string;
  fulfilment: Fulfilment;
  /** The customer's address. */
  address: Address | null;
  /** The order whose items this one replaces for free. */
  replaces: string | null;
  paymentType: string;
  total: number;
  paid: number;
  /** What coins and store credit pay at delivery. */
  held: number;
  deliveryFee: number;
  discountTotal: number;
  taxTotal: number;
  cancelReason: string | null;
  slotFrom: string | null;
  slotTo: string | null;
  handOverCode: string | null;
  location: { name: string; phone: string | null; address: Address; timeZone: string };
  lines: MessageLine[];
  /** The latest delivery: the driver's name, the door code, and why it failed. */
  delivery: { driverName: string; dropCode: string; reason: string | null } | null;
  /** The details that the events are about. */
  changedDetails: string[] | null;
  /** An event is about items. */
  hasItemChanges: boolean;
  /** The step of a return that the event is about. */
  returned: { number: string; kind: string; status: string; note: string | null } | null;
  /** The refund that the event is about. */
  refund: {
    amount: number;
    inCoins: number;
    coinsReturned: number;
    inCredit: number;
    inGiftCards: number;
    toCredit: number;
    provider: string | null;
  } | null;
}
export interface MessageLine extends ItemNames {
  id: string;
  name: string;
  unit: Unit;
  soldByWeight: boolean;
  quantity: number;
  pickedQuantity: number | null;
  total: number;
  removed: boolean;
  /** The picker's note. */
  note: string | null;
  substituteFor: string | null;
}

/** The event that a message is about. */
interface MessageCause {
  locationId: string;
  orderId: string;
  eventId: string;
  refundId: string | null;
  /** Earlier changes that the same message reports. */
  earlierIds?: readonly string[];
}
/** The facts for each requested message, in the same sequence. */
export async function messageFacts(tx: Tx, wanted: readonly MessageCause[]): Promise<MessageFacts[]> {
  const rows = wanted.map(({ locationId, orderId, eventId, refundId, earlierIds = [] }, position) => ({
    locationId,
    orderId,
    eventId,
    refundId,
    eventIds: [...earlierIds, eventId],
    position,
  }));
  const { rows: facts } = await sql<MessageFacts>`
    SELECT o.location_id AS "locationId", o.id AS "orderId", format_number('order', o.number) AS number, ${orderRecipient},
      c.id AS "customerId", ${isAccountHolder} AS "isAccountHolder", c.erased_at IS NOT NULL AS "isErased", o.fulfilment, o.address, o.payment_type AS "paymentType", o.total, o.paid,
      ${heldByTenders} AS held,
      o.delivery_fee AS "deliveryFee", o.discount_total AS "discountTotal", o.tax_total AS "taxTotal",
      o.cancel_reason AS "cancelReason", o.slot_from AS "slotFrom", o.slot_to AS "slotTo",
      o.hand_over_code AS "handOverCode",
      json_build_object('name', l.name, 'phone', l.phone, 'address', l.address, 'timeZone', l.time_zone) AS location,
      (SELECT json_agg(json_build_object('id', n.id, 'name', n.name, ${sql.raw(lineNamePairs)}, 'unit', n.unit, 'soldByWeight', n.sold_by_weight,
          'quantity', n.quantity, 'pickedQuantity', n.picked_quantity, 'total', n.total, 'removed', n.removed, 'note', n.note,
          'substituteFor', n.substitute_for) ORDER BY n.position)
        FROM order_lines n WHERE n.location_id = o.location_id AND n.order_id = o.id) AS lines,
      (SELECT json_build_object('driverName', d.driver_name, 'dropCode', d.drop_code, 'reason', d.reason)
        FROM deliveries d WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.return_id IS NULL
        ORDER BY d.id DESC LIMIT 1) AS delivery,
      (SELECT json_agg(changed) FROM order_events e, jsonb_array_elements_text(e.details -> 'changed') AS changed
        WHERE e.location_id = o.location_id AND e.order_id = o.id AND e.id = ANY (wanted."eventIds"))
        AS "changedDetails",
      EXISTS (SELECT FROM order_events e WHERE e.location_id = o.location_id AND e.order_id = o.id
        AND e.id = ANY (wanted."eventIds") AND e.kind IN ('lines', 'order')) AS "hasItemChanges",
      CASE WHEN o.total = 0 THEN (SELECT format_number('order', first.number)
        FROM returns b JOIN orders first ON first.location_id = b.location_id AND first.id = b.order_id
        WHERE b.location_id = o.location_id AND b.replacement_order_id = o.id) END AS replaces,
      (SELECT json_build_object('number', format_number('return', b.number), 'kind', b.kind, 'status', e.to_status,
          'note', e.note)
        FROM order_events e JOIN returns b ON b.location_id = e.location_id AND b.id::text = e.details ->> 'returnId'
        WHERE e.location_id = o.location_id AND e.order_id = o.id AND e.id = wanted."eventId" AND e.kind = 'return')
        AS returned,
      (SELECT json_build_object('amount', r.amount, 'inCoins', r.in_coins, 'coinsReturned', r.coins_returned,
          'inCredit', r.in_credit, 'inGiftCards', r.in_gift_cards, 'toCredit', r.to_credit, 'provider', r.provider)
        FROM refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id AND r.id = wanted."refundId") AS refund
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS wanted ("locationId" uuid, "orderId" uuid, "eventId" uuid, "refundId" uuid, "eventIds" uuid[], position integer)
    JOIN orders o ON o.location_id = wanted."locationId" AND o.id = wanted."orderId"
    JOIN customers c ON c.id = o.customer_id
    JOIN locations l ON l.id = o.location_id
    ORDER BY wanted.position`.execute(tx);
  return facts;
}

/** A message about changes that waits for further ones. */
interface WaitingMessage {
  locationId: string;
  orderId: string;
  channel: OrderMessage['channel'];
  mailId: string;
  eventIds: string[];
}
/** The waiting messages about changes of these orders. Locks them, so that none is sent before it is completed. */
export async function waitingMessages(
  tx: Tx,
  orders: readonly { locationId: string; orderId: string }[],
): Promise<WaitingMessage[]> {
  if (orders.length === 0) return [];
  const { rows } = await sql<WaitingMessage>`
    WITH waiting AS (${unsentChanges(orders, sql`AND f.next_attempt_at > now()`)} FOR UPDATE OF f)
    SELECT location_id AS "locationId", order_id AS "orderId", channel, mail_id AS "mailId",
      array_agg(event_id ORDER BY id) AS "eventIds"
    FROM waiting GROUP BY 1, 2, 3, 4`.execute(tx);
  return rows;
}

/** Sends waiting messages about changes of these orders before any later message. */
export async function releaseWaiting(
  tx: Tx,
  orders: readonly { locationId: string; orderId: string }[],
): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    UPDATE mails SET next_attempt_at = now() - interval '1 second'
    WHERE id IN (SELECT mail_id FROM (${unsentChanges(orders)}) AS waiting)`.execute(tx);
}

const unsentChanges = (orders: readonly { locationId: string; orderId: string }[], more = sql``) => sql`
  SELECT m.location_id, m.order_id, m.id, m.channel, m.mail_id, m.event_id
  FROM jsonb_to_recordset(${JSON.stringify(orders.map(({ locationId, orderId }) => ({ locationId, orderId })))}::jsonb)
    AS changed ("locationId" uuid, "orderId" uuid)
  JOIN order_messages m ON m.location_id = changed."locationId" AND m.order_id = changed."orderId"
    AND m.kind = 'changed' AND m.sent_by_name IS NULL
  JOIN mails f ON f.id = m.mail_id AND f.sent_at IS NULL AND f.attempts = 0 ${more}`;

interface NewOrderMessage {
  locationId: string;
  orderId: string;
  kind: OrderMessageKind;
  channel: OrderMessage['channel'];
  eventId: string;
  mailId: string;
  recipient: string;
  sentBy?: { userId: string | null; name: string };
}
/** Records emails and announces them to the screens that show their orders. */
export async function insertOrderMessages(tx: Tx, emails: readonly NewOrderMessage[]): Promise<void> {
  if (emails.length === 0) return;
  const rows = emails.map(({ sentBy, ...email }) => ({
    ...email,
    id: newId(),
    sentBy: sentBy?.userId ?? null,
    sentByName: sentBy?.name ?? null,
  }));
  await sql`
    WITH sent AS (
      INSERT INTO order_messages (location_id, order_id, id, kind, channel, event_id, mail_id, recipient, sent_by, sent_by_name)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS email ("locationId" uuid, "orderId" uuid,
        id uuid, kind text, channel text, "eventId" uuid, "mailId" uuid, recipient text, "sentBy" uuid, "sentByName" text)
      RETURNING *
    )
    ${announceRows(
      {
        topic: 'orderMessages',
        action: 'sent',
        recordId: sql`order_id`,
        locationId: sql`location_id`,
        permission: 'order_view',
      },
      sql`FROM sent`,
    )}`.execute(tx);
}

interface SentEmail {
  locationId: string;
  orderId: string;
  kind: OrderMessageKind;
  channel: OrderMessage['channel'];
  eventId: string;
  earlierIds: string[];
  refundId: string | null;
}
/** An email about an order, with its events and their refund. */
export async function findOrderMessage(tx: Tx, orderId: string, id: string): Promise<SentEmail | undefined> {
  const { rows } = await sql<SentEmail>`
    SELECT m.location_id AS "locationId", m.order_id AS "orderId", m.kind, m.channel, m.event_id AS "eventId",
      e.details ->> 'refundId' AS "refundId",
      ARRAY(SELECT earlier.event_id FROM order_messages earlier WHERE earlier.location_id = m.location_id
        AND earlier.order_id = m.order_id AND earlier.mail_id = m.mail_id AND earlier.id < m.id) AS "earlierIds"
    FROM order_messages m JOIN order_events e ON e.location_id = m.location_id AND e.order_id = m.order_id
      AND e.id = m.event_id
    WHERE m.order_id = ${orderId} AND m.id = ${id}`.execute(tx);
  return rows[0];
}

/** No order has more than this, unless staff keep resending. */
const maxShown = 50;
export async function listOrderMessages(
  tx: Tx,
  order: { locationId: string; id: string },
): Promise<OrderMessage[]> {
  const { rows } = await sql<OrderMessage>`
    SELECT id AS "_id", kind, channel, recipient AS "to",
      coalesce(mail_state(mail_id), 'sent') AS state,
      sent_by_name AS "sentBy", created_at AS "createdAt"
    FROM order_messages m WHERE location_id = ${order.locationId} AND order_id = ${order.id}
      -- One message can report several changes.
      AND NOT EXISTS (SELECT FROM order_messages later WHERE later.location_id = m.location_id
        AND later.order_id = m.order_id AND later.mail_id = m.mail_id AND later.id > m.id)
    ORDER BY id DESC LIMIT ${maxShown}`.execute(tx);
  return rows;
}

export async function locationOfOrder(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('orders')
    .select('location_id as locationId')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.locationId;
}

/** The order with this number, or the latest order, with the latest event that a message of this kind could be about. */
export async function orderToTry(
  tx: Tx,
  { number, kind }: { number: number | undefined; kind: OrderMessageKind },
): Promise<{ locationId: string; orderId: string; eventId: string; refundId: string | null } | undefined> {
  const about = kind === 'refunded' ? 'refund' : kind === 'returnStep' ? 'return' : 'order';
  const { rows } = await sql<{
    locationId: string;
    orderId: string;
    eventId: string;
    refundId: string | null;
  }>`
    SELECT o.location_id AS "locationId", o.id AS "orderId", coalesce(e.id, o.id) AS "eventId",
      e.details ->> 'refundId' AS "refundId"
    FROM (SELECT location_id, id FROM orders WHERE ${number === undefined ? sql`true` : sql`number = ${number}`}
      ORDER BY created_at DESC, id DESC LIMIT 1) AS o
    LEFT JOIN LATERAL (SELECT id, details FROM order_events WHERE location_id = o.location_id AND order_id = o.id
      AND kind = ${about} ORDER BY id DESC LIMIT 1) AS e ON true`.execute(tx);
  return rows[0];
}

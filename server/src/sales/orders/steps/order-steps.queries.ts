import type { Address } from '@aisle/contract/core/fields';
import type { ItemNames } from '@aisle/contract/core/item-name';
import { formatNumber } from '@aisle/contract/core/numbers';
import type { Unit } from '@aisle/contract/core/quantity';
import type {
  DispatchStatus,
  Fulfilment,
  OrderStatus,
  RefundStatus,
  ReturnStatus,
} from '@aisle/contract/sales/orders/order-flow';
import type { ShopperAnswer } from '@aisle/contract/sales/orders/order-lines';
import { closedStatuses, isClosed } from '@aisle/contract/sales/orders/order-status-groups';
import type {
  KeptOrderPromotions,
  LineDiscount,
  PriceSource,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import { sql } from 'kysely';
import { changeRows, differences } from '../../../core/changes/record-change.ts';
import { enqueue, type Tx } from '../../../core/db/db.ts';
import { isOneOf } from '../../../core/db/literals.ts';
import { newId } from '../../../core/ids.ts';
import { lineNames } from '../../../core/list/item-names.ts';
import { mustFind } from '../../../core/problem.ts';
import { comingBackFrom } from '../../../ledgers/trips/trips.queries.ts';
import { orderEventData } from './order-event-data.queries.ts';

/** A locked order: a step changes it in memory and saves it once. */
export interface LockedOrder {
  locationId: string;
  id: string;
  number: number;
  customerId: string;
  status: OrderStatus;
  dispatchStatus: DispatchStatus | null;
  fulfilment: Fulfilment;
  paymentType: string;
  itemsTotal: number;
  discountTotal: number;
  taxTotal: number;
  deliveryFee: number;
  total: number;
  /** Benefits of the customer's plan. The percentage is 0 if a promotion excludes it. */
  planId: string | null;
  discountPercent: number;
  /** Of the plan or of a promotion. */
  coinMultiplier: number;
  /** The coins that a promotion adds. */
  bonusCoins: number;
  /** The promotion's part of the delivery fee, which is not in `deliveryFee`. */
  deliveryDiscount: number;
  promotions: KeptOrderPromotions | null;
  unitCount: number;
  lineCount: number;
  paid: number;
  refunded: number;
  driverId: string | null;
  handOverCode: string | null;
  pickerId: string | null;
  pickerName: string | null;
  bags: number | null;
  /** The driver who still has the items after a failed attempt. */
  comingBackFrom: string | null;
  cancelReason: string | null;
  /** The order was announced as late and has a late notice. */
  isLate: boolean;
  version: number;
  placedAt: string;
  deliveredAt: string | null;
  /** The status of the latest refund that is open or completes the refund of the whole payment. */
  refundStatus: RefundStatus | null;
  /** The status of the latest return that is open or completes the return of everything delivered. */
  returnStatus: ReturnStatus | null;
  /** The lines that were written since the order was last saved, for the change feed. */
  writtenLines?: WrittenLine[];
}
type WrittenLine = ['orderLine', 'created' | 'changed', string];

const lockedColumns = sql`
    location_id AS "locationId", id, number, customer_id AS "customerId", status,
      dispatch_status AS "dispatchStatus", fulfilment, payment_type AS "paymentType",
      items_total AS "itemsTotal", discount_total AS "discountTotal", tax_total AS "taxTotal",
      delivery_fee AS "deliveryFee", total, plan_id AS "planId", discount_percent AS "discountPercent",
      coin_multiplier AS "coinMultiplier", bonus_coins AS "bonusCoins", delivery_discount AS "deliveryDiscount",
      promotions, unit_count AS "unitCount", line_count AS "lineCount", paid, refunded, driver_id AS "driverId",
      hand_over_code AS "handOverCode", picker_id AS "pickerId", picker_name AS "pickerName", bags,
      cancel_reason AS "cancelReason", late_at IS NOT NULL AS "isLate", version, created_at AS "placedAt", delivered_at AS "deliveredAt",
      NULL AS "refundStatus", NULL AS "returnStatus", NULL AS "comingBackFrom"`;

/** An order that isn't locked, to preview a change. */
export async function findOrderToPlan(tx: Tx, id: string): Promise<LockedOrder> {
  const { rows } = await sql<LockedOrder>`SELECT ${lockedColumns} FROM orders WHERE id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Order');
}

/** Locks an order, so that concurrent steps run one after the other. */
export async function lockOrder(tx: Tx, id: string): Promise<LockedOrder> {
  const { rows } = await sql<LockedOrder>`
    SELECT ${lockedColumns} FROM orders WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  const order = mustFind(rows[0], 'Order');
  // Uses a separate statement after the lock, because the snapshot of the locking statement could be older than the lock.
  if (order.paid > 0) order.refundStatus = await refundStatusOf(tx, order);
  if (order.status === 'delivered') order.returnStatus = await returnStatusOf(tx, order);
  if (order.status === 'awaitingForDelivery' && order.dispatchStatus === 'inQueue') {
    order.comingBackFrom = await driverBringingBack(tx, order);
  }
  return order;
}

export async function driverBringingBack(
  tx: Tx,
  order: Pick<LockedOrder, 'locationId' | 'id'>,
): Promise<string | null> {
  const { rows } = await sql<{ driver: string | null }>`
    SELECT ${sql.raw(comingBackFrom)} AS driver FROM orders o
    WHERE o.location_id = ${order.locationId} AND o.id = ${order.id}`.execute(tx);
  return rows[0]?.driver ?? null;
}

export async function refundStatusOf(tx: Tx, order: LockedOrder): Promise<RefundStatus | null> {
  const { rows } = await sql<{ status: RefundStatus }>`
    SELECT status FROM refunds
    WHERE location_id = ${order.locationId} AND order_id = ${order.id}
      AND (status <> 'refunded' OR ${order.refunded >= order.paid}::boolean)
    ORDER BY id DESC LIMIT 1`.execute(tx);
  return rows[0]?.status ?? null;
}

/** A closed return counts only if it covers everything that was delivered. */
export async function returnStatusOf(tx: Tx, order: LockedOrder): Promise<ReturnStatus | null> {
  const { rows } = await sql<{ status: ReturnStatus }>`
    SELECT r.status FROM returns r
    WHERE r.location_id = ${order.locationId} AND r.order_id = ${order.id}
      AND (r.closed_at IS NULL OR NOT EXISTS (
        SELECT FROM order_lines n
        LEFT JOIN return_lines back ON back.location_id = r.location_id AND back.return_id = r.id
          AND back.line_id = n.id
        WHERE n.location_id = r.location_id AND n.order_id = r.order_id
          AND coalesce(n.picked_quantity, n.quantity) > coalesce(back.received, back.quantity, 0)))
    ORDER BY r.id DESC LIMIT 1`.execute(tx);
  return rows[0]?.status ?? null;
}

export interface NewEvent {
  id: string;
  kind: 'order' | 'dispatch' | 'lines' | 'refund' | 'return' | 'note' | 'picking' | 'details';
  from: string | null;
  to: string | null;
  by: { userId: string | null; name: string };
  note?: string | null | undefined;
  details?: unknown;
}

/** The delivery and payment details of an order. */
interface SavedDetails {
  address: Address | null;
  distanceKm: number | null;
  slot: { from: string; to: string } | null;
  note: string | null;
}
const detailColumns = ({ address, distanceKm, slot, note }: SavedDetails) => sql`
  address = ${address && JSON.stringify(address)}::jsonb, distance_km = ${distanceKm},
  slot_from = ${slot?.from ?? null}::timestamptz, slot_to = ${slot?.to ?? null}::timestamptz, note = ${note},
  late_at = CASE WHEN promised_at(slot_to, created_at) = promised_at(${slot?.to ?? null}, created_at) THEN late_at END,`;

interface Saving {
  order: LockedOrder;
  headline: string;
  /** The order status that is being entered; its time is recorded. */
  entered: OrderStatus | null;
  /** The order status that is being undone; its time is cleared. */
  undone?: OrderStatus | undefined;
  events: readonly NewEvent[];
  action:
    | 'step'
    | 'lines'
    | 'payment'
    | 'payLink'
    | 'openPayLink'
    | 'refund'
    | 'return'
    | 'takeOver'
    | 'details';
  /** Changed details. Steps don't change them. */
  details?: SavedDetails | undefined;
  before: unknown;
  after: unknown;
}

/**
 * Saves the order with its events, its audit entry and its row in the change log, in one statement. A late order that
 * ends, or that is due later, also loses its late notice.
 */
export async function saveOrder(tx: Tx, saving: Saving): Promise<void> {
  const { order, entered, events, details, undone = null } = saving;
  const actor = events[0]!.by;
  const parts = takeParts(order);
  const rows = events.map((event) => ({
    id: event.id,
    kind: event.kind,
    from_status: event.from,
    to_status: event.to,
    user_id: event.by.userId,
    actor_name: event.by.name,
    note: event.note ?? null,
    details: event.details ?? null,
  }));
  const saved = sql`
    WITH changed AS (
      UPDATE orders SET ${details ? detailColumns(details) : sql``}
        ${details ? sql`payment_type = ${order.paymentType},` : sql``}
        delivery_fee = ${order.deliveryFee}, delivery_discount = ${order.deliveryDiscount},
        discount_percent = ${order.discountPercent}, coin_multiplier = ${order.coinMultiplier},
        bonus_coins = ${order.bonusCoins},
        promotions = ${order.promotions && JSON.stringify(order.promotions)}::jsonb,
        status = ${order.status}, dispatch_status = ${order.dispatchStatus},
        headline_status = ${saving.headline}, items_total = ${order.itemsTotal},
        discount_total = ${order.discountTotal}, tax_total = ${order.taxTotal}, total = ${order.total},
        unit_count = ${order.unitCount}, line_count = ${order.lineCount}, paid = ${order.paid}, refunded = ${order.refunded}, driver_id = ${order.driverId},
        hand_over_code = ${order.handOverCode}, picker_id = ${order.pickerId},
        picker_name = ${order.pickerName}, bags = ${order.bags}, cancel_reason = ${order.cancelReason},
        processing_at = CASE WHEN ${entered} = 'processing' THEN now() WHEN ${undone} = 'processing' THEN NULL
          ELSE processing_at END,
        prepared_at = CASE WHEN ${entered} = 'prepared' THEN now() ELSE prepared_at END,
        out_at = CASE WHEN ${entered} = 'outOfDelivery' THEN now() ELSE out_at END,
        delivered_at = CASE WHEN ${entered} = 'delivered' THEN now() ELSE delivered_at END
      WHERE location_id = ${order.locationId} AND id = ${order.id}
      RETURNING *
    ), ${changeRows(
      actor,
      {
        resource: 'orders',
        action: saving.action,
        recordId: sql`id`,
        locationId: sql`location_id`,
        version: sql`version`,
        before: asJson(saving.before),
        after: asJson(saving.after),
        fields: sql`${differences(saving.before, saving.after).fields}::text[]`,
        data: orderEventData,
        snapshot: sql`${orderEventData} || jsonb_build_object('total', total, 'events', ${eventsForReaders(events)}::jsonb,
          'parts', ${parts}::jsonb)`,
      },
      sql`FROM changed`,
    )}
    INSERT INTO order_events (location_id, order_id, id, kind, from_status, to_status, user_id, actor_name, note, details)
    SELECT ${order.locationId}, ${order.id}, event.*
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS event (id uuid, kind text, from_status text,
      to_status text, user_id uuid, actor_name text, note text, details jsonb)`;
  await enqueue(tx, saved);
  if (order.isLate && (details || (entered && isClosed(entered)))) await closeLateNotice(tx, order);
}

/** Closes the late notice of an order that has ended or whose due time changed. */
async function closeLateNotice(tx: Tx, { locationId, id }: LockedOrder): Promise<void> {
  const closed = sql`
    SELECT close_late_notice(location_id, id) FROM orders
    WHERE location_id = ${locationId} AND id = ${id} AND (late_at IS NULL OR ${isOneOf('status', closedStatuses)})`;
  await enqueue(tx, closed);
}

/** Records the steps of an order and of its delivery for readers of the change log. */
const eventsForReaders = (events: readonly NewEvent[]): string =>
  JSON.stringify(
    events
      .filter(({ kind }) => kind === 'order' || kind === 'dispatch')
      .map(({ kind, from, to, by, note }) => ({ kind, from, to, by: by.name, note: note?.slice(0, 1000) })),
  );
const asJson = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

interface NewNote {
  actor: { userId: string | null; name: string };
  note: string;
  details?: typeof automaticNote;
}
export interface TakenStep {
  id: string;
  kind: NewEvent['kind'];
  from: string;
  to: string;
  userId: string | null;
  isUndo: boolean;
  ageMs: number;
}
/** The latest events of an order: those of its last transaction, in sequence. */
export async function findLastStep(tx: Tx, { locationId, id }: LockedOrder): Promise<TakenStep[]> {
  const { rows } = await sql<TakenStep>`
    WITH latest AS (
      SELECT * FROM order_events
      WHERE location_id = ${locationId} AND order_id = ${id} AND kind NOT IN ('note', 'owner', 'tags')
      ORDER BY id DESC LIMIT 5
    )
    SELECT id, kind, from_status AS "from", to_status AS "to", user_id AS "userId",
      coalesce(details ? 'undoes', false) AS "isUndo",
      (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs"
    FROM latest WHERE created_at = (SELECT max(created_at) FROM latest) ORDER BY id`.execute(tx);
  return rows;
}

export interface LatestStep {
  kind: string;
  /** The user of the latest step; null for the system, a driver or an API key. */
  userId: string | null;
  by: string;
  /** The driver who was asked or has the order. */
  driver: string | null;
}
/** The latest change of an order, for the message to a user who came second. */
export async function latestStepOf(
  tx: Tx,
  { locationId, id }: LockedOrder,
  onlyDispatch = false,
): Promise<LatestStep | undefined> {
  const { rows } = await sql<LatestStep>`
    SELECT e.kind, e.user_id AS "userId", e.actor_name AS by,
      (SELECT d.driver_name FROM deliveries d WHERE (d.location_id, d.order_id) = (e.location_id, e.order_id)
        AND d.return_id IS NULL AND d.ended_at IS NULL) AS driver
    FROM order_events e
    WHERE e.location_id = ${locationId} AND e.order_id = ${id} AND e.kind NOT IN ('note', 'owner', 'tags')
      AND (e.kind = 'dispatch' OR NOT ${onlyDispatch}::boolean)
    ORDER BY e.id DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/** Marks a note that the program wrote, so that timelines show it as an event of its own. */
export const automaticNote = { automatic: true } as const;

/** A note doesn't change the version of the order, so that open forms can still be saved. */
export async function insertNote(
  tx: Tx,
  order: LockedOrder,
  { actor, note, details }: NewNote,
): Promise<void> {
  const { locationId, id, number } = order;
  const change = {
    resource: 'orders',
    action: 'note',
    recordId: sql`${id}::uuid`,
    locationId: sql`${locationId}::uuid`,
    after: asJson({ note }),
    data: asJson({ number: formatNumber('order', number) }),
  } as const;
  await sql`
    WITH ${changeRows(actor, change, sql``)}
    INSERT INTO order_events (location_id, order_id, id, kind, user_id, actor_name, note, details)
    VALUES (${locationId}, ${id}, ${newId()}, 'note', ${actor.userId}, ${actor.name}, ${note},
      ${details ? asJson(details) : null}::jsonb)`.execute(tx);
}

interface Picking {
  id: string;
  by: { userId: string | null; name: string };
  note: string;
  before: unknown;
  after: unknown;
}
/** Records a picking in the timeline and the audit log. The order itself has been saved with each pick. */
export async function recordPicking(
  tx: Tx,
  { locationId, id, number }: LockedOrder,
  picking: Picking,
): Promise<void> {
  const { by, note, before, after } = picking;
  const change = {
    resource: 'orders',
    action: 'lines',
    recordId: sql`${id}::uuid`,
    locationId: sql`${locationId}::uuid`,
    before: asJson(before),
    after: asJson(after),
    fields: sql`${differences(before, after).fields}::text[]`,
    data: asJson({ number: formatNumber('order', number) }),
  } as const;
  const recorded = sql`
    WITH ${changeRows(by, change, sql``)}
    INSERT INTO order_events (location_id, order_id, id, kind, to_status, user_id, actor_name, note)
    VALUES (${locationId}, ${id}, ${picking.id}, 'lines', 'picked', ${by.userId}, ${by.name}, ${note})`;
  await enqueue(tx, recorded);
}

export interface LockedLine extends ItemNames {
  id: string;
  position: number;
  subProductId: string;
  name: string;
  sku: string;
  unit: Unit;
  soldByWeight: boolean;
  quantity: number;
  pickedQuantity: number | null;
  unitPrice: number;
  priceSource: PriceSource | null;
  /** The discounts of promotions as they were priced; `discount` has their amount for the current quantity. */
  discounts: LineDiscount[];
  discount: number;
  taxRate: number;
  taxSource: string | null;
  tax: number;
  total: number;
  commissionRate: number;
  note: string | null;
  substituteFor: string | null;
  removed: boolean;
  answer: ShopperAnswer | null;
  addedByStaff: boolean;
  pickedBy: string | null;
  pickedByName: string | null;
}

export async function linesOf(tx: Tx, order: Pick<LockedOrder, 'locationId' | 'id'>): Promise<LockedLine[]> {
  const { rows } = await sql<LockedLine>`
    SELECT id, position, sub_product_id AS "subProductId", n.name, ${sql.raw(lineNames)}, sku,
      unit, sold_by_weight AS "soldByWeight", quantity, picked_quantity AS "pickedQuantity", unit_price AS "unitPrice",
      price_source AS "priceSource", coalesce(discounts, '[]') AS discounts, discount, tax_rate AS "taxRate",
      tax_source AS "taxSource", tax, total, commission_rate AS "commissionRate", note, substitute_for AS "substituteFor", removed,
      shopper_answer AS answer, added_by_staff AS "addedByStaff", picked_by AS "pickedBy",
      picked_by_name AS "pickedByName"
    FROM order_lines n WHERE location_id = ${order.locationId} AND order_id = ${order.id}
    ORDER BY position`.execute(tx);
  return rows;
}

/** The picked quantities of an order. Lines without a picked quantity count as picked in full. */
export const pickedItems = ({ locationId, id }: Pick<LockedOrder, 'locationId' | 'id'>) => sql`
  SELECT sub_product_id, coalesce(picked_quantity, quantity) AS quantity FROM order_lines
  WHERE location_id = ${locationId} AND order_id = ${id}`;

/** Returns the lines that were written since the order was last saved, as JSON for the snapshot of its change. */
export function takeParts(order: LockedOrder): string {
  const parts = order.writtenLines ?? [];
  order.writtenLines = [];
  return JSON.stringify(parts);
}

function noteLines(order: LockedOrder, type: WrittenLine[1], lines: readonly LockedLine[]): void {
  order.writtenLines = [
    ...(order.writtenLines ?? []),
    ...lines.map(({ id }): WrittenLine => ['orderLine', type, id]),
  ];
}

/** Updates all changed lines in one statement. */
export async function updateLines(tx: Tx, order: LockedOrder, lines: readonly LockedLine[]): Promise<void> {
  if (lines.length === 0) return;
  noteLines(order, 'changed', lines);
  const updated = sql`
    UPDATE order_lines line SET quantity = new.quantity, picked_quantity = new.picked_quantity,
      discount = new.discount, tax = new.tax, total = new.total, note = new.note,
      substitute_for = new.substitute_for, removed = new.removed, shopper_answer = new.answer,
      picked_by = new.picked_by, picked_by_name = new.picked_by_name, discounts = nullif(new.discounts, '[]')
    FROM unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[],
      ${lines.map((line) => line.pickedQuantity)}::numeric[], ${lines.map((line) => line.discount)}::bigint[],
      ${lines.map((line) => line.tax)}::bigint[], ${lines.map((line) => line.total)}::bigint[],
      ${lines.map((line) => line.note)}::text[], ${lines.map((line) => line.substituteFor)}::uuid[],
      ${lines.map((line) => line.removed)}::boolean[], ${lines.map((line) => line.answer)}::text[],
      ${lines.map((line) => line.pickedBy)}::uuid[], ${lines.map((line) => line.pickedByName)}::text[],
      ${lines.map(({ discounts }) => JSON.stringify(discounts))}::jsonb[])
      AS new (id, quantity, picked_quantity, discount, tax, total, note, substitute_for, removed, answer, picked_by,
        picked_by_name, discounts)
    WHERE line.location_id = ${order.locationId} AND line.order_id = ${order.id} AND line.id = new.id`;
  await enqueue(tx, updated);
}

export async function insertLines(tx: Tx, order: LockedOrder, lines: readonly LockedLine[]): Promise<void> {
  if (lines.length === 0) return;
  noteLines(order, 'created', lines);
  const rows = lines.map((line) => ({
    ...line,
    discounts: line.discounts.length > 0 ? line.discounts : null,
  }));
  const inserted = sql`
    INSERT INTO order_lines (location_id, order_id, id, position, sub_product_id, product_name, name, sku, unit,
      sold_by_weight, quantity, picked_quantity, unit_price, discount, tax_rate, tax, total, commission_rate,
      substitute_for, note, shopper_answer, picked_by, picked_by_name, price_source, tax_source, discounts,
      added_by_staff)
    SELECT ${order.locationId}, ${order.id}, line.*, true
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line (id uuid, position integer,
      "subProductId" uuid, "productName" text, name text, sku text, unit text, "soldByWeight" boolean, quantity numeric,
      "pickedQuantity" numeric, "unitPrice" bigint, discount bigint, "taxRate" numeric, tax bigint, total bigint,
      "commissionRate" numeric, "substituteFor" uuid, note text, answer text, "pickedBy" uuid, "pickedByName" text,
      "priceSource" text, "taxSource" text, discounts jsonb)`;
  await enqueue(tx, inserted);
}

/** Orders that were not paid in time, except those that are locked now. */
export async function overdueOrders(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM orders WHERE status = 'pending' AND payment_due_at < now()
    ORDER BY payment_due_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The current date at a location. */
export async function todayAt(tx: Tx, locationId: string): Promise<string> {
  const row = await tx
    .selectFrom('locations')
    .select(sql<string>`(now() AT TIME ZONE time_zone)::date`.as('today'))
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  return row.today;
}

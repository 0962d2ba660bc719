import type { ItemNames } from '@aisle/contract/core/item-name';
import { formatNumber, numbersBeginning } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type { Unit } from '@aisle/contract/core/quantity';
import type { ReturnKind, ReturnStatus } from '@aisle/contract/sales/orders/order-flow';
import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { failedReturnStatuses } from '@aisle/contract/sales/returns/return-status-groups';
import type { Condition, ReturnPage, ReturnRow } from '@aisle/contract/sales/returns/returns';
import { sql } from 'kysely';
import { changeRows } from '../../core/changes/record-change.ts';
import { enqueue, type Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { lineNamePairs } from '../../core/list/item-names.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { numberedRows } from '../../core/list/numbers.ts';
import { announceRows } from '../../core/live-events.ts';
import { mustFind } from '../../core/problem.ts';
import { findCustomers } from '../../customers/customers/customer-search.queries.ts';
import { isAt, isFromDay, isToDay } from '../../ledgers/figures/figure-days.queries.ts';
import { orderEventData } from '../orders/steps/order-event-data.queries.ts';

const returns = (tx: Tx) => tx.selectFrom('returns as r');
type ReturnsQuery = ReturnType<typeof returns>;

export async function listReturns(tx: Tx, actor: Actor, request: ReturnPage): Promise<List<Page<ReturnRow>>> {
  const { filters, search, sort } = request;
  let query = returns(tx);
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) query = query.where('r.location_id', '=', location);
  if (filters.kind) query = query.where('r.kind', '=', filters.kind);
  if (filters.status) {
    query = query.where(sql<boolean>`r.status = ANY (${[filters.status].flat()}::text[])`);
  }
  if (filters.from) query = query.where('r.created_at', '>=', filters.from);
  if (filters.to) query = query.where('r.created_at', '<', filters.to);
  if (filters.locationIds) query = query.where(isAt('r.location_id', filters.locationIds));
  if (filters.fromDay) query = query.where(isFromDay('r.created_at', 'r.location_id', filters.fromDay));
  if (filters.toDay) query = query.where(isToDay('r.created_at', 'r.location_id', filters.toDay));
  if (filters.subProductId) query = query.where(hasLineOf(filters.subProductId));
  if (filters.orderId) query = query.where('r.order_id', '=', filters.orderId);
  if (filters.customerId) query = query.where('r.customer_id', '=', filters.customerId);
  if (search) query = query.where(await fits(tx, search));
  return listOf(tx, query, {
    request,
    sort: {
      columns: sort?.field === 'number' ? [sql.ref('r.number')] : [sql.ref('r.created_at'), sql.ref('r.id')],
      direction: sort?.order ?? 'desc',
    },
    id: sql.ref('r.id'),
    sharedBy: `returns ${actor.locations?.join() ?? 'everywhere'}`,
    locationScope: { actor, location, table: 'returns', column: 'r.location_id' },
    select: withRow,
  }).mapRows((row) => ({
    ...row,
    number: formatNumber('return', row.number),
    orderNumber: formatNumber('order', row.orderNumber),
  }));
}

const hasLineOf = (subProductId: string) => sql<boolean>`EXISTS (
  SELECT FROM return_lines back JOIN order_lines n
    ON n.location_id = back.location_id AND n.order_id = back.order_id AND n.id = back.line_id
  WHERE back.location_id = r.location_id AND back.return_id = r.id AND n.sub_product_id = ${subProductId})`;

/** Finds returns by their number, the order's number, or the customer's name or phone. */
async function fits(tx: Tx, search: string) {
  const [own, ofOrder] = [numbersBeginning('return', search), numbersBeginning('order', search)];
  const { ids } = await findCustomers(tx, search);
  if (own.length + ofOrder.length === 0) return sql<boolean>`r.customer_id = ANY (${ids}::uuid[])`;
  // Collects IDs, so that each part uses its index.
  return sql<boolean>`(r.customer_id = ANY (${ids}::uuid[]) OR r.id = ANY (ARRAY(
    ${numberedRows('returns', sql`id`, own)}
    UNION ALL SELECT back.id FROM (${numberedRows('orders', sql`location_id, id`, ofOrder)}) AS o
    CROSS JOIN LATERAL (SELECT id FROM returns WHERE location_id = o.location_id AND order_id = o.id OFFSET 0) AS back)))`;
}

const withRow = (query: ReturnsQuery) =>
  query
    .innerJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 'r.location_id').onRef('o.id', '=', 'r.order_id'),
    )
    .innerJoin('locations as l', 'l.id', 'r.location_id')
    .select([
      'r.id as _id',
      'r.number',
      'r.order_id as orderId',
      'o.number as orderNumber',
      'r.location_id as locationId',
      'l.name as locationName',
      'l.time_zone as timeZone',
      'o.customer_name as customerName',
      'r.line_count as lineCount',
      'r.no_return as noReturn',
      'r.created_at as createdAt',
      'r.version',
    ])
    .select([
      sql<ReturnKind>`r.kind`.as('kind'),
      sql<ReturnStatus>`r.status`.as('status'),
      sql<string | null>`(SELECT b.reason FROM return_lines b WHERE b.location_id = r.location_id
        AND b.return_id = r.id ORDER BY b.position LIMIT 1)`.as('reason'),
      sql<string | null>`(SELECT d.name FROM drivers d WHERE d.id = r.driver_id)`.as('driverName'),
    ]);

/** A delivered line, with the quantities already returned or in open returns. */
export interface DeliveredLine extends ItemNames {
  lineId: string;
  subProductId: string;
  name: string;
  sku: string;
  unit: Unit;
  soldByWeight: boolean;
  total: number;
  delivered: number;
  /** The quantity in returns that are open, were received, or that the customer keeps. */
  taken: number;
  /** The part of `taken` that was refunded by a return. */
  returned: number;
}
export interface DeliveredOrder {
  locationId: string;
  status: string;
  deliveredAt: string | null;
  timeZone: string;
  lines: DeliveredLine[];
}
export async function deliveredOrder(tx: Tx, orderId: string): Promise<DeliveredOrder> {
  const { rows } = await sql<DeliveredOrder>`
    SELECT o.location_id AS "locationId", o.status, o.delivered_at AS "deliveredAt", l.time_zone AS "timeZone",
      (SELECT coalesce(json_agg(json_build_object('lineId', n.id, 'subProductId', n.sub_product_id,
          'name', n.name, ${sql.raw(lineNamePairs)}, 'sku', n.sku, 'unit', n.unit, 'soldByWeight', n.sold_by_weight, 'total', n.total,
          'delivered', coalesce(n.picked_quantity, n.quantity), 'taken', coalesce(back.taken, 0),
          'returned', coalesce(back.returned, 0)) ORDER BY n.position), '[]')
        FROM order_lines n
        LEFT JOIN LATERAL (
          SELECT sum(CASE WHEN b.received IS NOT NULL THEN b.received
              WHEN ${isOneOf('r.status', failedReturnStatuses)} THEN 0
              WHEN r.no_return AND ${isOneOf('x.status', calledOffStatuses)} THEN 0
              ELSE b.quantity END) AS taken,
            sum(coalesce(b.received, b.quantity)) FILTER (WHERE r.status = 'returned') AS returned
          FROM return_lines b JOIN returns r ON r.location_id = b.location_id AND r.id = b.return_id
          LEFT JOIN orders x ON x.location_id = r.location_id AND x.id = r.replacement_order_id
          WHERE b.location_id = n.location_id AND b.order_id = n.order_id AND b.line_id = n.id) back ON true
        WHERE n.location_id = o.location_id AND n.order_id = o.id) AS lines
    FROM orders o JOIN locations l ON l.id = o.location_id
    WHERE o.id = ${orderId}`.execute(tx);
  return mustFind(rows[0], 'Order');
}

interface NewReturn {
  id: string;
  locationId: string;
  orderId: string;
  customerId: string;
  kind: ReturnKind;
  noReturn: boolean;
  note: string | null;
  overrideNote: string | null;
  createdBy: string | null;
  lines: readonly {
    lineId: string;
    quantity: number;
    reason: string | null;
    note: string | null;
    photos: readonly string[];
  }[];
}
export async function insertReturn(tx: Tx, request: NewReturn): Promise<number> {
  const { number } = await tx
    .insertInto('returns')
    .values({
      location_id: request.locationId,
      id: request.id,
      order_id: request.orderId,
      customer_id: request.customerId,
      kind: request.kind,
      no_return: request.noReturn,
      note: request.note,
      override_note: request.overrideNote,
      line_count: request.lines.length,
      created_by: request.createdBy,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('return_lines')
    .values(
      request.lines.map((line, index) => ({
        location_id: request.locationId,
        return_id: request.id,
        id: newId(),
        order_id: request.orderId,
        line_id: line.lineId,
        position: index + 1,
        quantity: line.quantity,
        reason: line.reason,
        note: line.note,
        photos: [...line.photos],
      })),
    )
    .execute();
  await announceReturn(tx, request, null);
  return number;
}

export interface LockedReturnLine extends ItemNames {
  id: string;
  lineId: string;
  subProductId: string;
  name: string;
  unit: Unit;
  soldByWeight: boolean;
  quantity: number;
  reason: string | null;
  received: number | null;
  condition: Condition | null;
  photos: string[];
}
/** Reads a return for a step. Its order must be locked first. */
export interface LockedReturn {
  locationId: string;
  id: string;
  number: number;
  orderId: string;
  kind: ReturnKind;
  status: ReturnStatus;
  noReturn: boolean;
  replacementOrderId: string | null;
  driverId: string | null;
  version: number;
  lines: LockedReturnLine[];
}

export async function orderOfReturn(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('returns').select('order_id').where('id', '=', id).executeTakeFirst();
  return mustFind(row, 'Return').order_id;
}

export async function findReturn(tx: Tx, id: string): Promise<LockedReturn> {
  const { rows } = await sql<LockedReturn>`
    SELECT r.location_id AS "locationId", r.id, r.number, r.order_id AS "orderId", r.kind, r.status, r.no_return AS "noReturn",
      r.replacement_order_id AS "replacementOrderId", r.driver_id AS "driverId", r.version,
      (SELECT json_agg(json_build_object('id', b.id, 'lineId', b.line_id, 'subProductId', n.sub_product_id,
          'name', n.name, ${sql.raw(lineNamePairs)}, 'unit', n.unit, 'soldByWeight', n.sold_by_weight, 'quantity', b.quantity,
          'reason', b.reason, 'received', b.received, 'condition', b.condition, 'photos', b.photos) ORDER BY b.position)
        FROM return_lines b JOIN order_lines n ON n.location_id = b.location_id AND n.order_id = b.order_id
          AND n.id = b.line_id
        WHERE b.location_id = r.location_id AND b.return_id = r.id) AS lines
    FROM returns r WHERE r.id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Return');
}

/** The oldest approved return whose items weren't brought for this many days, except locked ones. */
export async function unreturned(tx: Tx, days: number): Promise<{ id: string; orderId: string } | undefined> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    SELECT r.id, r.order_id AS "orderId" FROM returns r
    JOIN orders o ON o.location_id = r.location_id AND o.id = r.order_id
    WHERE r.status = 'approved' AND r.updated_at < now() - make_interval(days => ${days}::int)
    ORDER BY r.updated_at LIMIT 1 FOR NO KEY UPDATE OF o SKIP LOCKED`.execute(tx);
  return rows[0];
}

export async function changeReturn(
  tx: Tx,
  request: LockedReturn,
  { status, closed, received }: { status: ReturnStatus; closed: boolean; received: boolean },
): Promise<void> {
  const from = request.status;
  request.status = status;
  await sql`
    UPDATE returns SET status = ${status}, replacement_order_id = ${request.replacementOrderId},
      driver_id = ${request.driverId},
      closed_at = CASE WHEN ${closed} THEN now() END,
      received_at = CASE WHEN ${received} THEN now() ELSE received_at END
    WHERE location_id = ${request.locationId} AND id = ${request.id}`.execute(tx);
  await announceReturn(tx, request, from);
}

/** Records in the change log that a return was requested or changed. Webhooks send the snapshot if its status changed. */
async function announceReturn(
  tx: Tx,
  { locationId, id }: Pick<LockedReturn, 'locationId' | 'id'>,
  from?: ReturnStatus | null,
): Promise<void> {
  const event = {
    topic: 'returns',
    action: from === null ? 'create' : 'step',
    recordId: sql`id`,
    locationId: sql`location_id`,
    permission: 'order_view',
    snapshot: sql`jsonb_build_object('returnId', id, 'number', format_number('return', number), 'orderId', order_id,
      'locationId', location_id, 'customerId', customer_id, 'kind', kind, 'from', ${from === undefined ? sql`status` : sql`${from}::text`}, 'to', status,
      'status', status, 'version', version)`,
  } as const;
  const request = sql`FROM returns WHERE location_id = ${locationId} AND id = ${id}`;
  await enqueue(tx, announceRows(event, request));
}

export async function saveReceipt(tx: Tx, { locationId, id, lines }: LockedReturn): Promise<void> {
  await sql`
    UPDATE return_lines b SET received = came.received, condition = came.condition
    FROM unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.received)}::numeric[],
      ${lines.map((line) => line.condition)}::text[]) AS came (id, received, condition)
    WHERE b.location_id = ${locationId} AND b.return_id = ${id} AND b.id = came.id`.execute(tx);
}

export async function savePhotos(
  tx: Tx,
  { locationId, id }: LockedReturn,
  lineId: string,
  photos: readonly string[],
): Promise<void> {
  await tx
    .updateTable('return_lines')
    .set({ photos: [...photos] })
    .where('location_id', '=', locationId)
    .where('return_id', '=', id)
    .where('id', '=', lineId)
    .execute();
  await tx
    .updateTable('returns')
    .set({ updated_at: new Date().toISOString() })
    .where('location_id', '=', locationId)
    .where('id', '=', id)
    .execute();
  await announceReturn(tx, { locationId, id });
}

interface Replacement {
  id: string;
  number: number;
  lines: { id: string; subProductId: string; quantity: number }[];
  eventId: string;
}
/**
 * Inserts the replacement order: free, for the same checkout and customer. It is handed out in exchange for the items. If the
 * customer keeps them, it is delivered or picked up like the order. The caller reserves its stock.
 */
export async function insertReplacement(
  tx: Tx,
  request: LockedReturn,
  actor: Pick<Actor, 'userId' | 'name'>,
): Promise<Replacement> {
  const [id, eventId, note] = [newId(), newId(), `Replacement for ${formatNumber('return', request.number)}`];
  const lines = request.lines.map((line) => ({ ...line, id: newId() }));
  const isSent = sql<boolean>`(${request.noReturn}::boolean AND fulfilment = 'delivery')`;
  const { rows } = await sql<{ number: number }>`
    WITH made AS (
      INSERT INTO orders (location_id, id, main_order_id, customer_id, customer_name, customer_phone, contact, status,
        headline_status, fulfilment, dispatch_status, address, distance_km, payment_type, items_total, total,
        unit_count, line_count, commission_rate, note, is_replacement)
      SELECT location_id, ${id}, main_order_id, customer_id, customer_name, customer_phone, contact, 'orderPlaced',
        'orderPlaced', CASE WHEN ${isSent} THEN 'delivery' ELSE 'pickup' END,
        CASE WHEN ${isSent} THEN 'awaiting' END, CASE WHEN ${isSent} THEN address END,
        CASE WHEN ${isSent} THEN distance_km END, payment_type, 0, 0,
        (SELECT sum(CASE WHEN n.sold_by_weight THEN 1 ELSE ceil(new.quantity) END)
          FROM unnest(${lines.map((line) => line.lineId)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[]) AS new (line_id, quantity)
          JOIN order_lines n ON n.location_id = ${request.locationId} AND n.order_id = ${request.orderId}
            AND n.id = new.line_id), ${lines.length}, commission_rate, ${note}, true
      FROM orders WHERE location_id = ${request.locationId} AND id = ${request.orderId}
      RETURNING *
    ), its_lines AS (
      INSERT INTO order_lines (location_id, order_id, id, position, sub_product_id, product_name, name, sku, unit,
        sold_by_weight, quantity, unit_price, total, commission_rate)
      SELECT n.location_id, ${id}, new.id, new.position, n.sub_product_id, n.product_name, n.name, n.sku, n.unit, n.sold_by_weight,
        new.quantity, 0, 0, n.commission_rate
      FROM unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.lineId)}::uuid[],
        ${lines.map((line) => line.quantity)}::numeric[]) WITH ORDINALITY AS new (id, line_id, quantity, position)
      JOIN order_lines n ON n.location_id = ${request.locationId} AND n.order_id = ${request.orderId}
        AND n.id = new.line_id
    ), noted AS (
      INSERT INTO order_events (location_id, order_id, id, kind, from_status, to_status, user_id, actor_name, note)
      SELECT location_id, ${id}::uuid, ${eventId}::uuid, 'order', NULL, 'orderPlaced', ${actor.userId}::uuid,
        ${actor.name}, ${note} FROM made
    ), ${changeRows(
      actor,
      {
        action: 'create',
        resource: 'orders',
        recordId: sql`id`,
        locationId: sql`location_id`,
        version: sql`version`,
        after: sql`jsonb_build_object('number', format_number('order', number), 'total', 0,
          'replacementFor', ${formatNumber('return', request.number)}::text)`,
        data: orderEventData,
        snapshot: sql`${orderEventData} || jsonb_build_object('total', total, 'events', jsonb_build_array(jsonb_build_object(
          'kind', 'order', 'from', NULL, 'to', status, 'by', ${actor.name}::text, 'note', ${note}::text)), 'parts',
          ${JSON.stringify(lines.map((line) => ['orderLine', 'created', line.id]))}::jsonb)`,
      },
      sql`FROM made`,
    )}
    SELECT number FROM made`.execute(tx);
  return { id, eventId, number: rows[0]!.number, lines };
}

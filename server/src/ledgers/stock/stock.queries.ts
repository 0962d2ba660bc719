import type { MovementKind } from '@aisle/contract/warehouse/lots';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { itemNameOf } from '../../core/list/item-names.ts';

type CauseKind =
  | 'receipt'
  | 'adjustment'
  | 'order'
  | 'return'
  | 'transfer'
  | 'count'
  | 'recall'
  | 'sync'
  | 'counterSale';
/** An entry of the stock ledger. Quantities are signed. An entry that changes `onHand` refers to its lot. */
export interface StockMovement {
  locationId: string;
  subProductId: string;
  kind: MovementKind;
  onHand?: number;
  reserved?: number;
  lotId?: string | null;
  causeKind: CauseKind;
  /** A cause can move a sub-product only once. */
  causeId: string;
  orderId?: string | null;
  userId: string | null;
  note?: string | null;
  /** When it happened, if another system reports it later. */
  happenedAt?: string | null;
  /** The name of a program that acts, since it is no user. */
  actorName?: string | null;
}

/** Inserts rows into the ledger, whose trigger updates lots and levels. One statement with constant text inserts all rows. */
export function insertMovements(movements: readonly StockMovement[]): RawBuilder<unknown> {
  const column = <Value>(of: (movement: StockMovement) => Value) => movements.map(of);
  return sql`
    INSERT INTO stock_movements (location_id, sub_product_id, id, kind, on_hand, reserved, lot_id, cause_kind,
      cause_id, order_id, user_id, note, happened_at, actor_name)
    SELECT * FROM unnest(
      ${column((m) => m.locationId)}::uuid[], ${column((m) => m.subProductId)}::uuid[],
      ${column(() => newId())}::uuid[], ${column((m) => m.kind)}::text[],
      ${column((m) => m.onHand ?? 0)}::numeric[], ${column((m) => m.reserved ?? 0)}::numeric[],
      ${column((m) => m.lotId ?? null)}::uuid[], ${column((m) => m.causeKind)}::text[],
      ${column((m) => m.causeId)}::uuid[], ${column((m) => m.orderId ?? null)}::uuid[],
      ${column((m) => m.userId)}::uuid[], ${column((m) => m.note ?? null)}::text[],
      ${column((m) => m.happenedAt ?? null)}::timestamptz[], ${column((m) => m.actorName ?? null)}::text[])`;
}

export interface ReservationRow {
  lineId: string;
  subProductId: string;
  quantity: number;
}

export async function insertReservations(
  tx: Tx,
  locationId: string,
  orderId: string,
  lines: readonly ReservationRow[],
): Promise<void> {
  await sql`
    INSERT INTO reservations (location_id, order_id, line_id, sub_product_id, quantity)
    SELECT ${locationId}, ${orderId}, line.* FROM unnest(${lines.map((line) => line.lineId)}::uuid[],
      ${lines.map((line) => line.subProductId)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[]) AS line`.execute(
    tx,
  );
}

/** The open reservations of an order's lines. */
export async function reservedFor(
  tx: Tx,
  order: { locationId: string; id: string },
  lineIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('reservations')
    .select(['line_id', 'quantity'])
    .where('location_id', '=', order.locationId)
    .where('order_id', '=', order.id)
    .where('line_id', 'in', [...lineIds])
    .execute();
  return new Map(rows.map((row) => [row.line_id, row.quantity]));
}

/** An order's movements, and the event that causes them. */
interface OrderMoves {
  locationId: string;
  orderId: string;
  causeKind: CauseKind;
  causeId: string;
  userId: string | null;
}
const orderMovement = sql`
  INSERT INTO stock_movements (location_id, sub_product_id, id, kind, on_hand, reserved, lot_id, cause_kind, cause_id,
    order_id, user_id)`;
const movedBy = ({ causeKind, causeId, orderId, userId }: OrderMoves) =>
  sql`${causeKind}::text, ${causeId}::uuid, ${orderId}::uuid, ${userId}::uuid`;

/** Deletes the open reservations of an order, or of some of its lines, and records their release. */
export function releaseReserved(moves: OrderMoves, lineIds?: readonly string[]): RawBuilder<unknown> {
  const { locationId, orderId } = moves;
  return sql`
    WITH released AS (
      DELETE FROM reservations WHERE location_id = ${locationId} AND order_id = ${orderId}
        ${lineIds ? sql`AND line_id = ANY (${lineIds}::uuid[])` : sql``}
      RETURNING sub_product_id, quantity
    )
    ${orderMovement}
    SELECT ${locationId}, sub_product_id, new_uuid_v7(), 'release', 0, -sum(quantity), NULL, ${movedBy(moves)}
    FROM released GROUP BY sub_product_id`;
}

/**
 * Picks an order's items from lots, earliest expiration first, up to the order's reserved quantity plus the unreserved one, and
 * ends all reservations of the order. The first pick movement of a sub-product includes the release.
 */
export async function pickFromLots(
  tx: Tx,
  moves: OrderMoves,
  /** Rows of `sub_product_id` and `quantity`. */
  wanted: RawBuilder<unknown>,
): Promise<LotShare[]> {
  const { locationId, orderId } = moves;
  const { rows } = await sql<LotShare>`
    WITH wanted AS MATERIALIZED (
      SELECT sub_product_id, sum(quantity) AS quantity FROM (${wanted}) AS line GROUP BY 1
    ), released AS (
      DELETE FROM reservations WHERE location_id = ${locationId} AND order_id = ${orderId}
      RETURNING sub_product_id, quantity
    ), promised AS MATERIALIZED (
      SELECT sub_product_id, sum(quantity) AS quantity FROM released GROUP BY 1
    ), picked AS MATERIALIZED (
      SELECT sub_product_id, lot.nth, lot.id, coalesce(promised.quantity, 0) AS promised,
        least(lot.on_hand, wanted.quantity - lot.before, coalesce(promised.quantity, 0) + lot.free - lot.before) AS quantity
      FROM hold_lots(${locationId}, ARRAY(SELECT sub_product_id FROM wanted)) AS lot
      JOIN wanted USING (sub_product_id) LEFT JOIN promised USING (sub_product_id)
    )
    ${orderMovement}
    SELECT ${locationId}, sub_product_id, new_uuid_v7(), kind, on_hand, reserved, lot_id, ${movedBy(moves)}
    FROM (
      SELECT sub_product_id, nth, 'pick' AS kind, -quantity AS on_hand, CASE nth WHEN 1 THEN -promised ELSE 0 END AS reserved,
        id AS lot_id
      FROM picked WHERE quantity > 0
      UNION ALL
      SELECT sub_product_id, 0, 'release', 0, -quantity, NULL FROM promised
      WHERE NOT EXISTS (SELECT FROM picked WHERE picked.sub_product_id = promised.sub_product_id AND picked.quantity > 0)
    ) AS movement
    ORDER BY sub_product_id, nth
    RETURNING sub_product_id AS "subProductId", lot_id AS "lotId", -on_hand AS quantity`.execute(tx);
  return rows.filter(({ quantity }) => quantity > 0);
}

/** A quantity of a sub-product taken from or added to a lot. */
export interface LotShare {
  subProductId: string;
  lotId: string;
  quantity: number;
}

export interface LockedLevel {
  subProductId: string;
  onHand: number;
  reserved: number;
  expired: number;
}

/** Locks these levels, and thereby their lots, until the transaction ends. */
export async function holdLevels(
  tx: Tx,
  locationId: string,
  subProductIds: readonly string[],
): Promise<LockedLevel[]> {
  const { rows } = await sql<LockedLevel>`
    SELECT sub_product_id AS "subProductId", on_hand AS "onHand", reserved, expired
    FROM hold_levels(${locationId}, ${subProductIds}::uuid[])`.execute(tx);
  return rows;
}

/** A sub-product at a location. */
export interface LevelKey {
  locationId: string;
  subProductId: string;
}
const unnested = (levels: readonly LevelKey[]) => sql`
  unnest(${levels.map((level) => level.locationId)}::uuid[], ${levels.map((level) => level.subProductId)}::uuid[])
    AS wanted (location_id, sub_product_id)`;

/** Locks levels of several locations in the order in which all code locks them: by location, then by sub-product. */
export async function holdLevelsAt(tx: Tx, levels: readonly LevelKey[]): Promise<(LockedLevel & LevelKey)[]> {
  const { rows } = await sql<LockedLevel & LevelKey>`
    SELECT place.location_id AS "locationId", held.sub_product_id AS "subProductId", held.on_hand AS "onHand",
      held.reserved, held.expired
    FROM (SELECT location_id, array_agg(sub_product_id) AS ids FROM ${unnested(levels)} GROUP BY 1 ORDER BY 1) place
    CROSS JOIN LATERAL hold_levels(place.location_id, place.ids) held`.execute(tx);
  return rows;
}

export interface LockedLot {
  id: string;
  subProductId: string;
  onHand: number;
  /** Whether the lot can't be sold because it is expired or recalled. */
  expired: boolean;
}

/** The lots in stock, earliest expiration first, then the oldest. They can change unless their levels are locked. */
export async function lotsInStock(
  tx: Tx,
  locationId: string,
  subProductIds: readonly string[],
): Promise<LockedLot[]> {
  const { rows } = await sql<LockedLot>`
    SELECT l.id, l.sub_product_id AS "subProductId", l.on_hand AS "onHand",
      coalesce(l.expires_on < today.day, false) OR l.recall_id IS NOT NULL AS expired
    FROM lots l CROSS JOIN (SELECT today_at(${locationId}) AS day) today
    WHERE l.location_id = ${locationId} AND l.sub_product_id = ANY (${subProductIds}::uuid[]) AND l.in_stock
    ORDER BY l.sub_product_id, l.expires_on, l.id`.execute(tx);
  return rows;
}

/** The lots in stock of several locations, like `lotsInStock`. */
export async function lotsInStockAt(tx: Tx, levels: readonly LevelKey[]): Promise<(LockedLot & LevelKey)[]> {
  const { rows } = await sql<LockedLot & LevelKey>`
    WITH wanted AS MATERIALIZED (SELECT * FROM ${unnested(levels)}), today AS MATERIALIZED (
      SELECT location_id, today_at(location_id) AS day FROM (SELECT DISTINCT location_id FROM wanted) places
    )
    SELECT l.location_id AS "locationId", l.id, l.sub_product_id AS "subProductId", l.on_hand AS "onHand",
      coalesce(l.expires_on < today.day, false) OR l.recall_id IS NOT NULL AS expired
    FROM wanted JOIN today USING (location_id) JOIN lots l USING (location_id, sub_product_id)
    WHERE l.in_stock
    ORDER BY l.location_id, l.sub_product_id, l.expires_on, l.id`.execute(tx);
  return rows;
}

/** The lot of each level to which gains are added: the newest one that hasn't expired, or else the newest. */
export async function lotsToAddTo(
  tx: Tx,
  levels: readonly LevelKey[],
): Promise<(LevelKey & { lotId: string })[]> {
  const { rows } = await sql<LevelKey & { lotId: string }>`
    WITH wanted AS MATERIALIZED (SELECT DISTINCT * FROM ${unnested(levels)}), today AS MATERIALIZED (
      SELECT location_id, today_at(location_id) AS day FROM (SELECT DISTINCT location_id FROM wanted) places
    )
    SELECT wanted.location_id AS "locationId", wanted.sub_product_id AS "subProductId", lot.id AS "lotId"
    FROM wanted JOIN today USING (location_id) CROSS JOIN LATERAL (
      SELECT l.id FROM lots l
      WHERE l.location_id = wanted.location_id AND l.sub_product_id = wanted.sub_product_id AND l.deleted_at IS NULL
      ORDER BY coalesce(l.expires_on < today.day, false), l.received_at DESC, l.id DESC LIMIT 1) lot`.execute(
    tx,
  );
  return rows;
}

/** The quantities of an order that were picked and not returned, by lot; earliest expiration first. */
export async function lotsPickedFor(
  tx: Tx,
  locationId: string,
  orderId: string,
  subProductIds: readonly string[],
): Promise<{ lotId: string; subProductId: string; out: number }[]> {
  const { rows } = await sql<{ lotId: string; subProductId: string; out: number }>`
    SELECT m.lot_id AS "lotId", m.sub_product_id AS "subProductId", -sum(m.on_hand) AS out
    FROM stock_movements m JOIN lots l ON l.location_id = m.location_id AND l.id = m.lot_id
    WHERE m.location_id = ${locationId} AND m.order_id = ${orderId} AND m.kind IN ('pick', 'return')
      AND m.sub_product_id = ANY (${subProductIds}::uuid[])
    GROUP BY m.lot_id, m.sub_product_id, l.expires_on
    HAVING sum(m.on_hand) < 0
    ORDER BY m.sub_product_id, l.expires_on, m.lot_id`.execute(tx);
  return rows;
}

export async function subProductNames(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { name: string; sku: string }>> {
  const rows = await tx
    .selectFrom('sub_products as s')
    .select(['s.id', itemNameOf('s').as('name'), 's.sku'])
    .where(sql<boolean>`s.id = ANY (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Updates the levels with a lot that expired since their last update. */
export async function refreshDueExpiry(tx: Tx): Promise<void> {
  await sql`SELECT refresh_due_expiry()`.execute(tx);
}

/** Recounts marked sub-products over all locations and returns whether more marks remain. */
export async function recountStockTotals(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`SELECT recount_stock_totals(20000) AS more`.execute(tx);
  return rows[0]!.more;
}

/** Marks all sub-products in stock for a recount. */
export async function markAllStockTotals(tx: Tx): Promise<void> {
  await sql`SELECT mark_all_stock_totals()`.execute(tx);
}

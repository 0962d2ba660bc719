import { parseNumber } from '@aisle/contract/core/numbers';
import type { RecallPreview, RecallReach, RecallSelection } from '@aisle/contract/sales/recalls';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { itemNamesOf } from '../../core/list/item-names.ts';
import { orderEmail } from '../orders/order-contact.queries.ts';

/** The lots of a selection, without those that are already recalled. */
export function chosenLots(selection: RecallSelection, most: number): RawBuilder<unknown> {
  const { lotNumber, lotIds, vendorId, subProductIds, locationIds } = selection;
  const conditions = [sql`l.deleted_at IS NULL`, sql`l.recall_id IS NULL`];
  if (lotNumber) conditions.push(hasNumber(lotNumber));
  if (lotIds?.length) conditions.push(sql`l.id = ANY (${lotIds}::uuid[])`);
  if (vendorId) conditions.push(sql`l.vendor_id = ${vendorId}`);
  if (subProductIds?.length) conditions.push(sql`l.sub_product_id = ANY (${subProductIds}::uuid[])`);
  if (locationIds?.length) conditions.push(sql`l.location_id = ANY (${locationIds}::uuid[])`);
  // Dates are in the location's time zone, as staff record them when they receive items.
  const receivedOn = sql`(l.received_at AT TIME ZONE place.time_zone)::date`;
  if (selection.receivedFrom) conditions.push(sql`${receivedOn} >= ${selection.receivedFrom}::date`);
  if (selection.receivedTo) conditions.push(sql`${receivedOn} <= ${selection.receivedTo}::date`);
  if (selection.expiresFrom) conditions.push(sql`l.expires_on >= ${selection.expiresFrom}::date`);
  if (selection.expiresTo) conditions.push(sql`l.expires_on <= ${selection.expiresTo}::date`);
  return sql`SELECT l.location_id, l.id, l.sub_product_id, l.on_hand, l.cost_price, l.number, l.lot_number, l.expires_on,
      place.name AS place
    FROM lots l JOIN locations place ON place.id = l.location_id
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY l.location_id, l.sub_product_id, l.id LIMIT ${most}`;
}

/** Compares the vendor's lot number or, if no lot has it, our own, such as L-1042. */
function hasNumber(lotNumber: string): RawBuilder<unknown> {
  const byVendor = sql`lower(l.lot_number) = lower(${lotNumber})`;
  const ours = /^l-/i.test(lotNumber) ? parseNumber('lot', lotNumber) : undefined;
  if (ours === undefined) return byVendor;
  return sql`(${byVendor} OR (l.number = ${ours}::bigint AND NOT EXISTS (
    SELECT 1 FROM lots other WHERE lower(other.lot_number) = lower(${lotNumber}) AND other.deleted_at IS NULL)))`;
}

export const recalledLots = (recallId: string): RawBuilder<unknown> => sql`
  SELECT r.location_id, l.id, l.sub_product_id, l.on_hand, l.cost_price, place.name AS place
  FROM recall_lots r JOIN lots l ON l.location_id = r.location_id AND l.id = r.lot_id
  JOIN locations place ON place.id = r.location_id WHERE r.recall_id = ${recallId}`;

/** The quantities from these lots in orders, by order and sub-product, with their share of the line amounts. */
export const soldFrom = (lots: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT o.location_id, o.id AS order_id, o.customer_id, o.contact, o.status, held.sub_product_id, held.units,
    round(line.total * least(1, held.units / nullif(line.picked, 0)))::bigint AS amount
  FROM (
    SELECT m.location_id, m.order_id, m.sub_product_id, -sum(m.on_hand) AS units
    FROM (${lots}) chosen
    JOIN stock_movements m ON m.location_id = chosen.location_id AND m.lot_id = chosen.id
    WHERE m.order_id IS NOT NULL AND m.kind IN ('pick', 'return')
    GROUP BY 1, 2, 3 HAVING sum(m.on_hand) < 0
  ) held
  JOIN orders o ON o.location_id = held.location_id AND o.id = held.order_id
  CROSS JOIN LATERAL (
    SELECT sum(n.total) AS total, sum(coalesce(n.picked_quantity, n.quantity)) AS picked FROM order_lines n
    WHERE n.location_id = o.location_id AND n.order_id = o.id AND n.sub_product_id = held.sub_product_id
  ) line`;

/** The quantities of these lots in stock and in orders. Uses two statements. */
export async function reachOf(tx: Tx, lots: RawBuilder<unknown>): Promise<RecallReach> {
  const { rows: locations } = await sql<RecallReach['locations'][number]>`
    SELECT chosen.location_id AS "locationId", chosen.place AS name, count(*) AS lots, sum(chosen.on_hand) AS units,
      sum(round(chosen.on_hand * coalesce(chosen.cost_price, sold.cost_price, 0)))::bigint AS cost
    FROM (${lots}) chosen JOIN sub_products sold ON sold.id = chosen.sub_product_id
    GROUP BY 1, 2 ORDER BY units DESC, chosen.place COLLATE aisle_names`.execute(tx);
  const { rows } = await sql<Omit<RecallReach, 'lots' | 'locations'>>`
    SELECT count(DISTINCT o.order_id) AS orders,
      count(DISTINCT o.order_id) FILTER (WHERE o.status = 'delivered') AS delivered,
      count(DISTINCT o.customer_id) AS customers,
      count(DISTINCT o.customer_id) FILTER (WHERE ${sql.raw(orderEmail)} IS NOT NULL) AS "withEmail",
      coalesce(sum(o.amount) FILTER (WHERE o.status = 'delivered'), 0)::bigint AS sold
    FROM (${soldFrom(lots)}) o JOIN customers c ON c.id = o.customer_id`.execute(tx);
  return { lots: locations.reduce((sum, place) => sum + place.lots, 0), locations, ...rows[0]! };
}

export async function firstLots(
  tx: Tx,
  selection: RecallSelection,
  most: number,
): Promise<RecallPreview['sample']> {
  const { rows } = await sql<RecallPreview['sample'][number]>`
    SELECT chosen.id AS _id, format_number('lot', chosen.number) AS number, chosen.lot_number AS "lotNumber", sold.name, ${itemNamesOf('sold')}, sold.sku,
      chosen.place AS "locationName", chosen.on_hand AS "onHand", chosen.expires_on AS "expiresOn"
    FROM (${chosenLots(selection, most)}) chosen
    JOIN sub_products sold ON sold.id = chosen.sub_product_id`.execute(tx);
  return rows;
}

interface LocationToBlock {
  locationId: string;
  lotIds: string[];
  subProductIds: string[];
}
/** Groups lots by location, in the order in which levels are always locked. */
export async function locationsOf(tx: Tx, lots: RawBuilder<unknown>): Promise<LocationToBlock[]> {
  const { rows } = await sql<LocationToBlock>`
    SELECT location_id AS "locationId", array_agg(id) AS "lotIds", array_agg(DISTINCT sub_product_id) AS "subProductIds"
    FROM (${lots}) chosen GROUP BY 1 ORDER BY 1`.execute(tx);
  return rows;
}

/** Blocks lots whose levels are locked, and returns how many weren't blocked yet. */
export async function blockLots(tx: Tx, recallId: string, place: LocationToBlock): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH blocked AS (
      UPDATE lots SET recall_id = ${recallId}
      WHERE location_id = ${place.locationId} AND id = ANY (${place.lotIds}::uuid[]) AND recall_id IS NULL
      RETURNING location_id, id, on_hand
    ), noted AS (
      INSERT INTO recall_lots (location_id, recall_id, lot_id, found)
      SELECT location_id, ${recallId}::uuid, id, on_hand FROM blocked
    )
    SELECT count(*) AS count FROM blocked`.execute(tx);
  await refresh(tx, place);
  return rows[0]!.count;
}

export async function unblockLots(tx: Tx, recallId: string, place: LocationToBlock): Promise<void> {
  await sql`UPDATE lots SET recall_id = NULL
    WHERE location_id = ${place.locationId} AND recall_id = ${recallId}`.execute(tx);
  await refresh(tx, place);
}

const refresh = (tx: Tx, { locationId, subProductIds }: LocationToBlock) =>
  sql`SELECT refresh_expiry(${locationId}, ${subProductIds}::uuid[])`.execute(tx);

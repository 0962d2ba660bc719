import type { MessageFacts, RecallPlan, RecallRow } from '@aisle/contract/sales/recalls';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { orderRecipient } from '../orders/order-contact.queries.ts';

export interface LockedRow {
  id: string;
  locationId: string;
  kind: RecallRow['kind'];
  recordId: string;
}
/** Locks the next row for this transaction. Lots come first, so that none stays on a shelf. */
export async function nextRow(tx: Tx, recallId: string): Promise<LockedRow | undefined> {
  const { rows } = await sql<LockedRow>`
    SELECT id, location_id AS "locationId", kind, record_id AS "recordId" FROM recall_rows
    WHERE recall_id = ${recallId} AND outcome = 'waiting'
    ORDER BY CASE kind WHEN 'lot' THEN 0 WHEN 'customer' THEN 1 ELSE 2 END, id
    LIMIT 1 FOR UPDATE`.execute(tx);
  return rows[0];
}

export interface RowNote {
  outcome: RecallRow['outcome'];
  reason?: string | null;
  amount?: number;
}
export async function recordRow(tx: Tx, id: string, { outcome, reason, amount }: RowNote): Promise<void> {
  await sql`UPDATE recall_rows SET outcome = ${outcome}, reason = ${reason ?? null},
    amount = coalesce(${amount ?? null}, amount), acted_at = now() WHERE id = ${id}`.execute(tx);
}

/** Skips the rows that the plan leaves out. */
export async function skipUnwanted(tx: Tx, recallId: string, plan: RecallPlan): Promise<void> {
  const unwanted = [
    ...(plan.writeOff ? [] : ['lot']),
    ...(plan.refund ? [] : ['order']),
    ...(plan.message ? [] : ['customer']),
  ];
  await sql`UPDATE recall_rows SET outcome = 'skipped', reason = 'Not asked for'
    WHERE recall_id = ${recallId} AND outcome = 'waiting' AND kind = ANY (${unwanted}::text[])`.execute(tx);
}

/** Retries the rows that were left open. */
export async function reopenRows(tx: Tx, recallId: string, plan: RecallPlan): Promise<void> {
  const wanted = [...(plan.writeOff ? ['lot'] : []), ...(plan.refund ? ['order'] : [])];
  await sql`UPDATE recall_rows SET outcome = 'waiting'
    WHERE recall_id = ${recallId} AND outcome = 'open' AND kind = ANY (${wanted}::text[])`.execute(tx);
}

interface LockedLot {
  subProductId: string;
  onHand: number;
}
/** A lot. Read it again after locking its level. */
export async function lotOf(tx: Tx, locationId: string, lotId: string): Promise<LockedLot | undefined> {
  const { rows } = await sql<LockedLot>`
    SELECT sub_product_id AS "subProductId", on_hand AS "onHand" FROM lots
    WHERE location_id = ${locationId} AND id = ${lotId}`.execute(tx);
  return rows[0];
}

/** The quantity of each sub-product that an order has from the recalled lots. */
export async function reservedByOrder(
  tx: Tx,
  recallId: string,
  { locationId, recordId }: LockedRow,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ subProductId: string; units: number }>`
    SELECT m.sub_product_id AS "subProductId", -sum(m.on_hand) AS units
    FROM stock_movements m
    JOIN recall_lots r ON r.location_id = m.location_id AND r.lot_id = m.lot_id AND r.recall_id = ${recallId}
    WHERE m.location_id = ${locationId} AND m.order_id = ${recordId} AND m.kind IN ('pick', 'return')
    GROUP BY 1 HAVING sum(m.on_hand) < 0`.execute(tx);
  return new Map(rows.map(({ subProductId, units }) => [subProductId, units]));
}

interface CustomerFacts extends Omit<MessageFacts, 'brand' | 'reason'> {
  email: string | null;
  phone: string;
  lastName: string;
}
/**
 * The facts for the messages about a recall. Each person who ordered with the account has one entry, however many lots were
 * recalled.
 */
export async function factsOf(
  tx: Tx,
  recallId: string,
  { locationId, recordId }: Pick<LockedRow, 'locationId' | 'recordId'>,
): Promise<CustomerFacts[]> {
  const { rows } = await sql<CustomerFacts>`
    SELECT ${orderRecipient}, place.name AS location,
      string_agg(DISTINCT ${itemNameOf('sold')}, ', ') AS products, string_agg(DISTINCT format_number('order', o.number), ', ') AS orders
    FROM (
      SELECT o.id, o.location_id, m.sub_product_id
      FROM orders o
      JOIN stock_movements m ON m.location_id = o.location_id AND m.order_id = o.id AND m.kind IN ('pick', 'return')
      JOIN recall_lots r ON r.location_id = m.location_id AND r.lot_id = m.lot_id AND r.recall_id = ${recallId}
      WHERE o.customer_id = ${recordId} AND o.location_id = ${locationId}
      GROUP BY 1, 2, 3 HAVING sum(m.on_hand) < 0
    ) held
    JOIN orders o ON o.location_id = held.location_id AND o.id = held.id
    JOIN customers c ON c.id = o.customer_id
    JOIN locations place ON place.id = held.location_id
    JOIN sub_products sold ON sold.id = held.sub_product_id
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 3`.execute(tx);
  return rows;
}

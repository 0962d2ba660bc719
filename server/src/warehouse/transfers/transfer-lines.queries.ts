import type { Transfer, TransferLine } from '@aisle/contract/warehouse/transfers';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { subProductRef } from '../inventory/lots.queries.ts';

/** The lines of a transfer with the lots from which they were taken. */
export async function linesOfTransfer(tx: Tx, id: string): Promise<TransferLine[]> {
  const { rows } = await sql<TransferLine>`
    SELECT line.id AS _id, line.lot_id AS "lotId", line.quantity, line.received, line.damaged,
      ${subProductRef('sold')} AS "subProductData",
      coalesce(taken.lots, '[]') AS lots
    FROM transfer_lines line
    JOIN sub_products sold ON sold.id = line.sub_product_id
    LEFT JOIN (
      SELECT line_id, jsonb_agg(jsonb_build_object('lotId', lot_id, 'number', format_number('lot', number), 'quantity', quantity,
        'lotNumber', lot_number, 'costPrice', cost_price, 'expiresOn', expires_on,
        'arrivedLotId', arrived_lot_id) ORDER BY position) AS lots
      FROM transfer_lots WHERE transfer_id = ${id} GROUP BY line_id
    ) taken ON taken.line_id = line.id
    WHERE line.transfer_id = ${id} ORDER BY line.position`.execute(tx);
  return rows;
}

export async function eventsOfTransfer(tx: Tx, id: string): Promise<Transfer['events']> {
  const { rows } = await sql<Transfer['events'][number]>`
    SELECT id AS _id, from_status AS "from", to_status AS "to", user_name AS "userName", note, at
    FROM transfer_events WHERE transfer_id = ${id} ORDER BY at DESC, id DESC LIMIT 100`.execute(tx);
  return rows;
}

/** A quantity of a line taken from one lot of the sending location. */
export interface LineShare {
  lineId: string;
  subProductId: string;
  lotId: string;
  quantity: number;
}

/** Saves the quantities taken, with a copy of each lot's data. */
export async function insertShares(tx: Tx, transferId: string, shares: readonly LineShare[]): Promise<void> {
  await sql`
    INSERT INTO transfer_lots (transfer_id, line_id, lot_id, position, quantity, number, vendor_id, lot_number,
      cost_price, manufactured_on, expires_on)
    SELECT ${transferId}::uuid, share.line_id, share.lot_id, share.position, share.quantity, l.number, l.vendor_id,
      l.lot_number, l.cost_price, l.manufactured_on, l.expires_on
    FROM unnest(${shares.map((share) => share.lineId)}::uuid[], ${shares.map((share) => share.lotId)}::uuid[],
      ${shares.map((_, index) => index)}::smallint[], ${shares.map((share) => share.quantity)}::numeric[])
      AS share(line_id, lot_id, position, quantity)
    JOIN lots l ON l.id = share.lot_id`.execute(tx);
}

export async function sharesOf(tx: Tx, transferId: string): Promise<LineShare[]> {
  const { rows } = await sql<LineShare>`
    SELECT taken.line_id AS "lineId", line.sub_product_id AS "subProductId", taken.lot_id AS "lotId", taken.quantity
    FROM transfer_lots taken
    JOIN transfer_lines line ON line.transfer_id = taken.transfer_id AND line.id = taken.line_id
    WHERE taken.transfer_id = ${transferId} ORDER BY taken.position`.execute(tx);
  return rows;
}

interface Arrival {
  lineId: string;
  /** The sending location's lot. */
  lotId: string;
  arrivedLotId: string;
}
interface Receipt {
  transferId: string;
  locationId: string;
  receivedBy: string | null;
}
/**
 * Creates a lot at the receiving location for each lot sent, with the same vendor, cost and dates, still without stock. Lots
 * that were recalled in transit arrive as recalled.
 */
export async function insertArrivedLots(
  tx: Tx,
  { transferId, locationId, receivedBy }: Receipt,
  arrivals: readonly Arrival[],
): Promise<void> {
  const arrived = sql`
    SELECT * FROM unnest(${arrivals.map((row) => row.lineId)}::uuid[], ${arrivals.map((row) => row.lotId)}::uuid[],
      ${arrivals.map((row) => row.arrivedLotId)}::uuid[]) AS arrived(line_id, lot_id, arrived_lot_id)`;
  await sql`
    INSERT INTO lots (location_id, id, sub_product_id, vendor_id, lot_number, received_quantity, cost_price,
      manufactured_on, expires_on, received_by)
    SELECT ${locationId}::uuid, arrived.arrived_lot_id, line.sub_product_id, taken.vendor_id, taken.lot_number,
      taken.quantity, taken.cost_price, taken.manufactured_on, taken.expires_on, ${receivedBy}::uuid
    FROM (${arrived}) arrived
    JOIN transfer_lots taken ON taken.transfer_id = ${transferId} AND taken.line_id = arrived.line_id
      AND taken.lot_id = arrived.lot_id
    JOIN transfer_lines line ON line.transfer_id = taken.transfer_id AND line.id = taken.line_id`.execute(tx);
  await sql`
    UPDATE transfer_lots taken SET arrived_lot_id = arrived.arrived_lot_id FROM (${arrived}) arrived
    WHERE taken.transfer_id = ${transferId} AND taken.line_id = arrived.line_id AND taken.lot_id = arrived.lot_id`.execute(
    tx,
  );
  await sql`SELECT extend_recalls(${transferId})`.execute(tx);
}

/** Saves the received quantity of each line. */
export async function saveReceived(
  tx: Tx,
  transferId: string,
  lines: readonly { lineId: string; received: number; damaged: number }[],
): Promise<void> {
  await sql`
    UPDATE transfer_lines line SET received = came.received, damaged = came.damaged
    FROM unnest(${lines.map((line) => line.lineId)}::uuid[], ${lines.map((line) => line.received)}::numeric[],
      ${lines.map((line) => line.damaged)}::numeric[]) AS came(id, received, damaged)
    WHERE line.transfer_id = ${transferId} AND line.id = came.id`.execute(tx);
}

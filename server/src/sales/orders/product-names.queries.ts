import { sql } from 'kysely';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';

const batchSize = 2000;

/**
 * Fills the product's name into lines from before the column, newest orders first. Lines of a server of the previous version
 * follow within a minute. When everything is done, this is one small read.
 */
export async function fillProductNames(db: Database): Promise<void> {
  while ((await transaction(db, system, (tx) => fillBatch(tx))) > 0);
}

async function fillBatch(tx: Tx): Promise<number> {
  // Locked lines are being edited. They are filled by the next run.
  const { numAffectedRows } = await sql`
    WITH batch AS (
      SELECT location_id, order_id, id, sub_product_id FROM order_lines WHERE product_name IS NULL
      ORDER BY order_id DESC LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE order_lines line SET product_name = p.name
    FROM batch JOIN sub_products s ON s.id = batch.sub_product_id JOIN products p ON p.id = s.product_id
    WHERE line.location_id = batch.location_id AND line.order_id = batch.order_id AND line.id = batch.id`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

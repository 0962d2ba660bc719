import type { ShelvesInput } from '@aisle/contract/warehouse/stock-levels';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** Offers on shelves with a prefix. Uses a range, because LIKE can't use the index under row-level security. */
export const isOnShelf = (beginning: string) =>
  sql<SqlBool>`(offer.shelf_code >= ${beginning} AND offer.shelf_code < ${beginning + String.fromCodePoint(0x10ffff)})`;

type Placed = { subProductId: string; shelf: ShelvesInput['rows'][number]['shelf'] };
/** Assigns items to shelves, even if they aren't sold there yet; returns the number of items whose shelf changed. */
export async function updateShelves(tx: Tx, locationId: string, placed: readonly Placed[]): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO location_sub_products AS offer (location_id, sub_product_id, assigned, shelf_code)
    SELECT ${locationId}::uuid, row.sub_product_id, false, row.shelf
    FROM unnest(${placed.map((row) => row.subProductId)}::uuid[], ${placed.map((row) => row.shelf)}::text[])
      AS row (sub_product_id, shelf)
    WHERE row.shelf IS NOT NULL OR EXISTS (SELECT FROM location_sub_products known
      WHERE known.location_id = ${locationId} AND known.sub_product_id = row.sub_product_id)
    ORDER BY row.sub_product_id
    ON CONFLICT (location_id, sub_product_id) DO UPDATE SET shelf_code = excluded.shelf_code
    WHERE offer.shelf_code IS DISTINCT FROM excluded.shelf_code`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

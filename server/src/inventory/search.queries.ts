import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { containing, isBarcode } from '../core/search-text.ts';

/** A text that more sub-products than this hold finds the first of them by name. */
const mostFound = 1000;

/** Sub-products whose name, SKU or barcode holds the text; the catalogue is everybody's to read. */
export async function searchedSubProducts(tx: Tx, search: string): Promise<string[]> {
  const like = containing(search);
  const rows = await tx
    .selectFrom('sub_products')
    .select('id')
    .where(
      sql<SqlBool>`(name ILIKE ${like} OR sku ILIKE ${like} OR ${isBarcode(sql.ref('barcode'), search)})`,
    )
    .limit(mostFound)
    .execute();
  return rows.map((row) => row.id);
}

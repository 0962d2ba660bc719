import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { containing, isBarcode } from '../../core/list/search-text.ts';

/** Above this number of matches only the first by name are found. */
const maxFound = 1000;

/** Sub-products whose name, SKU or barcode contains the text; the catalog is readable by everyone. */
export async function searchedSubProducts(tx: Tx, search: string): Promise<string[]> {
  const like = containing(search);
  const rows = await tx
    .selectFrom('sub_products')
    .select('id')
    .where(
      sql<SqlBool>`(name ILIKE ${like} OR sku ILIKE ${like} OR ${isBarcode(sql.ref('barcode'), search)})`,
    )
    .limit(maxFound)
    .execute();
  return rows.map((row) => row.id);
}

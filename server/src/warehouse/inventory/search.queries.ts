import { type SqlBool, sql } from 'kysely';
import { subProductsMatching } from '../../catalog/sub-products/search.queries.ts';
import type { Tx } from '../../core/db/db.ts';
import { isBarcode } from '../../core/list/search-text.ts';

/** With more matches than this, only the first ones by name are returned. */
const maxFound = 1000;

/** Sub-products whose name, SKU or barcode contains the text. Everyone can read the catalog. */
export async function searchedSubProducts(tx: Tx, search: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('sub_products')
    .select('id')
    .where(sql<SqlBool>`(id IN ${subProductsMatching(search)} OR ${isBarcode(sql.ref('barcode'), search)})`)
    .limit(maxFound)
    .execute();
  return rows.map((row) => row.id);
}

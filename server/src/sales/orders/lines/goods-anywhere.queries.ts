import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { sql } from 'kysely';
import { subProductsMatching } from '../../../catalog/sub-products/search.queries.ts';
import type { Tx } from '../../../core/db/db.ts';
import { isBarcode } from '../../../core/list/search-text.ts';

/** The maximum number of matches that are looked up at every location. */
const mostMatches = 60;

/**
 * Sub-products that match a search and can be sold somewhere, each once: at the requested location if it has any in
 * stock, else at the location with the most.
 */
export async function findSellableAnywhere(
  tx: Tx,
  { locationId, search, limit }: { locationId: string | undefined; search: string; limit: number },
): Promise<Sellable[]> {
  const here = sql`(held.location_id = ${locationId ?? null}::uuid) IS TRUE`;
  const { rows } = await sql<Sellable>`
    SELECT * FROM (
      SELECT DISTINCT ON (s.id) s.id AS "subProductId", s.product_id AS "productId", s.name, s.sku, s.barcode,
        s.unit, s.sold_by_weight AS "soldByWeight", coalesce(held.price, s.sale_price, s.price) AS price,
        available_now(shelf) AS available, s.min_per_order AS "minPerOrder",
        least(s.max_per_order, held.max_per_order) AS "maxPerOrder", false AS "sameCategory",
        CASE WHEN NOT ${here} THEN json_build_object('_id', l.id, 'name', l.name) END AS elsewhere
      FROM (SELECT * FROM sub_products WHERE status AND (id IN ${subProductsMatching(search)}
          OR ${isBarcode(sql.ref('barcode'), search)}) ORDER BY name COLLATE aisle_names, id LIMIT ${mostMatches}) s
      JOIN sellable_goods goods ON goods.sub_product_id = s.id
      JOIN location_sub_products held ON held.sub_product_id = s.id AND held.assigned
      JOIN locations l ON l.id = held.location_id AND l.status
      JOIN stock_levels shelf ON shelf.location_id = held.location_id AND shelf.sub_product_id = s.id
      WHERE available_now(shelf) > 0
      ORDER BY s.id, ${here} DESC, available_now(shelf) DESC, l.id) found
    ORDER BY (elsewhere IS NULL) DESC, name COLLATE aisle_names, "subProductId" LIMIT ${limit}`.execute(tx);
  return rows;
}

import type { ProductStore } from '@aisle/contract/catalog/product-stores';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { mustFind } from '../../core/problem.ts';

/** The locations that the user has access to, by name, with the number of the product's sub-products that each sells. */
export async function storesOf(tx: Tx, productId: string): Promise<ProductStore[]> {
  const { rows } = await sql<{ stores: ProductStore[] }>`
    SELECT (
      SELECT coalesce(json_agg(store ORDER BY store."locationName" COLLATE aisle_names, store."locationId"), '[]')
      FROM (
        SELECT l.id AS "locationId", l.name AS "locationName", count(offer.sub_product_id) AS assigned,
          CASE WHEN count(offer.price) = count(*) AND min(offer.price) = max(offer.price) THEN min(offer.price) END AS price
        FROM locations l
        LEFT JOIN (location_sub_products offer JOIN sub_products s ON s.id = offer.sub_product_id)
          ON offer.location_id = l.id AND offer.assigned AND s.product_id = p.id
        GROUP BY l.id ORDER BY l.name COLLATE aisle_names, l.id LIMIT 1000) store) AS stores
    FROM products p WHERE p.id = ${productId}`.execute(tx);
  return mustFind(rows[0], 'Product').stores;
}

export async function subProductIdsOf(tx: Tx, productId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    SELECT ARRAY(SELECT s.id FROM sub_products s WHERE s.product_id = p.id) AS ids
    FROM products p WHERE p.id = ${productId}`.execute(tx);
  return mustFind(rows[0], 'Product').ids;
}

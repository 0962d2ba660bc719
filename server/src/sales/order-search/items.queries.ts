import { wholeGtin } from '@aisle/contract/catalog/sub-products';
import { foldText } from '@aisle/contract/core/fold-text';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { hasWords, isBarcode } from '../../core/list/search-text.ts';

/** The locations whose orders are searched; null means all. */
export type Locations = readonly string[] | null;

/**
 * Whether a text can match items: each part of it occurs in a word of the catalog, or it is a code. The catalog has few words,
 * so most searches don't need to scan all names.
 */
export const canBeItem = (search: string) => sql<boolean>`can_be_item(
  ${foldText(search).match(/[a-z0-9]{3,}/g) ?? []}, ${wholeGtin(search)}, ${search})`;

/** The maximum number of sub-products that a text matches, and the maximum number of their latest orders. */
const maxItems = 30;
const maxOrders = 6000;
const minOrdersOfEach = 200;

export interface Goods {
  ids: string[];
  /** The number of latest orders searched for each sub-product. */
  each: number;
  /** Some of the sub-products are on more orders than that. */
  isCut: boolean;
}
/** The sub-products that a text matches: by barcode, SKU, their name or the product's name. */
export async function findItems(tx: Tx, search: string, locations: Locations): Promise<Goods> {
  const found = sql`
    SELECT id FROM sub_products WHERE ${isBarcode(sql.ref('barcode'), search)} OR lower(sku) = lower(${search})
    UNION (SELECT id FROM sub_products WHERE ${hasWords(search, 'name')} LIMIT ${sql.lit(maxItems)})
    UNION (SELECT s.id FROM products p JOIN sub_products s ON s.product_id = p.id
      WHERE ${hasWords(search, 'p.name')} LIMIT ${sql.lit(maxItems)})`;
  const { rows } = await sql<Goods>`
    SELECT ids, each, EXISTS (SELECT FROM unnest(ids) AS goods (id) WHERE EXISTS (
        SELECT FROM order_lines WHERE sub_product_id = goods.id AND ${isAt(locations)} OFFSET each)) AS "isCut"
    FROM (SELECT ids, greatest(${sql.lit(minOrdersOfEach)}, ${sql.lit(maxOrders)} / greatest(cardinality(ids), 1)) AS each
      FROM (SELECT ARRAY(${found}) AS ids OFFSET 0) AS found OFFSET 0) AS goods`.execute(tx);
  return rows[0]!;
}

/** The keys of the latest orders with a line for any of these items. */
export const keysByItems = ({ ids, each }: Goods, locations: Locations) => sql`
  SELECT bought.location_id, bought.id, bought.created_at FROM (
    SELECT DISTINCT line.location_id, line.order_id FROM unnest(${ids}::uuid[]) AS goods (id)
    CROSS JOIN LATERAL (SELECT location_id, order_id FROM order_lines
      WHERE sub_product_id = goods.id AND ${isAt(locations)} ORDER BY order_id DESC LIMIT ${each}) AS line) AS with_it
  JOIN orders bought ON bought.location_id = with_it.location_id AND bought.id = with_it.order_id`;

const isAt = (locations: Locations) =>
  locations ? sql`location_id = ANY (${locations}::uuid[])` : sql`true`;

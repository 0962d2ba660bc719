import { wholeGtin } from '@aisle/contract/sub-products';
import { sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { Given } from '../core/kept-statements.ts';
import { containing, isBarcode } from '../core/search-text.ts';

/** The locations whose orders are looked for; null: all. */
export type Places = readonly string[] | null;
export const placesOf = (actor: Actor, location: string | undefined): Places =>
  location === undefined ? actor.locations : [location];

/**
 * Whether any goods may be meant. What stands between two signs that are no letters lies within a word of every name
 * that holds the whole, so a look at the words of the catalogue spares most searches a look at all its names.
 */
export const areGoods = (search: Given<string>) => sql<boolean>`may_be_goods(
  ${search((typed) => typed.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [])}, ${search(wholeGtin)}, ${search((typed) => typed)})`;

/** So many sub-products are meant by a word at most. */
const mostGoods = 30;
/** So many orders of all of them are looked at, the latest of each; of single goods more than a list counts. */
const mostOrders = 6000;
const mostOfEach = 200;

interface Goods {
  ids: string[];
  /** So many orders of each are looked at. */
  each: number;
  /** Of some there are more. */
  isCut: boolean;
}
export async function goodsMeant(tx: Tx, search: string, at: Places): Promise<Goods> {
  const meant = sql`
    SELECT id FROM sub_products WHERE ${isBarcode(sql.ref('barcode'), search)} OR lower(sku) = lower(${search})
    UNION (SELECT id FROM sub_products WHERE name ILIKE ${containing(search)} LIMIT ${sql.lit(mostGoods)})
    UNION (SELECT s.id FROM products p JOIN sub_products s ON s.product_id = p.id
      WHERE p.name ILIKE ${containing(search)} LIMIT ${sql.lit(mostGoods)})`;
  const { rows } = await sql<Goods>`
    SELECT ids, each, EXISTS (SELECT FROM unnest(ids) AS goods (id) WHERE EXISTS (
        SELECT FROM order_lines WHERE sub_product_id = goods.id AND ${isAt(at)} OFFSET each)) AS "isCut"
    FROM (SELECT ids, greatest(${sql.lit(mostOfEach)}, ${sql.lit(mostOrders)} / greatest(cardinality(ids), 1)) AS each
      FROM (SELECT ARRAY(${meant}) AS ids OFFSET 0) AS found OFFSET 0) AS goods`.execute(tx);
  return rows[0]!;
}

/** The orders with any of them on it. */
export const ordersWith = ({ ids, each }: Goods, at: Places) => sql`
  SELECT bought.* FROM (
    SELECT DISTINCT line.location_id, line.order_id FROM unnest(${ids}::uuid[]) AS goods (id)
    CROSS JOIN LATERAL (SELECT location_id, order_id FROM order_lines WHERE sub_product_id = goods.id AND ${isAt(at)}
      ORDER BY order_id DESC LIMIT ${each}) AS line) AS with_it
  JOIN orders bought ON bought.location_id = with_it.location_id AND bought.id = with_it.order_id`;

const isAt = (at: Places) => (at ? sql`location_id = ANY (${at}::uuid[])` : sql`true`);

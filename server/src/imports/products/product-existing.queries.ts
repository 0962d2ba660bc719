import { sql } from 'kysely';
import type { Tx } from '../../core/db.ts';
import { wholeGtinOf } from '../../core/search-text.ts';
import { codeKey } from './code-key.ts';
import type { Existing } from './product-diff.ts';
import type { CellField } from './values.ts';

type Flat = Record<CellField, Existing['values'][CellField]> & Omit<Existing, 'values'>;
const ofProduct = sql`p.id AS "productId", p.name AS product, p.description, b.name AS brand, p.badge, p.tags,
  p.add_to_home_page AS "addToHomePage", p.status AS "productStatus",
  concat_ws(' > ', top.name, above.name, c.name) AS category`;
const andItsPlace = sql`JOIN categories c ON c.id = p.category_id
  LEFT JOIN categories above ON above.id = c.parent_id
  LEFT JOIN categories top ON top.id = above.parent_id
  LEFT JOIN brands b ON b.id = p.brand_id`;

const toExisting = ({ id, productId, siblings, ...values }: Flat): Existing => ({
  id,
  productId,
  siblings,
  values,
});

/** The sub-products with these SKUs (in small letters) or barcodes (as whole GTINs), by them. */
export async function existingByKey(
  tx: Tx,
  key: 'sku' | 'barcode',
  keys: readonly string[],
): Promise<Map<string, Existing>> {
  if (keys.length === 0) return new Map();
  const column = key === 'sku' ? sql`lower(s.sku)` : wholeGtinOf(sql.ref('s.barcode'));
  const { rows } = await sql<Flat>`
    SELECT s.id, s.name, s.sku, s.barcode, s.unit, s.unit_size AS "unitSize", s.sold_by_weight AS "soldByWeight",
      s.price, s.sale_price AS "salePrice", s.cost_price AS "costPrice", s.min_per_order AS "minPerOrder",
      s.max_per_order AS "maxPerOrder", s.status, ${ofProduct},
      (SELECT count(*) FROM sub_products sibling WHERE sibling.product_id = p.id) AS siblings
    FROM sub_products s JOIN products p ON p.id = s.product_id ${andItsPlace}
    WHERE ${column} = ANY (${keys}::text[])`.execute(tx);
  return new Map(rows.map((row) => [codeKey(key, String(row[key])), toExisting(row)]));
}

/** Products with nothing below them, by their names in small letters: an export writes them as rows too. */
export async function productsWithoutVariants(
  tx: Tx,
  names: readonly string[],
): Promise<Map<string, Existing>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<Flat>`
    SELECT DISTINCT ON (p.name) NULL AS id, ${ofProduct}, 0 AS siblings
    FROM products p ${andItsPlace}
    WHERE p.name = ANY (${names}::text[])
      AND NOT EXISTS (SELECT FROM sub_products s WHERE s.product_id = p.id)
    ORDER BY p.name, p.id`.execute(tx);
  return new Map(rows.map((row) => [String(row.product).toLowerCase(), toExisting(row)]));
}

import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

/** A sub-product that a row's SKU names already. */
export interface Existing {
  id: string;
  sku: string;
  productId: string;
  /** How many sub-products its product has. */
  siblings: number;
  productName: string;
  name: string;
  barcode: string | null;
  unit: string;
  unitSize: number | null;
  soldByWeight: boolean;
  price: number;
  salePrice: number | null;
  costPrice: number | null;
  description: string | null;
  brand: string | null;
  category: string;
  subCategory: string | null;
}

/** By SKU in lower case. */
export async function existingBySku(tx: Tx, skus: readonly string[]): Promise<Map<string, Existing>> {
  const { rows } = await sql<Existing>`
    SELECT s.id, s.sku, s.product_id AS "productId", p.name AS "productName", s.name, s.barcode, s.unit,
      s.unit_size AS "unitSize", s.sold_by_weight AS "soldByWeight", s.price, s.sale_price AS "salePrice",
      s.cost_price AS "costPrice", p.description, b.name AS brand,
      CASE WHEN above.id IS NULL THEN c.name ELSE above.name END AS category,
      CASE WHEN above.id IS NULL THEN NULL ELSE c.name END AS "subCategory",
      (SELECT count(*) FROM sub_products sibling WHERE sibling.product_id = p.id) AS siblings
    FROM sub_products s
    JOIN products p ON p.id = s.product_id
    JOIN categories c ON c.id = p.category_id
    LEFT JOIN categories above ON above.id = c.parent_id
    LEFT JOIN brands b ON b.id = p.brand_id
    WHERE lower(s.sku) = ANY (${skus.map((sku) => sku.toLowerCase())}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.sku.toLowerCase(), row]));
}

interface Group {
  id: string;
  /** How many sub-products it has. */
  size: number;
}
/** Products that bear one of these names, by lower case, to put variants below. */
export async function productsByName(tx: Tx, names: readonly string[]): Promise<Map<string, Group>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<Group & { key: string }>`
    SELECT DISTINCT ON (name) id, lower(name) AS key,
      (SELECT count(*) FROM sub_products s WHERE s.product_id = p.id) AS size
    FROM products p WHERE name = ANY (${distinct(names)}::text[]) ORDER BY name, id`.execute(tx);
  return new Map(rows.map(({ id, key, size }) => [key, { id, size }]));
}

/** What a row changes; null leaves as it is. */
export interface Change {
  id: string;
  productId: string;
  productName: string;
  name: string;
  barcode: string | null;
  unit: string | null;
  unitSize: number | null;
  soldByWeight: boolean | null;
  price: number;
  salePrice: number | null;
  costPrice: number | null;
  description: string | null;
  brandId: string | null;
  categoryId: string;
}
export async function updateProducts(tx: Tx, changes: readonly Change[]): Promise<void> {
  const json = JSON.stringify(changes);
  await sql`
    UPDATE sub_products s
    SET name = c.name, barcode = coalesce(c.barcode, s.barcode), unit = coalesce(c.unit, s.unit),
      unit_size = coalesce(c."unitSize", s.unit_size),
      sold_by_weight = coalesce(c."soldByWeight", s.sold_by_weight),
      price = c.price, cost_price = coalesce(c."costPrice", s.cost_price),
      -- A sale price that is not below the new price is over.
      sale_price = coalesce(c."salePrice", CASE WHEN s.sale_price < c.price THEN s.sale_price END)
    FROM jsonb_to_recordset(${json}::jsonb) AS c(id uuid, name text, barcode text, unit text,
      "unitSize" numeric, "soldByWeight" boolean, price bigint, "salePrice" bigint, "costPrice" bigint)
    WHERE s.id = c.id`.execute(tx);
  await sql`
    UPDATE products p
    SET name = c.name, description = c.description, brand_id = c.brand_id, category_id = c.category_id
    FROM (
      SELECT DISTINCT ON (old.id) old.id, r."productName" AS name,
        coalesce(r.description, old.description) AS description,
        coalesce(r."brandId", old.brand_id) AS brand_id, r."categoryId" AS category_id
      FROM jsonb_to_recordset(${json}::jsonb) AS r("productId" uuid, "productName" text, description text,
        "brandId" uuid, "categoryId" uuid)
      JOIN products old ON old.id = r."productId"
    ) c
    WHERE p.id = c.id AND (p.name, p.description, p.brand_id, p.category_id) IS DISTINCT FROM
      (c.name, c.description, c.brand_id, c.category_id)`.execute(tx);
}

/** What `work` wrote is taken back when it fails, and the transaction goes on. */
export async function orTakeBack<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`SAVEPOINT batch`.execute(tx);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT batch`.execute(tx);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT batch`.execute(tx);
    throw error;
  }
}

/** The first spelling of each name, whatever its case. */
const distinct = (names: readonly string[]): string[] => [
  ...new Map([...names].reverse().map((name) => [name.toLowerCase(), name])).values(),
];

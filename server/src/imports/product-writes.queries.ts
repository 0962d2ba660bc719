import { sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import type { ProductRow } from './product-rows.ts';

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

/** The SKU that holds each of these barcodes. */
export async function skusOfBarcodes(tx: Tx, barcodes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ barcode: string; sku: string }>`
    SELECT barcode, sku FROM sub_products WHERE barcode = ANY (${[...barcodes]}::text[])`.execute(tx);
  return new Map(rows.map(({ barcode, sku }) => [barcode, sku]));
}

/** Ids of brands by lower-case name; those that are missing are made. */
export async function brandsByName(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const wanted = distinct(names).map((name) => ({ id: newId(), name }));
  await sql`
    INSERT INTO brands (id, name)
    SELECT id, name FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w(id uuid, name text)
    WHERE NOT EXISTS (SELECT FROM brands b WHERE lower(b.name) = lower(w.name))
    ORDER BY lower(name)
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{ id: string; key: string }>`
    SELECT id, lower(name) AS key FROM brands
    WHERE lower(name) = ANY (SELECT lower(name) FROM unnest(${wanted.map(({ name }) => name)}::text[]) AS w(name))`.execute(
    tx,
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Ids of categories below one parent (or of the topmost) by lower-case name; missing ones are put last. */
async function categoriesBelow(
  tx: Tx,
  wanted: readonly { parentId: string | null; name: string }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const rows = wanted.map(({ parentId, name }) => ({ id: newId(), parent_id: parentId, name }));
  await sql`
    INSERT INTO categories (id, name, parent_id, level, sort_order)
    SELECT w.id, w.name, w.parent_id, CASE WHEN w.parent_id IS NULL THEN 1 ELSE 2 END,
      (SELECT count(*) FROM categories c WHERE c.parent_id IS NOT DISTINCT FROM w.parent_id)
        + row_number() OVER (PARTITION BY w.parent_id ORDER BY lower(w.name)) - 1
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(id uuid, parent_id uuid, name text)
    WHERE NOT EXISTS (SELECT FROM categories c
      WHERE c.parent_id IS NOT DISTINCT FROM w.parent_id AND lower(c.name) = lower(w.name))
    ORDER BY w.parent_id, lower(w.name)
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows: found } = await sql<{ id: string; key: string }>`
    SELECT c.id, coalesce(c.parent_id::text, '') || '/' || lower(c.name) AS key
    FROM categories c
    JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(parent_id uuid, name text)
      ON c.parent_id IS NOT DISTINCT FROM w.parent_id AND lower(c.name) = lower(w.name)`.execute(tx);
  return new Map(found.map(({ id, key }) => [key, id]));
}

const categoryKey = (parentId: string | null, name: string) => `${parentId ?? ''}/${name.toLowerCase()}`;

/** The id of each row's category, made where it is missing. */
export async function categoriesOf(
  tx: Tx,
  rows: readonly ProductRow[],
): Promise<(row: ProductRow) => string> {
  const tops = await categoriesBelow(
    tx,
    distinct(rows.map((row) => row.category)).map((name) => ({ parentId: null, name })),
  );
  const topOf = (row: ProductRow) => tops.get(categoryKey(null, row.category))!;
  const below = new Map<string, { parentId: string; name: string }>();
  for (const row of rows) {
    if (row.subCategory === undefined) continue;
    const parentId = topOf(row);
    below.set(categoryKey(parentId, row.subCategory), { parentId, name: row.subCategory });
  }
  const subs = await categoriesBelow(tx, [...below.values()]);
  return (row) =>
    row.subCategory === undefined ? topOf(row) : subs.get(categoryKey(topOf(row), row.subCategory))!;
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

export interface NewProduct {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  brand_id: string | null;
  category_id: string;
}
export interface NewSubProduct {
  id: string;
  product_id: string;
  name: string;
  sku: string;
  barcode: string | null;
  unit: string;
  unit_size: number | null;
  sold_by_weight: boolean;
  price: number;
  sale_price: number | null;
  cost_price: number | null;
  sort_order: number;
}
export async function insertProducts(
  tx: Tx,
  products: readonly NewProduct[],
  subProducts: readonly NewSubProduct[],
): Promise<void> {
  if (products.length > 0) {
    await sql`
      INSERT INTO products (id, name, slug, description, brand_id, category_id)
      SELECT id, name, slug, description, brand_id, category_id
      FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS p(id uuid, name text, slug text,
        description text, brand_id uuid, category_id uuid)`.execute(tx);
  }
  if (subProducts.length === 0) return;
  await sql`
    INSERT INTO sub_products (id, product_id, name, sku, barcode, unit, unit_size, sold_by_weight, price,
      sale_price, cost_price, sort_order)
    SELECT id, product_id, name, sku, barcode, unit, unit_size, sold_by_weight, price, sale_price, cost_price, sort_order
    FROM jsonb_to_recordset(${JSON.stringify(subProducts)}::jsonb) AS s(id uuid, product_id uuid, name text,
      sku text, barcode text, unit text, unit_size numeric, sold_by_weight boolean, price bigint,
      sale_price bigint, cost_price bigint, sort_order integer)`.execute(tx);
}

/** What a row changes; null leaves as it is. */
export interface Change {
  id: string;
  product_id: string;
  product_name: string | null;
  name: string;
  barcode: string | null;
  unit: string | null;
  unit_size: number | null;
  sold_by_weight: boolean | null;
  price: number;
  sale_price: number | null;
  cost_price: number | null;
  description: string | null;
  brand_id: string | null;
  category_id: string;
}
export async function updateProducts(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const json = JSON.stringify(changes);
  await sql`
    UPDATE sub_products s
    SET name = c.name, barcode = coalesce(c.barcode, s.barcode), unit = coalesce(c.unit, s.unit),
      unit_size = coalesce(c.unit_size, s.unit_size), sold_by_weight = coalesce(c.sold_by_weight, s.sold_by_weight),
      price = c.price, cost_price = coalesce(c.cost_price, s.cost_price),
      -- A sale price that is not below the new price is over.
      sale_price = coalesce(c.sale_price, CASE WHEN s.sale_price < c.price THEN s.sale_price END)
    FROM jsonb_to_recordset(${json}::jsonb) AS c(id uuid, name text, barcode text, unit text,
      unit_size numeric, sold_by_weight boolean, price bigint, sale_price bigint, cost_price bigint)
    WHERE s.id = c.id`.execute(tx);
  await sql`
    UPDATE products p
    SET name = coalesce(c.product_name, p.name), description = coalesce(c.description, p.description),
      brand_id = coalesce(c.brand_id, p.brand_id), category_id = c.category_id
    FROM (
      SELECT DISTINCT ON (product_id) * FROM jsonb_to_recordset(${json}::jsonb) AS r(product_id uuid,
        product_name text, description text, brand_id uuid, category_id uuid)
    ) c
    WHERE p.id = c.product_id AND (p.name, p.description, p.brand_id, p.category_id) IS DISTINCT FROM
      (coalesce(c.product_name, p.name), coalesce(c.description, p.description), coalesce(c.brand_id, p.brand_id), c.category_id)`.execute(
    tx,
  );
}

interface Noted {
  action: 'create' | 'edit';
  /** The sub-product. */
  recordId: string;
  before?: unknown;
  after: unknown;
}
/** The audit of a whole batch in one statement. */
export async function auditRows(tx: Tx, actor: Actor, entries: readonly Noted[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ action, recordId, before, after }) => ({
    id: newId(),
    action,
    record_id: recordId,
    before: before ?? null,
    after,
  }));
  await sql`
    INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, before, after)
    SELECT id, ${actor.userId}::uuid, ${actor.name}::text, action, 'subProducts', record_id,
      nullif(before, 'null'::jsonb), after
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, action text, record_id uuid,
      before jsonb, after jsonb)`.execute(tx);
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

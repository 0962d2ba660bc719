import type { FactChange, ProductTarget } from '@aisle/contract/catalog/product-bulk';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { fitsProduct } from '../products/product-list.queries.ts';
import { storePastCategories, writeProductTaxes } from '../products/products.queries.ts';
import type { ProductParts } from './product-effects.ts';

export const productKind = 'products';
type Field = FactChange['field'];

/** Whether a row `p` of products matches the target of a bulk edit. */
export const fitsTarget = ({ ids, search, filters }: ProductTarget): RawBuilder<SqlBool> =>
  sql`${fitsProduct({ search, filters })} AND ${ids ? sql`p.id = ANY(${ids}::uuid[])` : sql`true`}`;

/** The parts of a product that a change of this field depends on. */
const partsOf = (field: Field): RawBuilder<Partial<ProductParts>> =>
  ({
    categoryId: sql`jsonb_build_object('categoryId', p.category_id, 'specifications', p.specifications)`,
    brandId: sql`jsonb_build_object('brandId', p.brand_id)`,
    taxIds: sql`jsonb_build_object('taxIds', (SELECT coalesce(jsonb_agg(pt.tax_id ORDER BY pt.tax_id), '[]')
      FROM product_taxes pt WHERE pt.product_id = p.id))`,
    badge: sql`jsonb_build_object('badge', p.badge, 'badgeBySales', p.badge_by_sales)`,
    addToHomePage: sql`jsonb_build_object('addToHomePage', p.add_to_home_page)`,
    status: sql`jsonb_build_object('status', p.status)`,
    tags: sql`jsonb_build_object('tags', p.tags)`,
  })[field] as RawBuilder<Partial<ProductParts>>;

/** The rows of a change, as saved for its job. */
export const productsToChange = (target: ProductTarget): RawBuilder<unknown> => sql`
  SELECT p.id AS record_id, NULL::uuid AS location_id FROM products p WHERE ${fitsTarget(target)} ORDER BY p.name COLLATE aisle_names, p.id`;

/** The distinct parts of all products, usually far fewer than products, so that the preview can try each of them. */
export async function partsOfAll(
  tx: Tx,
  target: ProductTarget,
  field: Field,
): Promise<{ parts: ProductParts; count: number }[]> {
  const { rows } = await sql<{ parts: ProductParts; count: number }>`
    SELECT parts, count(*) AS count FROM (
      SELECT ${partsOf(field)} AS parts FROM products p WHERE ${fitsTarget(target)}) AS found GROUP BY 1`.execute(
    tx,
  );
  return rows;
}

export interface ReadProduct {
  id: string;
  name: string;
  version: number;
  parts: ProductParts;
}
export async function firstProducts(
  tx: Tx,
  { target, field }: { target: ProductTarget; field: Field },
  limit: number,
): Promise<ReadProduct[]> {
  const { rows } = await sql<ReadProduct>`
    SELECT p.id, p.name, p.version, ${partsOf(field)} AS parts FROM products p
    WHERE ${fitsTarget(target)} ORDER BY p.name COLLATE aisle_names, p.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Locks products in ID order to avoid deadlocks. */
export async function lockProducts(tx: Tx, ids: readonly string[], field: Field): Promise<ReadProduct[]> {
  const { rows } = await sql<ReadProduct>`
    SELECT p.id, p.name, p.version, ${partsOf(field)} AS parts FROM products p
    WHERE p.id = ANY(${ids}::uuid[]) ORDER BY p.id FOR NO KEY UPDATE`.execute(tx);
  return rows;
}

const columns: Record<Field, RawBuilder<unknown>> = {
  categoryId: sql`category_id = input."categoryId", specifications = input.specifications`,
  brandId: sql`brand_id = input."brandId"`,
  // Stored in a separate table.
  taxIds: sql`updated_at = now()`,
  badge: sql`badge = input.badge, badge_by_sales = input."badgeBySales"`,
  addToHomePage: sql`add_to_home_page = input."addToHomePage"`,
  status: sql`status = input.status`,
  tags: sql`tags = input.tags`,
};

/** Saves new parts of products, in one or two statements for all of them. */
export async function writeParts(
  tx: Tx,
  field: Field,
  rows: readonly (Partial<ProductParts> & { id: string })[],
): Promise<void> {
  if (rows.length === 0) return;
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input (id uuid, "categoryId" uuid,
    specifications jsonb, "brandId" uuid, "taxIds" uuid[], badge text, "badgeBySales" boolean,
    "addToHomePage" boolean, status boolean, tags text[])`;
  const moves = rows.flatMap(({ id, categoryId }) => (categoryId ? [{ id, categoryId }] : []));
  await storePastCategories(tx, moves);
  await sql`UPDATE products p SET ${columns[field]} FROM ${input} WHERE p.id = input.id`.execute(tx);
  await writeProductTaxes(
    tx,
    rows.flatMap(({ id, taxIds }) => (taxIds ? [{ id, taxIds }] : [])),
  );
}

export async function namesOf(tx: Tx, field: Field, ids: readonly string[]): Promise<Map<string, string>> {
  const table = { categoryId: 'categories', brandId: 'brands', taxIds: 'taxes' }[field as string];
  if (!table || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM ${sql.table(table)} WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { type Patch, patchRows } from '../../../core/db/rows/patch-rows.ts';
import { productFields, storePastCategories } from '../../products/products.queries.ts';
import { subProductFields } from '../../sub-products/sub-products.queries.ts';

interface Group {
  id: string;
  /** The number of sub-products. */
  size: number;
}
/** Products with one of these names, by lower-case name, to add sub-products to. */
export async function productsByName(tx: Tx, names: readonly string[]): Promise<Map<string, Group>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<Group & { key: string }>`
    SELECT DISTINCT ON (name COLLATE aisle_names) id, lower(name) AS key,
      (SELECT count(*) FROM sub_products s WHERE s.product_id = p.id) AS size
    FROM products p WHERE name COLLATE aisle_names = ANY (${distinct(names)}::text[]) ORDER BY name COLLATE aisle_names, id`.execute(
    tx,
  );
  return new Map(rows.map(({ id, key, size }) => [key, { id, size }]));
}

/** The first spelling of each name, ignoring case. */
const distinct = (names: readonly string[]): string[] => [
  ...new Map([...names].reverse().map((name) => [name.toLowerCase(), name])).values(),
];

/** Locks products, then sub-products, each in ID order. The same order everywhere avoids deadlocks. */
export async function lockCatalogRecords(
  tx: Tx,
  productIds: readonly string[],
  subProductIds: readonly string[],
): Promise<{ products: Map<string, number>; subProducts: Map<string, number> }> {
  const products = await sql<{ id: string; version: number }>`SELECT id, version FROM products
    WHERE id = ANY (${productIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const subProducts = await sql<{ id: string; version: number }>`SELECT id, version FROM sub_products
    WHERE id = ANY (${subProductIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const byId = (rows: { id: string; version: number }[]) =>
    new Map(rows.map(({ id, version }) => [id, version]));
  return { products: byId(products.rows), subProducts: byId(subProducts.rows) };
}

type Versions = Map<string, number>;

/** Changes some fields of many sub-products in one statement, and returns their new versions. */
export const patchSubProducts = (tx: Tx, patches: readonly Patch[]): Promise<Versions> =>
  patchRows(tx, sql`sub_products`, subProductFields, patches);
export async function patchProducts(tx: Tx, patches: readonly Patch[]): Promise<Versions> {
  const moves = patches.flatMap(({ id, values: { categoryId } }) =>
    typeof categoryId === 'string' ? [{ id, categoryId }] : [],
  );
  await storePastCategories(tx, moves);
  return patchRows(tx, sql`products`, productFields, patches);
}

/** The brands or categories among these that the current transaction added. */
export async function addedNow(tx: Tx, resource: 'brands' | 'categories', ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom(resource)
    .select('id')
    .where(sql<boolean>`id = ANY (${ids}::uuid[])`)
    .where('created_at', '=', sql<string>`now()`)
    .execute();
  return rows.map(({ id }) => id);
}

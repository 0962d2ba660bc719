import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnName, type TypedFields } from '../../core/db/typed-fields.ts';
import { bulkFields } from '../products/products-in-bulk.queries.ts';
import { subProductFields } from '../sub-products/sub-products.queries.ts';

interface Group {
  id: string;
  /** How many sub-products it has. */
  size: number;
}
/** Products with one of these names, by the name in lower case, to add sub-products to. */
export async function productsByName(tx: Tx, names: readonly string[]): Promise<Map<string, Group>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<Group & { key: string }>`
    SELECT DISTINCT ON (name) id, lower(name) AS key,
      (SELECT count(*) FROM sub_products s WHERE s.product_id = p.id) AS size
    FROM products p WHERE name = ANY (${distinct(names)}::text[]) ORDER BY name, id`.execute(tx);
  return new Map(rows.map(({ id, key, size }) => [key, { id, size }]));
}

/** The first spelling of each name, whatever its case. */
const distinct = (names: readonly string[]): string[] => [
  ...new Map([...names].reverse().map((name) => [name.toLowerCase(), name])).values(),
];

/** Locks products, then sub-products, each in the order of their ids: the same order everywhere avoids deadlocks. */
export async function lockCatalogue(
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

export interface Patch {
  id: string;
  /** The new values by field; other fields stay unchanged. */
  values: Record<string, unknown>;
}
type Versions = Map<string, number>;

/** Changes some fields of many sub-products in one statement, and returns their new versions. */
export const patchSubProducts = (tx: Tx, patches: readonly Patch[]): Promise<Versions> =>
  patchRows(tx, sql`sub_products`, subProductFields, patches);
export const patchProducts = (tx: Tx, patches: readonly Patch[]): Promise<Versions> =>
  patchRows(tx, sql`products`, bulkFields, patches);

async function patchRows(
  tx: Tx,
  table: RawBuilder<unknown>,
  fields: TypedFields,
  patches: readonly Patch[],
): Promise<Versions> {
  if (patches.length === 0) return new Map();
  const sets = Object.entries(fields).map(([field, type]) => {
    const [column, key] = [sql.ref(columnName(field)), sql.lit(field)];
    const value =
      type === 'text[]'
        ? sql`ARRAY(SELECT jsonb_array_elements_text(given."values" -> ${key}))`
        : sql`(given."values" ->> ${key})::${sql.raw(type)}`;
    return sql`${column} = CASE WHEN given."values" ? ${key} THEN ${value} ELSE target.${column} END`;
  });
  const { rows } = await sql<{ id: string; version: number }>`
    UPDATE ${table} target SET ${sql.join(sets)}
    FROM jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) AS given (id uuid, "values" jsonb)
    WHERE target.id = given.id RETURNING target.id, target.version`.execute(tx);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Those of these brands or categories that the current transaction has added. */
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

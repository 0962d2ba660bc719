import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db.ts';

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

/** The first spelling of each name, whatever its case. */
const distinct = (names: readonly string[]): string[] => [
  ...new Map([...names].reverse().map((name) => [name.toLowerCase(), name])).values(),
];

/** Locks products and then sub-products, each in the order of their ids, as everybody does: no deadlock. */
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
  /** Only what is to be changed, by column; what is not named stays as it is. */
  values: Record<string, unknown>;
}
type Versions = Map<string, number>;

const subProductColumns = {
  name: 'text',
  sku: 'text',
  barcode: 'text',
  unit: 'text',
  unitSize: 'numeric',
  soldByWeight: 'boolean',
  price: 'bigint',
  salePrice: 'bigint',
  costPrice: 'bigint',
  minPerOrder: 'numeric',
  maxPerOrder: 'numeric',
  status: 'boolean',
};
/** Changes single cells of many sub-products in one statement; gives their new versions. */
export const patchSubProducts = (tx: Tx, patches: readonly Patch[]): Promise<Versions> =>
  patchRows(tx, sql`sub_products`, subProductColumns, patches);

const productColumns = {
  name: 'text',
  description: 'text',
  brandId: 'uuid',
  categoryId: 'uuid',
  badge: 'text',
  addToHomePage: 'boolean',
  status: 'boolean',
};
const tags = sql`tags = CASE WHEN given."values" ? 'tags'
  THEN ARRAY(SELECT jsonb_array_elements_text(given."values" -> 'tags')) ELSE target.tags END`;
export const patchProducts = (tx: Tx, patches: readonly Patch[]): Promise<Versions> =>
  patchRows(tx, sql`products`, productColumns, patches, [tags]);

async function patchRows(
  tx: Tx,
  table: RawBuilder<unknown>,
  columns: Record<string, string>,
  patches: readonly Patch[],
  also: readonly RawBuilder<unknown>[] = [],
): Promise<Versions> {
  if (patches.length === 0) return new Map();
  const sets = Object.entries(columns).map(([name, type]) => {
    const column = sql.ref(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    const key = sql.lit(name);
    return sql`${column} = CASE WHEN given."values" ? ${key}
      THEN (given."values" ->> ${key})::${sql.raw(type)} ELSE target.${column} END`;
  });
  const { rows } = await sql<{ id: string; version: number }>`
    UPDATE ${table} target SET ${sql.join([...sets, ...also])}
    FROM jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) AS given (id uuid, "values" jsonb)
    WHERE target.id = given.id RETURNING target.id, target.version`.execute(tx);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Which of these brands and categories this very transaction has added. */
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

import type { Product, ProductInput } from '@aisle/contract/catalog/products';
import { limitMarks } from '@aisle/contract/core/normal-text';
import { sql } from 'kysely';
import { enqueue, type Tx } from '../../core/db/db.ts';
import { columnsOf, type RowChange } from '../../core/db/rows/columns.ts';
import { choices } from '../../core/db/rows/records.ts';
import {
  columnNames,
  columnsIn,
  recordsetOf,
  type TypedFields,
  valuesIn,
} from '../../core/db/rows/typed-fields.ts';
import { mustFind } from '../../core/problem.ts';

/** Locks the product for an edit and returns its version. */
export async function lockProduct(tx: Tx, id: string): Promise<{ version: number; categoryId: string }> {
  const row = await tx
    .selectFrom('products')
    .select(['version', 'category_id as categoryId'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return mustFind(row, 'Product');
}

/** The editable columns of a product, declared once for writing one or many. Taxes are in another table. */
export const productFields = {
  name: 'text',
  categoryId: 'uuid',
  brandId: 'uuid',
  description: 'text',
  badge: 'text',
  tags: 'text[]',
  addToHomePage: 'boolean',
  status: 'boolean',
  specifications: 'jsonb',
} as const satisfies TypedFields & Record<Exclude<keyof ProductInput, 'taxIds'>, string>;
type ProductFields = Pick<Product, keyof typeof productFields>;

const freshProduct = {
  description: null,
  brandId: null,
  badge: 'none',
  tags: [],
  addToHomePage: false,
  status: true,
  specifications: {},
} as const satisfies Omit<ProductFields, 'name' | 'categoryId'>;

export const productColumns = columnsOf<'products', ProductInput>()({
  ...columnNames(productFields),
  // Validated against the category first.
  specifications: null,
  // Stored in a separate table.
  taxIds: null,
});

/** A new product without taxes, pictures and variants. Missing fields get their defaults. */
export type NewProduct = Pick<ProductFields, 'name' | 'categoryId'> & Partial<ProductFields> & { id: string };

const fieldNames = Object.keys(productFields) as (keyof ProductFields)[];
const withDefaults = (input: Partial<ProductFields>) => {
  const fresh: Partial<ProductFields> = freshProduct;
  return Object.fromEntries(fieldNames.map((name) => [name, input[name] ?? fresh[name]]));
};

const writtenColumns = columnsIn(productFields);
const inputValues = valuesIn(productFields, 'input');
const inputFields = recordsetOf(productFields);
/**
 * Adds products in one statement, sent together with the next one. Each gets the slug of its name, or a longer one if another
 * product has that slug.
 */
export async function insertProducts(tx: Tx, products: readonly NewProduct[]): Promise<void> {
  if (products.length === 0) return;
  const rows = products.map(({ id, ...fields }) => ({
    id,
    slug: slugOf(fields.name),
    longSlug: slugBeside(fields.name, id),
    ...withDefaults(fields),
  }));
  const inserted = sql`
    WITH input AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS (id uuid, slug text, "longSlug" text, ${inputFields})
    ), first AS (
      INSERT INTO products (id, slug, ${writtenColumns}) SELECT id, slug, ${inputValues} FROM input
      ON CONFLICT (slug) DO NOTHING RETURNING id
    )
    INSERT INTO products (id, slug, ${writtenColumns}) SELECT id, "longSlug", ${inputValues} FROM input
    WHERE id NOT IN (SELECT id FROM first)`;
  await enqueue(tx, inserted);
}

export async function updateProduct(tx: Tx, id: string, columns: RowChange<'products'>): Promise<void> {
  if (columns.category_id !== undefined)
    await storePastCategories(tx, [{ id, categoryId: columns.category_id }]);
  await tx
    .updateTable('products')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Stores the categories that products are about to leave, to explain the rates of past days. Each writer of a product's
 * category calls it first, with the product locked. Sent together with the next statement. If a transaction moves a product
 * twice, the category before the transaction is stored.
 */
export async function storePastCategories(
  tx: Tx,
  moves: readonly { id: string; categoryId: string }[],
): Promise<void> {
  if (moves.length === 0) return;
  await enqueue(
    tx,
    sql`INSERT INTO past_product_categories (product_id, until, category_id)
      SELECT p.id, now(), p.category_id FROM products p
      JOIN jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS move (id uuid, "categoryId" uuid)
        ON move.id = p.id AND move."categoryId" <> p.category_id
      ON CONFLICT DO NOTHING`,
  );
}

/** Replaces the taxes of products. Removed taxes go to the history, which explains the taxes of past days. */
export async function writeProductTaxes(
  tx: Tx,
  products: readonly { id: string; taxIds: readonly string[] }[],
): Promise<void> {
  if (products.length === 0) return;
  await sql`
    WITH given AS (
      SELECT id, "taxIds" FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS given (id uuid, "taxIds" uuid[])
    ), removed AS (
      DELETE FROM product_taxes pt USING given WHERE pt.product_id = given.id AND pt.tax_id <> ALL (given."taxIds")
      RETURNING pt.product_id, pt.tax_id, pt.since
    ), past AS (
      INSERT INTO past_named_taxes (owner_id, tax_id, since, until)
      SELECT product_id, tax_id, since, now() FROM removed ON CONFLICT DO NOTHING
    )
    INSERT INTO product_taxes (product_id, tax_id)
    SELECT given.id, tax.id FROM given CROSS JOIN unnest(given."taxIds") AS tax (id)
    JOIN taxes t ON t.id = tax.id
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function deleteProduct(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('products').where('id', '=', id).execute();
}

export const productChoices = (tx: Tx, search: string | undefined) => choices(tx, 'products', search);

/** Turns "Crème Fraîche, 8 oz" into "creme-fraiche-8-oz" for URLs; keeps letters and digits of any script. */
export function slugOf(name: string): string {
  const words = limitMarks(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return words || 'product';
}

/** A slug for another product with the same name. */
const slugBeside = (name: string, id: string): string => `${slugOf(name)}-${id.slice(-8)}`;

interface Switched {
  _id: string;
  name: string;
  status: boolean;
  version: number;
}
/** The statuses of these products, locked in ID order to avoid deadlocks. */
export async function lockStatuses(tx: Tx, ids: readonly string[]): Promise<Map<string, Switched>> {
  const rows = await tx
    .selectFrom('products')
    .select(['id as _id', 'name', 'status', 'version'])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row._id, row]));
}

export async function writeStatus(tx: Tx, ids: readonly string[], status: boolean): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE products SET status = ${status} WHERE id = ANY(${ids}::uuid[])`.execute(tx);
}

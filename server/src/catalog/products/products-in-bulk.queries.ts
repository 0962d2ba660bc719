import type { Product, ProductInput } from '@aisle/contract/catalog/products';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsIn, recordsetOf, type TypedFields, valuesIn } from '../../core/db/typed-fields.ts';

/** The columns of products added in bulk: all editable ones but taxes. */
export const bulkFields = {
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
export type BulkProduct = Pick<Product, keyof typeof bulkFields> & { id: string };

/** The defaults of a new product. */
export const freshProduct = {
  description: null,
  brandId: null,
  badge: 'none',
  tags: [],
  addToHomePage: false,
  status: true,
  specifications: {},
} as const satisfies Partial<BulkProduct>;

/** A product without sub-products, as an import knows it. Missing fields get the defaults of a new product. */
export type BareProduct = Pick<BulkProduct, 'id' | 'name' | 'categoryId'> & Partial<BulkProduct>;

/** Adds products in one statement; returns the ids of those whose slug was free. */
export async function insertProducts(
  tx: Tx,
  rows: readonly (BulkProduct & { slug: string })[],
): Promise<Set<string>> {
  const { rows: added } = await sql<{ id: string }>`
    INSERT INTO products (id, slug, ${columnsIn(bulkFields)})
    SELECT input.id, input.slug, ${valuesIn(bulkFields, 'input')}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input (id uuid, slug text, ${recordsetOf(bulkFields)})
    ON CONFLICT (slug) DO NOTHING
    RETURNING id`.execute(tx);
  return new Set(added.map((row) => row.id));
}

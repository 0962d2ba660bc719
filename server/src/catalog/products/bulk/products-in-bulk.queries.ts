import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { columnsIn, recordsetOf, valuesIn } from '../../../core/db/rows/typed-fields.ts';
import { type ProductFields, productFields } from '../products.queries.ts';

/** A product without sub-products, as an import knows it. Missing fields get the defaults of a new product. */
export type BareProduct = Pick<ProductFields, 'name' | 'categoryId'> &
  Partial<ProductFields> & { id: string };

/** Adds products in one statement; returns the ids of those whose slug was free. */
export async function insertProducts(
  tx: Tx,
  rows: readonly (ProductFields & { id: string; slug: string })[],
): Promise<Set<string>> {
  const { rows: added } = await sql<{ id: string }>`
    INSERT INTO products (id, slug, ${columnsIn(productFields)})
    SELECT input.id, input.slug, ${valuesIn(productFields, 'input')}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input (id uuid, slug text, ${recordsetOf(productFields)})
    ON CONFLICT (slug) DO NOTHING
    RETURNING id`.execute(tx);
  return new Set(added.map((row) => row.id));
}

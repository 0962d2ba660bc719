import type { Tx } from '../../../core/db/db.ts';
import { freshProduct } from '../products.queries.ts';
import { slugBeside, slugOf } from '../slug.ts';
import { type BareProduct, insertProducts } from './products-in-bulk.queries.ts';

/**
 * Adds many products in one statement, or two where names repeat, each with a unique slug. Writes
 * no audit entries: callers audit the sub-products.
 */
export async function addBareProducts(tx: Tx, products: readonly BareProduct[]): Promise<void> {
  const rows = products.map((product) => ({ ...freshProduct, ...product, slug: slugOf(product.name) }));
  const done = rows.length > 0 ? await insertProducts(tx, rows) : new Set();
  const namesakes = rows.filter((row) => !done.has(row.id));
  if (namesakes.length === 0) return;
  await insertProducts(
    tx,
    namesakes.map((row) => ({ ...row, slug: slugBeside(row.name, row.id) })),
  );
}

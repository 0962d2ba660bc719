import type { Tx } from '../core/db.ts';
import { insertProducts } from './products-in-bulk.queries.ts';
import { slugBeside, slugOf } from './slug.ts';

/** A product without anything below it: what an import knows. */
export interface BareProduct {
  id: string;
  name: string;
  description: string | null;
  brandId: string | null;
  categoryId: string;
  badge?: string;
  tags?: string[];
  addToHomePage?: boolean;
  status?: boolean;
}

/**
 * Adds many products by one statement, by two where some share a name, each with a slug of its own. Notes
 * nothing in the audit log: whoever adds them says so of their sub-products.
 */
export async function addBareProducts(tx: Tx, products: readonly BareProduct[]): Promise<void> {
  const rows = products.map((product) => ({ ...product, slug: slugOf(product.name) }));
  const done = rows.length > 0 ? await insertProducts(tx, rows) : new Set();
  const namesakes = rows.filter((row) => !done.has(row.id));
  if (namesakes.length === 0) return;
  await insertProducts(
    tx,
    namesakes.map((row) => ({ ...row, slug: slugBeside(row.name, row.id) })),
  );
}

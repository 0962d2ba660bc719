import { type RawBuilder, sql } from 'kysely';
import { containing } from '../core/search-text.ts';

// Both halves of each UNION use a trigram index; an OR over two tables would read all of both.

/** The ids of products with this in their name, or in the SKU or barcode of a variant: a sub-query. */
export function productsMatching(search: string): RawBuilder<unknown> {
  const pattern = containing(search);
  return sql`(
    SELECT found.id FROM products found WHERE found.name ILIKE ${pattern}
    UNION
    SELECT found.product_id FROM sub_products found
    WHERE found.sku ILIKE ${pattern} OR found.barcode ILIKE ${pattern})`;
}

/** The ids of sub-products with this in their name, SKU or barcode, or in the name of their product. */
export function subProductsMatching(search: string): RawBuilder<unknown> {
  const pattern = containing(search);
  return sql`(
    SELECT found.id FROM sub_products found
    WHERE found.name ILIKE ${pattern} OR found.sku ILIKE ${pattern} OR found.barcode ILIKE ${pattern}
    UNION
    SELECT found.id FROM sub_products found JOIN products owner ON owner.id = found.product_id
    WHERE owner.name ILIKE ${pattern})`;
}

import type { missingParts } from '@aisle/contract/catalog/products';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The category `c` of a product and those above it, as `up`. */
const categoriesOf = sql`categories c
  LEFT JOIN categories parent ON parent.id = c.parent_id
  JOIN categories up ON up.id IN (c.id, parent.id, parent.parent_id)`;

/** What a product lacks. Each condition reads the few rows of one product `p` by index. */
export const lacking: Record<(typeof missingParts)[number], RawBuilder<SqlBool>> = {
  image: sql`NOT EXISTS (SELECT FROM product_images i
    WHERE i.product_id = p.id AND i.sub_product_id IS NULL)`,
  barcode: sql`EXISTS (SELECT FROM sub_products s WHERE s.product_id = p.id AND s.barcode IS NULL)`,
  price: sql`NOT EXISTS (SELECT FROM sub_products s WHERE s.product_id = p.id)`,
  // A specification that is declared again further down applies as declared there.
  facts: sql`EXISTS (SELECT FROM (
      SELECT DISTINCT ON (lower(item.value ->> 'name')) item.value ->> 'name' AS name,
        (item.value ->> 'required')::boolean AS required
      FROM ${categoriesOf} CROSS JOIN jsonb_array_elements(up.specifications) AS item (value)
      WHERE c.id = p.category_id
      ORDER BY lower(item.value ->> 'name'), up.level DESC) AS held
    WHERE held.required AND NOT p.specifications ? held.name)`,
  tax: sql`NOT EXISTS (SELECT FROM product_taxes pt WHERE pt.product_id = p.id)
    AND NOT EXISTS (SELECT FROM ${categoriesOf} JOIN category_taxes ct ON ct.category_id = up.id
      WHERE c.id = p.category_id)`,
};

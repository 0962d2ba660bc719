import type { TaxExplanation } from '@aisle/contract/locations/location-rates';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The category of the product `p` at a given time. */
export const categoryOfProductAt = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce((SELECT past.category_id FROM past_product_categories past
    WHERE past.product_id = p.id AND past.until > ${at} ORDER BY past.until LIMIT 1), p.category_id)`;

/** A category and its parent at a given time, even if it was deleted since; at most one row. */
export const categoryAt = (id: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  LATERAL (SELECT ${id} AS id, coalesce(now_there.name, past.name) AS name,
      CASE WHEN past.category_id IS NULL THEN now_there.parent_id ELSE past.parent_id END AS parent_id,
      coalesce(now_there.created_at, past.created_at) AS created_at
    FROM (SELECT) AS one_row
    LEFT JOIN categories now_there ON now_there.id = ${id}
    LEFT JOIN LATERAL (SELECT * FROM past_categories WHERE category_id = ${id} AND until > ${at}
      ORDER BY until LIMIT 1) past ON true
    WHERE coalesce(now_there.id, past.category_id) IS NOT NULL)`;

/** The previous categories of a product, latest first. */
export async function previousCategories(
  tx: Tx,
  productId: string,
): Promise<TaxExplanation['formerCategories']> {
  const { rows } = await sql<TaxExplanation['formerCategories'][number]>`
    SELECT past.category_id AS "_id", coalesce(c.name, gone.name, '') AS name, past.until
    FROM past_product_categories past LEFT JOIN categories c ON c.id = past.category_id
    LEFT JOIN LATERAL (SELECT name FROM past_categories WHERE category_id = past.category_id
      ORDER BY until DESC LIMIT 1) gone ON true
    WHERE past.product_id = ${productId} ORDER BY past.until DESC LIMIT 20`.execute(tx);
  return rows;
}

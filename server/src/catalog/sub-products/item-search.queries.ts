import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../core/http/actor.ts';
import { isBarcode } from '../../core/list/search-text.ts';
import { subProductsMatching } from './search.queries.ts';

/** The maximum number of matches that are ranked. High enough that the planner uses the indexes. */
const maxRanked = 2000;

/**
 * A subquery of the sub-products that a text means: by product, variant, SKU or barcode, with words in any order. Without a
 * text, the first ones by name.
 */
export const itemsMatching = (search: string | undefined): RawBuilder<unknown> =>
  search
    ? sql`(SELECT * FROM sub_products WHERE id IN ${subProductsMatching(search)}
        OR ${isBarcode(sql.ref('barcode'), search)} LIMIT ${sql.lit(maxRanked)})`
    : sql`(SELECT * FROM sub_products ORDER BY name COLLATE aisle_names, id LIMIT ${sql.lit(maxRanked)})`;

/** The file of the cover of a sub-product `s`, otherwise of its product. */
export const coverOf = sql<string | null>`(SELECT i.file_id FROM product_images i
  WHERE i.product_id = s.product_id AND (i.sub_product_id = s.id OR i.sub_product_id IS NULL)
  ORDER BY i.sub_product_id IS NULL, i.sort_order, i.file_id LIMIT 1)`;

/** The current month and the two before it. */
const lastMonths = sql`ARRAY(SELECT (date_trunc('month', now()) - make_interval(months => back))::date
  FROM generate_series(0, 2) AS back)`;

/** The recent revenue of sub-products `s` at the actor's locations. */
export const soldLately = ({ locations }: Pick<Actor, 'locations'>): RawBuilder<unknown> =>
  locations === null
    ? sql`(SELECT sum(sales.revenue) FROM all_product_figure_months sales
        WHERE sales.day = ANY (${lastMonths}) AND sales.sub_product_id = s.id)`
    : sql`(SELECT sum(sales.revenue) FROM product_figure_months sales WHERE sales.location_id = ANY (${[...locations]}::uuid[])
        AND sales.day = ANY (${lastMonths}) AND sales.sub_product_id = s.id)`;

/** Sorts sub-products `s` of a search: exact codes first, then the best sellers, then by product and variant. */
export const rankedBy = (
  search: string | undefined,
  actor: Pick<Actor, 'locations'>,
): RawBuilder<unknown> => sql`
  ${search ? sql`(lower(s.sku) = lower(${search}) OR ${isBarcode(sql.ref('s.barcode'), search)}) IS TRUE DESC,` : sql``}
  coalesce(${soldLately(actor)}, 0) DESC,
  (SELECT name FROM products WHERE id = s.product_id) COLLATE aisle_names, s.product_id, s.sort_order, s.id`;

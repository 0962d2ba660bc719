import type { ItemNames } from '@aisle/contract/core/item-name';
import type { Unit } from '@aisle/contract/core/quantity';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { itemNamesOf } from '../../core/list/item-names.ts';
import { type Days, locationsAt } from './figure-days.queries.ts';
import { productsOf, saleDeltas } from './product-figures.queries.ts';

/** Null for all locations that the actor has access to. */
interface Period extends Days {
  locationId: string | null;
}
const locationsOf = ({ locationId }: Period) => (locationId === null ? null : [locationId]);
/** A period for totals of all locations together; only for users of all locations. */
interface PeriodAnywhere extends Period {
  isEverywhere: boolean;
}

interface TopProduct extends ItemNames {
  subProductId: string;
  productId: string;
  name: string;
  sku: string;
  quantity: number;
  /** "each" unless it is sold by weight. */
  unit: Unit;
  revenue: number;
}
/** The number of candidates from the best sellers of each month, and from the deltas of marked days. */
const candidatesOfEach = 200;

/**
 * The sub-products with the most revenue in the period. Over all locations, first tries the best sellers of its months and of
 * the deltas of marked days. The revenue of any other sub-product is at most the sum of the lowest revenues of these lists,
 * which is almost always too little.
 */
export async function topProducts(tx: Tx, period: PeriodAnywhere, limit: number): Promise<TopProduct[]> {
  if (period.isEverywhere && period.locationId === null) {
    const { products, bound } = await topOfCandidates(tx, period, limit);
    const isFull = products.length === limit && products.at(-1)!.revenue >= bound;
    if (isFull || bound === 0) return products;
  }
  const places = locationsOf(period);
  const { rows } = await sql<TopProduct>`
    WITH ${locationsAt(places)}, ${saleDeltas(period)}, ${topOf(period, period.isEverywhere, limit)}
    SELECT ${topColumns} ORDER BY top.revenue DESC, s.name COLLATE aisle_names`.execute(tx);
  return rows;
}

function topOf(
  period: Period,
  isEverywhere: boolean,
  limit: number,
  which?: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const scope = {
    places: locationsOf(period),
    isEverywhere,
    needed: ['units', 'revenue'] as const,
    ...(which && { which }),
  };
  return sql`top AS MATERIALIZED (
    SELECT * FROM (${productsOf(period, scope)}) sums WHERE units > 0 OR revenue > 0
    ORDER BY revenue DESC, sub_product_id LIMIT ${limit})`;
}
const topColumns = sql`s.id AS "subProductId", s.product_id AS "productId", s.name, ${itemNamesOf('s')}, s.sku,
  (top.units / 1000.0)::float8 AS quantity, CASE WHEN s.sold_by_weight THEN s.unit ELSE 'each' END AS unit, top.revenue FROM top JOIN sub_products s ON s.id = top.sub_product_id`;

/** The bound is the maximum revenue of a sub-product that is not a candidate. */
async function topOfCandidates(
  tx: Tx,
  period: Period,
  limit: number,
): Promise<{ products: TopProduct[]; bound: number }> {
  const isCandidate = sql<boolean>`sub_product_id IN (SELECT sub_product_id FROM candidates)`;
  const { rows } = await sql<{ products: TopProduct[]; bound: number }>`
    WITH ${locationsAt(null)}, ${saleDeltas(period)}, best AS MATERIALIZED (
      SELECT months.day::date AS day, ranked.* FROM generate_series(date_trunc('month', ${period.from}::date),
        ${period.to}::date, interval '1 month') AS months (day)
      CROSS JOIN LATERAL (SELECT sub_product_id, revenue FROM all_product_figure_months
        WHERE day = months.day::date ORDER BY revenue DESC LIMIT ${candidatesOfEach}) ranked
      UNION ALL
      (SELECT NULL, sub_product_id, sum(revenue)::bigint FROM product_delta
        GROUP BY 2 HAVING sum(revenue) > 0 ORDER BY 3 DESC LIMIT ${candidatesOfEach})
    ), candidates AS MATERIALIZED (
      SELECT DISTINCT sub_product_id FROM best
    ), ${topOf(period, true, limit, isCandidate)}
    SELECT (SELECT coalesce(json_agg(found), '[]') FROM (
        SELECT ${topColumns} ORDER BY top.revenue DESC, s.name COLLATE aisle_names) found) AS products,
      (SELECT coalesce(sum(least), 0)::bigint FROM (SELECT min(revenue) AS least FROM best GROUP BY day
        HAVING count(*) = ${candidatesOfEach}) months) AS bound`.execute(tx);
  return rows[0]!;
}

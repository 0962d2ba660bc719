import { type RawBuilder, sql } from 'kysely';
import {
  type Days,
  isAt,
  isWithin,
  type LocationIds,
  markedDays,
  type ProductColumn,
  productColumns,
  signedColumns,
} from './figure-days.queries.ts';
import { partsOf } from './figure-parts.ts';

interface ProductScope {
  places: LocationIds;
  /** Reads the totals of all locations together; only for users of all locations. */
  isEverywhere: boolean;
  /** A condition on `sub_product_id` that selects the sub-products. */
  which?: RawBuilder<boolean>;
  /** The totals to read. */
  needed?: readonly ProductColumn[];
}

/**
 * The deltas of products on marked days in some ranges, as parts of a WITH clause; requires `locationsAt`. They are computed
 * once, however many parts of the statement read them.
 */
export const productDeltas = (...ranges: readonly Days[]): RawBuilder<unknown> => sql`
  marked AS MATERIALIZED ${markedDays('product_figure_marks', ranges)}, product_delta AS MATERIALIZED (
    SELECT delta.* FROM marked CROSS JOIN LATERAL product_figure_deltas(marked.location_id, marked.day) delta
    UNION ALL
    SELECT delta.* FROM product_cost_marks edited JOIN place ON place.id = edited.location_id
    CROSS JOIN LATERAL product_cost_deltas(edited) delta
    WHERE (delta.location_id, delta.day) NOT IN (SELECT location_id, day FROM marked))`;

/** The deltas of units and revenue only, for finding best sellers. */
export const saleDeltas = (range: Days): RawBuilder<unknown> => sql`
  product_delta AS MATERIALIZED (
    SELECT delta.* FROM ${markedDays('product_figure_marks', [range])} marked
    CROSS JOIN LATERAL product_sale_deltas(marked.location_id, marked.day) delta)`;

/**
 * The totals of each sub-product over a range; requires `locationsAt` and `productDeltas` or `saleDeltas`. Quantities are in
 * thousandths.
 */
export function productsOf(
  range: Days,
  { places, isEverywhere, which = sql`true`, needed = productColumns }: ProductScope,
): RawBuilder<unknown> {
  const isAll = isEverywhere && places === null;
  const summed = partsOf(range).map(({ by, from, to, sign }) => {
    const table = sql.table(`${isAll ? 'all_product' : 'product'}_figure_${by}`);
    return sql`SELECT sub_product_id, ${signedColumns(needed, sign)} FROM ${table}
      WHERE ${isWithin('day', { from, to })} AND ${isAll ? sql`true` : isAt('location_id', places)} AND ${which}`;
  });
  return sql`
    SELECT sub_product_id, ${sql.join(
      needed.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`),
    )}
    FROM (
      ${sql.join(summed, sql` UNION ALL `)}
      UNION ALL
      SELECT sub_product_id, ${signedColumns(needed, 1)} FROM product_delta
      WHERE ${isWithin('day', range)} AND ${which}
    ) part GROUP BY sub_product_id`;
}

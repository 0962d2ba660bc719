import { type RawBuilder, sql } from 'kysely';
import {
  type Days,
  isAt,
  isWithin,
  markedDays,
  type Places,
  type ProductColumn,
  productColumns,
  signedColumns,
} from './figure-days.queries.ts';
import { partsOf } from './figure-parts.ts';

interface ProductScope {
  places: Places;
  /** Reads the sums of all locations together: only for people of all locations. */
  isEverywhere: boolean;
  /** Which sub-products, as a condition on `sub_product_id`. */
  which?: RawBuilder<boolean>;
  /** Which sums are needed. */
  needed?: readonly ProductColumn[];
}

/**
 * The deltas of products on marked days of some ranges, as a part of a WITH clause; needs `placesAt`. They are counted once,
 * however many parts of the statement read them.
 */
export const productDeltas = (
  counted: 'product_figure_deltas' | 'product_sale_deltas',
  ...ranges: readonly Days[]
): RawBuilder<unknown> => sql`
  product_delta AS MATERIALIZED (
    SELECT delta.* FROM (${sql.join(
      ranges.map((range) => markedDays('product_figure_marks', range)),
      sql` UNION `,
    )}) marked CROSS JOIN LATERAL ${sql.raw(counted)}(marked.location_id, marked.day) delta)`;

/** The sums of each sub-product over a range; needs `placesAt` and `productDeltas`. Quantities are in thousandths. */
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

import { type RawBuilder, sql } from 'kysely';
import {
  changesOf,
  type Days,
  isAt,
  isWithin,
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

/** The sums of each sub-product over a range; needs `placesAt`. Quantities are in thousandths. */
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
      SELECT sub_product_id, ${signedColumns(needed, 1)} FROM ${changesOf('product_figure_changes', range)} changes
      WHERE ${which}
    ) part GROUP BY sub_product_id`;
}

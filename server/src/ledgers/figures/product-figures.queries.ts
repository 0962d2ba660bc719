import { type RawBuilder, sql } from 'kysely';
import {
  changesOf,
  type Days,
  isAt,
  isWithin,
  type Places,
  type ProductColumn,
  productColumns,
} from './figure-days.queries.ts';

/** A part of a period: whole months or single days, added or taken away again. */
interface Part {
  by: 'months' | 'days';
  from: string;
  to: string;
  sign: 1 | -1;
}
const oneDay = 86_400_000;
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10);
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const monthEnd = (day: string) => dayAfter(monthOf(dayAfter(monthOf(day), 31)), -1);
/** No day after this one has begun anywhere. */
const lastDay = (now: Date) => new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
const daysIn = (from: string, to: string) =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / oneDay) + 1);

/**
 * A period as few sums: its months, and at either end the days of its first and last month, or the rest of that month,
 * taken away, whichever is fewer. Days that have not begun are none.
 */
export function partsOf({ from, to }: Days, now = new Date()): Part[] {
  const today = lastDay(now);
  const [first, last] = [monthOf(from), monthEnd(to)];
  const rest = daysIn(dayAfter(to, 1), last < today ? last : today);
  const before = daysIn(first, dayAfter(from, -1));
  const parts: Part[] = [];
  const add = (by: Part['by'], sign: Part['sign'], start: string, stop: string) => {
    if (start <= stop) parts.push({ by, from: start, to: stop, sign });
  };
  if (first === monthOf(to) && before + rest >= daysIn(from, to)) {
    add('days', 1, from, to);
    return parts;
  }
  const startsWhole = first === monthOf(to) || before <= daysIn(from, monthEnd(from));
  const endsWhole = first === monthOf(to) || rest <= daysIn(monthOf(to), to);
  add(
    'months',
    1,
    startsWhole ? first : dayAfter(monthEnd(from), 1),
    endsWhole ? monthOf(to) : monthOf(dayAfter(monthOf(to), -1)),
  );
  if (startsWhole) add('days', -1, first, dayAfter(from, -1));
  else add('days', 1, from, monthEnd(from));
  if (endsWhole) add('days', -1, dayAfter(to, 1), last);
  else add('days', 1, monthOf(to), to);
  return parts;
}

const columns = (needed: readonly ProductColumn[], sign: 1 | -1) =>
  sql.join(needed.map((name) => (sign === 1 ? sql.ref(name) : sql`-${sql.ref(name)} AS ${sql.ref(name)}`)));

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
    return sql`SELECT sub_product_id, ${columns(needed, sign)} FROM ${table}
      WHERE ${isWithin('day', { from, to })} AND ${isAll ? sql`true` : isAt('location_id', places)} AND ${which}`;
  });
  return sql`
    SELECT sub_product_id, ${sql.join(
      needed.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`),
    )}
    FROM (
      ${sql.join(summed, sql` UNION ALL `)}
      UNION ALL
      SELECT sub_product_id, ${columns(needed, 1)} FROM ${changesOf('product_figure_changes', range)} changes
      WHERE ${which}
    ) part GROUP BY sub_product_id`;
}

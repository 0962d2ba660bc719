import { notSoldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import { isNoneOf } from '../../core/db/literals.ts';
import { type Part, partsOf } from './figure-parts.ts';

/** Calendar days at the locations, both inclusive. */
export interface Days {
  from: string;
  to: string;
}
/** Null for all locations that the actor has access to. */
export type LocationIds = readonly string[] | null;

/** Whether an order `o` counts as a sale: by its status, and not as the replacement of a return. */
export const isSale = sql<boolean>`(${isNoneOf('o.status', notSoldStatuses)} AND NOT o.is_replacement)`;

const inUtc = (day: string) => sql`(${day}::date::timestamp AT TIME ZONE 'UTC')`;
const beginsAt = (location: string, day: string, after: 0 | 1) => sql`(
  SELECT (${day}::date + ${sql.lit(after)})::timestamp AT TIME ZONE here.time_zone FROM locations here
  WHERE here.id = ${sql.ref(location)})`;
/**
 * Whether an instant is on or after a day at its location. No time zone is further from UTC than 14 hours: that bound
 * lets an index find the rows.
 */
export const isFromDay = (instant: string, location: string, day: string) => sql<boolean>`(
  ${sql.ref(instant)} >= ${inUtc(day)} - interval '14 hours' AND ${sql.ref(instant)} >= ${beginsAt(location, day, 0)})`;
export const isToDay = (instant: string, location: string, day: string) => sql<boolean>`(
  ${sql.ref(instant)} < ${inUtc(day)} + interval '38 hours' AND ${sql.ref(instant)} < ${beginsAt(location, day, 1)})`;

export const isAt = (column: string, places: LocationIds): RawBuilder<boolean> =>
  places === null ? sql`true` : sql<boolean>`${sql.ref(column)} = ANY (${places}::uuid[])`;
export const isWithin = (day: string, { from, to }: Days) =>
  sql<boolean>`${sql.ref(day)} BETWEEN ${from}::date AND ${to}::date`;
/** The locations for a statement that reads totals. */
export const locationsAt = (places: LocationIds): RawBuilder<unknown> => sql`
  place AS MATERIALIZED (SELECT l.id, l.name, l.time_zone FROM locations l WHERE ${isAt('l.id', places)})`;
/** The marked days in some ranges, by location; requires `locationsAt`. */
export const markedDays = (marks: 'figure_marks' | 'product_figure_marks', ranges: readonly Days[]) => sql`
  (SELECT DISTINCT location_id, day FROM (
    SELECT mark.location_id, (mark.at AT TIME ZONE place.time_zone)::date AS day
    FROM ${sql.table(marks)} mark JOIN place ON place.id = mark.location_id
  ) dated WHERE ${sql.join(
    ranges.map((range) => isWithin('day', range)),
    sql` OR `,
  )})`;

/** The columns of a location's daily totals. */
export const metricColumns = [
  'orders',
  'gross',
  'discounts',
  'tax',
  'delivery_fees',
  'cancelled',
  'preparation',
  'prepared',
  'delivery',
  'delivered',
  'with_slot',
  'on_time',
  'commission',
  'payout',
  'refunds',
  'returns',
  'refunded_tax',
  'refunded_delivery_fees',
  'promotion_discounts',
  'delivery_discounts',
] as const;
export type MetricColumn = (typeof metricColumns)[number];
/** The columns of a sub-product's totals. */
export const productColumns = [
  'units',
  'revenue',
  'cost',
  'refunded_units',
  'returns',
  'waste',
  'refunded',
  'counter_units',
  'counter_revenue',
] as const;
export type ProductColumn = (typeof productColumns)[number];

/** Columns of totals to add or subtract. */
export const signedColumns = (names: readonly string[], sign: Part['sign']) =>
  sql.join(names.map((name) => (sign === 1 ? sql.ref(name) : sql`-${sql.ref(name)} AS ${sql.ref(name)}`)));
const refs = (names: readonly string[]) => signedColumns(names, 1);

/**
 * The deltas of marked days in some ranges, as a part of a WITH clause; requires `locationsAt`. They are computed once, however
 * many parts of the statement read them. The stored totals plus these deltas equal the raw tables.
 */
export const metricDeltas = (
  ranges: readonly Days[],
  needed: readonly MetricColumn[] = metricColumns,
): RawBuilder<unknown> => sql`
  figure_delta AS MATERIALIZED (
    SELECT delta.location_id, delta.day, ${sql.join(needed.map((name) => sql.ref(`delta.${name}`)))}
    FROM ${markedDays('figure_marks', ranges)} marked
    CROSS JOIN LATERAL figure_deltas(marked.location_id, marked.day) delta)`;
const deltasOf = (range: Days, columns: readonly string[]) => sql`
  SELECT ${refs(columns)} FROM figure_delta WHERE ${isWithin('day', range)}`;

/** The totals of a range by location and day, in one or more rows each; requires `metricDeltas`. */
export function metricsOf(
  range: Days,
  places: LocationIds,
  needed: readonly MetricColumn[] = metricColumns,
): RawBuilder<unknown> {
  const columns = ['location_id', 'day', ...needed];
  return sql`
    SELECT ${refs(columns)} FROM figure_days WHERE ${isWithin('day', range)} AND ${isAt('location_id', places)}
    UNION ALL ${deltasOf(range, columns)}`;
}

/**
 * The totals of a range by location, in few rows each; requires `metricDeltas`. The day of a row is one of its month. Never
 * subtracts if each row must belong to the range.
 */
export function metricsInParts(
  range: Days,
  places: LocationIds,
  {
    needed = metricColumns,
    takesAway = true,
  }: { needed?: readonly MetricColumn[]; takesAway?: boolean } = {},
): RawBuilder<unknown> {
  const parts = partsOf(range, { takesAway }).map(
    ({ by, from, to, sign }) => sql`SELECT location_id, day, ${signedColumns(needed, sign)}
      FROM ${sql.table(`figure_${by}`)} WHERE ${isWithin('day', { from, to })} AND ${isAt('location_id', places)}`,
  );
  return sql`
    ${sql.join(parts, sql` UNION ALL `)}
    UNION ALL ${deltasOf(range, ['location_id', 'day', ...needed])}`;
}

/**
 * The totals of a range over all locations by day, in one or more rows each; requires `metricDeltas`. Only for users of all
 * locations.
 */
export const metricsOfAll = (range: Days, needed: readonly MetricColumn[]): RawBuilder<unknown> => sql`
  SELECT ${refs(['day', ...needed])} FROM all_figure_days WHERE ${isWithin('day', range)}
  UNION ALL ${deltasOf(range, ['day', ...needed])}`;

import type { StoreFigures, StoreReportInput, StoreReportPoint } from '@aisle/contract/overview/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import {
  type Days,
  type FigureColumn,
  figureColumns,
  figuresOf,
  placesAt,
} from '../../ledgers/figures/figure-days.queries.ts';
import { type Paging, pageOf, sortedBy } from './report-pages.queries.ts';

type StoreFigure = keyof StoreFigures;
type Value = RawBuilder<unknown>;
const share = (part: Value, whole: Value) => sql`(${part})::float8 / nullif(${whole}, 0)`;
const minutes = (seconds: Value, count: Value) =>
  sql`round(${seconds} / 60.0 / nullif(${count}, 0), 1)::float8`;

/** Each figure, from sums. */
const figureSql: Record<StoreFigure, (sum: (column: FigureColumn) => Value) => Value> = {
  orders: (sum) => sum('orders'),
  gross: (sum) => sum('gross'),
  discounts: (sum) => sum('discounts'),
  net: (sum) => sql`${sum('gross')} - ${sum('tax')} - ${sum('delivery_fees')}`,
  tax: (sum) => sum('tax'),
  deliveryFees: (sum) => sum('delivery_fees'),
  commission: (sum) => sum('commission'),
  refunds: (sum) => sum('refunds'),
  cancelled: (sum) => sum('cancelled'),
  cancelledShare: (sum) => share(sum('cancelled'), sql`${sum('cancelled')} + ${sum('orders')}`),
  returns: (sum) => sum('returns'),
  averageBasket: (sum) => sql`round(${sum('gross')}::numeric / nullif(${sum('orders')}, 0))::bigint`,
  preparationMinutes: (sum) => minutes(sum('preparation'), sum('prepared')),
  deliveryMinutes: (sum) => minutes(sum('delivery'), sum('delivered')),
  onTimeShare: (sum) => share(sum('on_time'), sum('with_slot')),
  payout: (sum) => sum('payout'),
};
const figureNames = Object.keys(figureSql) as StoreFigure[];
const sumIn = (alias: string) => (column: FigureColumn) => sql`coalesce(${sql.ref(`${alias}.${column}`)}, 0)`;
const asColumns = (alias: string) =>
  sql.join(figureNames.map((name) => sql`${figureSql[name](sumIn(alias))} AS ${sql.ref(name)}`));
const asJson = (alias: string) =>
  sql`json_build_object(${sql.join(
    figureNames.map((name) => sql`${sql.lit(name)}, ${figureSql[name](sumIn(alias))}`),
  )})`;

/** The units that time is grouped by. */
export type TimeUnit = 'day' | 'week' | 'month';
export interface StoreReportQuery {
  range: Days;
  /** The range to compare with, and what to add to its days to get those of the period. */
  before: (Days & { shift: string }) | null;
  places: readonly string[] | null;
  byLocation: boolean;
  /** Null: rows are of the whole period. */
  byTime: TimeUnit | null;
  seriesBy: TimeUnit;
  sort: StoreReportInput['sort'];
  paging: Paging;
}
export interface StoreReportRead {
  total: number;
  records: (StoreFigures & {
    locationId: string | null;
    locationName: string | null;
    from: string;
    to: string;
    before: StoreFigures | null;
  })[];
  totals: StoreFigures & { before: StoreFigures | null };
  series: StoreReportPoint[];
}

const everywhere = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const startOf = (unit: TimeUnit, day: Value) =>
  unit === 'day' ? day : sql`date_trunc(${sql.lit(unit)}, ${day})::date`;
const endOf = (unit: TimeUnit, start: Value) => sql`(${start} + interval ${sql.lit(`1 ${unit}`)})::date - 1`;

/** The whole report in one statement, so that rows, totals and chart are of one moment. */
export async function storeReport(tx: Tx, query: StoreReportQuery): Promise<StoreReportRead> {
  const { range, before, places, seriesBy } = query;
  const sums = sql.join(figureColumns.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`));
  const bucketed = (isBefore: boolean, days: Days, day: Value) => sql`
    SELECT ${sql.lit(isBefore)} AS is_before, location_id, ${startOf(query.byTime ?? seriesBy, day)} AS bucket, ${sums}
    FROM (${figuresOf(days, places)}) figures GROUP BY 2, 3`;
  const shifted = before && sql`(day + ${before.shift}::interval)::date`;
  const { rows } = await sql<StoreReportRead>`
    WITH ${placesAt(places)}, sums AS MATERIALIZED (
      ${bucketed(false, range, sql`day`)}
      ${before && shifted ? sql`UNION ALL ${bucketed(true, before, shifted)}` : sql``}
    ), ${rowsOf(query, sums)}
    SELECT (SELECT count(*) FROM found) AS total, ${recordsOf(query)} AS records,
      (${totalsOf(query, sums)}) AS totals, (${seriesOf(query, sums)}) AS series`.execute(tx);
  return rows[0]!;
}

const keysOf = ({ byLocation, byTime, range }: StoreReportQuery) => ({
  location: byLocation ? sql`location_id` : everywhere,
  bucket: byTime === null ? sql`${range.from}::date` : sql`bucket`,
});

const rowsOf = (query: StoreReportQuery, sums: Value): Value => {
  const { location, bucket } = keysOf(query);
  const grouped = (isBefore: boolean) => sql`
    SELECT ${location} AS location_id, ${bucket} AS bucket, ${sums} FROM sums
    WHERE ${isBefore ? sql`is_before` : sql`NOT is_before`} GROUP BY 1, 2`;
  const { range, byTime } = query;
  const to =
    byTime === null ? sql`${range.to}::date` : sql`least(${range.to}::date, ${endOf(byTime, sql`bucket`)})`;
  return sql`
    present AS (${grouped(false)}), past AS (${grouped(true)}), found AS MATERIALIZED (
      SELECT nullif(location_id, ${everywhere}) AS "locationId", place.name AS "locationName",
        greatest(bucket, ${range.from}::date) AS "from", ${to} AS "to", ${asColumns('present')},
        ${query.before ? asJson('past') : sql`NULL::json`} AS before
      FROM present FULL JOIN past USING (location_id, bucket) LEFT JOIN place ON place.id = location_id)`;
};

const recordsOf = ({ sort, paging, byLocation, byTime }: StoreReportQuery): Value => {
  const usual = byTime === null ? ['gross', 'desc'] : [byLocation ? 'name' : 'from', 'asc'];
  const field = sort?.field ?? usual[0]!;
  const column = field === 'name' ? 'locationName' : field;
  return pageOf(
    sortedBy(column, sort?.order ?? (usual[1] as 'asc' | 'desc'), ['locationName', 'locationId', 'from']),
    paging,
  );
};

const totalsOf = (query: StoreReportQuery, sums: Value): Value => sql`
  SELECT to_json(totals) FROM (
    SELECT ${asColumns('present')}, ${query.before ? asJson('past') : sql`NULL::json`} AS before
    FROM (SELECT ${sums} FROM sums WHERE NOT is_before) present,
      (SELECT ${sums} FROM sums WHERE is_before) past) totals`;

const seriesOf = (query: StoreReportQuery, sums: Value): Value => {
  const { range, seriesBy, before } = query;
  const grouped = (isBefore: boolean) => sql`
    SELECT ${startOf(seriesBy, sql`bucket`)} AS bucket, ${sums} FROM sums
    WHERE ${isBefore ? sql`is_before` : sql`NOT is_before`} GROUP BY 1`;
  return sql`
    SELECT json_agg(point ORDER BY point."from") FROM (
      SELECT greatest(span.bucket, ${range.from}::date) AS "from",
        least(${range.to}::date, ${endOf(seriesBy, sql`span.bucket`)}) AS "to", ${asColumns('present')},
        ${before ? asJson('past') : sql`NULL::json`} AS before
      FROM (SELECT generate_series(${startOf(seriesBy, sql`${range.from}::date`)}, ${range.to}::date,
        interval ${sql.lit(`1 ${seriesBy}`)})::date AS bucket) span
      LEFT JOIN (${grouped(false)}) present USING (bucket) LEFT JOIN (${grouped(true)}) past USING (bucket)) point`;
};

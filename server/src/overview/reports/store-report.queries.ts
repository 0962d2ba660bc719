import type { StoreMetrics, StoreReportInput, StoreReportPoint } from '@aisle/contract/overview/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { byName } from '../../core/list/by-name.ts';
import {
  type Days,
  locationsAt,
  type MetricColumn,
  metricColumns,
  metricDeltas,
  metricsInParts,
  metricsOf,
} from '../../ledgers/figures/figure-days.queries.ts';
import { type Paging, pageBy } from './report-pages.queries.ts';

type StoreFigure = keyof StoreMetrics;
type Value = RawBuilder<unknown>;
const share = (part: Value, whole: Value) => sql`(${part})::float8 / nullif(${whole}, 0)`;
const minutes = (seconds: Value, count: Value) =>
  sql`round(${seconds} / 60.0 / nullif(${count}, 0), 1)::float8`;

type Sums = (column: MetricColumn) => Value;
/** Sold and refunded items after discounts, without tax and delivery fees. */
const soldItems = (sum: Sums) => sql`${sum('gross')} - ${sum('tax')} - ${sum('delivery_fees')}`;
const refundedItems = (sum: Sums) =>
  sql`${sum('refunds')} - ${sum('refunded_tax')} - ${sum('refunded_delivery_fees')}`;

/** Each metric, computed from sums. */
const metricSql: Record<StoreFigure, (sum: Sums) => Value> = {
  orders: (sum) => sum('orders'),
  grossSales: (sum) => sql`${soldItems(sum)} + ${sum('discounts')}`,
  discounts: (sum) => sum('discounts'),
  promotionDiscounts: (sum) => sum('promotion_discounts'),
  planDiscounts: (sum) => sql`${sum('discounts')} - ${sum('promotion_discounts')}`,
  refundedSales: refundedItems,
  net: (sum) => sql`${soldItems(sum)} - (${refundedItems(sum)})`,
  tax: (sum) => sql`${sum('tax')} - ${sum('refunded_tax')}`,
  deliveryFees: (sum) => sql`${sum('delivery_fees')} - ${sum('refunded_delivery_fees')}`,
  deliveryDiscounts: (sum) => sum('delivery_discounts'),
  totalSales: (sum) => sql`${sum('gross')} - ${sum('refunds')}`,
  gross: (sum) => sum('gross'),
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
const metricNames = Object.keys(metricSql) as StoreFigure[];
/** The sum in a row of the statement, or in a row nested in another one. */
const sumIn = (alias: string) => (column: MetricColumn) => sql`coalesce(${sql.ref(`${alias}.${column}`)}, 0)`;
const sumWithin = (row: string, alias: string) => (column: MetricColumn) =>
  sql`coalesce((${sql.ref(`${row}.${alias}`)}).${sql.ref(column)}, 0)`;
const asColumns = (sum: Sums) =>
  sql.join(metricNames.map((name) => sql`${metricSql[name](sum)} AS ${sql.ref(name)}`));
const asJson = (sum: Sums) =>
  sql`json_build_object(${sql.join(metricNames.map((name) => sql`${sql.lit(name)}, ${metricSql[name](sum)}`))})`;

/** The units for grouping by time. */
export type TimeUnit = 'day' | 'week' | 'month';
interface StoreReportQuery {
  range: Days;
  /** The range to compare with, and the shift from its days to those of the period. */
  before: (Days & { shift: string }) | null;
  places: readonly string[] | null;
  byLocation: boolean;
  /** Null means that rows cover the whole period. */
  byTime: TimeUnit | null;
  seriesBy: TimeUnit;
  sort: StoreReportInput['sort'];
  paging: Paging;
}
interface StoreReportRead {
  total: number;
  records: (StoreMetrics & {
    locationId: string | null;
    locationName: string | null;
    from: string;
    to: string;
    before: StoreMetrics | null;
  })[];
  totals: StoreMetrics & { before: StoreMetrics | null };
  series: StoreReportPoint[];
}

const everywhere = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const startOf = (unit: TimeUnit, day: Value) =>
  unit === 'day' ? day : sql`date_trunc(${sql.lit(unit)}, ${day})::date`;
const endOf = (unit: TimeUnit, start: Value) => sql`(${start} + interval ${sql.lit(`1 ${unit}`)})::date - 1`;

/** Reads the whole report in one statement, so that rows, totals and chart are from the same moment. */
export async function storeReport(tx: Tx, query: StoreReportQuery): Promise<StoreReportRead> {
  const { range, before, places, byLocation } = query;
  const unit = query.byTime ?? query.seriesBy;
  const bucketed = (isBefore: boolean, days: Days, day: Value) => sql`
    SELECT ${sql.lit(isBefore)} AS is_before, ${byLocation ? sql`location_id` : everywhere} AS location_id,
      ${startOf(unit, day)} AS bucket, ${allSums} FROM (${figures(days)}) figures GROUP BY 2, 3`;
  const shifted = before && sql`(day + ${before.shift}::interval)::date`;
  // If the shift is a number of days, the compared months don't match the months of the report.
  const byMonth = unit === 'month' && !before?.shift.endsWith('days');
  const figures = (days: Days) =>
    byMonth ? metricsInParts(days, places, { takesAway: false }) : metricsOf(days, places);
  const { rows } = await sql<StoreReportRead>`
    WITH ${locationsAt(places)}, ${metricDeltas(before ? [range, before] : [range])}, sums AS MATERIALIZED (
      ${bucketed(false, range, sql`day`)}
      ${before && shifted ? sql`UNION ALL ${bucketed(true, before, shifted)}` : sql``}
    ), present AS MATERIALIZED (${keyed(query, false)}), past AS MATERIALIZED (${keyed(query, true)})
    SELECT (SELECT count(*) FROM present FULL JOIN past USING (location_id, bucket)) AS total,
      ${recordsOf(query)} AS records, (${totalsOf(query)}) AS totals, (${seriesOf(query)}) AS series`.execute(
    tx,
  );
  return rows[0]!;
}

const allSums = sql.join(metricColumns.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`));
const grouping = (isBefore: boolean) => (isBefore ? sql`is_before` : sql`NOT is_before`);

/** The sums of each row. Grouped by location and time, the sums already are the rows. */
function keyed({ byLocation, byTime, range }: StoreReportQuery, isBefore: boolean): Value {
  if (byTime !== null) return sql`SELECT * FROM sums WHERE ${grouping(isBefore)}`;
  return sql`SELECT ${byLocation ? sql`location_id` : everywhere} AS location_id, ${range.from}::date AS bucket, ${allSums}
    FROM sums WHERE ${grouping(isBefore)} GROUP BY 1`;
}

/** Sorts and cuts to the page before computing any columns of a row. */
function recordsOf({ range, before, byTime, byLocation, sort, paging }: StoreReportQuery): Value {
  const usual = byTime === null ? 'totalSales' : byLocation ? 'name' : 'from';
  const field = sort?.field ?? usual;
  const direction = sort?.order ?? (usual === 'totalSales' ? 'desc' : 'asc');
  const column =
    field === 'name'
      ? byName('place.name')
      : field === 'from'
        ? sql`bucket`
        : metricSql[field](sumIn('present'));
  const to =
    byTime === null
      ? sql`${range.to}::date`
      : sql`least(${range.to}::date, ${endOf(byTime, sql`chosen.bucket`)})`;
  return sql`(SELECT coalesce(json_agg(page), '[]') FROM (
    SELECT nullif(chosen.location_id, ${everywhere}) AS "locationId", chosen.name AS "locationName",
      greatest(chosen.bucket, ${range.from}::date) AS "from", ${to} AS "to", ${asColumns(sumWithin('chosen', 'present'))},
      ${before ? asJson(sumWithin('chosen', 'past')) : sql`NULL::json`} AS before
    FROM (
      SELECT location_id, bucket, place.name, present, past
      FROM present FULL JOIN past USING (location_id, bucket) LEFT JOIN place ON place.id = location_id
      ${pageBy(column, direction, [byName('place.name'), sql`location_id`, sql`bucket`], paging)}
    ) chosen) page)`;
}

const totalsOf = ({ before }: StoreReportQuery): Value => sql`
  SELECT to_json(totals) FROM (
    SELECT ${asColumns(sumIn('now'))}, ${before ? asJson(sumIn('was')) : sql`NULL::json`} AS before
    FROM (SELECT ${allSums} FROM present) now, (SELECT ${allSums} FROM past) was) totals`;

function seriesOf({ range, seriesBy, before }: StoreReportQuery): Value {
  const grouped = (isBefore: boolean) => sql`
    SELECT bucket, ${allSums} FROM sums WHERE ${grouping(isBefore)} GROUP BY 1`;
  return sql`
    SELECT json_agg(point ORDER BY point."from") FROM (
      SELECT greatest(span.bucket, ${range.from}::date) AS "from",
        least(${range.to}::date, ${endOf(seriesBy, sql`span.bucket`)}) AS "to", ${asColumns(sumIn('now'))},
        ${before ? asJson(sumIn('was')) : sql`NULL::json`} AS before
      FROM (SELECT generate_series(${startOf(seriesBy, sql`${range.from}::date`)}, ${range.to}::date,
        interval ${sql.lit(`1 ${seriesBy}`)})::date AS bucket) span
      LEFT JOIN (${grouped(false)}) now USING (bucket) LEFT JOIN (${grouped(true)}) was USING (bucket)) point`;
}

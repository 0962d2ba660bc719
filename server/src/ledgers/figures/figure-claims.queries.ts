import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import {
  type Days,
  locationsAt,
  metricColumns,
  metricDeltas,
  metricsOf,
  productColumns,
} from './figure-days.queries.ts';
import { productDeltas } from './product-figures.queries.ts';

/** Checks the latest days each time, and each older day every four weeks. */
const checkedDays = (at: string) => sql`(
  SELECT coalesce(array_agg(day), '{}') FROM unnest(figure_days_of(${at})) AS day
  WHERE day > current_date - 14 OR (day - current_date) % 28 = 0)`;
const everyDay = (at: string) => sql`coalesce(figure_days_of(${at}), '{}')`;
const ever: Days = { from: '0001-01-01', to: '9999-12-31' };

const names = (columns: readonly string[], of: string) =>
  sql.join(columns.map((name) => sql`coalesce(${sql.ref(`${of}.${name}`)}, 0)`));
const sumsOf = (columns: readonly string[]) =>
  sql.join(columns.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`));
const refs = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

type Claim = (locationId: string) => RawBuilder<Record<string, unknown>>;
/** The days of a location whose totals, with the deltas of marked days, differ from the raw tables. */
const daysAreCounted =
  (days: (at: string) => RawBuilder<unknown>): Claim =>
  (at) =>
    sql`
    WITH ${locationsAt([at])}, ${metricDeltas([ever])}, checked AS MATERIALIZED (SELECT day FROM unnest(${days(at)}) AS day),
    kept AS (
      SELECT day, ${sumsOf(metricColumns)} FROM (${metricsOf(ever, [at])}) sums
      WHERE day IN (SELECT day FROM checked) GROUP BY 1
    ), raw AS (
      SELECT raw.* FROM checked CROSS JOIN LATERAL raw_figures(${at}::uuid, checked.day) raw
    )
    SELECT ${at}::uuid AS location_id, day, to_jsonb(kept) - 'day' AS summed,
      to_jsonb(raw) - 'day' - 'location_id' AS counted FROM raw FULL JOIN kept USING (day)
    WHERE (${names(metricColumns, 'kept')}) IS DISTINCT FROM (${names(metricColumns, 'raw')})`;
const productsAreCounted =
  (days: (at: string) => RawBuilder<unknown>): Claim =>
  (at) =>
    sql`
    WITH ${locationsAt([at])}, ${productDeltas(ever)}, checked AS MATERIALIZED (SELECT day FROM unnest(${days(at)}) AS day),
    kept AS (
      SELECT day, sub_product_id, ${sumsOf(productColumns)} FROM (
        SELECT day, sub_product_id, ${refs(productColumns)} FROM product_figure_days WHERE location_id = ${at}
        UNION ALL
        SELECT day, sub_product_id, ${refs(productColumns)} FROM product_delta
      ) sums WHERE day IN (SELECT day FROM checked) GROUP BY 1, 2
    ), raw AS (
      SELECT raw.* FROM checked CROSS JOIN LATERAL raw_product_figures(${at}::uuid, checked.day) raw
    )
    SELECT ${at}::uuid AS location_id, day, sub_product_id, to_jsonb(kept) - 'day' - 'sub_product_id' AS summed,
      to_jsonb(raw) - 'day' - 'location_id' - 'sub_product_id' AS counted FROM raw FULL JOIN kept USING (day, sub_product_id)
    WHERE (${names(productColumns, 'kept')}) IS DISTINCT FROM (${names(productColumns, 'raw')})`;

/** The days of a location whose stored totals of expiring stock differ from its lots, except days marked for a recount. */
const expiryIsCounted: Claim = (at) => sql`
  SELECT ${at}::uuid AS location_id, day, to_jsonb(kept) - 'location_id' AS summed, to_jsonb(counted) AS counted
  FROM (SELECT * FROM expiry_days WHERE location_id = ${at}) kept
  FULL JOIN (SELECT expires_on AS day, count(*) AS lots, sum(on_hand) AS units, sum(cost)::bigint AS cost,
    sum(retail)::bigint AS retail FROM expiring_lots WHERE location_id = ${at} GROUP BY 1) counted USING (day)
  WHERE (kept.lots, kept.units, kept.cost, kept.retail)
      IS DISTINCT FROM (counted.lots, counted.units, counted.cost, counted.retail)
    AND day NOT IN (SELECT day FROM expiry_changes WHERE location_id = ${at})`;

const claims = (days: (at: string) => RawBuilder<unknown>): Record<string, Claim> => ({
  'Daily sums of sales equal orders, refunds, returns and journals': daysAreCounted(days),
  'Daily sums of products equal what was sold, picked, returned and wasted': productsAreCounted(days),
  'Daily sums of what expires equal the lots in stock': expiryIsCounted,
});
export const metricClaims = claims(checkedDays);
/** The same claims for every day, for tests. */
export const allMetricClaims = claims(everyDay);

const comparedBy =
  (columns: readonly string[]) =>
  (
    left: RawBuilder<unknown>,
    right: RawBuilder<unknown>,
    keys: RawBuilder<unknown>,
  ): RawBuilder<Record<string, unknown>> =>
    sql`
  SELECT * FROM (SELECT ${keys}, ${sumsOf(columns)} FROM (${left}) summed GROUP BY ${keys}) whole
  FULL JOIN (SELECT ${keys}, ${sumsOf(columns)} FROM (${right}) counted GROUP BY ${keys}) parts USING (${keys})
  WHERE (${names(columns, 'whole')}) IS DISTINCT FROM (${names(columns, 'parts')})`;
const compared = comparedBy(productColumns);
const comparedMetrics = comparedBy(metricColumns);
const byMonth = sql`SELECT location_id, date_trunc('month', day)::date AS day, sub_product_id, ${refs(productColumns)}
  FROM product_figure_days`;
/** Monthly totals and totals of all locations must equal the sums of daily totals. */
export const metricClaimsOfAll: Record<string, RawBuilder<Record<string, unknown>>> = {
  'Monthly sums of sales equal the sums of their days': comparedMetrics(
    sql`SELECT * FROM figure_months`,
    sql`SELECT location_id, date_trunc('month', day)::date AS day, ${refs(metricColumns)} FROM figure_days`,
    sql`location_id, day`,
  ),
  'Sums of sales over all locations equal those of each location': comparedMetrics(
    sql`SELECT * FROM all_figure_days`,
    sql`SELECT * FROM figure_days`,
    sql`day`,
  ),
  'Monthly sums of products equal the sums of their days': compared(
    sql`SELECT * FROM product_figure_months`,
    byMonth,
    sql`location_id, day, sub_product_id`,
  ),
  'Sums of products over all locations equal those of each location': sql`
    ${compared(sql`SELECT * FROM all_product_figure_days`, sql`SELECT * FROM product_figure_days`, sql`day, sub_product_id`)}
    UNION ALL ${compared(sql`SELECT * FROM all_product_figure_months`, byMonth, sql`day, sub_product_id`)}`,
};

/** Recounts the checked days of a location, and its expiration days. */
export async function recountMetrics(tx: Tx, locationId: string): Promise<void> {
  await sql`
    SELECT recount_figures(places, days), recount_product_figures(places, days), recount_expiry_days(${locationId})
    FROM (SELECT array_agg(${locationId}::uuid) AS places, array_agg(day) AS days FROM unnest(${checkedDays(locationId)}) AS day)
      checked`.execute(tx);
}

/** Rebuilds monthly totals and totals of all locations from daily totals. */
export async function sumUpMetrics(tx: Tx): Promise<void> {
  await sql`SELECT sum_up_figures(), sum_up_product_figures()`.execute(tx);
}

/** The number of marked days per transaction. */
const daysAtOnce = 500;
/** Recounts marked days and returns whether more remain. */
export async function recountMarkedMetrics(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    SELECT recount_marked_figures(${daysAtOnce}) AS more`.execute(tx);
  return rows[0]!.more;
}

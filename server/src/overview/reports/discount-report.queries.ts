import type {
  DiscountMetrics,
  DiscountReportInput,
  DiscountReportRow,
} from '@aisle/contract/overview/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { byName } from '../../core/list/by-name.ts';
import {
  type Days,
  isFromDay,
  isSale,
  isToDay,
  locationsAt,
} from '../../ledgers/figures/figure-days.queries.ts';
import { type Paging, pageBy } from './report-pages.queries.ts';

type Value = RawBuilder<unknown>;
const sumNames = ['orders', 'items', 'delivery', 'locations', 'vendors', 'gross'] as const;
type Sums = (name: (typeof sumNames)[number]) => Value;
/** Each metric, computed from sums. */
const metricSql: Record<keyof DiscountMetrics, (sum: Sums) => Value> = {
  orders: (sum) => sum('orders'),
  itemDiscounts: (sum) => sum('items'),
  deliveryDiscounts: (sum) => sum('delivery'),
  discounts: (sum) => sql`${sum('items')} + ${sum('delivery')}`,
  paidByMarketplace: (sum) =>
    sql`${sum('items')} + ${sum('delivery')} - ${sum('locations')} - ${sum('vendors')}`,
  paidByLocations: (sum) => sum('locations'),
  paidByVendors: (sum) => sum('vendors'),
  gross: (sum) => sum('gross'),
  averageBasket: (sum) => sql`round(${sum('gross')}::numeric / nullif(${sum('orders')}, 0))::bigint`,
};
const metricNames = Object.keys(metricSql) as (keyof DiscountMetrics)[];
const sumIn =
  (prefix: 'now' | 'was'): Sums =>
  (name) =>
    sql`coalesce(${sql.ref(`${prefix}_${name}`)}, 0)`;
const metrics = (isCompared: boolean) => sql`
  ${sql.join(metricNames.map((name) => sql`${metricSql[name](sumIn('now'))} AS ${sql.ref(name)}`))},
  ${
    isCompared
      ? sql`json_build_object(${sql.join(
          metricNames.map((name) => sql`${sql.lit(name)}, ${metricSql[name](sumIn('was'))}`),
        )})`
      : sql`NULL::json`
  } AS before`;

interface DiscountReportQuery {
  range: Days;
  before: Days | null;
  places: readonly string[] | null;
  byLocation: boolean;
  sort: DiscountReportInput['sort'];
  paging: Paging;
}
interface DiscountReportRead {
  total: number;
  records: Omit<DiscountReportRow, 'key'>[];
  totals: DiscountMetrics & { before: DiscountMetrics | null };
}

const isIn = ({ from, to }: Days, time: string, location: string) => sql`
  ${isFromDay(time, location, from)} AND ${isToDay(time, location, to)}`;

/** The discounts of sales in a period: each promotion's from its uses, and the rest of an order's discount for its plan. */
const discountsIn = (isBefore: boolean, days: Days) => sql`
  SELECT ${sql.lit(isBefore)} AS is_before, o.location_id, o.id AS order_id, u.promotion_id, NULL::uuid AS plan_id,
    NULL AS plan_name, u.sold - fee.part AS items, fee.part AS delivery, u.by_location, u.by_vendor, o.total
  FROM promotion_uses u JOIN place ON place.id = u.location_id
  JOIN orders o ON o.location_id = u.location_id AND o.id = u.order_id
  CROSS JOIN LATERAL (SELECT CASE WHEN (o.promotions #>> '{delivery,promotionId}')::uuid = u.promotion_id
    THEN o.delivery_discount ELSE 0 END AS part) fee
  WHERE u.living AND ${isIn(days, 'u.created_at', 'u.location_id')} AND ${isSale}
  UNION ALL
  SELECT ${sql.lit(isBefore)}, o.location_id, o.id, NULL, o.plan_id, o.plan_name, rest.amount, 0, 0, 0, o.total
  FROM orders o JOIN place ON place.id = o.location_id
  CROSS JOIN LATERAL (SELECT o.discount_total + o.delivery_discount - coalesce(sum(u.sold), 0)::bigint AS amount
    FROM promotion_uses u WHERE u.location_id = o.location_id AND u.order_id = o.id) rest
  WHERE o.discount_total > 0 AND o.plan_id IS NOT NULL AND rest.amount > 0
    AND ${isIn(days, 'o.created_at', 'o.location_id')} AND ${isSale}`;

/** The sums of the period and of the compared one, from rows with `is_before`. */
const sums = (orders: Value) =>
  sql.join(
    (['now', 'was'] as const).flatMap((prefix) => {
      const which = prefix === 'was' ? sql`is_before` : sql`NOT is_before`;
      return [
        sql`${orders} FILTER (WHERE ${which}) AS ${sql.ref(`${prefix}_orders`)}`,
        sql`sum(items) FILTER (WHERE ${which})::bigint AS ${sql.ref(`${prefix}_items`)}`,
        sql`sum(delivery) FILTER (WHERE ${which})::bigint AS ${sql.ref(`${prefix}_delivery`)}`,
        sql`sum(by_location) FILTER (WHERE ${which})::bigint AS ${sql.ref(`${prefix}_locations`)}`,
        sql`sum(by_vendor) FILTER (WHERE ${which})::bigint AS ${sql.ref(`${prefix}_vendors`)}`,
        sql`sum(total) FILTER (WHERE ${which})::bigint AS ${sql.ref(`${prefix}_gross`)}`,
      ];
    }),
  );

/** Reads the whole report in one statement, so that rows and totals are from the same moment. */
export async function discountReport(tx: Tx, query: DiscountReportQuery): Promise<DiscountReportRead> {
  const { range, before, places, byLocation } = query;
  const isCompared = before !== null;
  const { rows } = await sql<DiscountReportRead>`
    WITH ${locationsAt(places)},
    given AS MATERIALIZED (${discountsIn(false, range)} ${before ? sql`UNION ALL ${discountsIn(true, before)}` : sql``}),
    summed AS MATERIALIZED (
      SELECT promotion_id, plan_id, max(plan_name) AS plan_name, ${byLocation ? sql`location_id` : sql`NULL::uuid`} AS location_id,
        ${sums(sql`count(*)`)}
      FROM given GROUP BY promotion_id, plan_id, 4),
    named AS MATERIALIZED (
      SELECT summed.*, p.number, place.name AS location_name, coalesce(p.name, s.name, plan_name, 'Promotion') AS name
      FROM summed LEFT JOIN promotions p ON p.id = promotion_id LEFT JOIN subscription_plans s ON s.id = plan_id
      LEFT JOIN place ON place.id = summed.location_id),
    whole AS (
      SELECT is_before, order_id, sum(items) AS items, sum(delivery) AS delivery,
        sum(by_location) AS by_location, sum(by_vendor) AS by_vendor, max(total) AS total
      FROM given GROUP BY 1, 2)
    SELECT (SELECT count(*) FROM named) AS total, ${recordsOf(query)} AS records, (
      SELECT to_json(totals) FROM (
        SELECT ${metrics(isCompared)} FROM (SELECT ${sums(sql`count(*)`)} FROM whole) sums) totals
    ) AS totals`.execute(tx);
  return rows[0]!;
}

function recordsOf({ before, sort, paging }: DiscountReportQuery): Value {
  const field = sort?.field ?? 'discounts';
  const column =
    field === 'name'
      ? byName('name')
      : field === 'locationName'
        ? byName('location_name')
        : metricSql[field](sumIn('now'));
  const ties = [byName('name'), sql`promotion_id`, sql`plan_id`, byName('location_name'), sql`location_id`];
  return sql`(SELECT coalesce(json_agg(page), '[]') FROM (
    SELECT CASE WHEN plan_id IS NULL THEN 'promotion' ELSE 'subscription' END AS source, promotion_id AS "promotionId",
      plan_id AS "planId", format_number('promotion', number) AS number, name, location_id AS "locationId",
      location_name AS "locationName", ${metrics(before !== null)}
    FROM named ${pageBy(column, sort?.order ?? 'desc', ties, paging)}) page)`;
}

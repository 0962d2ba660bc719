import type { Blocks, Days as Span } from '@aisle/contract/overview/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { unplanned } from '../../core/db/literals.ts';
import {
  type Days,
  isSale,
  locationsAt,
  metricDeltas,
  metricsInParts,
  metricsOf,
  metricsOfAll,
} from '../../ledgers/figures/figure-days.queries.ts';
import { at } from './scope.queries.ts';

/** Blocks that show sales. */
export const salesBlocks = ['today', 'sales', 'topLocations'] as const;
type SalesBlock = (typeof salesBlocks)[number];

export interface SalesRequest extends Days {
  /** Null means all locations that the actor has access to. */
  locationId: string | null;
  isEverywhere: boolean;
  comparedWith: Days | null;
  today: Span;
  /** The start of the same day a week ago, and the same time on it. */
  lastWeekSince: string;
  lastWeekUntil: string;
}

interface Sums {
  orders: number;
  gross: number;
}
type TopLocations = NonNullable<Blocks['topLocations']>;
interface SalesRow {
  today: Sums | null;
  lastWeek: Sums | null;
  byDay: (Sums & { day: string })[] | null;
  before: Sums | null;
  topLocations: TopLocations | null;
}

/** The sums that sales are computed from. */
const needed = ['orders', 'gross'] as const;
const shownLocations = 5;

/** Reads the requested blocks in one statement, so that the orders of marked days are counted once. */
export async function readSalesBlocks(
  tx: Tx,
  request: SalesRequest,
  wanted: readonly SalesBlock[],
): Promise<Blocks> {
  const { locationId, today, comparedWith } = request;
  const places = locationId === null ? null : [locationId];
  const isOfAll = request.isEverywhere && places === null;
  const figures = (days: Days) => (isOfAll ? metricsOfAll(days, needed) : metricsOf(days, places, needed));
  const of = (value: RawBuilder<unknown>, ...blocks: SalesBlock[]) =>
    blocks.some((name) => wanted.includes(name)) ? value : sql`NULL`;
  const ranges = wanted.flatMap((name): Days[] => {
    if (name === 'today') return [today];
    return name === 'sales' && comparedWith ? [request, comparedWith] : [request];
  });
  const { rows } = await sql<SalesRow>`
    WITH ${locationsAt(places)}, ${metricDeltas(ranges, needed)}
    SELECT ${of(salesSince(figures(today), today), 'today')} AS today,
      ${of(salesBetween(request, locationId), 'today')} AS "lastWeek",
      ${of(salesByDay(figures(request), request), 'sales')} AS "byDay",
      ${comparedWith ? of(sql`(SELECT ${sums} FROM (${figures(comparedWith)}) figures)`, 'sales') : sql`NULL`} AS before,
      ${of(topLocations(metricsInParts(request, places, { needed })), 'topLocations')} AS "topLocations"`.execute(
    tx,
  );
  return blocksFrom(rows[0]!, today);
}

function blocksFrom({ today, lastWeek, byDay, before, topLocations }: SalesRow, day: Span): Blocks {
  return {
    today: today && lastWeek && { ...withBasket([today]), lastWeek: withBasket([lastWeek]), day },
    sales: byDay && { ...withBasket(byDay), before: before && withBasket([before]), byDay },
    topLocations,
  };
}

function withBasket(all: readonly Sums[]) {
  const gross = all.reduce((sum, one) => sum + one.gross, 0);
  const orders = all.reduce((sum, one) => sum + one.orders, 0);
  return { gross, orders, averageBasket: orders === 0 ? 0 : Math.round(gross / orders) };
}

const sums = sql`json_build_object('orders', coalesce(sum(orders), 0), 'gross', coalesce(sum(gross), 0))`;

/** The sales of every day, including days without sales. */
const salesByDay = (figures: RawBuilder<unknown>, { from, to }: Days) => sql`(
  SELECT json_agg(json_build_object('day', span.day::date, 'orders', coalesce(orders, 0), 'gross', coalesce(gross, 0))
    ORDER BY span.day)
  FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS span (day)
  LEFT JOIN (SELECT day, sum(orders) AS orders, sum(gross) AS gross FROM (${figures}) figures GROUP BY 1) sums
    ON sums.day = span.day::date)`;

/**
 * The sums of a day at each location. If the day begins or ends at another time there, adds or subtracts the orders in between.
 */
const salesSince = (figures: RawBuilder<unknown>, { since, from: day }: Span) => {
  const midnight = (after: 0 | 1) =>
    sql`(${day}::date + ${sql.lit(after)})::timestamp AT TIME ZONE place.time_zone`;
  return sql`(
    SELECT ${sums} FROM (
      SELECT orders, gross FROM (${figures}) kept
      UNION ALL
      SELECT gap.sign, gap.sign * o.total
      FROM (SELECT place.id, ${midnight(0)} AS begins, ${midnight(1)} AS ends FROM place) here
      CROSS JOIN LATERAL (VALUES (${since}::timestamptz, here.begins, 1), (here.begins, ${since}::timestamptz, -1),
        (here.ends, now(), 1)) AS gap (since, until, sign)
      JOIN orders o ON o.location_id = here.id AND o.created_at >= gap.since AND o.created_at < gap.until AND ${isSale}
      WHERE gap.since < gap.until
    ) part)`;
};

const salesBetween = ({ lastWeekSince, lastWeekUntil }: SalesRequest, locationId: string | null) => sql`(
  SELECT json_build_object('orders', count(*), 'gross', coalesce(sum(o.total), 0)) FROM orders o
  WHERE o.created_at >= ${unplanned(sql`${lastWeekSince}::timestamptz`)}
    AND o.created_at < ${unplanned(sql`${lastWeekUntil}::timestamptz`)}
    AND ${isSale} AND ${at('o.location_id', locationId)})`;

const topLocations = (figures: RawBuilder<unknown>) => sql`(
  SELECT coalesce(json_agg(top), '[]') FROM (
    SELECT place.id AS "locationId", place.name, sums.orders, sums.gross
    FROM (SELECT location_id, sum(orders) AS orders, sum(gross) AS gross FROM (${figures}) figures GROUP BY 1) sums
    JOIN place ON place.id = sums.location_id WHERE sums.orders > 0
    ORDER BY sums.gross DESC, place.name COLLATE aisle_names LIMIT ${sql.lit(shownLocations)}) top)`;

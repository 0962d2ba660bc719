import type {
  CustomersBlock,
  SalesBlock,
  StockBlock,
  TopLocationsBlock,
  TopProductsBlock,
} from '@aisle/contract/overview/dashboard';
import { topProductsFrom } from '@aisle/contract/overview/dashboard';
import { notSoldStatuses } from '@aisle/contract/sales/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf } from '../../core/db/literals.ts';

/** Calendar days in one time zone, and as instants: the period before, then each day, then the end. */
export interface Period {
  from: string;
  to: string;
  /** Where the period before begins, where each day begins, and where the last one ends. */
  bounds: string[];
  locationId: string | null;
}

/** Days are those of the location, or of most locations that one sees. */
export async function timeZoneOf(tx: Tx, locationId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ zone: string }>`
    SELECT time_zone AS zone FROM locations WHERE ${locationId}::uuid IS NULL OR id = ${locationId}
    GROUP BY time_zone ORDER BY count(*) DESC, time_zone LIMIT 1`.execute(tx);
  return rows[0]?.zone;
}

const at = (column: string, locationId: string | null): RawBuilder<unknown> =>
  locationId === null ? sql`true` : sql`${sql.ref(column)} = ${locationId}`;
/** Orders that count as sales. */
const isSale = isNoneOf('o.status', notSoldStatuses);

interface Sales {
  sales: z.infer<typeof SalesBlock>;
  topLocations: z.infer<typeof TopLocationsBlock>;
}
/** One pass over the orders of both periods, by an index that holds all it asks for. */
export async function salesOf(
  tx: Tx,
  { bounds, locationId }: Period,
  days: readonly string[],
): Promise<Sales> {
  const { rows } = await sql<{
    byBucket: { bucket: number; orders: number; gross: number }[] | null;
    top: z.infer<typeof TopLocationsBlock> | null;
  }>`
    WITH sold AS MATERIALIZED (
      SELECT o.location_id, width_bucket(o.created_at, ${bounds}::timestamptz[]) AS bucket,
        count(*) AS orders, sum(o.total) AS gross
      FROM orders o
      WHERE o.created_at >= ${bounds[0]}::timestamptz AND o.created_at < ${bounds.at(-1)}::timestamptz
        AND ${isSale} AND ${at('o.location_id', locationId)}
      GROUP BY 1, 2
    )
    SELECT
      (SELECT json_agg(b) FROM (
        SELECT bucket, sum(orders) AS orders, sum(gross) AS gross FROM sold GROUP BY bucket) b) AS "byBucket",
      (SELECT json_agg(t) FROM (
        SELECT s.location_id AS "locationId", l.name, sum(s.orders) AS orders, sum(s.gross) AS gross
        FROM sold s JOIN locations l ON l.id = s.location_id WHERE s.bucket > 1
        GROUP BY 1, 2 ORDER BY gross DESC, l.name LIMIT 5) t) AS top`.execute(tx);
  const { byBucket, top } = rows[0]!;
  const figures = new Map(byBucket?.map((row) => [row.bucket, row]));
  // Bucket 1 is the period before, 2 the first day.
  const byDay = days.map((day, index) => {
    const { gross = 0, orders = 0 } = figures.get(index + 2) ?? {};
    return { day, gross, orders };
  });
  const sum = (field: 'gross' | 'orders') => byDay.reduce((total, day) => total + day[field], 0);
  const before = figures.get(1) ?? { gross: 0, orders: 0 };
  return {
    sales: {
      ...withBasket({ gross: sum('gross'), orders: sum('orders') }),
      before: withBasket({ gross: before.gross, orders: before.orders }),
      byDay,
    },
    topLocations: top ?? [],
  };
}

const withBasket = ({ gross, orders }: { gross: number; orders: number }) => ({
  gross,
  orders,
  averageBasket: orders === 0 ? 0 : Math.round(gross / orders),
});

/** Of the latest orders of the period: what sells now, at a cost that does not grow with the period. */
export async function topProducts(
  tx: Tx,
  { bounds, locationId }: Period,
): Promise<z.infer<typeof TopProductsBlock>> {
  const { rows } = await sql<z.infer<typeof TopProductsBlock>[number]>`
    WITH latest AS MATERIALIZED (
      SELECT o.location_id, o.id FROM orders o
      WHERE o.created_at >= ${bounds[1]}::timestamptz AND o.created_at < ${bounds.at(-1)}::timestamptz
        AND ${isSale} AND ${at('o.location_id', locationId)}
      ORDER BY o.created_at DESC LIMIT ${topProductsFrom}
    ), sold AS MATERIALIZED (
      SELECT line.sub_product_id, sum(coalesce(line.picked_quantity, line.quantity)) AS quantity,
        sum(line.total - line.tax) AS revenue
      FROM latest JOIN order_lines line ON line.location_id = latest.location_id AND line.order_id = latest.id
      GROUP BY 1 ORDER BY revenue DESC LIMIT 10
    )
    SELECT s.id AS "subProductId", s.product_id AS "productId", s.name, s.sku, sold.quantity, sold.revenue
    FROM sold JOIN sub_products s ON s.id = sold.sub_product_id
    ORDER BY sold.revenue DESC, s.name`.execute(tx);
  return rows;
}

type Alerts = z.infer<typeof StockBlock>['out'];
const mostCounted = 1000;
const shown = 5;
const name = sql`(SELECT s.name FROM sub_products s WHERE s.id = found.sub_product_id)`;
const place = sql`(SELECT l.name FROM locations l WHERE l.id = found.location_id)`;
/** How many of a query's rows there are, up to a bound, and the first of them. */
const alerts = (rows: RawBuilder<unknown>) => sql<Alerts>`(
  SELECT json_build_object('count', least(count(*), ${mostCounted}::int), 'first', coalesce(json_agg(json_build_object(
    'locationId', location_id, 'locationName', ${place}, 'subProductId', sub_product_id, 'name', ${name},
    'available', available, 'expiresOn', expires_on) ORDER BY rank) FILTER (WHERE rank <= ${shown}::int), '[]'))
  FROM (SELECT limited.*, row_number() OVER () AS rank FROM (${rows} LIMIT ${mostCounted}) limited) found)`;

export async function stockAlerts(
  tx: Tx,
  locationId: string | null,
  withinDays: number,
): Promise<z.infer<typeof StockBlock>> {
  const { rows } = await sql<z.infer<typeof StockBlock>>`
    SELECT ${alerts(sql`
      SELECT v.location_id, v.sub_product_id, 0 AS available, NULL::date AS expires_on FROM stock_levels v
      WHERE v.out_since IS NOT NULL AND ${at('v.location_id', locationId)} ORDER BY v.out_since DESC`)} AS out,
    ${alerts(sql`
      SELECT v.location_id, v.sub_product_id, v.available, NULL::date AS expires_on FROM low_levels v
      WHERE ${at('v.location_id', locationId)} ORDER BY v.low_since DESC`)} AS low,
    ${alerts(sql`
      SELECT lot.location_id, lot.sub_product_id, lot.on_hand AS available, lot.expires_on FROM lots lot
      WHERE lot.in_stock AND lot.expires_on >= current_date AND lot.expires_on <= current_date + ${withinDays}::int
        AND ${at('lot.location_id', locationId)} ORDER BY lot.expires_on`)} AS expiring`.execute(tx);
  return rows[0]!;
}

/** Of one location or of the actor's own: those who ordered or were taken up there. */
export async function customersAt(
  tx: Tx,
  { bounds, locationId }: Period,
): Promise<z.infer<typeof CustomersBlock>> {
  const [before, from, to] = [bounds[0], bounds[1], bounds.at(-1)];
  const { rows } = await sql<z.infer<typeof CustomersBlock>>`
    SELECT total, false AS "totalIsEstimate", "new", "newBefore", active.*
    FROM (
      SELECT count(DISTINCT customer_id) AS total,
        count(DISTINCT customer_id) FILTER (WHERE since >= ${from}::timestamptz AND since < ${to}::timestamptz) AS "new",
        count(DISTINCT customer_id) FILTER (WHERE since >= ${before}::timestamptz AND since < ${from}::timestamptz) AS "newBefore"
      FROM customer_locations cl WHERE ${at('cl.location_id', locationId)}
    ) known CROSS JOIN (${active(bounds, locationId)}) active`.execute(tx);
  return rows[0]!;
}

/** Of the whole marketplace, where their number is known well enough from the planner's statistics. */
export async function customersOfAll(tx: Tx, { bounds }: Period): Promise<z.infer<typeof CustomersBlock>> {
  const [before, from, to] = [bounds[0], bounds[1], bounds.at(-1)];
  const { rows } = await sql<z.infer<typeof CustomersBlock>>`
    SELECT CASE WHEN few.count > ${mostCounted} THEN greatest(guess.rows, few.count) ELSE few.count END AS total,
      few.count > ${mostCounted} AS "totalIsEstimate", known.*, active.*
    FROM (SELECT count(*) FROM (SELECT FROM customers LIMIT ${mostCounted + 1}) c) few
    CROSS JOIN (SELECT reltuples::bigint AS rows FROM pg_class WHERE oid = 'customers'::regclass) guess
    CROSS JOIN (
      SELECT count(*) FILTER (WHERE created_at >= ${from}::timestamptz) AS "new",
        count(*) FILTER (WHERE created_at < ${from}::timestamptz) AS "newBefore"
      FROM customers WHERE created_at >= ${before}::timestamptz AND created_at < ${to}::timestamptz
    ) known
    CROSS JOIN (${active(bounds, null)}) active`.execute(tx);
  return rows[0]!;
}

const active = (bounds: readonly string[], locationId: string | null) => sql`
  SELECT count(*) FILTER (WHERE now_too) AS active, count(*) FILTER (WHERE before_too) AS "activeBefore" FROM (
    SELECT bool_or(o.created_at >= ${bounds[1]}::timestamptz) AS now_too,
      bool_or(o.created_at < ${bounds[1]}::timestamptz) AS before_too
    FROM orders o
    WHERE o.created_at >= ${bounds[0]}::timestamptz AND o.created_at < ${bounds.at(-1)}::timestamptz
      AND ${isSale} AND ${at('o.location_id', locationId)}
    GROUP BY o.customer_id) people`;

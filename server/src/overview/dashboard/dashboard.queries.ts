import type { SalesBlock, TopLocationsBlock, TopProductsBlock } from '@aisle/contract/overview/dashboard';
import { topProductsFrom } from '@aisle/contract/overview/dashboard';
import { notSoldStatuses } from '@aisle/contract/sales/order-status-groups';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf } from '../../core/db/literals.ts';
import { at } from './scope.queries.ts';

interface Bounds {
  /** Where the period before begins, where each day begins, and where the last one ends. */
  bounds: string[];
  locationId: string | null;
}

/** Orders that count as sales. */
const isSale = isNoneOf('o.status', notSoldStatuses);

interface Sales {
  sales: z.infer<typeof SalesBlock>;
  topLocations: z.infer<typeof TopLocationsBlock>;
}
/** One pass over the orders of both periods, by an index that holds all it asks for. */
export async function salesOf(
  tx: Tx,
  { bounds, locationId }: Bounds,
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
  { bounds, locationId }: Bounds,
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

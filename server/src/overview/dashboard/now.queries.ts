import {
  type AttentionBlock,
  maxAttention,
  type OrdersBlock,
  type TodayBlock,
} from '@aisle/contract/overview/dashboard';
import { notSoldStatuses, openStatuses } from '@aisle/contract/sales/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf, isOneOf } from '../../core/db/literals.ts';
import { isLate } from '../../sales/order-search/order-filters.queries.ts';
import { isOut } from '../../warehouse/inventory/levels.queries.ts';

type Attention = z.infer<typeof AttentionBlock>;
type Today = z.infer<typeof TodayBlock>;
type OpenOrders = z.infer<typeof OrdersBlock>['byStatus'];

export interface AttentionRequest {
  locationId: string | null;
  maySeeOrders: boolean;
  maySeeStock: boolean;
  /** Today, as a calendar day and since when; then the same time a week ago. */
  day: string;
  dayStart: string;
  lastWeekStart: string;
  lastWeekNow: string;
}

const none = sql`NULL`;
const at = (column: RawBuilder<unknown>, locationId: string | null) =>
  locationId === null ? sql`true` : sql`${column} = ${locationId}`;
const counted = (rows: RawBuilder<unknown>) =>
  sql`(SELECT count(*) FROM (${rows} LIMIT ${sql.lit(maxAttention)}) AS counted)`;

/** What needs attention, today's sales and the open orders: each by the index that its list uses, in one statement. */
export async function attentionAndToday(
  tx: Tx,
  request: AttentionRequest,
): Promise<{ attention: Attention; today: Today | null; openOrders: OpenOrders | null }> {
  const { locationId, maySeeOrders, maySeeStock } = request;
  const { rows } = await sql<Attention & { today: Today | null; openOrders: OpenOrders | null }>`SELECT
    ${maySeeOrders ? counted(sql`SELECT FROM orders o WHERE ${isLate} AND ${at(sql`o.location_id`, locationId)}`) : none} AS late,
    ${
      maySeeOrders
        ? counted(sql`SELECT DISTINCT r.location_id, r.order_id FROM refunds r
          WHERE r.status = 'refundFailed' AND ${at(sql`r.location_id`, locationId)}`)
        : none
    } AS "refundFailed",
    ${
      maySeeOrders
        ? counted(
            sql`SELECT FROM returns r WHERE r.status = 'requested' AND ${at(sql`r.location_id`, locationId)}`,
          )
        : none
    } AS "returnsToApprove",
    ${
      maySeeStock
        ? counted(
            sql`SELECT FROM stock_levels level WHERE ${isOut} AND ${at(sql`level.location_id`, locationId)}`,
          )
        : none
    } AS "outOfStock",
    ${maySeeStock ? expiresToday(request) : none} AS "expiresToday",
    ${maySeeOrders ? salesToday(request) : none} AS today,
    ${maySeeOrders ? openByStatus(locationId) : none} AS "openOrders"`.execute(tx);
  const { today, openOrders, ...attention } = rows[0]!;
  return { attention, today, openOrders };
}

const openByStatus = (locationId: string | null) => sql`(
  SELECT coalesce(json_agg(open), '[]') FROM (
    SELECT o.status, count(*) AS count, iso(min(o.created_at)) AS "oldestAt",
      coalesce(bool_or(${isLate}), false) AS "isLate"
    FROM orders o WHERE ${isOneOf('o.status', openStatuses)} AND ${at(sql`o.location_id`, locationId)}
    GROUP BY o.status) AS open)`;

const expiresToday = ({ day, locationId }: AttentionRequest) => sql`(
  SELECT json_build_object('day', ${day}::text, 'lots', count(*),
    'retail', coalesce(sum(round(l.on_hand * coalesce(offer.price, sold.sale_price, sold.price))), 0)::bigint)
  FROM (SELECT * FROM lots l WHERE l.in_stock AND l.deleted_at IS NULL AND l.expires_on = ${day}::date
    AND ${at(sql`l.location_id`, locationId)} LIMIT ${sql.lit(maxAttention)}) l
  JOIN sub_products sold ON sold.id = l.sub_product_id
  LEFT JOIN location_sub_products offer ON offer.location_id = l.location_id AND offer.sub_product_id = l.sub_product_id)`;

const salesBetween = (from: string, to: RawBuilder<unknown>, locationId: string | null) => sql`
  SELECT coalesce(sum(o.total), 0)::bigint AS gross, count(*) AS orders,
    coalesce(round(avg(o.total)), 0)::bigint AS "averageBasket"
  FROM orders o WHERE o.created_at >= ${from}::timestamptz AND o.created_at < ${to}
    AND ${isNoneOf('o.status', notSoldStatuses)} AND ${at(sql`o.location_id`, locationId)}`;

const salesToday = ({ dayStart, lastWeekStart, lastWeekNow, locationId }: AttentionRequest) => sql`(
  SELECT to_jsonb(today) || jsonb_build_object('lastWeek', to_jsonb(last_week))
  FROM (${salesBetween(dayStart, sql`now()`, locationId)}) AS today,
    (${salesBetween(lastWeekStart, sql`${lastWeekNow}::timestamptz`, locationId)}) AS last_week)`;

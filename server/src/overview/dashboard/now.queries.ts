import {
  type AttentionBlock,
  type Blocks,
  type Days,
  maxAttention,
  type SalesBlock,
  type ServiceBlock,
} from '@aisle/contract/overview/dashboard';
import { openStatuses } from '@aisle/contract/sales/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { isSale } from '../../ledgers/figures/figure-days.queries.ts';
import { isLate } from '../../sales/order-search/order-filters.queries.ts';
import { isOut } from '../../warehouse/inventory/levels.queries.ts';
import { at } from './scope.queries.ts';
import { stockAlerts } from './stock.queries.ts';

/** The blocks that show how things are now, whatever the period. */
export const nowBlocks = ['attention', 'today', 'orders', 'service', 'stock'] as const;
export type NowBlock = (typeof nowBlocks)[number];

export interface NowRequest {
  locationId: string | null;
  maySeeOrders: boolean;
  maySeeStock: boolean;
  today: Days;
  /** The same time a week ago: since when, and until when. */
  lastWeekSince: string;
  lastWeekUntil: string;
  /** Lots that expire within so many days are about to. */
  expiringDays: number;
}

type Service = z.infer<typeof ServiceBlock>;
type Sales = Omit<z.infer<typeof SalesBlock>, 'before' | 'byDay'>;
interface NowRow {
  late: Service['ordersLate'] | null;
  refunds: Service['refundsFailed'] | null;
  returns: Service['returnRequests'] | null;
  outOfStock: number | null;
  expiring: Pick<NonNullable<z.infer<typeof AttentionBlock>['expiresToday']>, 'lots' | 'retail'> | null;
  sales: Sales | null;
  lastWeek: Sales | null;
  open: NonNullable<Blocks['orders']>['byStatus'] | null;
  stock: NonNullable<Blocks['stock']> | null;
}

/** The requested ones of these blocks, each figure by the index that its list uses, in one statement. */
export async function blocksOfNow(tx: Tx, request: NowRequest, wanted: readonly NowBlock[]): Promise<Blocks> {
  const { locationId, maySeeOrders, maySeeStock, today } = request;
  const isWanted = (...names: NowBlock[]) => names.some((name) => wanted.includes(name));
  const waiting = maySeeOrders && isWanted('attention', 'service');
  const levels = maySeeStock && isWanted('attention');
  const sold = maySeeOrders && isWanted('today');
  const when = (holds: boolean, figure: RawBuilder<unknown>) => (holds ? figure : sql`NULL`);
  const { rows } = await sql<NowRow>`SELECT
    ${when(waiting, lateOrders(locationId))} AS late,
    ${when(waiting, failedRefunds(locationId))} AS refunds,
    ${when(waiting, requestedReturns(locationId))} AS returns,
    ${when(levels, outOfStock(locationId))} AS "outOfStock",
    ${when(levels, expiringOn(today.from, locationId))} AS expiring,
    ${when(sold, salesBetween(today.since, sql`now()`, locationId))} AS sales,
    ${when(sold, salesBetween(request.lastWeekSince, sql`${request.lastWeekUntil}::timestamptz`, locationId))} AS "lastWeek",
    ${when(maySeeOrders && isWanted('orders'), openByStatus(locationId))} AS open,
    ${when(maySeeStock && isWanted('stock'), stockAlerts(locationId, request.expiringDays))} AS stock`.execute(
    tx,
  );
  return blocksFrom(rows[0]!, today);
}

const blocksFrom = (row: NowRow, today: Days): Required<Pick<Blocks, NowBlock>> => ({
  attention: {
    late: row.late?.count ?? null,
    refundFailed: row.refunds?.count ?? null,
    returnsToApprove: row.returns?.count ?? null,
    outOfStock: row.outOfStock,
    expiresToday: row.expiring && { day: today.from, ...row.expiring },
  },
  today: row.sales && row.lastWeek && { ...row.sales, lastWeek: row.lastWeek, day: today },
  orders: row.open && { byStatus: row.open },
  stock: row.stock,
  service:
    row.late && row.refunds && row.returns
      ? { openTickets: null, ordersLate: row.late, returnRequests: row.returns, refundsFailed: row.refunds }
      : null,
});

const atMost = sql`LIMIT ${sql.lit(maxAttention)}`;

const promised = sql`promised_at(o.slot_to, o.created_at)`;
const lateOrders = (locationId: string | null) => sql`(
  SELECT json_build_object('count', count(*), 'oldestAt', iso(min(promised))) FROM (
    SELECT ${promised} AS promised FROM orders o WHERE ${isLate} AND ${at('o.location_id', locationId)}
    ORDER BY ${promised} ${atMost}) AS late)`;

/** By order, as the order list counts them. */
const failedRefunds = (locationId: string | null) => sql`(
  SELECT json_build_object('count', count(*), 'oldestAt', iso(min(since)), 'amount', coalesce(sum(amount), 0)) FROM (
    SELECT min(r.created_at) AS since, sum(r.amount) AS amount FROM refunds r
    WHERE r.status = 'refundFailed' AND ${at('r.location_id', locationId)}
    GROUP BY r.location_id, r.order_id ORDER BY since ${atMost}) AS failed)`;

const requestedReturns = (locationId: string | null) => sql`(
  SELECT json_build_object('count', count(*), 'oldestAt', iso(min(since))) FROM (
    SELECT r.created_at AS since FROM returns r WHERE r.status = 'requested' AND ${at('r.location_id', locationId)}
    ORDER BY since ${atMost}) AS requested)`;

const outOfStock = (locationId: string | null) => sql`(
  SELECT count(*) FROM (
    SELECT FROM stock_levels level WHERE ${isOut} AND ${at('level.location_id', locationId)} ${atMost}) AS out)`;

const expiringOn = (day: string, locationId: string | null) => sql`(
  SELECT json_build_object('lots', count(*),
    'retail', coalesce(sum(round(l.on_hand * coalesce(offer.price, sold.sale_price, sold.price))), 0)::bigint)
  FROM (SELECT * FROM lots l WHERE l.in_stock AND l.deleted_at IS NULL AND l.expires_on = ${day}::date
    AND ${at('l.location_id', locationId)} ${atMost}) l
  JOIN sub_products sold ON sold.id = l.sub_product_id
  LEFT JOIN location_sub_products offer ON offer.location_id = l.location_id AND offer.sub_product_id = l.sub_product_id)`;

const openByStatus = (locationId: string | null) => sql`(
  SELECT coalesce(json_agg(open), '[]') FROM (
    SELECT o.status, count(*) AS count, iso(min(o.created_at)) AS "oldestAt",
      coalesce(bool_or(${isLate}), false) AS "isLate"
    FROM orders o WHERE ${isOneOf('o.status', openStatuses)} AND ${at('o.location_id', locationId)}
    GROUP BY o.status) AS open)`;

const salesBetween = (from: string, to: RawBuilder<unknown>, locationId: string | null) => sql`(
  SELECT json_build_object('gross', coalesce(sum(o.total), 0)::bigint, 'orders', count(*),
    'averageBasket', coalesce(round(avg(o.total)), 0)::bigint)
  FROM orders o WHERE o.created_at >= ${from}::timestamptz AND o.created_at < ${to}
    AND ${isSale} AND ${at('o.location_id', locationId)})`;

import {
  type AttentionBlock,
  type Blocks,
  type Days,
  maxAttention,
  type ServiceBlock,
} from '@aisle/contract/overview/dashboard';
import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import { isActive, openStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { isPastPromise } from '../../sales/order-search/order-filters.queries.ts';
import { storedExpiryDays } from '../../warehouse/expiry/expiry.queries.ts';
import { at } from './scope.queries.ts';
import { expiringSoon, lowOnStock, outOfStock, type StockAlerts } from './stock.queries.ts';

/** Blocks that show the current state, regardless of the period. */
export const nowBlocks = ['attention', 'orders', 'service', 'stock'] as const;
type NowBlock = (typeof nowBlocks)[number];

export interface NowRequest {
  locationId: string | null;
  isEverywhere: boolean;
  maySeeOrders: boolean;
  maySeeStock: boolean;
  maySeeTickets: boolean;
  today: Days;
  /** Lots that expire within this number of days count as expiring soon. */
  expiringDays: number;
}

type Service = z.infer<typeof ServiceBlock>;
interface NowRow {
  open: { byStatus: NonNullable<Blocks['orders']>['byStatus']; late: Service['ordersLate'] } | null;
  refunds: Service['refundsFailed'] | null;
  returns: Service['returnRequests'] | null;
  tickets: Service['openTickets'];
  out: StockAlerts | null;
  low: StockAlerts | null;
  expiring: StockAlerts | null;
  expiringToday: Pick<NonNullable<z.infer<typeof AttentionBlock>['expiresToday']>, 'lots' | 'retail'> | null;
}

/** Reads the requested blocks in one statement. Data that several blocks show is looked up once. */
export async function readNowBlocks(
  tx: Tx,
  request: NowRequest,
  wanted: readonly NowBlock[],
): Promise<Blocks> {
  const { locationId, today, expiringDays } = request;
  const orders = (figure: RawBuilder<unknown>, ...blocks: NowBlock[]) =>
    request.maySeeOrders && blocks.some((name) => wanted.includes(name)) ? figure : sql`NULL`;
  const stock = (figure: RawBuilder<unknown>, ...blocks: NowBlock[]) =>
    request.maySeeStock && blocks.some((name) => wanted.includes(name)) ? figure : sql`NULL`;
  const { rows } = await sql<NowRow>`SELECT
    ${orders(openOrders(request), 'attention', 'orders', 'service')} AS open,
    ${orders(failedRefunds(locationId), 'attention', 'service')} AS refunds,
    ${orders(requestedReturns(locationId), 'attention', 'service')} AS returns,
    ${request.maySeeTickets && wanted.includes('service') ? openTickets(locationId) : sql`NULL`} AS tickets,
    ${stock(outOfStock(locationId), 'attention', 'stock')} AS out,
    ${stock(lowOnStock(locationId), 'stock')} AS low,
    ${stock(expiringSoon(expiringDays, locationId), 'stock')} AS expiring,
    ${stock(expiringOn(today.from, locationId), 'attention')} AS "expiringToday"`.execute(tx);
  return blocksFrom(rows[0]!, today);
}

function blocksFrom(row: NowRow, today: Days): Required<Pick<Blocks, NowBlock>> {
  const { open, refunds, returns, tickets, out, low, expiring, expiringToday } = row;
  return {
    attention: {
      late: open?.late.count ?? null,
      refundFailed: refunds?.count ?? null,
      returnsToApprove: returns?.count ?? null,
      outOfStock: out?.count ?? null,
      expiresToday: expiringToday && { day: today.from, ...expiringToday },
    },
    orders: open && { byStatus: open.byStatus },
    service:
      open && refunds && returns
        ? { openTickets: tickets, ordersLate: open.late, returnRequests: returns, refundsFailed: refunds }
        : null,
    stock: out && low && expiring && { out, low, expiring },
  };
}

const atMost = sql`LIMIT ${sql.lit(maxAttention)}`;

/** Grouped by order, as in the order list. */
const failedRefunds = (locationId: string | null) => sql`(
  SELECT json_build_object('count', count(*), 'oldestAt', iso(min(since)), 'amount', coalesce(sum(amount), 0)) FROM (
    SELECT min(r.created_at) AS since, sum(r.amount) AS amount FROM refunds r
    WHERE r.status = 'refundFailed' AND ${at('r.location_id', locationId)}
    GROUP BY r.location_id, r.order_id ORDER BY since ${atMost}) AS failed)`;

const requestedReturns = (locationId: string | null) => sql`(
  SELECT json_build_object('count', count(*), 'oldestAt', iso(min(since))) FROM (
    SELECT r.created_at AS since FROM returns r WHERE r.status = 'requested' AND ${at('r.location_id', locationId)}
    ORDER BY since ${atMost}) AS requested)`;

const openTickets = (locationId: string | null) => {
  const here = locationId
    ? sql`(t.location_id = ${locationId} OR t.order_location_id = ${locationId})`
    : sql`true`;
  return sql`(SELECT json_build_object('count', count(*), 'oldestAt', iso(min(created_at)),
      'overdue', (SELECT count(*) FROM (SELECT FROM tickets t WHERE t.status = 'open' AND t.due_at < now() AND ${here} ${atMost}) AS late))
    FROM (SELECT t.created_at FROM tickets t WHERE t.status = 'open' AND ${here} ORDER BY t.last_message_at ${atMost})
      AS open)`;
};

const expiringOn = (day: string, locationId: string | null) => sql`(
  SELECT json_build_object('lots', coalesce(sum(lots), 0), 'retail', coalesce(sum(retail), 0))
  FROM (${storedExpiryDays({ from: day, to: day, locationId: locationId ?? undefined })}) kept)`;

/** Counts each status by index, and late orders up to a maximum. Late orders are those that the list shows with that flag. */
const openOrders = (request: Scope) => sql`(
  SELECT json_build_object(
    'byStatus', coalesce(json_agg(json_build_object('status', status, 'count', count, 'oldestAt', iso(oldest),
      'isLate', promised IS NOT NULL)) FILTER (WHERE count > 0), '[]'),
    'late', json_build_object('count', ${lateOf(request)}, 'oldestAt', iso(min(promised))))
  FROM (${sql.join(
    openStatuses.map((status) => ofStatus(status, request)),
    sql` UNION ALL `,
  )}) AS open)`;
type Scope = Pick<NowRequest, 'locationId' | 'isEverywhere'>;

const inStatus = (status: OrderStatus, locationId: string | null) =>
  sql`FROM orders o WHERE o.status = ${sql.lit(status)} AND ${at('o.location_id', locationId)}`;

/** The number of open orders, the oldest creation time, and the promised time of the first late one. */
const ofStatus = (status: OrderStatus, { locationId, isEverywhere }: Scope) => {
  const late = sql`SELECT promised_at(o.slot_to, o.created_at) AS promised ${inStatus(status, locationId)} AND ${isPastPromise}`;
  // The first of all orders is the first entry of an index. For some locations, it may come after all orders of other
  // locations.
  const first = isEverywhere
    ? sql`${late} ORDER BY 1 LIMIT 1`
    : sql`SELECT min(promised) FROM (${late} OFFSET 0) AS late`;
  return sql`SELECT ${sql.lit(status)} AS status, counted.*, ${isActive(status) ? sql`(${first})` : sql`NULL::timestamptz`} AS promised
    FROM (SELECT count(*) AS count, min(o.created_at) AS oldest ${inStatus(status, locationId)}) AS counted`;
};

const lateOf = ({ locationId }: Scope) =>
  sql`(SELECT count(*) FROM (${sql.join(
    openStatuses
      .filter(isActive)
      .map((status) => sql`SELECT ${inStatus(status, locationId)} AND ${isPastPromise}`),
    sql` UNION ALL `,
  )} ${atMost}) AS late)`;

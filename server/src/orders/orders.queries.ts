import type { Page } from '@aisle/contract/core/page';
import { type HeadlineStatus, headlineStatuses } from '@aisle/contract/order-flow';
import type { OrderCount, OrderCountsInput, OrderPage, OrderRow } from '@aisle/contract/order-list';
import { orderNumber } from '@aisle/contract/order-words';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { keptPage } from '../core/kept-list.ts';
import type { Given } from '../core/kept-statements.ts';
import { listPage } from '../core/list.ts';
import type { SomeQuery } from '../core/list-total.ts';
import {
  type FoundOrders,
  type OrdersQuery,
  ordersFiltered,
  ordersFitting,
  shapeOf,
} from './order-filter.queries.ts';
import {
  isByName,
  type OrdersAsked,
  ordersOfBoth,
  ordersOfName,
  ordersOfWord,
} from './order-names.queries.ts';
import { isOneWord } from './order-search.queries.ts';

export const rowColumns = [
  'o.id as _id',
  'o.number',
  'o.location_id as locationId',
  'l.name as locationName',
  'o.customer_name as customerName',
  'o.status',
  'o.dispatch_status as dispatchStatus',
  'o.headline_status as headlineStatus',
  'o.fulfilment',
  'o.line_count as lineCount',
  'o.total',
  'o.payment_type as paymentType',
  'o.slot_from as slotFrom',
  'o.slot_to as slotTo',
  'o.created_at as createdAt',
  'o.version',
] as const;
export interface OrderRowRead extends Omit<OrderRow, 'number' | 'slot'> {
  number: number;
  slotFrom: string | null;
  slotTo: string | null;
}
/** Written out, and so quick: it is done for every row of the list that is looked at most. */
export const toOrderRow = (row: OrderRowRead): OrderRow => ({
  _id: row._id,
  number: orderNumber(row.number),
  locationId: row.locationId,
  locationName: row.locationName,
  customerName: row.customerName,
  status: row.status,
  dispatchStatus: row.dispatchStatus,
  headlineStatus: row.headlineStatus,
  fulfilment: row.fulfilment,
  lineCount: row.lineCount,
  total: row.total,
  paymentType: row.paymentType,
  slot: row.slotFrom && row.slotTo ? { from: row.slotFrom, to: row.slotTo } : null,
  createdAt: row.createdAt,
  version: row.version,
});

type Sort = 'createdAt' | 'number' | 'total';
const sorted: Record<Sort, readonly Expression<unknown>[]> = {
  createdAt: [sql.ref('o.created_at'), sql.ref('o.id')],
  number: [sql.ref('o.number')],
  total: [sql.ref('o.total'), sql.ref('o.id')],
};
const sortedBy: Record<Sort, readonly (keyof OrderRowRead)[]> = {
  createdAt: ['createdAt', '_id'],
  number: ['number'],
  total: ['total', '_id'],
};
const orderOf = ({ sort }: OrderPage) => ({
  columns: sorted[sort?.field ?? 'createdAt'],
  direction: sort?.order ?? ('desc' as const),
});
const whole = (found: SomeQuery): SomeQuery<OrderRowRead> =>
  (found as OrdersQuery).innerJoin('locations as l', 'l.id', 'o.location_id').select(rowColumns) as never;
const sharedBy = (actor: Actor): string => actor.locations?.join() ?? 'all';

/** A page of orders; looked for by a name or by none, its statements are kept. */
export async function listOrders(tx: Tx, actor: Actor, request: OrderPage): Promise<Page<OrderRow>> {
  const { filters, search } = request;
  const asked = { request, location: locationOf(actor, filters.locationId) };
  const shape = `${asked.location !== undefined} ${shapeOf(filters)} ${request.sort?.field}`;
  const list = {
    told: asked,
    order: orderOf(request),
    sortedBy: sortedBy[request.sort?.field ?? 'createdAt'],
    whole,
    read: toOrderRow,
    sharedBy: sharedBy(actor),
  };
  if (!search) {
    const make = (told: Given<OrdersAsked>) => ({ filtered: ordersFiltered(tx, told, asked) });
    const located = { actor, location: asked.location, table: 'orders', column: 'o.location_id' };
    return keptPage(tx, { ...list, shape: `orders ${shape}`, make, isBounded: false, located });
  }
  if (!isByName(request)) return pageFound(tx, actor, asked);
  const late = byKey(tx);
  const otherwise = () => pageFound(tx, actor, asked);
  const isBounded = !isOneWord(search);
  return keptPage(tx, {
    ...list,
    shape: `orders by ${isBounded ? 'name' : 'word'} ${shape}`,
    make: (told: Given<OrdersAsked>, total) => ({
      late,
      ...(isBounded ? ordersOfName(tx, told, asked) : ordersOfWord(tx, told, asked, total)),
    }),
    isBounded,
    otherwise,
  });
}

/** A page of what is found out about a search first, in a statement of its own. */
async function pageFound(
  tx: Tx,
  actor: Actor,
  asked: { request: OrderPage; location: string | undefined },
): Promise<Page<OrderRow>> {
  const { request } = asked;
  const both = await ordersOfBoth(tx, actor, asked);
  const found = both ?? (await ordersFitting(tx, actor, request));
  const page: Page<OrderRowRead> = await listPage(tx, found.query as SomeQuery, {
    request,
    order: orderOf(request),
    ...(found.isBounded && { late: { ...byKey(tx), isBounded: true } }),
    ...(both && { counted: both.counted, guessed: both.guessed }),
    // Counting the orders of everybody of a common name would read a large part of them.
    guessTotal: !both && 'isCommon' in found && found.isCommon,
    sharedBy: sharedBy(actor),
    select: whole,
  });
  return { ...page, ...(found.isCut && { totalIsEstimate: true }), records: page.records.map(toOrderRow) };
}

/** What was found is told apart, sorted and counted by an index; only the orders of the page are read. */
const byKey = (tx: Tx) => ({
  columns: ['o.location_id', 'o.id'],
  rowsOf: (found: Expression<unknown>) =>
    tx
      .selectFrom(sql<{ location_id: string; id: string }>`(${found})`.as('found'))
      .innerJoin('orders as o', (join) =>
        join.onRef('o.location_id', '=', 'found.location_id').onRef('o.id', '=', 'found.id'),
      ) as never,
});

/** Nobody counts further, nor looks at more orders of a status to see which of them fit. */
const most = 1000;
/** What was found one by one is counted as far as this. */
const mostFound = 10_000;
/** What an index of orders by status tells without their rows. */
const indexed = ['locationId', 'from', 'to'];

/** How many orders of each status there are, as far as a thousand. */
export async function countOrders(tx: Tx, actor: Actor, asked: OrderCountsInput): Promise<OrderCount[]> {
  const { search, filters } = asked;
  const found = await ordersFitting(tx, actor, { search, filters });
  const { customerId, driverId, flag } = filters;
  const isRare = [flag].flat().some((one) => one === 'late' || one === 'refundFailed');
  if (found.isBounded || customerId || driverId || isRare) return countFound(tx, found);
  const isIndexed = !search && Object.keys(filters).every((name) => indexed.includes(name));
  return isIndexed ? countByIndex(tx, found.query) : countLatest(tx, actor, asked, found.conditions);
}

interface Counted {
  status: HeadlineStatus;
  count: number;
}
const toCounts = (rows: readonly Counted[], isMore: (row: Counted) => boolean): OrderCount[] =>
  rows.map((row) => ({ status: row.status, count: Math.min(row.count, most), isMore: isMore(row) }));

async function countFound(tx: Tx, { query, isCut }: FoundOrders): Promise<OrderCount[]> {
  const some = query.select('o.headline_status as status').limit(sql.lit(mostFound));
  const { rows } = await sql<Counted>`
    SELECT status, count(*) AS count FROM (${some}) AS found GROUP BY 1`.execute(tx);
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return toCounts(rows, ({ count }) => isCut || count > most || all === mostFound);
}

/** Status by status along the index: of none more than can be shown. */
async function countByIndex(tx: Tx, query: OrdersQuery): Promise<OrderCount[]> {
  const some = query
    .select(sql`1`.as('one'))
    .where(sql<boolean>`o.headline_status = each.status`)
    .limit(sql.lit(most + 1));
  const { rows } = await sql<Counted>`
    SELECT each.status, counted.count FROM unnest(${headlineStatuses}::text[]) AS each (status)
    CROSS JOIN LATERAL (SELECT count(*) AS count FROM (${some}) AS found) AS counted
    WHERE counted.count > 0`.execute(tx);
  return toCounts(rows, ({ count }) => count > most);
}

/** What no index tells: only the latest orders of each status are looked at, and what is older is "more". */
async function countLatest(
  tx: Tx,
  actor: Actor,
  { filters: { locationId, from, to } }: OrderCountsInput,
  conditions: readonly RawBuilder<unknown>[],
): Promise<OrderCount[]> {
  const location = locationOf(actor, locationId);
  const { rows } = await sql<Counted & { looked: number }>`
    SELECT each.status, counted.count, counted.looked FROM unnest(${headlineStatuses}::text[]) AS each (status)
    CROSS JOIN LATERAL (
      SELECT count(*) AS looked, count(*) FILTER (WHERE ${sql.join(conditions, sql` AND `)}) AS count FROM (
        SELECT * FROM orders WHERE headline_status = each.status
          ${location === undefined ? sql`` : sql`AND location_id = ${location}`}
          ${from === undefined ? sql`` : sql`AND created_at >= ${from}`}
          ${to === undefined ? sql`` : sql`AND created_at < ${to}`}
        ORDER BY created_at DESC, id DESC LIMIT ${sql.lit(most)}) AS o) AS counted
    WHERE counted.looked > 0`.execute(tx);
  const full = new Set(rows.filter(({ looked }) => looked === most).map(({ status }) => status));
  return toCounts(rows, ({ status }) => full.has(status));
}

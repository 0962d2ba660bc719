import { Id } from '@aisle/contract/core/fields';
import { formatNumber, parseNumber } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import { type HeadlineStatus, headlineStatuses } from '@aisle/contract/sales/orders/order-flow';
import type {
  OrderCount,
  OrderCountsInput,
  OrderPage,
  OrderRow,
} from '@aisle/contract/sales/orders/order-list';
import { orderTabs } from '@aisle/contract/sales/orders/order-tabs';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { byName } from '../../core/list/by-name.ts';
import { readCursor } from '../../core/list/cursor.ts';
import { allOf } from '../../core/list/filters.ts';
import { type List, listOf, type PageSql, type SortColumns } from '../../core/list/list.ts';
import { mustFind, wrongField } from '../../core/problem.ts';
import { type OrdersQuery, orderConditions } from '../order-search/order-filters.queries.ts';
import { findOrders, type MatchingOrders, matchingOrders } from '../order-search/order-search.queries.ts';

export interface OrderRowRead extends Omit<OrderRow, 'number' | 'slot' | 'owner'> {
  number: number;
  slotFrom: string | null;
  slotTo: string | null;
  ownerId: string | null;
  ownerName: string | null;
}
const shownColumns =
  sql.raw(`o.id AS "_id", o.number, o.location_id AS "locationId", l.name AS "locationName",
  l.time_zone AS "timeZone", o.customer_name AS "customerName", o.status, o.dispatch_status AS "dispatchStatus",
  o.headline_status AS "headlineStatus", o.fulfilment, o.unit_count AS "unitCount", o.line_count AS "lineCount", o.total,
  o.paid, o.payment_type AS "paymentType", o.slot_from AS "slotFrom", o.slot_to AS "slotTo", o.created_at AS "createdAt",
  o.owner_id AS "ownerId", o.owner_name AS "ownerName", o.tags, o.version`);

/**
 * Copies field by field, because a spread would include the columns of the cursor, and is slower for the rows of the busiest
 * list.
 */
export const toOrderRow = (row: OrderRowRead): OrderRow => ({
  _id: row._id,
  number: formatNumber('order', row.number),
  locationId: row.locationId,
  locationName: row.locationName,
  timeZone: row.timeZone,
  customerName: row.customerName,
  status: row.status,
  dispatchStatus: row.dispatchStatus,
  headlineStatus: row.headlineStatus,
  fulfilment: row.fulfilment,
  unitCount: row.unitCount,
  lineCount: row.lineCount,
  total: row.total,
  paid: row.paid,
  paymentType: row.paymentType,
  slot: row.slotFrom && row.slotTo ? { from: row.slotFrom, to: row.slotTo } : null,
  owner: row.ownerId && row.ownerName ? { _id: row.ownerId, name: row.ownerName } : null,
  tags: row.tags,
  createdAt: row.createdAt,
  version: row.version,
});

/** All headline statuses, in the sequence of the work. */
const statusSequence = Object.values(orderTabs).flat();
const sortColumns: Record<NonNullable<OrderPage['sort']>['field'], SortColumns> = {
  createdAt: [sql.raw('o.created_at'), sql.raw('o.id')],
  number: [sql.raw('o.number')],
  total: [sql.raw('o.total'), sql.raw('o.id')],
  customer: [byName('o.customer_name'), sql.raw('o.id')],
  slot: [sql.raw('promised_at(o.slot_to, o.created_at)'), sql.raw('o.id')],
  status: [
    sql`array_position(${statusSequence}::text[], o.headline_status)`,
    sql.raw('o.created_at'),
    sql.raw('o.id'),
  ],
};

/** A page of orders. The statement is plain SQL, because building it with Kysely would take a sixth of the request's time. */
export function listOrders(tx: Tx, actor: Actor, request: OrderPage): List<Page<OrderRow>> {
  const { filters, search, sort: by } = request;
  const sort = { columns: sortColumns[by?.field ?? 'createdAt'], direction: by?.order ?? 'desc' };
  const shown = { sort, toRow: toOrderRow, id: sql.raw('o.id') };
  if (search) return findOrders(tx, actor, { ...request, search }, { ...shown, rows: rowsOfKeys });
  const conditions = allOf(orderConditions(actor, filters));
  const isOfOneStatus = typeof filters.headlineStatus === 'string';
  const counted = isOfOneStatus ? countedByAge(actor, filters) : sql``;
  return listOf(tx, sql`SELECT o.location_id FROM orders o WHERE ${conditions} ${counted}`, {
    ...shown,
    request,
    sharedBy: `orders ${actor.locations?.join() ?? 'everywhere'}`,
    locationScope: {
      actor,
      location: locationOf(actor, filters.locationId),
      table: 'orders',
      column: 'o.location_id',
    },
    rows: (page) =>
      by?.field === 'status'
        ? rowsByStatus(request, sort.direction, conditions, page)
        : sql<OrderRowRead>`
      SELECT ${shownColumns}, ${page.cursor} FROM orders o JOIN locations l ON l.id = o.location_id
      WHERE ${conditions} AND ${page.after} ${page.orderBy} ${page.limit}`,
  });
}

/**
 * The rows of a page by status, in the sequence of the work. Reads each status in the order of its index, no further than the
 * page, because no index sorts the statuses like this. A later page seeks its first order in the status where it begins.
 */
function rowsByStatus(
  { cursor }: OrderPage,
  direction: 'asc' | 'desc',
  conditions: RawBuilder<SqlBool>,
  page: PageSql,
): RawBuilder<OrderRowRead> {
  const [rank, createdAt, id] = cursor === undefined ? [] : readCursor(cursor, 3);
  const [isAfter, isInSequence] = direction === 'asc' ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`];
  const after =
    rank === undefined
      ? sql``
      : sql`AND each.rank ${isInSequence} ${rank}::int AND (o.created_at, o.id) ${isAfter} (
          CASE WHEN each.rank = ${rank}::int THEN ${createdAt}::timestamptz ELSE ${sql.lit(direction === 'asc' ? '-infinity' : 'infinity')} END,
          CASE WHEN each.rank = ${rank}::int THEN ${id}::uuid ELSE ${emptyId} END)`;
  const directed = sql.raw(direction);
  return sql`
    SELECT ${shownColumns}, ${page.cursor} FROM unnest(${statusSequence}::text[]) WITH ORDINALITY AS each (status, rank)
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.headline_status = each.status AND ${conditions} AND ${page.selected} ${after}
      ORDER BY o.created_at ${directed}, o.id ${directed} LIMIT ${page.lastRow}) AS o
    JOIN locations l ON l.id = o.location_id ${page.orderBy} ${page.limit}`;
}
const emptyId = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`);

/**
 * Makes the count of one status use the index on that status. PostgreSQL 18 may prefer the index that begins with the location,
 * and search it once for each location. If the locations are given, that index is the right one.
 */
const countedByAge = (actor: Actor, { locationId }: { locationId?: string | undefined }) =>
  actor.locations === null && locationId === undefined ? sql`ORDER BY o.created_at DESC, o.id DESC` : sql``;

/** The rows of a page of keys. */
const rowsOfKeys = (keys: RawBuilder<unknown>, { cursor, orderBy }: PageSql) => sql<OrderRowRead>`
  SELECT found._total, ${shownColumns}, ${cursor} FROM (${keys}) AS found
  JOIN orders o ON o.location_id = found.location_id AND o.id = found.id
  JOIN locations l ON l.id = o.location_id ${orderBy}`;

/** The maximum count per status, and the maximum number of orders checked against a condition without an index. */
const maxOfStatus = 1000;
/** The maximum number of matches of a search that are counted. */
const maxFound = 10_000;
/** The filters that the index of orders by status covers. */
const indexedFilters = ['locationId', 'from', 'to'];

/** The number of orders per status, up to a thousand each. */
export async function countOrders(tx: Tx, actor: Actor, request: OrderCountsInput): Promise<OrderCount[]> {
  const { search, filters } = request;
  const found = await matchingOrders(tx, actor, { search, filters });
  const { customerId, driverId, ownerId, flag } = filters;
  const isRare = [flag].flat().some((one) => one === 'late' || one === 'refundFailed');
  if (found.totalIsExact || customerId || driverId || ownerId || isRare) return countFound(tx, found);
  const isIndexed = !search && Object.keys(filters).every((name) => indexedFilters.includes(name));
  return isIndexed
    ? countByIndex(tx, found.query, countedByAge(actor, filters))
    : countLatest(tx, actor, request, found.conditions);
}

interface Counted {
  status: HeadlineStatus;
  count: number;
}
const toCounts = (rows: readonly Counted[], isMore: (row: Counted) => boolean): OrderCount[] =>
  rows.map((row) => ({ status: row.status, count: Math.min(row.count, maxOfStatus), isMore: isMore(row) }));

async function countFound(tx: Tx, { query, isCut }: MatchingOrders): Promise<OrderCount[]> {
  const some = query.select('o.headline_status as status').limit(sql.lit(maxFound));
  const { rows } = await sql<Counted>`
    SELECT status, count(*) AS count FROM (${some}) AS found GROUP BY 1`.execute(tx);
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return toCounts(rows, ({ count }) => isCut || count > maxOfStatus || all === maxFound);
}

/** Counts each status with an index-only scan, up to the maximum shown. */
async function countByIndex(tx: Tx, query: OrdersQuery, sorting: RawBuilder<unknown>): Promise<OrderCount[]> {
  const some = query
    .select(sql`1`.as('one'))
    .where(sql<boolean>`o.headline_status = each.status`)
    .modifyEnd(sql`${sorting} LIMIT ${sql.lit(maxOfStatus + 1)}`);
  const { rows } = await sql<Counted>`
    SELECT each.status, counted.count FROM unnest(${headlineStatuses}::text[]) AS each (status)
    CROSS JOIN LATERAL (SELECT count(*) AS count FROM (${some}) AS found) AS counted
    WHERE counted.count > 0`.execute(tx);
  return toCounts(rows, ({ count }) => count > maxOfStatus);
}

/** Checks conditions without an index on the latest orders of each status only; older ones count as "more". */
async function countLatest(
  tx: Tx,
  actor: Actor,
  { filters: { locationId, from, to } }: OrderCountsInput,
  conditions: MatchingOrders['conditions'],
): Promise<OrderCount[]> {
  const location = locationOf(actor, locationId);
  const { rows } = await sql<Counted & { looked: number }>`
    SELECT each.status, counted.count, counted.looked FROM unnest(${headlineStatuses}::text[]) AS each (status)
    CROSS JOIN LATERAL (
      SELECT count(*) AS looked, count(*) FILTER (WHERE ${allOf(conditions)}) AS count FROM (
        SELECT * FROM orders WHERE headline_status = each.status
          ${location === undefined ? sql`` : sql`AND location_id = ${location}`}
          ${from === undefined ? sql`` : sql`AND created_at >= ${from}`}
          ${to === undefined ? sql`` : sql`AND created_at < ${to}`}
        ORDER BY created_at DESC, id DESC LIMIT ${sql.lit(maxOfStatus)}) AS o) AS counted
    WHERE counted.looked > 0`.execute(tx);
  const full = new Set(rows.filter(({ looked }) => looked === maxOfStatus).map(({ status }) => status));
  return toCounts(rows, ({ status }) => full.has(status));
}

/** The ID of an order by its number or ID. */
export async function findOrderId(tx: Tx, text: string): Promise<string> {
  const id = Id.safeParse(text);
  if (id.success) return id.data;
  const number = parseNumber('order', text);
  if (number === undefined) throw wrongField('order', 'Enter the number of an order, such as O-100042');
  const order = await tx.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
  return mustFind(order, 'Order').id;
}

import type { DataOf } from '@aisle/contract/core/route';
import {
  type ExpiringSoon,
  groupKinds,
  type LateOrder,
  type LowStock,
  maxGroupCount,
  maxGroups,
  maxSystemNotices,
  maxTicketNotices,
  type NoticeGroup,
  type notificationRoutes,
  type OutOfStock,
  type SystemNotice,
  systemNoticeKinds,
  type TicketNotice,
  ticketNoticeKinds,
} from '@aisle/contract/system/notifications';
import { type RawBuilder, sql } from 'kysely';
import { awaitAll } from '../../core/await-all.ts';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf, unplanned } from '../../core/db/literals.ts';
import type { Actor } from '../../core/http/actor.ts';
import { itemNamePairs } from '../../core/list/item-names.ts';

/** Maximum count within a request. */
const maxCounted = 300;
const shown = 50;
const firstShown = sql`LIMIT ${sql.lit(shown)}`;

/** Categories whose items can be sold: active ones below active ones. Evaluated once per statement. */
const activeCategories = sql`(SELECT array_agg(c.id) FROM categories c
  LEFT JOIN categories parent ON parent.id = c.parent_id LEFT JOIN categories top ON top.id = parent.parent_id
  WHERE c.status AND coalesce(parent.status, true) AND coalesce(top.status, true))::uuid[]`;
/**
 * The sub-product of a level, if the location sells it. OFFSET 0 keeps this a lookup per level: with a join, the planner begins
 * with the catalog, and reads every level of the marketplace to find the first ones.
 */
const sold = (condition = sql`true`) => sql`
  CROSS JOIN LATERAL (SELECT s.id, s.name, s.sku, s.product_id FROM location_sub_products offer
    JOIN sub_products s ON s.id = offer.sub_product_id JOIN products p ON p.id = s.product_id
    WHERE offer.location_id = level.location_id AND offer.sub_product_id = level.sub_product_id
      AND offer.assigned AND s.status AND p.status AND ${condition} OFFSET 0) AS sold`;
/** Sub-products that locations sell and have run out of. Sub-products that were never stocked aren't out of stock. */
const out = sql`FROM stock_levels level ${sold()} WHERE level.out_since IS NOT NULL`;
/** The rows of `low_levels`, newest first. */
const low = sql`FROM stock_levels level ${sold(sql`p.category_id = ANY (${activeCategories})`)}
  WHERE level.low_since IS NOT NULL AND level.out_since IS NULL`;
const today = sql`(now() AT TIME ZONE at.time_zone)::date`;
const todayAnywhere = (which: 'min' | 'max') => sql`(SELECT ${sql.raw(which)}(${today}) FROM locations at)`;
/**
 * Whether a lot expires within the days, by its location's date. The outer bounds are for the index: the earliest date at any
 * location, and one day ahead of UTC, which no location exceeds. A location's date is only looked up if it matters, not for
 * lots that expire within the days by both the earliest and the latest date.
 */
export const expiresWithin = (lot: string, days: RawBuilder<unknown>): RawBuilder<unknown> => {
  const expiry = sql.ref(`${lot}.expires_on`);
  return sql`(${expiry} BETWEEN ${todayAnywhere('min')} AND (now() AT TIME ZONE 'UTC')::date + 1 + ${days}
    AND (${expiry} BETWEEN ${todayAnywhere('max')} AND ${todayAnywhere('min')} + ${days}
      OR ${expiry} - (SELECT ${today} FROM locations at WHERE at.id = ${sql.ref(`${lot}.location_id`)}) BETWEEN 0 AND ${days}))`;
};
const expiring = (days: RawBuilder<unknown>, joined = sql``) => sql`FROM lots l ${joined}
  WHERE l.in_stock AND l.recall_id IS NULL AND ${expiresWithin('l', days)}`;
/**
 * The sub-product of a lot. OFFSET 0 keeps this a lookup per lot: with a join, the planner sorts all lots to find the first
 * ones.
 */
const subProductOfLot = sql`CROSS JOIN LATERAL (SELECT s.id, s.name, s.sku, s.product_id FROM sub_products s
  WHERE s.id = l.sub_product_id OFFSET 0) AS sold`;

const late = sql`FROM notices n JOIN locations place ON place.id = n.location_id
  WHERE n.kind = 'late' AND n.over_at IS NULL`;

const ofLevel = sql`level.location_id || ':' || level.sub_product_id AS "_id", level.location_id AS "locationId",
  (SELECT name FROM locations WHERE id = level.location_id) AS "locationName",
  jsonb_build_object('_id', sold.id, 'name', sold.name, ${itemNamePairs('sold')}, 'sku', sold.sku) AS "subProductData"`;

type Center = DataOf<typeof notificationRoutes.get>;
/** Returns the first rows of each kind, and their number up to the maximum. */
export async function notificationCenter(
  tx: Tx,
  actor: Actor,
  { expiringDays, ...may }: { expiringDays: number } & MaySee,
): Promise<Center> {
  const days = sql`${expiringDays}::int`;
  const [{ rows: outOfStock }, { rows: lowStock }, { rows: soon }, read] = await awaitAll([
    sql<OutOfStock>`
      SELECT ${ofLevel}, level.out_since AS since ${out}
      ORDER BY level.out_since DESC, level.location_id, level.sub_product_id ${firstShown}`.execute(tx),
    sql<LowStock>`
      SELECT ${ofLevel}, level.low_since AS since, available_now(level) AS available ${low}
      ORDER BY level.low_since DESC, level.location_id, level.sub_product_id ${firstShown}`.execute(tx),
    sql<ExpiringSoon>`
      SELECT l.id AS "_id", l.location_id AS "locationId", l.on_hand AS "onHand",
        (SELECT name FROM locations WHERE id = l.location_id) AS "locationName",
        jsonb_build_object('_id', sold.id, 'name', sold.name, ${itemNamePairs('sold')}, 'sku', sold.sku) AS "subProductData",
        l.expires_on AS "expiresOn" ${expiring(days, subProductOfLot)}
      ORDER BY l.expires_on, l.location_id, l.id ${firstShown}`.execute(tx),
    readState(tx, actor.userId, may),
  ]);
  const kinds: Kind[] = [
    { kind: 'late', rows: read.late, of: late, at: sql`n.location_id` },
    { kind: 'outOfStock', rows: outOfStock, of: out, at: sql`level.location_id` },
    { kind: 'low', rows: lowStock, of: low, at: sql`level.location_id` },
    { kind: 'expiring', rows: soon, of: expiring(unplanned(days)), at: sql`l.location_id` },
  ];
  const counts = await countKinds(tx, kinds);
  const [lateCount, count, lowCount, expiringCount] = counts.map(({ total }) => total);
  const groups = inOrder([
    ...kinds.flatMap((kind, index) => groupsOf(kind, read, counts[index]!)),
    ...groupsOfKind('refundFailed', read.failedRefunds, read),
    ...groupsOfKind('countNeeded', read.toCount, read),
  ]);
  return {
    groups,
    tickets: read.tickets,
    system: read.system,
    unread: read.unread,
    outOfStock,
    count: count!,
    low: lowStock,
    lowCount: lowCount!,
    expiring: soon,
    expiringCount: expiringCount!,
    late: read.late,
    lateCount: lateCount!,
  };
}

interface Kind {
  kind: NoticeGroup['kind'];
  /** The first rows, newest first. */
  rows: readonly { locationId: string; locationName: string; since?: string }[];
  of: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
}
interface KindCount {
  total: number;
  /** Counts at each location of `newestPlaces`. */
  places: number[];
}
/** Returns the locations of the newest rows; each of them gets a line. */
const newestLocations = ({ rows }: Kind): string[] =>
  [...new Set(rows.map(({ locationId }) => locationId))].slice(0, maxGroups);

/** Counts each kind, also at its newest locations, in one statement; skips kinds whose rows were all read. */
async function countKinds(tx: Tx, kinds: readonly Kind[]): Promise<KindCount[]> {
  const cut = kinds.filter(({ rows }) => rows.length === shown);
  if (cut.length === 0) return kinds.map(countOfRows);
  const { rows } = await sql<{ counts: KindCount[] }>`
    SELECT jsonb_build_array(${sql.join(cut.map(countSql))}) AS counts`.execute(tx);
  const counted = new Map(cut.map((kind, index) => [kind, rows[0]!.counts[index]!]));
  return kinds.map((kind) => counted.get(kind) ?? countOfRows(kind));
}
const countOfRows = (kind: Kind): KindCount => ({
  total: kind.rows.length,
  places: newestLocations(kind).map((id) => kind.rows.filter(({ locationId }) => locationId === id).length),
});
const countSql = (kind: Kind) => sql`jsonb_build_object(
  'total', (SELECT count(*) FROM (SELECT ${kind.of} LIMIT ${sql.lit(maxCounted)}) AS counted),
  'places', (SELECT jsonb_agg(here.count ORDER BY wanted.position)
    FROM unnest(${unplanned(sql`${newestLocations(kind)}::uuid[]`)}) WITH ORDINALITY AS wanted (location_id, position)
    CROSS JOIN LATERAL (SELECT count(*) AS count FROM (
      SELECT ${kind.of} AND ${kind.at} = wanted.location_id LIMIT ${sql.lit(maxGroupCount)}) AS counted) AS here))`;

interface MaySee {
  maySeeOrders: boolean;
  maySeeStock: boolean;
  maySeeTickets: boolean;
  maySeeSystem: boolean;
}
interface ReadState {
  tickets: TicketNotice[];
  system: SystemNotice[];
  readUntil: string | null;
  unread: number;
  late: LateOrder[];
  failedRefunds: CountedPlace[];
  /** Items that another system sold or counted differently from the stock in Aisle. */
  toCount: CountedPlace[];
}
interface CountedPlace {
  locationId: string;
  locationName: string;
  count: number;
  since: string;
}
/**
 * Reads when the user last read notices, the number at the bell and the first late orders. Failed refunds are rare, so all of
 * them are counted.
 */
async function readState(tx: Tx, userId: string | null, may: MaySee): Promise<ReadState> {
  const { maySeeOrders, maySeeStock, maySeeTickets, maySeeSystem } = may;
  const { rows } = await sql<ReadState>`
    WITH ${settingsOf(userId)}
    SELECT (SELECT read_until FROM settings) AS "readUntil", ${unreadOf(userId, may)} AS unread,
      ${maySeeOrders ? lateOrders : none} AS late,
      ${maySeeOrders ? failedRefunds : none} AS "failedRefunds",
      ${maySeeStock ? toCount : none} AS "toCount",
      ${maySeeTickets ? ticketsOf(userId) : none} AS tickets,
      ${maySeeSystem ? systemOf(userId) : none} AS system`.execute(tx);
  return rows[0]!;
}

const none = sql`'[]'::json`;
const lateOrders = sql`(SELECT coalesce(json_agg(newest), '[]') FROM (
    SELECT n.order_id AS "_id", n.text AS number, n.location_id AS "locationId", place.name AS "locationName",
      iso(n.at) AS since ${late} ORDER BY n.at DESC, n.id ${firstShown}) AS newest)`;
const failedRefunds = sql`(SELECT coalesce(json_agg(failed), '[]') FROM (
    SELECT r.location_id AS "locationId", place.name AS "locationName",
      least(count(DISTINCT r.order_id), ${sql.lit(maxGroupCount)}) AS count, iso(max(r.updated_at)) AS since
    FROM refunds r JOIN locations place ON place.id = r.location_id WHERE r.status = 'refundFailed'
    GROUP BY 1, 2 ORDER BY max(r.updated_at) DESC LIMIT ${sql.lit(maxGroups)}) AS failed)`;

const toCount = sql`(SELECT coalesce(json_agg(newest), '[]') FROM (
    SELECT n.location_id AS "locationId", place.name AS "locationName",
      least(count(*), ${sql.lit(maxGroupCount)}) AS count, iso(max(n.at)) AS since
    FROM notices n JOIN locations place ON place.id = n.location_id
    WHERE n.kind = 'countNeeded' AND n.over_at IS NULL
    GROUP BY 1, 2 ORDER BY max(n.at) DESC LIMIT ${sql.lit(maxGroups)}) AS newest)`;

/** Returns only the number at the bell. */
export async function countUnread(
  tx: Tx,
  userId: string | null,
  may: MaySee,
): Promise<Pick<ReadState, 'unread'>> {
  const { rows } = await sql<Pick<ReadState, 'unread'>>`
    WITH ${settingsOf(userId)} SELECT ${unreadOf(userId, may)} AS unread`.execute(tx);
  return rows[0]!;
}

const settingsOf = (userId: string | null) => sql`
  settings AS MATERIALIZED (SELECT read_until FROM notice_settings WHERE user_id = ${userId}::uuid)`;
function unreadOf(
  userId: string | null,
  { maySeeOrders, maySeeStock, maySeeTickets, maySeeSystem }: MaySee,
): RawBuilder<unknown> {
  const kinds = [
    'outOfStock',
    ...(maySeeOrders ? ['late'] : []),
    ...(maySeeStock ? ['countNeeded'] : []),
    ...(maySeeTickets ? ticketNoticeKinds : []),
    ...(maySeeSystem ? systemNoticeKinds : []),
  ];
  return sql`(SELECT count(*)::int FROM (SELECT FROM unnest(${kinds}::text[]) AS wanted (kind)
    CROSS JOIN LATERAL (SELECT n.id FROM notices n WHERE n.kind = wanted.kind AND n.over_at IS NULL
      AND (n.user_id IS NULL OR n.user_id = ${userId}::uuid) AND ${isOfSystem}
      AND n.at > coalesce((SELECT read_until FROM settings), '-infinity') ORDER BY n.at DESC
      LIMIT ${sql.lit(2 * maxGroupCount)}) AS newest
    WHERE NOT EXISTS (SELECT FROM notice_reads seen WHERE seen.user_id = ${userId}::uuid AND seen.notice_id = newest.id)
    LIMIT ${sql.lit(maxGroupCount)}) AS counted)`;
}

const sinceAndUnread = (userId: string | null) => sql`iso(n.at) AS since,
      n.at > coalesce((SELECT read_until FROM settings), '-infinity') AND NOT EXISTS (SELECT FROM notice_reads seen
        WHERE seen.user_id = ${userId}::uuid AND seen.notice_id = n.id) AS "isUnread"`;
const ticketsOf = (userId: string | null) => sql`(SELECT coalesce(json_agg(mine), '[]') FROM (
    SELECT n.id AS "_id", n.kind, n.ticket_id AS "ticketId", n.text AS number, ${sinceAndUnread(userId)}
    FROM notices n WHERE n.user_id = ${userId}::uuid AND n.over_at IS NULL
    ORDER BY n.at DESC, n.id LIMIT ${sql.lit(maxTicketNotices)}) AS mine)`;
/** Notices about the card of an order are in the list of notices, since they belong to its location. */
const isOfSystem = sql`(n.kind <> 'cardPayments' OR n.location_id IS NULL)`;
const systemOf = (userId: string | null) => sql`(SELECT coalesce(json_agg(open), '[]') FROM (
    SELECT n.id AS "_id", n.kind, n.text, ${sinceAndUnread(userId)}
    FROM notices n WHERE ${isOneOf('n.kind', systemNoticeKinds)} AND ${isOfSystem} AND n.over_at IS NULL
    ORDER BY n.at DESC, n.id LIMIT ${sql.lit(maxSystemNotices)}) AS open)`;

const isUnread = (read: ReadState, since: string | undefined) =>
  since !== undefined && (read.readUntil === null || since > read.readUntil);

/** Returns one line per location. */
function groupsOf(kind: Kind, read: ReadState, { places }: KindCount): NoticeGroup[] {
  return newestLocations(kind).map((id, index) => {
    const { locationName, since } = kind.rows.find(({ locationId }) => locationId === id)!;
    const count = Math.min(places[index]!, maxGroupCount);
    return { kind: kind.kind, locationId: id, locationName, count, isUnread: isUnread(read, since) };
  });
}

const groupsOfKind = (
  kind: NoticeGroup['kind'],
  places: readonly CountedPlace[],
  read: ReadState,
): NoticeGroup[] =>
  places.map(({ since, ...group }) => ({
    kind,
    ...group,
    isUnread: isUnread(read, since),
  }));

const inOrder = (groups: NoticeGroup[]): NoticeGroup[] =>
  groups.sort((a, b) => groupKinds.indexOf(a.kind) - groupKinds.indexOf(b.kind));

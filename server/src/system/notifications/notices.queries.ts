import type { Page } from '@aisle/contract/core/page';
import {
  type Notice,
  type NoticeKind,
  type NoticePage,
  type NoticeSettings,
  noticeKinds,
  pushKinds,
} from '@aisle/contract/system/notifications';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { listPage } from '../../core/list/list.ts';
import { containing, hasWords } from '../../core/list/search-text.ts';
import { type OpenedTicketNotice, pushTicketNotices } from './notice-pushes.ts';

const isRead = (userId: string | null) => sql<boolean>`(
  EXISTS (SELECT FROM notice_reads seen WHERE seen.user_id = ${userId}::uuid AND seen.notice_id = n.id)
  OR n.at <= coalesce((SELECT s.read_until FROM notice_settings s WHERE s.user_id = ${userId}::uuid), '-infinity'))`;

/** Notices that the actor can see: without a permission or with one that the actor holds, and not another user's. */
const canRead = (actor: Actor) =>
  sql<SqlBool>`((n.permission IS NULL OR n.permission = ANY (${[...actor.permissions]}::text[]))
    AND (n.user_id IS NULL OR n.user_id = ${actor.userId}::uuid))`;

export async function listNotices(tx: Tx, actor: Actor, request: NoticePage): Promise<Page<Notice>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('notices as n').where(canRead(actor));
  if (filters.kind) filtered = filtered.where('n.kind', '=', filters.kind);
  if (filters.locationId) filtered = filtered.where('n.location_id', '=', filters.locationId);
  if (filters.state) filtered = filtered.where('n.over_at', filters.state === 'open' ? 'is' : 'is not', null);
  if (filters.unread !== undefined) {
    const read = isRead(actor.userId);
    filtered = filtered.where(sql<SqlBool>`${filters.unread ? sql`NOT ${read}` : read}`);
  }
  if (search) {
    filtered = filtered.where(sql<SqlBool>`(${hasWords(search, 'n.text')} OR n.sub_product_id IN (
      SELECT s.id FROM sub_products s JOIN products p ON p.id = s.product_id
      WHERE ${hasWords(search, 's.name', 'p.name')} OR s.sku ILIKE ${containing(search)} LIMIT 500))`);
  }
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('n.at'), sql.ref('n.id')], direction: sort?.order ?? 'desc' },
    locationScope: { actor, location: filters.locationId, table: 'notices', column: 'n.location_id' },
    select: (query) =>
      query
        .leftJoin('locations as place', 'place.id', 'n.location_id')
        .leftJoin('sub_products as sold', 'sold.id', 'n.sub_product_id')
        .select([
          'n.id as _id',
          'n.location_id as locationId',
          'place.name as locationName',
          'place.time_zone as timeZone',
          'n.sub_product_id as subProductId',
          'n.lot_id as lotId',
          'n.order_id as orderId',
          'n.ticket_id as ticketId',
          'n.at',
          'n.over_at as overAt',
        ])
        .select([
          sql<NoticeKind>`n.kind`.as('kind'),
          sql<string>`coalesce(n.text, ${itemNameOf('sold')}, '')`.as('text'),
          isRead(actor.userId).as('isRead'),
        ]),
  });
}

export async function markRead(
  tx: Tx,
  actor: Actor,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO notice_reads (user_id, notice_id)
    SELECT ${userId}::uuid, n.id FROM notices n WHERE n.id = ANY (${ids}::uuid[]) AND ${canRead(actor)}
    ON CONFLICT DO NOTHING`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Marks everything until now as read. */
export async function markAllRead(tx: Tx, userId: string): Promise<void> {
  await sql`INSERT INTO notice_settings (user_id, read_until) VALUES (${userId}, now())
    ON CONFLICT (user_id) DO UPDATE SET read_until = now()`.execute(tx);
  await sql`DELETE FROM notice_reads WHERE user_id = ${userId}`.execute(tx);
}

const defaultNoticeSettings: NoticeSettings = {
  mail: 'off',
  kinds: [...noticeKinds],
  pushKinds: [...pushKinds],
};
export async function readNoticeSettings(tx: Tx, userId: string | null): Promise<NoticeSettings> {
  const { rows } = await sql<NoticeSettings>`
    SELECT mail, kinds, push_kinds AS "pushKinds" FROM notice_settings WHERE user_id = ${userId}::uuid`.execute(
    tx,
  );
  return rows[0] ?? defaultNoticeSettings;
}

/** Emails cover events after they were turned on. */
export async function saveNoticeSettings(
  tx: Tx,
  userId: string,
  { mail, kinds, pushKinds }: NoticeSettings,
): Promise<void> {
  await sql`
    INSERT INTO notice_settings (user_id, mail, kinds, push_kinds)
    VALUES (${userId}, ${mail}, ${kinds}::text[], ${pushKinds}::text[])
    ON CONFLICT (user_id) DO UPDATE SET mail = excluded.mail, kinds = excluded.kinds, push_kinds = excluded.push_kinds,
      mailed_until = CASE WHEN notice_settings.mail = excluded.mail THEN notice_settings.mailed_until ELSE now() END`.execute(
    tx,
  );
}

/** Opens notices of levels that are low or out of stock, closes those of levels that recovered, and announces the changes. */
export async function updateStockNotices(
  tx: Tx,
  levels: readonly { locationId: string; subProductId: string }[],
): Promise<void> {
  if (levels.length === 0) return;
  await sql`
    WITH touched AS (
      SELECT DISTINCT * FROM unnest(${levels.map(({ locationId }) => locationId)}::uuid[],
        ${levels.map(({ subProductId }) => subProductId)}::uuid[]) AS level (location_id, sub_product_id)
    ), state AS (
      SELECT location_id, sub_product_id, notice.kind, notice.since
      FROM touched JOIN stock_levels level USING (location_id, sub_product_id)
      CROSS JOIN LATERAL (VALUES ('outOfStock', level.out_since), ('low', level.low_since)) AS notice (kind, since)
    ), opened AS (
      INSERT INTO notices (kind, location_id, sub_product_id)
      SELECT kind, location_id, sub_product_id FROM state WHERE since IS NOT NULL
      ON CONFLICT DO NOTHING
      RETURNING kind, location_id, sub_product_id
    ), closed AS (
      UPDATE notices n SET over_at = now() FROM state
      WHERE n.kind = state.kind AND n.location_id = state.location_id AND n.sub_product_id = state.sub_product_id
        AND n.lot_id IS NULL AND n.over_at IS NULL AND state.since IS NULL
      RETURNING CASE n.kind WHEN 'low' THEN 'notLow' ELSE 'backInStock' END AS kind, n.location_id, n.sub_product_id
    )
    SELECT announce('notifications', kind, sub_product_id, location_id)
    FROM (SELECT * FROM opened UNION ALL SELECT * FROM closed) AS news`.execute(tx);
}

/** Closes and opens the notices of a ticket's assignee that a change lists, and announces the changes. */
export async function updateTicketNotices(tx: Tx, changeId: number): Promise<void> {
  // A job opens notices of due tickets. A notice opened after the change is about the new target.
  const closed = await sql`
    UPDATE notices n SET over_at = now() FROM changes c
    WHERE c.id = ${changeId} AND n.ticket_id = c.record_id AND n.over_at IS NULL AND c.snapshot -> 'closed' ? n.kind
      AND (n.kind <> 'ticketDue' OR n.at < c.at)`.execute(tx);
  // Notices contain only the ticket number, since customers write the subject.
  const { rows: opened } = await sql<OpenedTicketNotice>`
    INSERT INTO notices (kind, location_id, user_id, ticket_id, permission, text, at)
    SELECT c.snapshot ->> 'opened', coalesce(t.location_id, t.order_location_id), u.id, t.id, 'support_list',
      format_number('ticket', t.number), clock_timestamp()
    FROM changes c JOIN tickets t ON t.id = c.record_id JOIN users u ON u.id = (c.snapshot ->> 'assigneeId')::uuid
    WHERE c.id = ${changeId} AND c.snapshot ->> 'opened' IS NOT NULL
    ON CONFLICT DO NOTHING 
    RETURNING kind, ticket_id AS "ticketId", text AS number, user_id AS "userId", location_id AS "locationId"`.execute(
    tx,
  );
  if (closed.numAffectedRows === 0n && opened.length === 0) return;
  await pushTicketNotices(tx, opened);
  // A ticket without a location concerns only users of the whole marketplace.
  await sql`
    SELECT announce('notifications', 'ticket', t.id,
      coalesce(t.location_id, t.order_location_id, '00000000-0000-0000-0000-000000000000'), 'support_list')
    FROM changes c JOIN tickets t ON t.id = c.record_id WHERE c.id = ${changeId}`.execute(tx);
}

/**
 * Opens notices of lots that expire within the days, closes those that no longer apply, and deletes closed ones after 90 days.
 */
export async function createExpiryNotices(tx: Tx, days: number): Promise<void> {
  await sql`
    INSERT INTO notices (kind, location_id, sub_product_id, lot_id)
    SELECT 'expiring', l.location_id, l.sub_product_id, l.id
    FROM lots l JOIN locations place ON place.id = l.location_id
    WHERE l.in_stock AND l.recall_id IS NULL
      AND l.expires_on BETWEEN (now() AT TIME ZONE 'UTC')::date - 1 AND (now() AT TIME ZONE 'UTC')::date + 1 + ${days}::int
      AND l.expires_on >= (now() AT TIME ZONE place.time_zone)::date
      AND l.expires_on <= (now() AT TIME ZONE place.time_zone)::date + ${days}::int
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE notices n SET over_at = now() FROM lots l
    WHERE n.kind = 'expiring' AND n.over_at IS NULL AND l.location_id = n.location_id AND l.id = n.lot_id
      AND (l.on_hand = 0 OR l.recall_id IS NOT NULL OR l.expires_on IS NULL
        OR l.expires_on < today_at(l.location_id) OR l.expires_on > today_at(l.location_id) + ${days}::int)`.execute(
    tx,
  );
  await sql`DELETE FROM notices WHERE id IN (
    SELECT id FROM notices WHERE at < now() - interval '90 days' AND (over_at IS NOT NULL OR kind = 'drift') LIMIT 10000)`.execute(
    tx,
  );
}

/**
 * Returns the locations to recalculate after a change of the default threshold; low levels are recalculated one location at a
 * time.
 */
export async function lowDefaultChanged(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT l.id FROM locations l, low_default d WHERE d.threshold <> low_at() ORDER BY l.id`.execute(tx);
  return rows.map(({ id }) => id);
}
export async function refreshLow(tx: Tx, locationId: string): Promise<void> {
  await sql`SELECT refresh_low(${locationId})`.execute(tx);
}
export async function createLowDefaultNotice(tx: Tx): Promise<void> {
  await sql`UPDATE low_default SET threshold = low_at()`.execute(tx);
}

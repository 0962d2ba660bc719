import type { NoticeKind } from '@aisle/contract/system/notifications';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { itemNameOf } from '../../core/list/item-names.ts';

export interface Reader {
  userId: string;
  email: string;
  userType: string;
  roles: string[] | null;
  /** Null: all locations. */
  locations: string[] | null;
  kinds: NoticeKind[];
}
const readers = sql`
  SELECT s.user_id AS "userId", u.email, u.user_type AS "userType", u.roles, s.kinds,
    CASE WHEN u.user_type = 'store' THEN coalesce((SELECT array_agg(ul.location_id) FROM user_locations ul
      WHERE ul.user_id = u.id), '{}') END AS locations
  FROM notice_settings s JOIN users u ON u.id = s.user_id AND u.status`;

export interface MailedNotice {
  kind: NoticeKind;
  text: string;
  locationName: string | null;
}
const lines = sql`n.kind, coalesce(n.text, ${itemNameOf('sold')}, '') || coalesce(', L-' || l.number || ' expires ' || to_char(l.expires_on, 'MM/DD/YYYY'), '') AS text,
  place.name AS "locationName"
  FROM notices n
  LEFT JOIN sub_products sold ON sold.id = n.sub_product_id
  LEFT JOIN locations place ON place.id = n.location_id
  LEFT JOIN lots l ON l.location_id = n.location_id AND l.id = n.lot_id`;
/** Statements are emailed to finance when they are created, so notice emails never contain them. */
const readableBy = ({ userId, kinds, locations }: Reader, permissions: readonly string[]) => sql`
  n.kind = ANY (${kinds}::text[]) AND n.kind <> 'statements' AND (n.permission IS NULL OR n.permission = ANY (${permissions}::text[]))
  AND (n.user_id IS NULL OR n.user_id = ${userId}::uuid)
  AND (${locations}::uuid[] IS NULL OR n.location_id = ANY (${locations}::uuid[]))`;
/** Maximum notices in one email; the list shows the rest. */
const most = 200;

/** Returns users who get notice emails soon and may have notices since their last one. */
export async function soonReaders(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT user_id AS id FROM notice_settings s
    WHERE mail = 'soon' AND EXISTS (SELECT FROM notices n WHERE n.at > s.mailed_until)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks the user, so that two servers don't send the same email; undefined if they turned off these emails. */
export async function lockSoonReader(
  tx: Tx,
  userId: string,
): Promise<(Reader & { since: string }) | undefined> {
  const { rows } = await sql<Reader & { since: string }>`
    SELECT r.*, s.mailed_until AS since FROM (${readers}) r JOIN notice_settings s ON s.user_id = r."userId"
    WHERE s.user_id = ${userId} AND s.mail = 'soon' FOR UPDATE OF s`.execute(tx);
  return rows[0];
}

/**
 * Returns notices since the last email, until a minute ago. A later notice waits for the next email, because one that began
 * earlier can still be committed.
 */
export async function noticesFor(
  tx: Tx,
  reader: Reader & { since: string },
  permissions: readonly string[],
): Promise<MailedNotice[]> {
  const { rows } = await sql<MailedNotice>`
    SELECT ${lines} WHERE n.at > ${reader.since}::timestamptz AND n.at <= now() - interval '1 minute'
      AND ${readableBy(reader, permissions)}
    ORDER BY n.kind, n.at LIMIT ${most}`.execute(tx);
  return rows;
}
export async function recordMailed(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE notice_settings SET mailed_until = greatest(mailed_until, now() - interval '1 minute')
    WHERE user_id = ${userId}`.execute(tx);
}

export interface Morning {
  timeZone: string;
  day: string;
}
/** Returns time zones where it is between 7 AM and noon. */
export async function mornings(tx: Tx): Promise<Morning[]> {
  const { rows } = await sql<Morning>`
    SELECT zone.time_zone AS "timeZone", (now() AT TIME ZONE zone.time_zone)::date AS day
    FROM (SELECT DISTINCT time_zone FROM locations) zone
    WHERE extract(hour FROM now() AT TIME ZONE zone.time_zone) BETWEEN 7 AND 11`.execute(tx);
  return rows;
}

/** Returns users who want an email each morning and haven't had one this morning. */
export async function dailyReaders(tx: Tx, { timeZone, day }: Morning): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    SELECT r.* FROM (${readers}) r JOIN notice_settings s ON s.user_id = r."userId"
    WHERE s.mail = 'daily' AND NOT EXISTS (SELECT FROM notice_digests d
      WHERE d.user_id = s.user_id AND d.time_zone = ${timeZone} AND d.day = ${day}::date)
    ORDER BY r."userId" LIMIT 500`.execute(tx);
  return rows;
}

/** False if another server claimed it first: one email per user, time zone and day. */
export async function claimMorning(tx: Tx, userId: string, { timeZone, day }: Morning): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO notice_digests (user_id, time_zone, day) VALUES (${userId}, ${timeZone}, ${day}::date)
    ON CONFLICT DO NOTHING`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Returns the open notices at the locations of a time zone. */
export async function openFor(
  tx: Tx,
  reader: Reader,
  permissions: readonly string[],
  { timeZone }: Morning,
): Promise<MailedNotice[]> {
  const { rows } = await sql<MailedNotice>`
    SELECT ${lines} WHERE n.over_at IS NULL AND n.kind <> 'drift' AND place.time_zone = ${timeZone}
      AND ${readableBy(reader, permissions)}
    ORDER BY n.kind, place.name COLLATE aisle_names, n.at LIMIT ${most}`.execute(tx);
  return rows;
}

import type { Permission } from '@aisle/contract/permissions';
import type { PushKind } from '@aisle/contract/system/notifications';
import type { PushDeviceInput } from '@aisle/contract/system/push';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Entitled, rightsOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';

/** What a notification shows. It replaces a shown one with the same tag, and a click opens its page. */
export interface PushContent {
  title: string;
  body: string;
  /** A path on this server. */
  url: string;
  tag: string;
}

export async function isDeviceOn(tx: Tx, sessionId: string | null): Promise<boolean> {
  const { rows } = await sql`SELECT FROM push_devices WHERE session_id = ${sessionId}::uuid`.execute(tx);
  return rows.length > 0;
}

/** Registers the browser of a session. Its row ends with the session, and so when the user signs out or is deactivated. */
export async function saveDevice(
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
  { endpoint, p256dh, auth }: PushDeviceInput,
): Promise<void> {
  await sql`
    INSERT INTO push_devices (id, session_id, user_id, endpoint, p256dh, auth)
    VALUES (${newId()}, ${sessionId}, ${userId}, ${endpoint}, ${p256dh}, ${auth})
    ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`.execute(
    tx,
  );
}

export async function deleteDevice(tx: Tx, sessionId: string | null): Promise<void> {
  await sql`DELETE FROM push_devices WHERE session_id = ${sessionId}::uuid`.execute(tx);
}

/** Registers the browser of a driver. If another driver used the same phone before, it is no longer theirs. */
export async function saveDriverDevice(
  tx: Tx,
  driverId: string,
  { endpoint, p256dh, auth }: PushDeviceInput,
): Promise<void> {
  await sql`
    INSERT INTO push_devices (id, driver_id, endpoint, p256dh, auth)
    VALUES (${newId()}, ${driverId}, ${endpoint}, ${p256dh}, ${auth})
    ON CONFLICT (endpoint) WHERE driver_id IS NOT NULL
    DO UPDATE SET driver_id = excluded.driver_id, p256dh = excluded.p256dh, auth = excluded.auth, seen_at = now()`.execute(
    tx,
  );
}

export async function deleteDriverDevice(tx: Tx, endpoint: string): Promise<void> {
  await sql`DELETE FROM push_devices WHERE endpoint = ${endpoint} AND driver_id IS NOT NULL`.execute(tx);
}

export async function deleteDevicesOfDriver(tx: Tx, driverId: string): Promise<void> {
  await sql`DELETE FROM push_devices WHERE driver_id = ${driverId}`.execute(tx);
}

/** Drivers who haven't opened a trip for a month have to turn notifications on again. */
export async function deleteUnusedDriverDevices(tx: Tx): Promise<void> {
  await sql`DELETE FROM push_devices WHERE driver_id IS NOT NULL AND seen_at < now() - interval '30 days'`.execute(
    tx,
  );
}

const dueMessages = sql`SELECT enqueue_job('send_pushes', '{}'::jsonb)`;

/** Notifies a driver on their phones. */
export async function queueDriverPush(tx: Tx, driverId: string, content: PushContent): Promise<void> {
  const { numAffectedRows } = await sql`
    INSERT INTO push_messages (id, device_id, content)
    SELECT gen_random_uuid(), d.id, ${JSON.stringify(content)}::jsonb FROM push_devices d
    WHERE d.driver_id = ${driverId}
      AND EXISTS (SELECT FROM drivers WHERE id = ${driverId} AND status)`.execute(tx);
  if (numAffectedRows) await dueMessages.execute(tx);
}

/** A notification for all users who want its kind and can see what it is about. */
export interface PushNotice extends PushContent {
  kind: PushKind;
  /** Null for all users. */
  userId: string | null;
  /** The user who caused it, and doesn't need to know. */
  exceptUserId: string | null;
  locationId: string | null;
  permission: Permission;
}

interface StaffDevice extends Entitled {
  id: string;
  userId: string;
  kinds: string[];
}

/** Queues notifications for the devices of users who want them, and who have the permission at the location. */
export async function queuePushes(tx: Tx, notices: readonly PushNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const kinds = [...new Set(notices.map(({ kind }) => kind))];
  const users = notices.some(({ userId }) => userId === null) ? null : notices.map(({ userId }) => userId);
  const { rows: devices } = await sql<StaffDevice>`
    SELECT d.id, d.user_id AS "userId", u.user_type, u.roles, kinds.kinds,
      (SELECT array_agg(ul.location_id) FROM user_locations ul WHERE ul.user_id = u.id) AS locations
    FROM push_devices d JOIN users u ON u.id = d.user_id AND u.status
    LEFT JOIN notice_settings s ON s.user_id = u.id
    CROSS JOIN LATERAL (SELECT coalesce(s.push_kinds, ${kinds}::text[]) AS kinds) AS kinds
    WHERE kinds.kinds && ${kinds}::text[] AND (${users}::uuid[] IS NULL OR d.user_id = ANY (${users}::uuid[]))`.execute(
    tx,
  );
  const messages = devices.flatMap((device) =>
    notices
      .filter((notice) => isFor(notice, device))
      .map(({ title, body, url, tag }) => ({ deviceId: device.id, content: { title, body, url, tag } })),
  );
  if (messages.length === 0) return;
  await sql`
    INSERT INTO push_messages (id, device_id, content)
    SELECT gen_random_uuid(), "deviceId", content
    FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) AS m ("deviceId" uuid, content jsonb)`.execute(
    tx,
  );
  await dueMessages.execute(tx);
}

function isFor(notice: PushNotice, device: StaffDevice): boolean {
  const { permissions, locations } = rightsOf(device);
  const { kind, userId, exceptUserId, locationId, permission } = notice;
  return (
    device.kinds.includes(kind) &&
    (userId === null || userId === device.userId) &&
    exceptUserId !== device.userId &&
    permissions.has(permission) &&
    (locations === null || (locationId !== null && locations.includes(locationId)))
  );
}

/** A notification on its way to a device. */
export interface PushMessage {
  id: string;
  deviceId: string;
  content: PushContent;
  endpoint: string;
  p256dh: string;
  auth: string;
  attempts: number;
}

/** Minutes until the next attempt. After the last one, the news is too old to matter. */
const waits = [1, 5, 15, 30];
/** How long a push service keeps a notification for a device that is offline, and how long the server tries to reach it. */
export const maxAgeSeconds = 3600;
/** Notifications sent at once. */
const batchSize = 20;

/** Claims due messages for a minute, after which another server can try, and deletes those that are too old. */
export async function claimPushes(tx: Tx): Promise<PushMessage[]> {
  await sql`DELETE FROM push_messages WHERE created_at < now() - make_interval(secs => ${maxAgeSeconds})`.execute(
    tx,
  );
  const { rows } = await sql<PushMessage>`
    WITH due AS (
      UPDATE push_messages SET attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
      WHERE id IN (SELECT id FROM push_messages WHERE next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT ${sql.lit(batchSize)} FOR UPDATE SKIP LOCKED)
      RETURNING *
    )
    SELECT m.id, m.device_id AS "deviceId", m.content, m.attempts, d.endpoint, d.p256dh, d.auth
    FROM due m JOIN push_devices d ON d.id = m.device_id`.execute(tx);
  return rows;
}

/** Removes a message that was sent, or that can't be. */
export async function deletePush(tx: Tx, { id }: PushMessage): Promise<void> {
  await sql`DELETE FROM push_messages WHERE id = ${id}`.execute(tx);
}

/** Removes a device that the browser gave up, with all its messages. */
export async function deleteGoneDevice(tx: Tx, { deviceId }: PushMessage): Promise<void> {
  await sql`DELETE FROM push_devices WHERE id = ${deviceId}`.execute(tx);
}

/** Sends a message again later, a few times. */
export async function retryPush(tx: Tx, message: PushMessage): Promise<void> {
  const minutes = waits[message.attempts - 1];
  if (minutes === undefined) return deletePush(tx, message);
  await sql`UPDATE push_messages SET next_attempt_at = now() + make_interval(mins => ${minutes})
    WHERE id = ${message.id}`.execute(tx);
}

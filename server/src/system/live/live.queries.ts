import { isChangedResource, topicOf } from '@aisle/contract/system/live/changes';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Entitled, idleHours, rightsOf } from '../../core/http/actor.ts';

/** The position of an event: its transaction, then its number, as numbers alone can commit out of order. */
export interface Position {
  transaction: bigint;
  id: number;
}
export interface StoredEvent {
  position: Position;
  topic: string;
  action: string;
  recordId: string | null;
  locationId: string | null;
  permission: string | null;
  userId: string | null;
  /** Whether it is about changed records instead of progress or notifications. */
  isRecordChange: boolean;
  data: unknown;
  at: string;
}

type Row = Omit<StoredEvent, 'position' | 'topic' | 'isRecordChange'> & {
  transaction: string;
  id: number;
  resource: string;
};
const toEvent = ({ transaction, id, resource, ...event }: Row): StoredEvent => ({
  ...event,
  topic: topicOf(resource),
  isRecordChange: isChangedResource(resource),
  position: { transaction: BigInt(transaction), id },
});
const columns = sql`transaction_id::text AS transaction, id, resource, action, record_id AS "recordId",
  location_id AS "locationId", permission, user_id AS "userId", data, at`;

/**
 * Returns the events after a position, oldest first, but only from transactions that certainly ended: while an older one is
 * open, more events can still appear before the visible ones.
 */
export async function eventsAfter(
  tx: Tx,
  { transaction, id }: Position,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM changes
    WHERE (transaction_id, id) > (${String(transaction)}::xid8, ${id}::bigint)
      AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY transaction_id, id LIMIT ${limit}`.execute(tx);
  return rows.map(toEvent);
}

/** Returns the latest events, oldest first. */
export async function latestEvents(tx: Tx, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM changes
    WHERE transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY transaction_id DESC, id DESC LIMIT ${limit}`.execute(tx);
  return rows.map(toEvent).reverse();
}

/** Returns the position after all transactions that have ended. */
export async function positionNow(tx: Tx): Promise<{ position: Position; at: Date }> {
  const { rows } = await sql<{ transaction: string; at: string }>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS transaction, now() AS at`.execute(tx);
  const { transaction, at } = rows[0]!;
  const position = { transaction: BigInt(transaction) - 1n, id: Number.MAX_SAFE_INTEGER };
  return { position, at: new Date(at) };
}

type Rights = ReturnType<typeof rightsOf>;
/** Returns the current access of these sessions' users and of API keys; omits ended ones. */
export async function rightsOfSessions(tx: Tx, sessionIds: readonly string[]): Promise<Map<string, Rights>> {
  const { rows } = await sql<Entitled & { sessionId: string }>`
    SELECT s.id AS "sessionId", u.user_type, u.roles,
      (SELECT array_agg(ul.location_id) FROM user_locations ul WHERE ul.user_id = u.id) AS locations
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ANY (${[...sessionIds]}::uuid[]) AND u.status AND s.expires_at > now()
      AND s.last_seen_at > now() - make_interval(hours => ${idleHours})
    UNION ALL
    SELECT k.id, CASE WHEN k.location_ids IS NULL THEN 'others' ELSE 'store' END, k.permissions, k.location_ids
    FROM api_keys k JOIN connections c ON c.id = k.connection_id AND c.status
    WHERE k.id = ANY (${[...sessionIds]}::uuid[]) AND k.revoked_at IS NULL AND k.expires_at > now()`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.sessionId, rightsOf(row)]));
}

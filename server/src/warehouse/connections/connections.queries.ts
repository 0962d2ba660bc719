import type { Page } from '@aisle/contract/core/page';
import {
  type Connection,
  type ConnectionPage,
  type ConnectionView,
  type FieldPrecedence,
  maxShown,
} from '@aisle/contract/warehouse/connections';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

/** Connections with the name of their newest key or of their webhook. Those whose keys are all over remain. */
const connections = sql<{
  id: string;
  name: string;
  kind: Connection['kind'];
  status: boolean;
  created_at: string;
}>`(
  SELECT c.id, coalesce(w.name, k.name) AS name, CASE WHEN w.id IS NULL THEN 'apiKey' ELSE 'webhook' END AS kind,
    coalesce(w.status, c.status) AS status, c.created_at, c.silent_after_minutes, c.read_number, c.read_topics, c.version,
    w.id AS webhook_id, w.events, w.last_delivered_at, k.used_at
  FROM connections c LEFT JOIN webhook_endpoints w ON w.connection_id = c.id
    LEFT JOIN LATERAL (
      SELECT (array_agg(name ORDER BY created_at DESC, id DESC))[1] AS name, max(last_used_at) AS used_at
      FROM api_keys WHERE connection_id = c.id
    ) k ON w.id IS NULL
  WHERE coalesce(w.name, k.name) IS NOT NULL)`.as('c');

const columns = [
  sql<string>`c.id`.as('_id'),
  sql<Connection['kind']>`c.kind`.as('kind'),
  sql<string>`c.name`.as('name'),
  sql<boolean>`c.status`.as('status'),
  sql<string | null>`coalesce(c.last_delivered_at, c.used_at)`.as('lastSeenAt'),
  sql<number | null>`floor(extract(epoch FROM CASE
    WHEN c.webhook_id IS NOT NULL THEN coalesce(now() - (SELECT min(d.created_at) FROM webhook_deliveries d
      WHERE d.endpoint_id = c.webhook_id AND d.status = 'waiting'), interval '0')
    WHEN c.read_number IS NOT NULL THEN greatest(interval '0', coalesce(now() - (SELECT f.at FROM change_feed f
      WHERE f.number > c.read_number ORDER BY f.number LIMIT 1), interval '0')) END))::int`.as('lagSeconds'),
  sql<number>`CASE WHEN c.webhook_id IS NOT NULL THEN (SELECT count(*) FROM webhook_deliveries d
      WHERE d.endpoint_id = c.webhook_id AND d.created_at >= date_trunc('day', now()))
    ELSE (SELECT coalesce(sum(u.calls), 0)::bigint FROM api_key_calls u JOIN api_keys k ON k.id = u.api_key_id
      WHERE k.connection_id = c.id AND u.day = (now() AT TIME ZONE 'UTC')::date) END`.as('today'),
  sql<string[]>`coalesce(c.events, c.read_topics)`.as('topics'),
  sql<number>`(SELECT count(*) FROM sync_refusals r WHERE r.connection_id = c.id)`.as('refused'),
  sql<number>`(SELECT count(*) FROM sync_losses l WHERE l.connection_id = c.id)`.as('lost'),
  sql<number | null>`c.silent_after_minutes`.as('silentAfterMinutes'),
  sql<boolean>`c.silent_after_minutes IS NOT NULL AND c.id IN (SELECT s.id FROM silent_connections() s)`.as(
    'isSilent',
  ),
  sql<string>`c.created_at`.as('createdAt'),
  sql<number>`c.version`.as('version'),
] as const;
const sortColumns = { name: byName('c.name'), createdAt: sql.ref('c.created_at') };

export function listConnections(tx: Tx, request: ConnectionPage): List<Page<Connection>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom(connections);
  if (search) filtered = filtered.where(hasWords(search, 'c.name'));
  if (filters.kind !== undefined) filtered = filtered.where('c.kind', '=', filters.kind);
  if (filters.status !== undefined) filtered = filtered.where('c.status', '=', filters.status);
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('c.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) => query.select([...columns]),
  }) as List<Page<Connection>>;
}

/** Shows a connection with everything on its page. */
export async function getConnection(tx: Tx, id: string): Promise<ConnectionView> {
  const row = await tx
    .selectFrom(connections)
    .select([...columns])
    .select([
      sql<
        ConnectionView['keys']
      >`coalesce((SELECT jsonb_agg(jsonb_build_object('_id', k.id, 'name', k.name, 'prefix',
          k.prefix, 'isActive', k.revoked_at IS NULL AND k.expires_at > now()) ORDER BY k.created_at DESC, k.id DESC)
        FROM api_keys k WHERE k.connection_id = c.id), '[]')`.as('keys'),
      sql<string | null>`webhook_id`.as('webhookId'),
      sql<
        ConnectionView['days']
      >`coalesce((SELECT jsonb_agg(jsonb_build_object('day', day, 'count', count) ORDER BY day)
        FROM (
          SELECT u.day, sum(u.calls)::bigint AS count FROM api_key_calls u JOIN api_keys k ON k.id = u.api_key_id
          WHERE k.connection_id = c.id AND u.day > (now() AT TIME ZONE 'UTC')::date - 30 GROUP BY u.day
          UNION ALL
          SELECT (d.created_at AT TIME ZONE 'UTC')::date, count(*) FROM webhook_deliveries d
          WHERE d.endpoint_id = c.webhook_id AND d.created_at > date_trunc('day', now()) - interval '29 days' GROUP BY 1
        ) AS days), '[]')`.as('days'),
      sql<
        FieldPrecedence[]
      >`coalesce((SELECT jsonb_agg(jsonb_build_object('name', p.name, 'field', p.field, 'by',
          p.decided_by) ORDER BY p.name COLLATE aisle_names, p.field)
        FROM connection_precedence p WHERE p.connection_id = c.id), '[]')`.as('precedence'),
      sql<
        ConnectionView['refusals']
      >`coalesce((SELECT jsonb_agg(jsonb_build_object('_id', r.id, 'name', r.name, 'row',
          r.row, 'code', r.code, 'message', r.message, 'fields', r.fields, 'at', iso(r.at)) ORDER BY r.at DESC, r.id DESC)
        FROM (SELECT * FROM sync_refusals WHERE connection_id = c.id ORDER BY at DESC, id DESC
          LIMIT ${sql.lit(maxShown)}) AS r), '[]')`.as('refusals'),
      sql<
        ConnectionView['losses']
      >`coalesce((SELECT jsonb_agg(jsonb_build_object('_id', l.id, 'name', l.name, 'recordId',
          l.record_id, 'recordName', coalesce(s.name, p.first_name || ' ' || p.last_name), 'locationName', place.name,
          'field', l.field, 'sent', l.sent, 'kept', l.kept, 'at', iso(l.at)) ORDER BY l.at DESC, l.id DESC)
        FROM (SELECT * FROM sync_losses WHERE connection_id = c.id ORDER BY at DESC, id DESC
          LIMIT ${sql.lit(maxShown)}) AS l
          LEFT JOIN sub_products s ON s.id = l.record_id LEFT JOIN customers p ON p.id = l.record_id
          LEFT JOIN locations place ON place.id = l.location_id), '[]')`.as('losses'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Connection') as ConnectionView;
}

export const lockConnection = (tx: Tx, id: string) => lockVersion(tx, 'connections', id, 'Connection');

export async function updateConnection(
  tx: Tx,
  id: string,
  change: { status?: boolean; silent_after_minutes?: number | null },
): Promise<void> {
  await tx.updateTable('connections').set(change).where('id', '=', id).execute();
}

/** Replaces the precedence of all fields. */
export async function writePrecedence(
  tx: Tx,
  id: string,
  entries: readonly FieldPrecedence[],
): Promise<void> {
  await tx.deleteFrom('connection_precedence').where('connection_id', '=', id).execute();
  const rows = entries
    .filter(({ by }) => by !== 'caller')
    .map(({ name, field, by }) => ({ connection_id: id, name, field, decided_by: by }));
  if (rows.length > 0) await tx.insertInto('connection_precedence').values(rows).execute();
}

export interface RefusedSource {
  id: string;
  name: string;
  key: string;
  row: unknown;
}
/** Refused rows of a connection, oldest first; all of them without IDs. */
export async function refusedRowsOf(
  tx: Tx,
  id: string,
  rowIds: readonly string[] | undefined,
): Promise<RefusedSource[]> {
  let query = tx
    .selectFrom('sync_refusals')
    .select(['id', 'name', 'row_key as key', 'row'])
    .where('connection_id', '=', id);
  if (rowIds) query = query.where('id', 'in', [...rowIds]);
  return query.orderBy('at').orderBy('id').limit(1000).execute();
}

/** The newest key of a connection that can be used. */
export async function newestKeyOf(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('api_keys')
    .select('id')
    .where('connection_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

import type { Page } from '@aisle/contract/core/page';
import {
  type ApiKey,
  type ApiKeyEdit,
  type ApiKeyPage,
  type ApiKeyUsage,
  oldSecretHours,
} from '@aisle/contract/system/api-keys';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, type RowChange } from '../../core/db/rows/columns.ts';
import { lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const columns = [
  'k.id as _id',
  'k.name',
  'k.prefix',
  'k.scopes',
  'k.connection_id as connectionId',
  'k.permissions',
  'k.location_ids as locationIds',
  'k.may_move_money as mayMoveMoney',
  'k.allowed_addresses as allowedAddresses',
  'k.limit_per_minute as limitPerMinute',
  'k.version',
  'k.created_at as createdAt',
  'k.last_used_at as lastUsedAt',
  'k.expires_at as expiresAt',
  'k.revoked_at as revokedAt',
  'k.maker_left_at as makerLeftAt',
] as const;
const createdBy = sql<
  string | null
>`coalesce((SELECT first_name || ' ' || last_name FROM users u WHERE u.id = k.created_by), k.maker_name)`;
const oldSecretUntil = sql<
  string | null
>`(SELECT max(until) FROM api_key_old_secrets o WHERE o.api_key_id = k.id AND until > now())`;
const locations = sql<
  ApiKey['locations']
>`(SELECT jsonb_agg(jsonb_build_object('_id', l.id, 'name', l.name) ORDER BY l.name COLLATE aisle_names)
  FROM locations l WHERE l.id = ANY (k.location_ids))`;
const shown = [
  locations.as('locations'),
  createdBy.as('createdBy'),
  oldSecretUntil.as('oldSecretUntil'),
] as const;
const sortColumns = { name: byName('k.name'), createdAt: sql.ref('k.created_at') };

export async function listApiKeys(tx: Tx, request: ApiKeyPage): Promise<Page<ApiKey>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('api_keys as k');
  if (search) filtered = filtered.where(hasWords(search, 'k.name'));
  if (filters.revoked !== undefined)
    filtered = filtered.where('k.revoked_at', filters.revoked ? 'is not' : 'is', null);

  const page = await listPage(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('k.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) => query.select([...columns, ...shown]),
  });
  return page as Page<ApiKey>;
}

export async function getApiKey(tx: Tx, id: string): Promise<ApiKey> {
  const row = await tx
    .selectFrom('api_keys as k')
    .select([...columns, ...shown])
    .where('k.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'API key') as ApiKey;
}

/** The calls of the last days and the last errors, newest first. */
export async function getKeyUsage(tx: Tx, id: string): Promise<ApiKeyUsage> {
  await getApiKey(tx, id);
  const { rows: calls } = await sql<ApiKeyUsage['calls'][number]>`
    SELECT day, route, calls, errors FROM api_key_calls
    WHERE api_key_id = ${id} AND day > (now() AT TIME ZONE 'UTC')::date - 30
    ORDER BY day DESC, calls DESC, route`.execute(tx);
  const errors = await tx
    .selectFrom('api_key_errors')
    .select(['at', 'route', 'status', 'code', 'fields', 'request_id as requestId'])
    .where('api_key_id', '=', id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return { calls, errors };
}

/** Deletes what is no longer shown: old counts of calls, and replaced secrets. */
export async function deleteOldKeyData(tx: Tx): Promise<void> {
  await sql`DELETE FROM api_key_calls WHERE day < now() - interval '32 days'`.execute(tx);
  await sql`DELETE FROM api_key_old_secrets WHERE until < now()`.execute(tx);
}

export const keyColumns = columnsOf<'api_keys', Omit<ApiKeyEdit, 'version'>>()({
  name: 'name',
  permissions: 'permissions',
  locationIds: 'location_ids',
  mayMoveMoney: 'may_move_money',
  allowedAddresses: 'allowed_addresses',
  limitPerMinute: 'limit_per_minute',
});

export async function insertApiKey(tx: Tx, key: NewRow<'api_keys'>): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute();
}

export const lockApiKey = (tx: Tx, id: string) => lockVersion(tx, 'api_keys', id, 'API key');

export async function updateApiKey(tx: Tx, id: string, changes: RowChange<'api_keys'>): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await tx.updateTable('api_keys').set(changes).where('id', '=', id).execute();
}

export async function hasConnection(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom('connections').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
}

/** Gives the key a new secret. The replaced one works for some more hours. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  { hash, prefix }: { hash: Buffer; prefix: string },
): Promise<void> {
  await sql`INSERT INTO api_key_old_secrets (key_hash, api_key_id, until)
    SELECT key_hash, id, now() + make_interval(hours => ${oldSecretHours}) FROM api_keys WHERE id = ${id}`.execute(
    tx,
  );
  await tx.updateTable('api_keys').set({ key_hash: hash, prefix }).where('id', '=', id).execute();
}

/** Records that a user decided to keep or take over the key, and updates the notice. */
export async function confirmApiKey(tx: Tx, id: string, madeBy?: string | null): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ maker_left_at: null, ...(madeBy && { created_by: madeBy, maker_name: null }) })
    .where('id', '=', id)
    .execute();
  await refreshKeyNotice(tx);
}

/** Notifies users of connections that are silent for too long, or ends the notice. Does nothing if none is watched. */
export async function noticeSilence(tx: Tx): Promise<void> {
  await sql`SELECT refresh_key_notice() FROM connections WHERE silent_after_minutes IS NOT NULL LIMIT 1`.execute(
    tx,
  );
}

/** Opens, updates or closes the notice about keys and webhooks whose creators left or lost a permission. */
export async function refreshKeyNotice(tx: Tx): Promise<void> {
  await sql`SELECT refresh_key_notice()`.execute(tx);
}

/** Keeps the time of the first revocation. */
export async function endApiKey(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export interface EndingSoon {
  kind: 'API key' | 'Webhook';
  name: string;
  expiresAt: string;
  /** The creator's email, or the administrators' emails if the creator left. */
  recipients: string[];
}

/**
 * Claims active keys and webhooks that expire within the given days, and marks their reminder as sent. Skips those that already
 * got this reminder or a later one.
 */
export async function claimEndingSoon(tx: Tx, days: number): Promise<EndingSoon[]> {
  const due = sql`reminded_days IS DISTINCT FROM ${days}::int AND coalesce(reminded_days, 1000) > ${days}
    AND expires_at > now() AND expires_at <= now() + make_interval(days => ${days})`;
  const { rows } = await sql<EndingSoon>`
    WITH keys AS (
      UPDATE api_keys SET reminded_days = ${days} WHERE revoked_at IS NULL AND ${due}
      RETURNING 'API key' AS kind, name, expires_at, created_by
    ), hooks AS (
      UPDATE webhook_endpoints SET reminded_days = ${days} WHERE status AND ${due}
      RETURNING 'Webhook' AS kind, name, expires_at, created_by
    )
    SELECT kind, name, expires_at AS "expiresAt", coalesce(
      (SELECT array_agg(u.email) FROM users u WHERE u.id = ending.created_by AND u.status),
      (SELECT array_agg(email) FROM (
        SELECT u.email FROM users u WHERE u.user_type = 'admin' AND u.status ORDER BY u.id LIMIT 20) admins),
      '{}') AS recipients
    FROM (SELECT * FROM keys UNION ALL SELECT * FROM hooks) ending ORDER BY expires_at`.execute(tx);
  return rows;
}

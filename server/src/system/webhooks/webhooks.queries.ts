import type { Page } from '@aisle/contract/core/page';
import type { Webhook, WebhookInput, WebhookPage } from '@aisle/contract/system/webhooks/webhooks';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, type RowChange } from '../../core/db/rows/columns.ts';
import { lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { refreshKeyNotice } from '../api-keys/api-keys.queries.ts';

const columns = [
  'w.id as _id',
  'w.name',
  'w.url',
  'w.events',
  'w.location_ids as locationIds',
  'w.body',
  'w.status',
  'w.failing_since as failingSince',
  'w.last_delivered_at as lastDeliveredAt',
  'w.expires_at as expiresAt',
  'w.maker_left_at as makerLeftAt',
  'w.created_at as createdAt',
  'w.updated_at as updatedAt',
  'w.version',
] as const;
const waiting = sql<number>`(SELECT count(*) FROM (SELECT FROM webhook_deliveries d
  WHERE d.endpoint_id = w.id AND d.status = 'waiting' LIMIT 1000) found)`;
const oldSecretUntil = sql<string | null>`CASE WHEN w.old_secret_until > now() THEN w.old_secret_until END`;
const createdBy = sql<
  string | null
>`coalesce((SELECT first_name || ' ' || last_name FROM users u WHERE u.id = w.created_by), w.maker_name)`;
const locations = sql<
  Webhook['locations']
>`(SELECT jsonb_agg(jsonb_build_object('_id', l.id, 'name', l.name) ORDER BY l.name COLLATE aisle_names)
  FROM locations l WHERE l.id = ANY (w.location_ids))`;
const shown = [
  waiting.as('waiting'),
  oldSecretUntil.as('oldSecretUntil'),
  createdBy.as('createdBy'),
  locations.as('locations'),
] as const;
const sortColumns = { name: byName('w.name'), createdAt: sql.ref('w.created_at') };

export function listWebhooks(tx: Tx, request: WebhookPage): List<Page<Webhook>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('webhook_endpoints as w');
  if (search) filtered = filtered.where(hasWords(search, 'w.name'));
  if (filters.status !== undefined) filtered = filtered.where('w.status', '=', filters.status);
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('w.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) => query.select([...columns, ...shown]),
  }) as List<Page<Webhook>>;
}

export async function getWebhook(tx: Tx, id: string): Promise<Webhook> {
  const row = await tx
    .selectFrom('webhook_endpoints as w')
    .select([...columns, ...shown])
    .where('w.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Webhook') as Webhook;
}

export const lockWebhook = (tx: Tx, id: string) => lockVersion(tx, 'webhook_endpoints', id, 'Webhook');

export const webhookColumns = columnsOf<'webhook_endpoints', WebhookInput>()({
  name: 'name',
  url: 'url',
  events: 'events',
  locationIds: 'location_ids',
  body: 'body',
  status: 'status',
  expiresAt: 'expires_at',
});

export async function insertWebhook(tx: Tx, webhook: NewRow<'webhook_endpoints'>): Promise<void> {
  await tx.insertInto('webhook_endpoints').values(webhook).execute();
}

/** Tries a changed address immediately instead of at the next retry. */
export async function updateWebhook(
  tx: Tx,
  id: string,
  changed: RowChange<'webhook_endpoints'>,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({
      ...changed,
      // Reminders are sent again before the new expiration.
      ...(changed.expires_at !== undefined && { reminded_days: null }),
      // Events committed while it was off or expired aren't sent later.
      active_from: sql`CASE WHEN status AND expires_at > now() THEN active_from ELSE pg_current_snapshot() END`,
      active_from_cluster: sql`CASE WHEN status AND expires_at > now() THEN active_from_cluster
        ELSE (SELECT system_identifier FROM pg_control_system()) END`,
      next_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Deliveries are signed with both secrets for a day. */
export async function changeSecret(tx: Tx, id: string, secret: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({
      old_secret: sql.ref('secret'),
      old_secret_until: sql`now() + interval '24 hours'`,
      secret,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await sql`
    WITH deleted AS (DELETE FROM webhook_endpoints WHERE id = ${id} RETURNING connection_id)
    DELETE FROM connections WHERE id IN (SELECT connection_id FROM deleted)`.execute(tx);
}

/** Records that a user decided to keep or take over the webhook, and updates the notice. */
export async function confirmWebhookOwner(tx: Tx, id: string, madeBy?: string | null): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ maker_left_at: null, ...(madeBy && { created_by: madeBy, maker_name: null }) })
    .where('id', '=', id)
    .execute();
  await refreshKeyNotice(tx);
}

import type { Page } from '@aisle/contract/core/page';
import type {
  DeliveryAttempt,
  DeliveryPage,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryView,
} from '@aisle/contract/system/webhooks/webhooks';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Parcel, Receipt } from '../../core/http/responses/sending.ts';
import { newId } from '../../core/ids.ts';
import { listPage } from '../../core/list/list.ts';
import { mustFind } from '../../core/problem.ts';

const columns = [
  'd.id as _id',
  'd.endpoint_id as webhookId',
  'e.name as webhookName',
  'd.event_id as eventId',
  'd.event',
  'd.status',
  'd.attempt_count as attemptCount',
  'd.replay_of as replayOf',
  'd.created_at as createdAt',
  'd.delivered_at as deliveredAt',
] as const;
const last = sql<DeliveryAttempt | null>`d.attempts -> -1`;
const nextAt = sql<string | null>`CASE WHEN d.status = 'waiting' THEN greatest(d.next_at, d.created_at) END`;

export async function listDeliveries(tx: Tx, request: DeliveryPage): Promise<Page<WebhookDelivery>> {
  const { search, filters, sort } = request;
  let filtered = tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id');
  if (filters.webhookId !== undefined) filtered = filtered.where('d.endpoint_id', '=', filters.webhookId);
  if (filters.status !== undefined) filtered = filtered.where('d.status', '=', filters.status);
  if (filters.event !== undefined) filtered = filtered.where('d.event', '=', filters.event);
  if (search) {
    // Receivers search by an ID from their own log.
    filtered = filtered.where(
      sql<boolean>`${search.toLowerCase()} IN (d.id::text, d.event_id::text, d.record_id::text)`,
    );
  }
  const page = await listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('d.created_at'), sql.ref('d.id')], direction: sort?.order ?? 'desc' },
    select: (query) => query.select([...columns, last.as('last'), nextAt.as('nextAt')]),
  });
  return page as Page<WebhookDelivery>;
}

export async function getDelivery(tx: Tx, id: string): Promise<WebhookDeliveryView> {
  const row = await tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .select([...columns, 'e.url', 'd.payload', last.as('last'), nextAt.as('nextAt')])
    .select(sql<DeliveryAttempt[]>`d.attempts`.as('attempts'))
    .where('d.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Delivery') as WebhookDeliveryView;
}

/** Starts the sender after the commit, or at the given time. */
export const wake = (tx: Tx, at: string | null = null) =>
  sql`SELECT enqueue_job('send_webhooks', '{}'::jsonb, coalesce(${at}::timestamptz, now()))`.execute(tx);

/** Queues the same event for the same endpoint again. */
export async function insertReplay(tx: Tx, of: string): Promise<string> {
  const id = newId();
  await sql`
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event, record_id, payload, replay_of)
    SELECT ${id}, endpoint_id, event_id, event, record_id, payload, id FROM webhook_deliveries WHERE id = ${of}`.execute(
    tx,
  );
  await wake(tx);
  return id;
}

export async function insertPing(tx: Tx, endpointId: string, event: string): Promise<string> {
  const [id, eventId] = [newId(), newId()];
  const payload = JSON.stringify({
    id: eventId,
    event,
    createdAt: new Date().toISOString(),
    data: { endpointId },
  });
  await tx
    .insertInto('webhook_deliveries')
    .values({ id, endpoint_id: endpointId, event_id: eventId, event, payload })
    .execute();
  await wake(tx);
  return id;
}

/** How long a server holds an endpoint before another one can take over. */
const lease = sql`interval '45 seconds'`;

/** Claims an endpoint with a due delivery. No other server sends to it meanwhile, so deliveries stay in order. */
export async function claimEndpoint(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    UPDATE webhook_endpoints SET next_at = now() + ${lease}
    WHERE id = (SELECT e.id FROM webhook_endpoints e WHERE e.status AND e.next_at <= now()
        AND EXISTS (SELECT FROM webhook_deliveries d
          WHERE d.endpoint_id = e.id AND d.status = 'waiting' AND d.next_at <= now())
      ORDER BY e.next_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id`.execute(tx);
  return rows[0]?.id;
}

export interface WebhookParcel extends Parcel {
  body: Webhook['body'];
  locationIds: string[] | null;
}
/** Returns the next due delivery of a claimed endpoint, and extends the claim. */
export async function nextParcel(tx: Tx, endpointId: string): Promise<WebhookParcel | undefined> {
  const { rows } = await sql<WebhookParcel>`
    WITH kept AS (
      UPDATE webhook_endpoints SET next_at = now() + ${lease} WHERE id = ${endpointId} AND status RETURNING *
    )
    SELECT d.id, d.event_id AS "eventId", d.event, d.payload, e.url, e.body, e.location_ids AS "locationIds",
      CASE WHEN e.old_secret_until > now() THEN ARRAY[e.secret, e.old_secret] ELSE ARRAY[e.secret] END AS secrets
    FROM kept e JOIN webhook_deliveries d ON d.endpoint_id = e.id
    WHERE d.status = 'waiting' AND d.next_at <= now() ORDER BY d.position LIMIT 1`.execute(tx);
  return rows[0];
}

export async function setPayload(tx: Tx, deliveryId: string, payload: string): Promise<void> {
  await tx.updateTable('webhook_deliveries').set({ payload }).where('id', '=', deliveryId).execute();
}

/** Releases an endpoint, immediately or after a pause. */
export async function releaseEndpoint(tx: Tx, id: string, restSeconds: number): Promise<void> {
  await sql`UPDATE webhook_endpoints SET next_at = now() + make_interval(secs => ${restSeconds})
    WHERE id = ${id}`.execute(tx);
}

/** Minutes until the next attempt: 41 hours in total, then the delivery is dead. */
const waits = [1, 5, 15, 30, 60, 120, 240, 480, 720, 720];

/** Records the result of an attempt, and the state of its endpoint. */
export async function recordDelivery(tx: Tx, deliveryId: string, receipt: Receipt): Promise<void> {
  const attempt = JSON.stringify([{ at: new Date().toISOString(), ...receipt }]);
  if (receipt.problem === null) {
    await sql`
      WITH done AS (
        UPDATE webhook_deliveries SET status = 'delivered', delivered_at = now(), attempt_count = attempt_count + 1,
          attempts = attempts || ${attempt}::jsonb
        WHERE id = ${deliveryId} RETURNING endpoint_id
      )
      UPDATE webhook_endpoints SET failing_since = NULL, last_delivered_at = now()
      WHERE id IN (SELECT endpoint_id FROM done)`.execute(tx);
    return;
  }
  await sql`
    WITH failed AS (
      UPDATE webhook_deliveries SET attempt_count = attempt_count + 1, attempts = attempts || ${attempt}::jsonb,
        status = CASE WHEN attempt_count >= ${waits.length} THEN 'dead' ELSE 'waiting' END,
        next_at = now() + make_interval(mins => coalesce((${waits}::int[])[attempt_count + 1], 0))
      WHERE id = ${deliveryId} RETURNING endpoint_id
    )
    UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, now())
    WHERE id IN (SELECT endpoint_id FROM failed)`.execute(tx);
}

/** Deliveries are kept for a month; waiting ones are never deleted. */
export async function deleteOldDeliveries(tx: Tx): Promise<void> {
  await sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries
    WHERE created_at < now() - interval '30 days' AND status <> 'waiting' ORDER BY created_at LIMIT 50000)`.execute(
    tx,
  );
}

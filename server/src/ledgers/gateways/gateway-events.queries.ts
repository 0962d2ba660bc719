import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { GatewayName } from './gateway.ts';
import type { GatewayEvent } from './gateway-events.ts';

/** Stores events that aren't known yet, and wakes the job that applies them. */
export async function insertEvents(
  tx: Tx,
  provider: GatewayName,
  events: readonly GatewayEvent[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    INSERT INTO gateway_events (provider, id, type, object_id, account, created_at)
    SELECT ${provider}, e.id, e.type, e."objectId", e.account, e."createdAt"
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS e (id text, type text, "objectId" text, account text, "createdAt" timestamptz)
    ON CONFLICT DO NOTHING`.execute(tx);
  if (numAffectedRows) await sql`SELECT enqueue_job('apply_gateway_events', '{}'::jsonb)`.execute(tx);
}

interface StoredEvent extends GatewayEvent {
  provider: GatewayName;
  attempts: number;
}
/** How long a server applies an event before another server may do so. */
const leaseSeconds = 120;

/** Leases the next due event: no other server gets it until the lease ends. */
export async function claimDueEvent(
  tx: Tx,
  gateways: readonly GatewayName[],
): Promise<StoredEvent | undefined> {
  const { rows } = await sql<StoredEvent>`
    UPDATE gateway_events e SET attempts = e.attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
    FROM (
      SELECT provider, id FROM gateway_events
      WHERE applied_at IS NULL AND next_at <= now() AND provider = ANY (${gateways})
      ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) due
    WHERE e.provider = due.provider AND e.id = due.id
    RETURNING e.provider, e.id, e.type, e.object_id AS "objectId", e.account, e.created_at AS "createdAt",
      e.attempts`.execute(tx);
  return rows[0];
}

export async function finishEvent(tx: Tx, { provider, id }: StoredEvent): Promise<void> {
  await sql`
    UPDATE gateway_events SET applied_at = now(), problem = NULL WHERE provider = ${provider} AND id = ${id}`.execute(
    tx,
  );
}

export async function postponeEvent(
  tx: Tx,
  { provider, id }: StoredEvent,
  { seconds, problem }: { seconds: number; problem: string },
): Promise<void> {
  await sql`
    WITH later AS (
      UPDATE gateway_events SET next_at = now() + make_interval(secs => ${seconds}), problem = ${problem}
      WHERE provider = ${provider} AND id = ${id} RETURNING next_at
    )
    SELECT enqueue_job('apply_gateway_events', '{}', next_at) FROM later`.execute(tx);
}

/** Deletes events that are too old for gateways to deliver again. */
export async function deleteOldEvents(tx: Tx): Promise<void> {
  await sql`DELETE FROM gateway_events WHERE received_at < now() - interval '90 days' AND applied_at IS NOT NULL`.execute(
    tx,
  );
}

import type { Precedence } from '@aisle/contract/warehouse/sync';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, idOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Connection, Loss, SyncedName } from './entries.ts';

/** Returns the connection of the actor's API key, with its settings for one kind of rows. */
export async function readConnection(tx: Tx, actor: Actor, name: SyncedName): Promise<Connection> {
  const { rows } = await sql<{
    id: string | null;
    precedence: [string, Precedence][];
    hasRefusals: boolean;
    hasLosses: boolean;
  }>`
    SELECT own.id,
      ARRAY(SELECT jsonb_build_array(field, decided_by) FROM connection_precedence p
        WHERE p.connection_id = own.id AND p.name = ${name}) AS precedence,
      EXISTS (SELECT FROM sync_refusals r WHERE r.connection_id = own.id AND r.name = ${name}) AS "hasRefusals",
      EXISTS (SELECT FROM sync_losses l WHERE l.connection_id = own.id AND l.name = ${name}) AS "hasLosses"
    FROM (SELECT actor_connection() AS id) own`.execute(tx);
  const { id, precedence, ...rest } = rows[0]!;
  return { id, sourceId: id ?? idOf(actor)!, precedence: new Map(precedence), ...rest };
}

interface NewExternalId {
  externalId: string;
  recordId: string;
}
/**
 * Remembers external IDs. If another call gave one to another record meanwhile, the statement fails, and the rows are read
 * again.
 */
export async function insertExternalIds(
  tx: Tx,
  connectionId: string,
  resource: 'products' | 'customers',
  ids: readonly NewExternalId[],
): Promise<void> {
  if (ids.length === 0) return;
  const column = sql.ref(resource === 'products' ? 'sub_product_id' : 'customer_id');
  await sql`
    INSERT INTO external_ids (connection_id, resource, external_id, ${column})
    SELECT ${connectionId}::uuid, ${resource}::text, external_id, record_id
    FROM unnest(${ids.map((one) => one.externalId)}::text[], ${ids.map((one) => one.recordId)}::uuid[])
      AS given (external_id, record_id) ORDER BY external_id`.execute(tx);
}

/** How many refused rows and lost values of a connection are kept. */
const maxKept = 1000;
/** Longer rows are reported to the caller only. */
const maxRowLength = 50_000;

interface Refused {
  key: string;
  row: unknown;
  code: string;
  message: string;
  fields: unknown;
}
/** Keeps refused rows until a row about the same record is accepted. */
export async function saveRefusals(
  tx: Tx,
  connectionId: string,
  name: SyncedName,
  refused: readonly Refused[],
): Promise<void> {
  const byKey = new Map(
    refused
      .filter(({ row }) => JSON.stringify(row).length <= maxRowLength)
      .map((one) => [one.key, { id: newId(), ...one }]),
  );
  if (byKey.size === 0) return;
  await sql`
    INSERT INTO sync_refusals AS kept (id, connection_id, name, row_key, row, code, message, fields)
    SELECT id, ${connectionId}::uuid, ${name}::text, key, row, code, message, coalesce(fields, '[]')
    FROM jsonb_to_recordset(${JSON.stringify([...byKey.values()])}::jsonb)
      AS given (id uuid, key text, row jsonb, code text, message text, fields jsonb) ORDER BY key
    ON CONFLICT (connection_id, name, row_key) DO UPDATE SET id = excluded.id, row = excluded.row, code = excluded.code,
      message = excluded.message, fields = excluded.fields, at = now()`.execute(tx);
  await keepNewest(tx, 'sync_refusals', connectionId);
}

export async function deleteRefusals(
  tx: Tx,
  connectionId: string,
  name: SyncedName,
  acceptedKeys: readonly string[],
): Promise<void> {
  if (acceptedKeys.length === 0) return;
  await sql`DELETE FROM sync_refusals WHERE id IN (SELECT id FROM sync_refusals
    WHERE connection_id = ${connectionId}::uuid AND name = ${name} AND row_key = ANY (${acceptedKeys}::text[])
    ORDER BY row_key FOR UPDATE)`.execute(tx);
}

export interface LostValue extends Loss {
  recordId: string;
  locationId: string | null;
}
/** Keeps values that lost until a value of the field is written. */
export async function saveLosses(
  tx: Tx,
  connectionId: string,
  name: SyncedName,
  losses: readonly LostValue[],
): Promise<void> {
  if (losses.length === 0) return;
  await sql`
    INSERT INTO sync_losses (id, connection_id, name, record_id, location_id, field, sent, kept)
    SELECT id, ${connectionId}::uuid, ${name}::text, "recordId", "locationId", field, sent, kept
    FROM jsonb_to_recordset(${JSON.stringify(losses.map((loss) => ({ id: newId(), ...loss })))}::jsonb)
      AS given (id uuid, "recordId" uuid, "locationId" uuid, field text, sent jsonb, kept jsonb)
    ORDER BY "recordId", "locationId", field
    ON CONFLICT (connection_id, name, record_id, location_id, field) DO UPDATE SET id = excluded.id,
      sent = excluded.sent, kept = excluded.kept, at = now()`.execute(tx);
  await keepNewest(tx, 'sync_losses', connectionId);
}

/** Deletes losses of records whose later row lost nothing in that field. */
export async function deleteLosses(
  tx: Tx,
  connectionId: string,
  name: SyncedName,
  written: readonly Pick<LostValue, 'recordId' | 'locationId' | 'field'>[],
): Promise<void> {
  if (written.length === 0) return;
  await sql`DELETE FROM sync_losses WHERE id IN (SELECT l.id FROM sync_losses l
    JOIN jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS given ("recordId" uuid, "locationId" uuid, field text)
      ON l.record_id = given."recordId" AND l.location_id IS NOT DISTINCT FROM given."locationId"
        AND l.field = given.field
    WHERE l.connection_id = ${connectionId}::uuid AND l.name = ${name}
    ORDER BY l.record_id, l.location_id, l.field FOR UPDATE OF l)`.execute(tx);
}

/** Deletes the oldest rows of a connection beyond the maximum. */
async function keepNewest(
  tx: Tx,
  table: 'sync_refusals' | 'sync_losses',
  connectionId: string,
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE id IN (SELECT id FROM ${sql.table(table)}
    WHERE connection_id = ${connectionId}::uuid ORDER BY at DESC, id DESC OFFSET ${sql.lit(maxKept)})`.execute(
    tx,
  );
}

import type { AuditAction, AuditedResource } from '@aisle/contract/audit-sentences';
import { type RawBuilder, sql } from 'kysely';
import { enqueue, type Tx } from './db/db.ts';
import type { Actor } from './http/actor.ts';
import { newId } from './ids.ts';

/** An action with its resource. Each has a sentence in the audit log. */
export type AuditedAction = {
  [Resource in AuditedResource]: { resource: Resource; action: AuditAction<Resource> };
}[AuditedResource];

type AuditEntry = AuditedAction & {
  /** Null if there is no record, for example for a rejected request. */
  recordId: string | null;
  locationId?: string | null;
  before?: unknown;
  after?: unknown;
};

type Who = Pick<Actor, 'userId' | 'name'>;
/** The actor of changes that no user makes, such as an expired deadline or a gateway's response. */
export const systemActor: Who = { userId: null, name: 'System' };

/**
 * Writes an audit entry in the transaction that it documents. Use it for actions that change no record; `recordChange` writes
 * the entries of changes. Never pass secrets in `before` or `after`.
 */
export async function audit(tx: Tx, actor: Who, entry: AuditEntry): Promise<void> {
  const { action, resource, recordId, locationId = null, before, after } = entry;
  await enqueue(
    tx,
    sql`
    INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, location_id, before, after)
    VALUES (${newId()}, ${actor.userId}, ${actor.name}, ${action}, ${resource}, ${recordId}, ${locationId}, ${asJson(before)},
      ${asJson(after)})`,
  );
}
const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

type RowEntry = AuditedAction & {
  recordId: RawBuilder<unknown>;
  locationId?: RawBuilder<unknown>;
  before?: RawBuilder<unknown>;
  after?: RawBuilder<unknown>;
};
/** Writes an audit entry for every row of `from`, as part of the statement that writes these rows. */
export const auditRows = (actor: Who, entry: RowEntry, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, location_id, before, after)
  SELECT new_uuid_v7(), ${actor.userId}::uuid, ${actor.name}::text, ${entry.action}::text, ${entry.resource}::text,
    ${entry.recordId}, ${entry.locationId ?? sql`NULL::uuid`}, ${entry.before ?? sql`NULL::jsonb`},
    ${entry.after ?? sql`NULL::jsonb`} ${from}`;

/** The columns of an audit entry `a` that are shown. */
export const shownOfEntry = [
  'a.id as _id',
  'a.at',
  'a.user_id as userId',
  'a.actor_name as actorName',
  'a.action',
  'a.resource',
  'a.record_id as recordId',
  'a.location_id as locationId',
  'a.before',
  'a.after',
] as const;

import { type RawBuilder, sql } from 'kysely';
import { enqueue, type Tx } from './db/db.ts';
import type { Actor } from './http/actor.ts';
import { newId } from './ids.ts';

interface AuditEntry {
  action: string;
  /** The resource's plural name, as in the query keys: 'brands'. */
  resource: string;
  /** Null where there is no record, as of a request that was refused. */
  recordId: string | null;
  locationId?: string | null;
  before?: unknown;
  after?: unknown;
}

type Who = Pick<Actor, 'userId' | 'name'>;
/** Who did what nobody asked for: time ran out, a gateway answered. */
export const theSystem: Who = { userId: null, name: 'System' };

/** Notes who did what, in the transaction that did it. Never pass secrets in `before` or `after`. */
export const audit = (tx: Tx, actor: Who, entry: AuditEntry): Promise<void> => auditAll(tx, actor, [entry]);

/** The same for many at once, in one statement. */
export async function auditAll(tx: Tx, actor: Who, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ id: newId(), ...entry }));
  const noted = sql`
    INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, location_id, before, after)
    SELECT id, ${actor.userId}::uuid, ${actor.name}::text, action, resource, "recordId", "locationId", before, after
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry(id uuid, action text, resource text,
      "recordId" uuid, "locationId" uuid, before jsonb, after jsonb)`;
  await enqueue(tx, noted);
}

interface RowEntry extends Pick<AuditEntry, 'action' | 'resource'> {
  recordId: RawBuilder<unknown>;
  locationId?: RawBuilder<unknown>;
  before?: RawBuilder<unknown>;
  after?: RawBuilder<unknown>;
}
/** The same for every row of `from`, as part of the statement that writes these rows. */
export const auditRows = (actor: Who, entry: RowEntry, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, location_id, before, after)
  SELECT new_uuid_v7(), ${actor.userId}::uuid, ${actor.name}::text, ${entry.action}::text, ${entry.resource}::text,
    ${entry.recordId}, ${entry.locationId ?? sql`NULL::uuid`}, ${entry.before ?? sql`NULL::jsonb`},
    ${entry.after ?? sql`NULL::jsonb`} ${from}`;

/** The columns that show an entry `a` of the log. */
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

import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { sendAlong, type Tx } from './db.ts';
import { newId } from './ids.ts';

interface AuditEntry {
  action: string;
  /** The resource's plural name, as in the query keys: 'brands'. */
  resource: string;
  recordId: string;
  locationId?: string | null;
  before?: unknown;
  after?: unknown;
}

type Who = Pick<Actor, 'userId' | 'name'>;

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
  await sendAlong(tx, noted);
}

/** What is told of an entry `a` of the log. */
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

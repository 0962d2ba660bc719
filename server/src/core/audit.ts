import type { Actor } from './actor.ts';
import type { Tx } from './db.ts';
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

/** Notes who did what, in the transaction that did it. Never pass secrets in `before` or `after`. */
export async function audit(tx: Tx, actor: Pick<Actor, 'userId' | 'name'>, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      id: newId(),
      user_id: actor.userId,
      actor_name: actor.name,
      action: entry.action,
      resource: entry.resource,
      record_id: entry.recordId,
      location_id: entry.locationId ?? null,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
    })
    .execute();
}

import type { Page, PageRequest } from '@aisle/contract/core/page';
import { type AuditEntry, historyOf } from '@aisle/contract/system/audit';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { notFound, problem } from '../../core/problem.ts';
import { listRecordHistory } from './record-history.queries.ts';

/** Returns the entries of one record to users who can view it. Row-level security limits them to their locations. */
export async function recordHistory(
  tx: Tx,
  actor: Actor,
  { name: resource, id }: { name: string; id: string },
  request: PageRequest,
): Promise<Page<AuditEntry>> {
  const history = historyOf(resource);
  if (!history) throw notFound('History');
  const { permission, ofLocations } = history;
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  if (actor.locations !== null && !ofLocations) {
    throw problem('not-allowed', {
      reason: 'This is managed by the marketplace, not by single stores',
    });
  }
  const isWhole = actor.permissions.has('access_setting');
  return listRecordHistory(tx, { resource, id, isWhole }, request);
}

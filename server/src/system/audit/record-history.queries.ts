import type { Page, PageRequest } from '@aisle/contract/core/page';
import { type AuditEntry, logOnlyActions } from '@aisle/contract/system/audit';
import { sql } from 'kysely';
import { shownOfEntry } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import { listPage } from '../../core/list/list.ts';

interface HistoryOf {
  resource: string;
  id: string;
  /** Includes sign-ins and similar actions. */
  isWhole: boolean;
}
export async function listRecordHistory(
  tx: Tx,
  { resource, id, isWhole }: HistoryOf,
  request: PageRequest,
): Promise<Page<AuditEntry>> {
  let filtered = tx
    .selectFrom('audit_entries as a')
    .where(resource === 'subProducts' ? ofSubProduct(id) : ofRecord(resource, id));
  if (!isWhole) filtered = filtered.where(sql<boolean>`NOT a.action = ANY(${logOnlyActions}::text[])`);
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('a.id')], direction: request.sort?.order ?? 'desc' },
    select: (query) => query.select(shownOfEntry),
  }) as Promise<Page<AuditEntry>>;
}

const ofRecord = (resource: string, id: string) =>
  sql<boolean>`(a.resource = ${resource} AND a.record_id = ${id})`;

/** Variants change separately or with their product. */
function ofSubProduct(id: string) {
  const version = (side: 'before' | 'after') =>
    sql`jsonb_path_query_first(${sql.ref(`a.${side}`)}, '$.subProducts[*] ? (@._id == $id).version',
      jsonb_build_object('id', ${id}::text))`;
  return sql<boolean>`(${ofRecord('subProducts', id)} OR (a.resource = 'products'
    AND a.record_id = (SELECT s.product_id FROM sub_products s WHERE s.id = ${id})
    AND ${version('before')} IS DISTINCT FROM ${version('after')}))`;
}

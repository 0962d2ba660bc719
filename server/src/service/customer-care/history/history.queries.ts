import type { Page, PageRequest } from '@aisle/contract/core/page';
import type { AuditEntry } from '@aisle/contract/system/audit';
import { sql } from 'kysely';
import { shownOfEntry } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/db.ts';
import { listPage } from '../../../core/list/list.ts';
import { mustFind } from '../../../core/problem.ts';

/** The audit entries of a customer and of those merged into them. */
export async function customerHistory(tx: Tx, id: string, request: PageRequest): Promise<Page<AuditEntry>> {
  const { rows } = await sql<{ ids: string[] }>`
    SELECT customer_ids(id) AS ids FROM customers WHERE id = ${id}`.execute(tx);
  const { ids } = mustFind(rows[0], 'Customer');
  const filtered = tx
    .selectFrom('audit_entries as a')
    .where('a.resource', '=', 'customers')
    .where('a.record_id', 'in', ids);
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('a.id')], direction: request.sort?.order ?? 'desc' },
    select: (query) => query.select(shownOfEntry),
  }) as Promise<Page<AuditEntry>>;
}

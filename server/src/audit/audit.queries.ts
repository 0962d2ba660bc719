import type { AuditEntry, AuditPage } from '@aisle/contract/audit';
import type { Page } from '@aisle/contract/core/page';
import { sql } from 'kysely';
import { shownOfEntry } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { containing } from '../core/search-text.ts';

export async function listAuditEntries(tx: Tx, request: AuditPage): Promise<Page<AuditEntry>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('audit_entries as a');
  if (filters.resource) filtered = filtered.where('a.resource', '=', filters.resource);
  if (filters.recordId) filtered = filtered.where('a.record_id', '=', filters.recordId);
  if (filters.userId) filtered = filtered.where('a.user_id', '=', filters.userId);
  if (filters.from) filtered = filtered.where('a.at', '>=', filters.from);
  if (filters.to) filtered = filtered.where('a.at', '<', filters.to);
  if (search)
    filtered = filtered.where('a.user_id', '=', sql<string>`ANY(${await peopleNamed(tx, search)}::uuid[])`);

  return listPage(tx, filtered, {
    request,
    order: { columns: [sql.ref('a.at'), sql.ref('a.id')], direction: sort?.order ?? 'desc' },
    select: (query) => query.select(shownOfEntry),
  }) as Promise<Page<AuditEntry>>;
}

/** Looked up first, so that the entries are found by their index: there are few people and many entries. */
async function peopleNamed(tx: Tx, search: string): Promise<string[]> {
  const people = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<string>`first_name || ' ' || last_name`, 'ilike', containing(search))
    .limit(1000)
    .execute();
  return people.map(({ id }) => id);
}

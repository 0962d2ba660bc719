import { numbersBeginning } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type { AuditListed, AuditPage } from '@aisle/contract/system/audit';
import { sql } from 'kysely';
import { shownOfEntry } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { numberedRows } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';

export async function listAuditEntries(
  tx: Tx,
  actor: Actor,
  request: AuditPage,
): Promise<List<Page<AuditListed>>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('audit_entries as a');
  if (filters.resource) filtered = filtered.where('a.resource', '=', filters.resource);
  if (filters.action) filtered = filtered.where('a.action', '=', filters.action);
  if (filters.recordId) filtered = filtered.where('a.record_id', '=', filters.recordId);
  if (filters.userId) filtered = filtered.where('a.user_id', '=', filters.userId);
  if (filters.from) filtered = filtered.where('a.at', '>=', filters.from);
  if (filters.to) filtered = filtered.where('a.at', '<', filters.to);
  if (search) {
    const { records, people } = await matching(tx, search);
    filtered = filtered.where((where) =>
      where.or([
        sql<boolean>`(a.resource, a.record_id) IN
          (SELECT * FROM unnest(${records.map(({ resource }) => resource)}::text[],
            ${records.map(({ id }) => id)}::uuid[]))`,
        sql<boolean>`a.user_id = ANY(${people}::uuid[])`,
      ]),
    );
  }

  return listOf(tx, filtered, {
    request,
    sort: { columns: [sql.ref('a.at'), sql.ref('a.id')], direction: sort?.order ?? 'desc' },
    locationScope: { actor, location: undefined, table: 'audit_entries', column: 'a.location_id' },
    select: (query) => query.select(shownOfEntry).select(recordName.as('recordName')),
  }) as List<Page<AuditListed>>;
}

const person = sql`nullif(trim(concat_ws(' ', said ->> 'firstName', said ->> 'lastName')), '')`;
/** The name in the entry, otherwise the name in the record's table, looked up for one page only. */
const recordName = sql<string | null>`coalesce(
  (SELECT coalesce(said ->> 'name', said ->> 'number', said ->> 'title', said ->> 'sku', said ->> 'file',
      ${person}, said ->> 'email')
    FROM (SELECT coalesce(a.after, a.before)) AS record (said) WHERE jsonb_typeof(said) = 'object'),
  CASE a.resource
    WHEN 'orders' THEN
      (SELECT format_number('order', number) FROM orders WHERE location_id = a.location_id AND id = a.record_id)
    WHEN 'inventory' THEN coalesce(
      (SELECT format_number('lot', number) FROM lots WHERE location_id = a.location_id AND id = a.record_id),
      (SELECT ${itemNameOf('s')} FROM sub_products s WHERE s.id = a.record_id),
      (SELECT name FROM locations WHERE id = a.record_id))
    WHEN 'stockCounts' THEN
      (SELECT format_number('count', number) FROM stock_counts WHERE location_id = a.location_id AND id = a.record_id)
    WHEN 'transfers' THEN (SELECT format_number('transfer', number) FROM transfers WHERE id = a.record_id)
    WHEN 'recalls' THEN (SELECT title FROM recalls WHERE id = a.record_id)
    WHEN 'products' THEN (SELECT name FROM products WHERE id = a.record_id)
    WHEN 'subProducts' THEN (SELECT ${itemNameOf('s')} FROM sub_products s WHERE s.id = a.record_id)
    WHEN 'users' THEN (SELECT first_name || ' ' || last_name FROM users WHERE id = a.record_id)
    ELSE (SELECT name FROM locations WHERE id = a.location_id AND id = a.record_id)
  END)`;

/** Maximum number of records or people that a search matches. Filters by user and time narrow the log further. */
const maxMatches = 200;

/** Name columns by resource, for the search. A record's number finds it too. */
const named = {
  brands: 'name',
  categories: 'name',
  customers: "first_name || ' ' || last_name",
  locations: 'name',
  products: 'name',
  recalls: 'title',
  subProducts: 'name',
  taxes: 'name',
  users: "first_name || ' ' || last_name",
  vendors: 'name',
} as const;
const tables: Record<string, string> = {
  subProducts: 'sub_products',
  stockCounts: 'stock_counts',
  inventory: 'lots',
};
const numbered = {
  orders: 'order',
  inventory: 'lot',
  stockCounts: 'count',
  transfers: 'transfer',
  recalls: 'recall',
} as const;

/** Looks up names first so that the entries are found by their indexes: there are few names and many entries. */
async function matching(tx: Tx, search: string) {
  const byName = Object.entries(named).map(
    ([resource, name]) => sql`
      (SELECT ${resource}::text AS resource, id FROM ${sql.table(tables[resource] ?? resource)}
        WHERE ${hasWords(search, sql.raw(name))} LIMIT ${maxMatches})`,
  );
  const byNumber = Object.entries(numbered).flatMap(([resource, kind]) => {
    const numbers = numbersBeginning(kind, search);
    if (numbers.length === 0) return [];
    const found = numberedRows(tables[resource] ?? resource, sql`id`, numbers, { max: maxMatches });
    return sql`(SELECT ${resource}::text AS resource, id FROM (${found}) AS found LIMIT ${maxMatches})`;
  });
  const { rows } = await sql<{ resource: string; id: string }>`
    ${sql.join([...byName, ...byNumber], sql` UNION ALL `)}`.execute(tx);
  return { records: rows, people: rows.filter(({ resource }) => resource === 'users').map(({ id }) => id) };
}

import type { AuditedResource } from '@aisle/contract/audit-sentences';
import { type NumberKind, numbersBeginning } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type { AuditListed, AuditPage } from '@aisle/contract/system/audit';
import { type RawBuilder, sql } from 'kysely';
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
    select: (query) =>
      query
        .select(shownOfEntry)
        .select([
          recordName(actor).as('recordName'),
          recordExists(actor).as('recordExists'),
          locationName.as('locationName'),
        ]),
  }) as List<Page<AuditListed>>;
}

interface Stored {
  table: string;
  /** The name of its row `r`. */
  name: RawBuilder<unknown>;
  /** Set if the record has a number that the search finds. */
  number?: NumberKind;
  /** The indexed name by which the search finds the record. */
  searchedBy?: RawBuilder<unknown>;
  /** Users of certain locations can't read the table, and see no entries about it. */
  isMarketplaceOnly?: true;
  /** Its key starts with the location. */
  isLocated?: true;
  isKept?: RawBuilder<unknown>;
}
const numbered = (table: string, number: NumberKind, more: Partial<Stored> = {}): Stored => ({
  table,
  name: sql`format_number(${sql.lit(number)}, r.number)`,
  number,
  ...more,
});
const named = (table: string, name = sql`r.name`, more: Partial<Stored> = {}): Stored => ({
  table,
  name,
  ...more,
});
const searched = (table: string, name = sql`r.name`, more: Partial<Stored> = {}): Stored =>
  named(table, name, { searchedBy: name, ...more });
const located = { isLocated: true } as const;
const fullName = sql`r.first_name || ' ' || r.last_name`;

/** The tables with the records of the log, and their names. All other records only have the name in the entry. */
const stored: Partial<Record<AuditedResource, Stored>> = {
  apiKeys: named('api_keys', undefined, { isMarketplaceOnly: true }),
  brands: searched('brands'),
  categories: searched('categories'),
  connections: named(
    'connections',
    sql`coalesce((SELECT w.name FROM webhook_endpoints w WHERE w.connection_id = r.id),
      (SELECT k.name FROM api_keys k WHERE k.connection_id = r.id ORDER BY k.created_at DESC LIMIT 1))`,
    { isMarketplaceOnly: true },
  ),
  customerGroups: searched('customer_groups', undefined, { isMarketplaceOnly: true }),
  customers: searched('customers', fullName),
  disputes: numbered('disputes', 'dispute', located),
  drivers: searched('drivers'),
  giftCards: numbered('gift_cards', 'giftCard', { isMarketplaceOnly: true }),
  imports: named('imports', sql`r.file_name`),
  inventory: numbered('lots', 'lot', { ...located, isKept: sql`r.deleted_at IS NULL` }),
  locationRates: named('locations'),
  locations: searched('locations'),
  messageDrafts: named('message_drafts'),
  messages: searched('bulk_messages'),
  orders: numbered('orders', 'order', located),
  payoutAccounts: named('locations'),
  payoutRuns: numbered('payout_runs', 'payoutRun'),
  products: searched('products'),
  promotions: searched('promotions', sql`r.name`, { number: 'promotion' }),
  reconciliation: named('bank_payouts', sql`r.provider_id`, { isMarketplaceOnly: true }),
  recalls: searched('recalls', sql`r.title`, { number: 'recall' }),
  statements: numbered('statements', 'statement', located),
  stockCounts: numbered('stock_counts', 'count', located),
  subProducts: named('sub_products', itemNameOf('r'), { searchedBy: sql`r.name` }),
  subscriptionPlans: named('subscription_plans'),
  subscriptions: named(
    'subscriptions',
    sql`(SELECT c.first_name || ' ' || c.last_name FROM customers c WHERE c.id = r.customer_id)`,
  ),
  support: numbered('tickets', 'ticket'),
  taxes: searched('taxes'),
  transfers: numbered('transfers', 'transfer'),
  users: searched('users', fullName),
  vendorClaims: numbered('vendor_claims', 'vendorClaim', { isMarketplaceOnly: true }),
  vendors: searched('vendors'),
  webhooks: named('webhook_endpoints', undefined, { isMarketplaceOnly: true }),
};

/** One expression for each resource, over the stored record `r` of entry `a`; NULL for other resources. */
function ofRecord(
  actor: Actor,
  expression: (rows: RawBuilder<unknown>, record: Stored) => RawBuilder<unknown>,
) {
  const cases = Object.entries(stored)
    .filter(([, { isMarketplaceOnly }]) => !isMarketplaceOnly || actor.locations === null)
    .map(([resource, record]) => {
      const { table, isLocated, isKept = sql`true` } = record;
      const here = isLocated ? sql`r.location_id = a.location_id AND` : sql``;
      const rows = sql`FROM ${sql.table(table)} r WHERE ${here} r.id = a.record_id AND ${isKept}`;
      return sql`WHEN ${sql.lit(resource)} THEN ${expression(rows, record)}`;
    });
  return sql`CASE a.resource ${sql.join(cases, sql` `)} END`;
}

const person = sql`nullif(trim(concat_ws(' ', said ->> 'firstName', said ->> 'lastName')), '')`;
/** The current name of the record, looked up for one page only; otherwise the name in the entry. */
const recordName = (actor: Actor) => sql<string | null>`coalesce(
  ${ofRecord(actor, (rows, { name }) => sql`(SELECT ${name} ${rows})`)},
  CASE a.resource WHEN 'inventory' THEN (SELECT ${itemNameOf('s')} FROM sub_products s WHERE s.id = a.record_id) END,
  (SELECT coalesce(said ->> 'name', said ->> 'number', said ->> 'title', said ->> 'file', ${person}, said ->> 'sku',
      said ->> 'email')
    FROM (SELECT coalesce(a.after, a.before)) AS record (said) WHERE jsonb_typeof(said) = 'object'))`;
const recordExists = (actor: Actor) =>
  sql<boolean>`coalesce(${ofRecord(actor, (rows) => sql`EXISTS (SELECT ${rows})`)}, false)`;
const locationName = sql<string | null>`(SELECT l.name FROM locations l WHERE l.id = a.location_id)`;

/** Maximum number of records or people that a search matches. Filters by user and time narrow the log further. */
const maxMatches = 200;

/** Looks up names first so that the entries are found by their indexes: there are few names and many entries. */
async function matching(tx: Tx, search: string) {
  const records = Object.entries(stored);
  const byName = records.flatMap(([resource, { table, searchedBy }]) =>
    searchedBy
      ? sql`(SELECT ${resource}::text AS resource, r.id FROM ${sql.table(table)} r
          WHERE ${hasWords(search, searchedBy)} LIMIT ${maxMatches})`
      : [],
  );
  const byNumber = records.flatMap(([resource, { table, number }]) => {
    const numbers = number ? numbersBeginning(number, search) : [];
    if (numbers.length === 0) return [];
    const found = numberedRows(table, sql`id`, numbers, { max: maxMatches });
    return sql`(SELECT ${resource}::text AS resource, id FROM (${found}) AS found LIMIT ${maxMatches})`;
  });
  const { rows } = await sql<{ resource: string; id: string }>`
    ${sql.join([...byName, ...byNumber], sql` UNION ALL `)}`.execute(tx);
  return { records: rows, people: rows.filter(({ resource }) => resource === 'users').map(({ id }) => id) };
}

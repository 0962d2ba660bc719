import { normalPhone } from '@aisle/contract/core/fields';
import { numbersBeginning } from '@aisle/contract/core/numbers';
import { type Found, maxResults, type NumberedKind } from '@aisle/contract/overview/search';
import type { Permission } from '@aisle/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { numberedRows } from '../../core/list/numbers.ts';
import { containing, folded, isPhoneLike } from '../../core/list/search-text.ts';
import { customerPatterns, hasPatterns, isShown } from '../../customers/customers/customer-search.queries.ts';
import { patternsOf, type Word } from './words.ts';

const isPhone = isPhoneLike;
/** Maximum number of customers with a common name whose orders are searched. */
const maxCustomers = 50;

/** Orders by number, or the latest ones of customers with the name or phone. */
export async function findOrders(tx: Tx, text: string): Promise<Found['orders']> {
  const numbers = numbersBeginning('order', text);
  const byPhone = isPhone(text);
  const { rows } = await sql<Found['orders'][number]>`
    SELECT o.id AS "_id", format_number('order', o.number) AS number, o.customer_name AS "customerName",
      o.headline_status AS status, o.total, o.created_at AS "createdAt",
      (SELECT name FROM locations WHERE id = o.location_id) AS "locationName"
    FROM (
      SELECT o.*, 0 AS rank FROM (${numberedRows('orders', sql`*`, numbers, { max: maxResults })}) AS o
      UNION ALL
      SELECT latest.*, 1 FROM unnest((${byPhone || text.length < 3 ? matching(text, byPhone) : called(text)})) AS customer(id)
      CROSS JOIN LATERAL (
        SELECT * FROM orders o WHERE o.customer_id = customer.id
        ORDER BY created_at DESC, id DESC LIMIT ${maxResults}
      ) latest
    ) o ORDER BY rank, created_at DESC LIMIT ${2 * maxResults}`.execute(tx);
  // An order can match both by its number and by its customer's phone.
  return [...new Map(rows.map((order) => [order._id, order])).values()].slice(0, maxResults);
}

const patternsOfCustomer = (text: string, byPhone: boolean) =>
  byPhone ? [containing(normalPhone(text))] : customerPatterns(text);
const matching = (text: string, byPhone: boolean) => sql`
  SELECT ids FROM customers_matching(${patternsOfCustomer(text, byPhone)}::text[], ${byPhone}, ${sql.lit(maxCustomers)})`;
/** Customers from the index of names; if too many match, only some of them. */
const called = (text: string) => sql`
  SELECT CASE WHEN many THEN (${matching(text, false)}) ELSE ids END
  FROM customers_called(${text}, ${sql.lit(maxCustomers)})`;

const shown = sql`c.id AS "_id", rtrim(c.first_name || ' ' || c.last_name) AS name, c.phone, c.email`;
export async function findCustomers(tx: Tx, actor: Actor, text: string): Promise<Found['customers']> {
  const matches = matchesCustomer(actor, text);
  // Several words without a number are a name. It is looked up in the index of names if few customers have it.
  const query =
    /^\D+$/.test(text) && text.trim().includes(' ')
      ? sql<Found['customers'][number]>`
      WITH called AS MATERIALIZED (SELECT ids, many FROM customers_called(${text}, ${sql.lit(maxCustomers)}))
      (SELECT ${shown} FROM customers c WHERE c.id = ANY ((SELECT ids FROM called)::uuid[]) LIMIT ${sql.lit(maxResults)})
      UNION ALL
      (SELECT ${shown} FROM customers c WHERE (SELECT many FROM called) AND ${matches} LIMIT ${sql.lit(maxResults)})`
      : sql<
          Found['customers'][number]
        >`SELECT ${shown} FROM customers c WHERE ${matches} LIMIT ${maxResults}`;
  return (await query.execute(tx)).rows;
}

/**
 * Row-level security prevents the use of the trigram index for users limited to locations, so a function checks their locations
 * itself.
 */
function matchesCustomer(actor: Actor, text: string) {
  const patterns = patternsOfCustomer(text, isPhone(text));
  return actor.locations === null
    ? sql`${isShown('c')} AND ${hasPatterns('c', patterns)}`
    : sql`c.id IN (SELECT customers_matching(${patterns}::text[]))`;
}

/** Other resources by name: each kind that the actor can see, up to a maximum per kind. */
export async function findNamed(
  tx: Tx,
  text: string,
  words: readonly Word[],
  kinds: readonly NamedKind[],
): Promise<Pick<Found, NamedKind>> {
  const found: Pick<Found, NamedKind> = { brands: [], locations: [], vendors: [], drivers: [], users: [] };
  if (kinds.length === 0) return found;
  const parts = kinds.map(
    (kind) => sql`(${named[kind](text, words)} ORDER BY name COLLATE aisle_names LIMIT ${maxResults})`,
  );
  const { rows } = await sql<{ kind: NamedKind; _id: string; name: string; hint: string | null }>`
    SELECT kind, id AS "_id", name, hint
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS named (kind, id, name, hint)`.execute(tx);
  for (const { kind, ...row } of rows) found[kind].push(row);
  return found;
}
export type NamedKind = 'brands' | 'locations' | 'vendors' | 'drivers' | 'users';

type Naming = (text: string, words: readonly Word[]) => RawBuilder<unknown>;
const all = (column: string, words: readonly Word[]) =>
  sql.join(
    [
      sql`true`,
      ...words.map((word) => sql`${folded(sql.ref(column))} LIKE ANY (${patternsOf(word)}::text[])`),
    ],
    sql` AND `,
  );
const named: Record<NamedKind, Naming> = {
  brands: (_, words) => sql`
    SELECT 'brands', id, name, NULL FROM brands WHERE ${all('name', words)}`,
  locations: (text, words) => sql`
    SELECT 'locations', id, name, code FROM locations WHERE lower(code) = lower(${text}) OR (${all('name', words)})`,
  vendors: (_, words) => sql`SELECT 'vendors', id, name, contact FROM vendors WHERE ${all('name', words)}`,
  drivers: (text, words) => sql`
    SELECT 'drivers', id, name, phone FROM drivers WHERE (${all('name', words)})
      OR ${isPhone(text)} AND regexp_replace(phone, '\D', '', 'g') LIKE ${containing(normalPhone(text))}`,
  users: (text, words) => sql`
    SELECT 'users', id, name, email FROM (SELECT id, first_name || ' ' || last_name AS name, email FROM users) AS people
    WHERE (${all('name', words)}) OR lower(email) LIKE ${containing(text.toLowerCase())}`,
};

const customerName = sql`(SELECT rtrim(c.first_name || ' ' || c.last_name) FROM customers c WHERE c.id = customer_id)`;

/** The permission to find each kind, its table, and the record whose page it opens. */
export const numberedBy: Record<
  NumberedKind,
  {
    permission: Permission;
    table: string;
    id?: string;
    at?: string;
    column?: string;
    about?: RawBuilder<unknown>;
  }
> = {
  checkout: { permission: 'order_list', table: 'main_orders', about: customerName },
  return: { permission: 'order_list', table: 'returns', about: customerName },
  trip: { permission: 'driver_list', table: 'trips', id: 'driver_id' },
  lot: { permission: 'inventory_list', table: 'lots', at: 'received_at' },
  recall: { permission: 'inventory_view', table: 'recalls' },
  promotion: { permission: 'promotion_view', table: 'promotions', about: sql`name` },
  transfer: { permission: 'inventory_list', table: 'transfers' },
  count: { permission: 'inventory_list', table: 'stock_counts' },
  statement: { permission: 'location_report', table: 'statements' },
  ticket: { permission: 'support_list', table: 'tickets', about: sql`subject` },
  subscriptionInvoice: {
    permission: 'subscriptionPlan_list',
    table: 'subscriptions',
    id: 'customer_id',
    column: 'invoice_number',
  },
};

/** Records whose number begins as typed, with or without its letter, latest of each kind first. */
export async function findNumbered(
  tx: Tx,
  text: string,
  kinds: readonly NumberedKind[],
): Promise<Found['numbered']> {
  const parts = kinds.flatMap((kind) => {
    const ranges = numbersBeginning(kind, text);
    if (ranges.length === 0) return [];
    const {
      table,
      id = 'id',
      at = 'created_at',
      column = 'number',
      about = sql`NULL::text`,
    } = numberedBy[kind];
    const columns = sql`${sql.ref(id)} AS id, ${sql.ref(column)} AS number, ${sql.ref(at)} AS created_at,
      ${about} AS about`;
    return sql`(SELECT ${kind}::text AS kind, id, number, created_at, about
      FROM (${numberedRows(table, columns, ranges, { column, max: maxResults })}) AS found ORDER BY number DESC LIMIT ${maxResults})`;
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<Found['numbered'][number]>`
    SELECT kind, id AS "_id", format_number(kind, number) AS number, about, created_at AS "createdAt"
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS numbered`.execute(tx);
  return rows;
}

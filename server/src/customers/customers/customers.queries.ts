import { type Address, normalPhone } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import type {
  ConsentSource,
  Customer,
  CustomerAddress,
  CustomerChoice,
  CustomerPage,
  CustomerView,
} from '@aisle/contract/customers/customers';
import { calledOffStatuses, notSoldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { DB } from '../../core/db/db-types.generated.ts';
import { isNoneOf } from '../../core/db/literals.ts';
import type { NewRow, RowChange } from '../../core/db/rows/columns.ts';
import { lockVersion } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { containing } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { isMember } from '../customer-groups/customer-groups.queries.ts';
import { customerFields } from './customer-columns.queries.ts';
import { customerPatterns, hasPatterns, isShown } from './customer-search.queries.ts';

const computed = [
  sql<
    Customer['currentSubscription']
  >`(SELECT json_build_object('_id', s.id, 'planId', s.plan_id, 'name', s.name,
    'endsAt', iso(s.ends_at), 'autoRenew', s.auto_renew) FROM current_subscriptions s WHERE s.customer_id = c.id)`.as(
    'currentSubscription',
  ),
  sql<Customer['status']>`c.status`.as('status'),
  sql<Customer['marketingConsentHow']>`c.marketing_consent_how`.as('marketingConsentHow'),
  sql<number>`(SELECT count(*) FROM orders o WHERE o.customer_id = c.id)`.as('orderCount'),
  sql<string | null>`(SELECT max(o.created_at) FROM orders o WHERE o.customer_id = c.id)`.as('lastOrderAt'),
] as const;

const name = sql<string>`(c.first_name || ' ' || c.last_name)`;
const sortColumns = { createdAt: sql.ref('c.created_at'), name: byName(name) };

/** Phone numbers are searched by their digits, in any format. */
const searched = (search: string): string[] =>
  /^[\d\s()+.-]+$/.test(search) && /\d/.test(search)
    ? [containing(normalPhone(search))]
    : customerPatterns(search);

/**
 * Customers whose name, phone and email contain every word. Row-level security prevents the use of a trigram index, so users
 * limited to locations search through a function that checks their locations itself.
 */
function matching(actor: Actor, search: string): Expression<SqlBool> {
  const patterns = searched(search);
  const matches = (table: string) =>
    actor.locations === null
      ? sql<SqlBool>`${isShown(table)} AND ${hasPatterns(table, patterns)}`
      : sql<SqlBool>`${sql.ref(table)}.id IN (SELECT customers_matching(${patterns}::text[]))`;
  const called = search.replace(/\s+/g, ' ');
  // Several words without digits are a name. Its matches are looked up by ID unless too many customers have it.
  return /^\D+$/.test(called) && called.trim().includes(' ')
    ? isOneOf(sql`customers_called(${called}, 300)`, matches('other'))
    : matches('c');
}

/** Also finds the customer that another system knows by this ID. Only texts with digits can be one. */
const matchingOrKnownAs = (actor: Actor, search: string): Expression<SqlBool> =>
  /\d/.test(search)
    ? sql<SqlBool>`(${matching(actor, search)} OR c.id = ANY (ARRAY(
        SELECT known.customer_id FROM external_ids known
        WHERE lower(known.external_id) = lower(${search}) AND known.customer_id IS NOT NULL)))`
    : matching(actor, search);

const isOneOf = (called: RawBuilder<unknown>, matches: Expression<SqlBool>) => sql<SqlBool>`c.id IN (
  WITH called AS MATERIALIZED (SELECT ids, many FROM ${called})
  SELECT unnest(ids) FROM called
  UNION ALL SELECT other.id FROM customers other WHERE (SELECT many FROM called) AND ${matches})`;

type Filters = CustomerPage['filters'];
/** From one time, inclusive, to another, exclusive. A missing time means no bound. */
const between = (column: RawBuilder<unknown>, from: string | undefined, to: string | undefined) =>
  sql<SqlBool>`${from ? sql`${column} >= ${from}` : sql`true`} AND ${to ? sql`${column} < ${to}` : sql`true`}`;
const hereOrAnywhere = (column: RawBuilder<unknown>, { locationId }: Filters) =>
  locationId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${column} = ${locationId}`;

/** Stores count a customer from the day they became a customer there. */
const added = (actor: Actor, filters: Filters) =>
  actor.locations === null && filters.locationId === undefined
    ? between(sql`c.created_at`, filters.from, filters.to)
    : sql<SqlBool>`EXISTS (SELECT FROM customer_locations cl WHERE cl.customer_id = c.id
        AND ${hereOrAnywhere(sql`cl.location_id`, filters)} AND ${between(sql`cl.since`, filters.from, filters.to)})`;
const ordered = (filters: Filters, from: string | undefined, to: string | undefined) =>
  sql<SqlBool>`EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND ${between(sql`o.created_at`, from, to)}
    AND ${isNoneOf('o.status', notSoldStatuses)} AND ${hereOrAnywhere(sql`o.location_id`, filters)})`;

/** The condition of each filter on a customer `c`. Both ends of a time range form one condition. */
function conditions(actor: Actor, filters: Filters): RawBuilder<SqlBool>[] {
  const { status, marketingConsent, locationId, groupId, from, to } = filters;
  const { orderedFrom, orderedTo, notOrderedFrom, notOrderedTo } = filters;
  const found: RawBuilder<SqlBool>[] = [];
  if (status !== undefined) found.push(sql`c.status = ${status}`);
  if (marketingConsent !== undefined) found.push(sql`c.marketing_consent = ${marketingConsent}`);
  if (locationId !== undefined) {
    found.push(sql`EXISTS (SELECT FROM customer_locations cl
      WHERE cl.customer_id = c.id AND cl.location_id = ${locationId})`);
  }
  if (groupId !== undefined) found.push(isMember(groupId));
  if (from || to) found.push(added(actor, filters));
  if (orderedFrom || orderedTo) found.push(ordered(filters, orderedFrom, orderedTo));
  if (notOrderedFrom || notOrderedTo) {
    found.push(sql`NOT ${ordered(filters, notOrderedFrom, notOrderedTo)}`);
  }
  return found;
}

export function listCustomers(tx: Tx, actor: Actor, request: CustomerPage): List<Page<Customer>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('customers as c') as SelectQueryBuilder<
    DB & { c: DB['customers'] },
    'c',
    unknown
  >;
  filtered = filtered.where(isShown('c'));
  if (search) filtered = filtered.where(matchingOrKnownAs(actor, search));
  const [location, ...others] = actor.locations ?? [];
  // With this condition, an index returns customers in order. Only users of a single location see customers with a location.
  if (location && others.length === 0) filtered = filtered.where(sql<SqlBool>`c.location_id = ${location}`);
  for (const condition of conditions(actor, filters)) filtered = filtered.where(condition);
  // For one location, reading its own list of customers is faster than checking each customer.
  const isWhole = actor.locations?.length === 1 && !search && Object.keys(filters).length === 0;
  return listOf(tx, isWhole ? tx.selectFrom('customer_locations') : filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('c.id')],
      direction: sort?.order ?? 'desc',
    },
    select: () => filtered.select([...customerFields, ...computed]),
    locationScope: isWhole
      ? { actor, location: undefined, table: 'customer_locations', column: 'customer_locations.location_id' }
      : undefined,
  });
}

export async function customerChoices(
  tx: Tx,
  actor: Actor,
  search: string | undefined,
): Promise<CustomerChoice[]> {
  let query = tx
    .selectFrom('customers as c')
    .select(['c.id as _id', 'c.phone', 'c.email', sql<string>`rtrim(${name})`.as('name')])
    .select(sql<Customer['status']>`c.status`.as('status'))
    .where(isShown('c'))
    .orderBy(byName(name))
    .orderBy('c.id')
    .limit(50);
  if (search?.trim()) {
    // Matches are found first, then sorted. Reading in name order until 50 match could read all customers.
    const found = sql`SELECT c.id FROM customers c WHERE ${matching(actor, search.trim())} LIMIT 500`;
    query = query.where(sql<SqlBool>`c.id IN (${found})`);
  }
  return query.execute();
}

export async function getCustomer(
  tx: Tx,
  actor: Pick<Actor, 'locations'>,
  id: string,
): Promise<CustomerView> {
  const isStore = actor.locations !== null;
  const row = await tx
    .selectFrom('customers as c')
    .select([...customerFields, ...computed])
    .select([
      sql<
        CustomerAddress[]
      >`coalesce((SELECT jsonb_agg(${addressJson} ORDER BY a.is_default DESC, a.created_at, a.id)
        FROM customer_addresses a WHERE a.customer_id = c.id), '[]')`.as('addresses'),
      sql<CustomerView['lifetime']>`${isStore ? sql`NULL` : lifetimeJson}`.as('lifetime'),
      sql<CustomerView['worth']>`${isStore ? sql`NULL` : valueJson}`.as('worth'),
      sql<CustomerView['mergedInto']>`(SELECT jsonb_build_object('_id', kept.id,
          'name', rtrim(kept.first_name || ' ' || kept.last_name))
        FROM customers kept WHERE kept.id = c.merged_into)`.as('mergedInto'),
      sql<CustomerView['merged']>`${isStore ? sql`'[]'::jsonb` : mergedJson}`.as('merged'),
      'c.erased_at as erasedAt',
      sql<CustomerView['lastOrders']>`coalesce((SELECT jsonb_agg(last) FROM (
        SELECT o.id AS "_id", format_number('order', o.number) AS number, o.location_id AS "locationId",
          place.name AS "locationName", o.headline_status AS "headlineStatus", o.total,
          iso(o.created_at) AS "createdAt"
        FROM orders o JOIN locations place ON place.id = o.location_id
        WHERE o.customer_id = c.id ORDER BY o.created_at DESC, o.id DESC LIMIT 10
      ) last), '[]')`.as('lastOrders'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Customer');
}

const lifetimeJson = sql`(SELECT jsonb_build_object('orders', count(*),
    'total', coalesce(sum(o.total - o.refunded), 0))
  FROM orders o WHERE o.customer_id = c.id AND ${isNoneOf('o.status', calledOffStatuses)})`;
const valueJson = sql`(SELECT jsonb_build_object('refunded', coalesce(sum(o.refunded), 0),
          'returns', (SELECT count(*) FROM returns r WHERE r.customer_id = c.id),
          'lastYear', coalesce(sum(o.total - o.refunded) FILTER (WHERE o.created_at > now() - interval '365 days'), 0),
          'firstOrderAt', iso(min(o.created_at)))
        FROM orders o WHERE o.customer_id = c.id
          AND ${isNoneOf('o.status', calledOffStatuses)})`;

/** The customers merged into a customer `c`. */
const mergedJson = sql`merged_customers(c.id)`;

const addressJson = sql`jsonb_build_object('_id', a.id, 'label', a.label, 'line1', a.line1, 'line2', a.line2,
  'city', a.city, 'state', a.state, 'postalCode', a.postal_code, 'latitude', a.latitude,
  'longitude', a.longitude, 'isDefault', a.is_default, 'version', a.version)`;

/** Locks the customer for an edit; for a store user, the store's record of the customer. */
export async function lockCustomer(
  tx: Tx,
  { locations }: Pick<Actor, 'locations'>,
  id: string,
): Promise<void> {
  if (locations === null) await lockVersion(tx, 'customers', id, 'Customer');
  else mustFind((await sql`SELECT lock_customer_here(${id})`.execute(tx)).rows[0], 'Customer');
}

/** Column values for giving or withdrawing consent to marketing messages. */
export const consentColumns = (agreed: boolean, how: ConsentSource) => ({
  marketing_consent: agreed,
  marketing_consent_at: new Date().toISOString(),
  marketing_consent_how: how,
});

export async function insertCustomer(tx: Tx, customer: NewRow<'customers'>): Promise<void> {
  await tx.insertInto('customers').values(customer).execute();
}

export async function updateCustomer(
  tx: Tx,
  { locations }: Pick<Actor, 'locations'>,
  id: string,
  customer: RowChange<'customers'>,
): Promise<void> {
  if (locations !== null) {
    await sql`SELECT change_customer_here(${id}, ${JSON.stringify(customer)})`.execute(tx);
    return;
  }
  await tx
    .updateTable('customers')
    .set({ ...customer, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteCustomer(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('customers').where('id', '=', id).execute();
}

interface NewCustomer {
  id: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string | null;
  createdBy: string | null;
}
/**
 * Adds a customer to the records of the actor's locations. A customer whom only others have is linked; neither the response nor
 * the record reveals it.
 */
export async function addToOwnLocations(
  tx: Tx,
  { id, firstName, lastName, phone, email, createdBy, notes }: NewCustomer & { notes: string | null },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM add_customer_here(${id}, ${firstName}, ${lastName}, ${phone}, ${normalPhone(phone)}, ${email},
      ${createdBy}, ${notes})`.execute(tx);
  return rows[0]!.id;
}

/** Removes a customer from the records of the actor's locations. */
export async function removeFromOwnLocations(tx: Tx, id: string): Promise<void> {
  await sql`SELECT remove_customer_here(${id})`.execute(tx);
}

export async function countOrders(tx: Tx, customerId: string): Promise<number> {
  const row = await tx
    .selectFrom('orders')
    .select(sql<number>`count(*)`.as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

interface CustomerUses {
  orders: number;
  coins: number;
  credit: number;
  subscriptions: number;
  tickets: number;
  merged: number;
}
/** References to a customer, including those at locations that the actor has no access to. */
export async function customerUses(tx: Tx, id: string): Promise<CustomerUses> {
  const { rows } = await sql<CustomerUses>`
    SELECT orders, coins, credit, subscriptions, tickets, merged
    FROM customer_uses(${id})`.execute(tx);
  return rows[0]!;
}

/** Whether a customer is read-only because it was merged into another one or erased. */
export async function findEnding(
  tx: Tx,
  id: string,
): Promise<{ name: string; mergedInto: string | null; erasedAt: string | null } | undefined> {
  return tx
    .selectFrom('customers as c')
    .select([
      'c.merged_into as mergedInto',
      'c.erased_at as erasedAt',
      sql<string>`rtrim(${name})`.as('name'),
    ])
    .where('c.id', '=', id)
    .where((where) =>
      where.or([where('c.merged_into', 'is not', null), where('c.erased_at', 'is not', null)]),
    )
    .executeTakeFirst();
}

/** Finds or adds the customer with this phone number, visible at the actor's locations. */
export async function findOrInsertCustomer(
  tx: Tx,
  row: NewCustomer,
): Promise<{ id: string; created: boolean }> {
  const { rows } = await sql<{ id: string; created: boolean }>`
    SELECT id, created FROM find_or_add_customer(${row.id}, ${row.firstName}, ${row.lastName}, ${row.phone},
      ${normalPhone(row.phone)}, ${row.email}, ${row.createdBy})`.execute(tx);
  return rows[0]!;
}

interface OwnAddress {
  _id: string;
  name: string;
  code: string;
  phone: string | null;
  address: Address;
  latitude: number;
  longitude: number;
}
/** The marketplace's own addresses: those of its locations. */
export async function ownAddresses(tx: Tx): Promise<OwnAddress[]> {
  return tx
    .selectFrom('locations')
    .select(['id as _id', 'name', 'code', 'phone', 'latitude', 'longitude'])
    .select(sql<Address>`address`.as('address'))
    .where('status', '=', true)
    .orderBy(byName('name'))
    .limit(1000)
    .execute();
}

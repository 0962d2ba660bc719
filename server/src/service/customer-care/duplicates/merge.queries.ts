import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import type { CustomerBrief } from '@aisle/contract/service/customer-care';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { isNoneOf } from '../../../core/db/literals.ts';
import {
  copiedToRemaining,
  searchedTextOfCustomer,
  searchedTextOfLocation,
} from '../../../customers/customers/customer-columns.queries.ts';

/** The records that a merge moves to the remaining customer, by table. Ledgers are append-only, so they aren't moved. */
const movedTables = {
  orders: 'orders',
  checkouts: 'main_orders',
  returns: 'returns',
  addresses: 'customer_addresses',
  subscriptions: 'subscriptions',
  tickets: 'tickets',
} as const;
type Moved = Record<keyof typeof movedTables, string[]>;
const moves = Object.entries(movedTables);
/** Only active subscriptions are moved, because both customers may have had one at the same time in the past. */
const isMoved = (what: string) =>
  what === 'subscriptions' ? sql`cancelled_at IS NULL AND ends_at > now()` : sql`true`;

/** The changes of a merge: the moved IDs by kind, and locations. */
interface MoveLog extends Moved {
  /** Store addresses of the customer, moved with them. */
  storeAddresses?: string[];
  /** The manual groups that the remaining customer joined. */
  groups?: string[];
  /** The locations of the merged customer, since when, and whether the customer was added there. */
  locations: { id: string; since: string; isOrigin?: boolean }[];
  /** The locations that the remaining customer gained. */
  gained: string[];
}

export interface CustomerState extends CustomerBrief {
  mergedInto: string | null;
  erasedAt: string | null;
  hasMerged: boolean;
  total: number;
  storeCredit: number;
}

/** Reads and locks both customers, so that neither changes meanwhile. */
export async function lockCustomers(tx: Tx, ids: readonly string[]): Promise<Map<string, CustomerState>> {
  await sql`SELECT FROM customers WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  return findCustomerStates(tx, ids);
}

export async function findCustomerStates(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, CustomerState>> {
  const { rows } = await sql<CustomerState>`
    SELECT c.id AS "_id", rtrim(c.first_name || ' ' || c.last_name) AS name, c.phone, c.email,
      (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) AS "orderCount", c.coin_balance AS "coinBalance",
      coalesce((SELECT b.balance FROM credit_balances b WHERE b.customer_id = c.id), 0) AS "storeCredit",
      c.created_at AS "createdAt", c.merged_into AS "mergedInto", c.erased_at AS "erasedAt",
      EXISTS (SELECT FROM customers m WHERE m.merged_into = c.id) AS "hasMerged",
      (SELECT coalesce(sum(o.total - o.refunded), 0)::bigint FROM orders o WHERE o.customer_id = c.id
        AND ${isNoneOf('o.status', calledOffStatuses)}) AS total
    FROM customers c WHERE c.id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row._id, row]));
}

/** Counts the records that would be moved. */
export async function countMoves(tx: Tx, customerId: string): Promise<Record<string, number>> {
  const counts = moves.map(
    ([what, table]) =>
      sql`${sql.lit(what)}, (SELECT count(*) FROM ${sql.table(table)} WHERE customer_id = ${customerId}
        AND ${isMoved(what)})`,
  );
  const { rows } = await sql<{ counts: Record<string, number> }>`
    SELECT jsonb_build_object(${sql.join(counts)}) AS counts`.execute(tx);
  return rows[0]!.counts;
}

/** Whether a subscription that would be moved overlaps with one of the remaining customer. */
export async function hasOverlappingSubscription(tx: Tx, to: string, from: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM subscriptions a JOIN subscriptions b ON b.customer_id = ${to} AND b.cancelled_at IS NULL
      AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    WHERE a.customer_id = ${from} AND a.cancelled_at IS NULL AND a.ends_at > now() LIMIT 1`.execute(tx);
  return rows.length > 0;
}

interface Pair {
  survivorId: string;
  mergedId: string;
}
/** Moves all records except ledgers to the remaining customer, and returns the moved ones. */
export async function moveRecords(tx: Tx, { survivorId, mergedId }: Pair): Promise<MoveLog> {
  // If both customers are at a location, its searches find the remaining one by the other's name as well.
  await sql`
    UPDATE customer_locations kept SET other_names = kept.other_names || other.other_names
        || rtrim(other.first_name || ' ' || other.last_name),
      also_known = kept.also_known || ${searchedTextOfLocation('other')} || other.also_known
    FROM customer_locations other
    WHERE kept.customer_id = ${survivorId} AND other.customer_id = ${mergedId}
      AND other.location_id = kept.location_id`.execute(tx);
  const { rows: addresses } = await sql<{ id: string }>`
    UPDATE location_addresses SET customer_id = ${survivorId}, is_default = false
    WHERE customer_id = ${mergedId} RETURNING id`.execute(tx);
  const { rows: groups } = await sql<{ id: string }>`
    INSERT INTO customer_group_members (group_id, customer_id, since)
    SELECT m.group_id, ${survivorId}::uuid, m.since FROM customer_group_members m
    JOIN customer_groups g ON g.id = m.group_id AND g.kind = 'manual'
    WHERE m.customer_id = ${mergedId} ON CONFLICT DO NOTHING RETURNING group_id AS id`.execute(tx);
  const parts = moves.map(
    ([what, table]) => sql`${sql.ref(what)} AS (
      UPDATE ${sql.table(table)} SET customer_id = ${survivorId} WHERE customer_id = ${mergedId}
      AND ${isMoved(what)} RETURNING id)`,
  );
  const logged = moves.map(
    ([what]) => sql`${sql.lit(what)}, (SELECT coalesce(jsonb_agg(id), '[]') FROM ${sql.ref(what)})`,
  );
  const { rows } = await sql<{ moved: MoveLog }>`
    WITH ${sql.join(parts)},
    gained AS (
      INSERT INTO customer_locations (customer_id, ${copiedToRemaining})
      SELECT ${survivorId}::uuid, ${copiedToRemaining}
      FROM customer_locations WHERE customer_id = ${mergedId}
      ORDER BY location_id ON CONFLICT DO NOTHING RETURNING location_id),
    locations AS (
      DELETE FROM customer_locations WHERE customer_id = ${mergedId} RETURNING location_id, since, is_origin)
    SELECT jsonb_build_object(${sql.join(logged)},
      'gained', (SELECT coalesce(jsonb_agg(location_id), '[]') FROM gained),
      'locations', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', location_id, 'since', iso(since), 'isOrigin', is_origin)), '[]')
        FROM locations)) AS moved`.execute(tx);
  return {
    ...rows[0]!.moved,
    storeAddresses: addresses.map(({ id }) => id),
    groups: groups.map(({ id }) => id),
  };
}

/** Moves the records of a merge back, if they still belong to the remaining customer. */
export async function moveBack(tx: Tx, { survivorId, mergedId }: Pair, log: MoveLog): Promise<void> {
  const parts = moves.map(
    ([what, table]) => sql`${sql.ref(what)} AS (
      UPDATE ${sql.table(table)} SET customer_id = ${mergedId}
      WHERE customer_id = ${survivorId} AND id = ANY (${log[what as keyof Moved] ?? []}::uuid[]))`,
  );
  await sql`
    WITH ${sql.join(parts)}
    UPDATE location_addresses SET customer_id = ${mergedId}
    WHERE customer_id = ${survivorId} AND id = ANY (${log.storeAddresses ?? []}::uuid[])`.execute(tx);
  // The merged customer kept its own memberships.
  await sql`
    DELETE FROM customer_group_members
    WHERE customer_id = ${survivorId} AND group_id = ANY (${log.groups ?? []}::uuid[])`.execute(tx);
  // Orders come first, because a location gets the customer's names from its orders.
  await sql`
    INSERT INTO customer_locations (customer_id, location_id, since, is_origin, first_name, last_name, phone, phone_digits,
      email)
    SELECT ${mergedId}::uuid, moved.id, moved.since, coalesce(moved."isOrigin", false), known.first_name, known.last_name,
      known.phone, known.phone_digits, known.email
    FROM jsonb_to_recordset(${JSON.stringify(log.locations)}::jsonb)
      AS moved (id uuid, since timestamptz, "isOrigin" boolean)
    CROSS JOIN LATERAL customer_at_location(${mergedId}, moved.id, coalesce(moved."isOrigin", false)) AS known
    ORDER BY moved.id ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE customer_locations kept SET other_names = '{}', also_known = ''
    WHERE kept.customer_id = ${survivorId} AND kept.also_known <> ''
      AND NOT EXISTS (SELECT FROM customers m WHERE m.merged_into = ${survivorId})`.execute(tx);
  // The remaining customer stays at the locations where they have ordered since.
  await sql`
    DELETE FROM customer_locations cl WHERE customer_id = ${survivorId} AND location_id = ANY (${log.gained}::uuid[])
      AND NOT EXISTS (SELECT FROM orders o WHERE o.customer_id = ${survivorId} AND o.location_id = cl.location_id)`.execute(
    tx,
  );
}

/** If both customers have a default address, only that of the remaining customer is kept as default. */
export async function keepOneDefault(tx: Tx, customerId: string, moved: readonly string[]): Promise<void> {
  await sql`
    UPDATE customer_addresses SET is_default = false
    WHERE id = ANY (${moved}::uuid[]) AND is_default AND EXISTS (
      SELECT FROM customer_addresses a WHERE a.customer_id = ${customerId} AND a.is_default
        AND a.id <> ALL (${moved}::uuid[]))`.execute(tx);
}

/** Sets or clears `mergedInto`, and lets searches find the remaining customer by the names of both. */
export async function setMergedInto(
  tx: Tx,
  { survivorId, mergedId }: Pair,
  isMerged: boolean,
): Promise<void> {
  await sql`
    UPDATE customers SET merged_into = ${isMerged ? survivorId : null}, updated_at = now()
    WHERE id = ${mergedId}`.execute(tx);
  await sql`
    UPDATE customers c SET updated_at = now(), also_known = coalesce((
      SELECT string_agg(${searchedTextOfCustomer('m')}, '' ORDER BY m.id)
      FROM customers m WHERE m.merged_into = c.id), '')
    WHERE c.id = ${survivorId}`.execute(tx);
  await indexNames(tx, { survivorId, mergedId });
}

/** Lets searches find both customers by their names, at their current locations. */
export async function indexNames(tx: Tx, { survivorId, mergedId }: Pair): Promise<void> {
  await sql`SELECT index_names_of(id) FROM unnest(${[mergedId, survivorId]}::uuid[]) AS id`.execute(tx);
}

export async function insertMerge(
  tx: Tx,
  row: {
    id: string;
    survivorId: string;
    mergedId: string;
    moved: MoveLog;
    userId: string | null;
    by: string;
  },
): Promise<string> {
  const { undo_until } = await tx
    .insertInto('customer_merges')
    .values({
      id: row.id,
      survivor_id: row.survivorId,
      merged_id: row.mergedId,
      moved: JSON.stringify(row.moved),
      user_id: row.userId,
      user_name: row.by,
    })
    .returning('undo_until')
    .executeTakeFirstOrThrow();
  return undo_until;
}

interface OpenMerge {
  id: string;
  survivorId: string;
  moved: MoveLog;
  isUndoable: boolean;
}
export async function findMerge(tx: Tx, mergedId: string): Promise<OpenMerge | undefined> {
  const { rows } = await sql<OpenMerge>`
    SELECT id, survivor_id AS "survivorId", moved, undo_until > now() AS "isUndoable"
    FROM customer_merges WHERE merged_id = ${mergedId} AND undone_at IS NULL FOR UPDATE`.execute(tx);
  return rows[0];
}

export async function endMerge(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('customer_merges').set({ undone_at: sql`now()` }).where('id', '=', id).execute();
}

interface CoinMove {
  survivorId: string;
  mergedId: string;
  mergeId: string;
}

/** Moves the coins of the merged customer with entries on both sides. Each lot keeps its value and expiration. */
export async function moveCoins(tx: Tx, { survivorId, mergedId, mergeId }: CoinMove): Promise<void> {
  await sql`SELECT move_coins(${mergedId}, ${survivorId}, ${mergeId})`.execute(tx);
}

/** Moves the coins of the merge back, as far as they are left. */
export async function moveCoinsBack(tx: Tx, { survivorId, mergedId, mergeId }: CoinMove): Promise<void> {
  await sql`SELECT move_coins_back(${mergedId}, ${survivorId}, ${mergeId})`.execute(tx);
}

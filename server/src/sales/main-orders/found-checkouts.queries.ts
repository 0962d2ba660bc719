import type { MainOrderPage } from '@aisle/contract/sales/main-orders/main-orders';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../core/http/actor.ts';
import type { PageSql } from '../../core/list/list.ts';

/** What a search leads to: customers, and how a checkout itself may be called. */
interface Sought {
  ids: readonly string[];
  /** Whether a checkout `m` is called so. */
  byItself: RawBuilder<boolean>;
}
/** Checkouts by keys of `m`, or of `f`, an order of theirs. */
export interface FoundCheckouts {
  keys: RawBuilder<unknown>;
  /** A page of the keys with their total, and the checkouts that belong to them: only those of the page are read. */
  page: (page: PageSql) => RawBuilder<unknown>;
}

/**
 * The checkouts of a few customers, sorted by age and counted by an index alone. Null for what such an index does
 * not answer.
 */
export function foundCheckouts(
  actor: Actor,
  { sort, filters }: MainOrderPage,
  sought: Sought,
): FoundCheckouts | null {
  if ((sort && sort.field !== 'createdAt') || Object.keys(filters).length > 0) return null;
  if (actor.locations === null) return everywhere(sought);
  const [only, ...others] = actor.locations;
  return only && others.length === 0 ? atLocation(only, sought) : null;
}

function everywhere({ ids, byItself }: Sought): FoundCheckouts {
  const keys = sql`
    SELECT theirs.* FROM ${each(ids)} CROSS JOIN LATERAL (
      SELECT id, created_at FROM main_orders WHERE customer_id = customer.id OFFSET 0) AS theirs
    UNION SELECT m.id, m.created_at FROM main_orders m WHERE ${byItself}`;
  return {
    keys: sql`(${keys}) AS m`,
    page: ({ rowCount, after, orderBy, limit }) => sql`
      (SELECT m.id, ${rowCount} AS _total FROM (${keys}) AS m WHERE ${after} ${orderBy} ${limit}) AS found
      JOIN main_orders m ON m.id = found.id`,
  };
}

/** Through the orders of the location: it has one of each checkout. */
function atLocation(location: string, { ids, byItself }: Sought): FoundCheckouts {
  const keys = sql`
    SELECT theirs.* FROM ${each(ids)} CROSS JOIN LATERAL (
      SELECT location_id, id, created_at FROM orders
      WHERE customer_id = customer.id AND location_id = ${location} OFFSET 0) AS theirs
    UNION SELECT f.location_id, f.id, f.created_at FROM main_orders m JOIN orders f ON f.main_order_id = m.id
    WHERE f.location_id = ${location} AND ${byItself}`;
  return {
    keys: sql`(${keys}) AS f`,
    page: ({ rowCount, after, orderBy, limit }) => sql`
      (SELECT f.location_id, f.id, ${rowCount} AS _total FROM (${keys}) AS f WHERE ${after} ${orderBy} ${limit}) AS found
      JOIN orders f ON f.location_id = found.location_id AND f.id = found.id
      JOIN main_orders m ON m.id = f.main_order_id`,
  };
}

/** The SELECT hides from the planner how many they are: one plan serves all. */
const each = (ids: readonly string[]) => sql`unnest((SELECT ${ids}::uuid[])) AS customer (id)`;

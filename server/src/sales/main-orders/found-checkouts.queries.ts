import type { MainOrderPage } from '@aisle/contract/sales/main-orders/main-orders';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../core/http/actor.ts';
import type { PageSql } from '../../core/list/list.ts';

/** The matches of a search: customers, and a condition on checkouts. */
interface CheckoutMatches {
  ids: readonly string[];
  /** Whether the number or external ID of checkout `m` matches. */
  byItself: RawBuilder<boolean>;
}
/** Checkouts found by the keys of `m`, or by the keys of `f`, one of their orders. */
export interface FoundCheckouts {
  keys: RawBuilder<unknown>;
  /** A page of the keys with their total, joined with its checkouts, so that no others are read. */
  page: (page: PageSql) => RawBuilder<unknown>;
}

/**
 * The checkouts of a few customers, sorted by age and counted with an index only. Null for requests that such an index can't
 * answer.
 */
export function foundCheckouts(
  actor: Actor,
  { sort, filters }: MainOrderPage,
  sought: CheckoutMatches,
): FoundCheckouts | null {
  if ((sort && sort.field !== 'createdAt') || Object.keys(filters).length > 0) return null;
  if (actor.locations === null) return checkoutsEverywhere(sought);
  const [only, ...others] = actor.locations;
  return only && others.length === 0 ? checkoutsAtLocation(only, sought) : null;
}

function checkoutsEverywhere({ ids, byItself }: CheckoutMatches): FoundCheckouts {
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

/** Finds checkouts through the orders of the location, which has at most one order of each checkout. */
function checkoutsAtLocation(location: string, { ids, byItself }: CheckoutMatches): FoundCheckouts {
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

/** The subquery hides the number of IDs from the planner, so that one plan fits all. */
const each = (ids: readonly string[]) => sql`unnest((SELECT ${ids}::uuid[])) AS customer (id)`;

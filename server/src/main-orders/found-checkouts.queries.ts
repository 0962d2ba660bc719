import type { MainOrderPage } from '@aisle/contract/main-orders';
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';

export type CheckoutsQuery = SelectQueryBuilder<DB & { m: DB['main_orders'] }, 'm', unknown>;

/** What a search leads to: customers, and what a checkout itself may be called. */
export interface Sought {
  ids: readonly string[];
  /** What a row `m` is called so by. */
  byItself: RawBuilder<boolean>;
}
interface FoundCheckouts {
  query: CheckoutsQuery;
  late: { columns: string[]; rowsOf: (found: Expression<unknown>) => CheckoutsQuery; isBounded: true };
}

/**
 * The checkouts of a few customers by nothing but their age: told apart, sorted and counted by an index, so that
 * only those of the page are read. Null for what such an index does not tell.
 */
export function foundCheckouts(
  tx: Tx,
  actor: Actor,
  { sort, filters }: MainOrderPage,
  sought: Sought,
): FoundCheckouts | null {
  if ((sort && sort.field !== 'createdAt') || Object.keys(filters).length > 0) return null;
  if (actor.locations === null) return everywhere(tx, sought);
  const [only, ...others] = actor.locations;
  return only && others.length === 0 ? atLocation(tx, only, sought) : null;
}

function everywhere(tx: Tx, { ids, byItself }: Sought): FoundCheckouts {
  const rows = sql`
    SELECT theirs.* FROM ${each(ids)} CROSS JOIN LATERAL (
      SELECT id, created_at FROM main_orders WHERE customer_id = customer.id OFFSET 0) AS theirs
    UNION SELECT m.id, m.created_at FROM main_orders m WHERE ${byItself}`;
  const rowsOf = (found: Expression<unknown>) =>
    tx
      .selectFrom(sql<{ id: string }>`(${found})`.as('found'))
      .innerJoin('main_orders as m', 'm.id', 'found.id') as never as CheckoutsQuery;
  return { query: from(tx, rows, 'm'), late: { columns: ['m.id'], rowsOf, isBounded: true } };
}

/** Through the orders of the location: it has one of each checkout. */
function atLocation(tx: Tx, location: string, { ids, byItself }: Sought): FoundCheckouts {
  const rows = sql`
    SELECT theirs.* FROM ${each(ids)} CROSS JOIN LATERAL (
      SELECT location_id, id, created_at FROM orders
      WHERE customer_id = customer.id AND location_id = ${location} OFFSET 0) AS theirs
    UNION SELECT f.location_id, f.id, f.created_at FROM main_orders m JOIN orders f ON f.main_order_id = m.id
    WHERE f.location_id = ${location} AND ${byItself}`;
  const rowsOf = (found: Expression<unknown>) =>
    tx
      .selectFrom(sql<{ location_id: string; id: string }>`(${found})`.as('found'))
      .innerJoin('orders as f', (join) =>
        join.onRef('f.location_id', '=', 'found.location_id').onRef('f.id', '=', 'found.id'),
      )
      .innerJoin('main_orders as m', 'm.id', 'f.main_order_id') as never as CheckoutsQuery;
  const columns = ['f.location_id', 'f.id'];
  return { query: from(tx, rows, 'f'), late: { columns, rowsOf, isBounded: true } };
}

/** The SELECT hides from the planner how many they are: one plan serves all. */
const each = (ids: readonly string[]) => sql`unnest((SELECT ${ids}::uuid[])) AS customer (id)`;
const from = (tx: Tx, rows: RawBuilder<unknown>, name: string) =>
  tx.selectFrom(sql`(${rows})`.as(name)) as never as CheckoutsQuery;

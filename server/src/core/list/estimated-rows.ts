import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Actor } from '../http/actor.ts';
import type { SomeQuery } from './total.ts';

/** The locations whose rows a list shows: without it the planner estimates row-level security by a fixed share. */
export interface LocationScope {
  actor: Pick<Actor, 'locations'>;
  /** The table whose policy keeps people to their locations. */
  table: string;
  /** The column of the query with the location of a row. */
  column: string;
  /** The one location that the query itself names. */
  location: string | undefined;
}

interface Plan {
  'Plan Rows': number;
  'Parent Relationship'?: string;
  Plans?: Plan[];
}
const one = sql<number>`1`.as('one');

/** How many rows the planner expects of a query. */
export async function estimatedRows(
  tx: Tx,
  query: SomeQuery,
  scope: LocationScope | undefined,
): Promise<number> {
  if (scope?.actor.locations) return estimatedInScope(tx, query, scope);
  const [row] = (await query.select(one).explain('json')) as [{ 'QUERY PLAN': [{ Plan: Plan }] }];
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}

/**
 * A policy calls a function for the actor's locations, so the planner assumes a fixed selectivity for it: the ratio
 * between the table with the policy applied twice and once. It is replaced by the statistics of the actual
 * locations, or of the one that the query names.
 */
async function estimatedInScope(tx: Tx, query: SomeQuery, { table, column, location }: LocationScope) {
  const inScope = sql<boolean>`${sql.ref(column)} = ANY (actor_locations())`;
  const found = (location === undefined ? query.where(inScope) : query).select(one);
  const whole = sql.table(table);
  // OFFSET 0 keeps the planner from merging the subquery with the rest.
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    EXPLAIN (FORMAT json) SELECT 1 FROM (${found} OFFSET 0) AS found
    UNION ALL SELECT 1 FROM ${whole}
    UNION ALL SELECT 1 FROM ${whole} WHERE location_id = ANY ((SELECT actor_locations())::uuid[])`.execute(
    tx,
  );
  const { Plans: parts = [] } = rows[0]!['QUERY PLAN'][0].Plan;
  const [twice = 1, once = 1, estimate = 0] = parts
    .filter((part) => part['Parent Relationship'] === 'Member')
    .map((part) => part['Plan Rows'])
    .toReversed();
  return Math.round((estimate * once) / twice);
}

import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Actor } from '../http/actor.ts';
import { isQuery, type Matching, rowsOf } from './matching.ts';

/** The locations of a list's rows, for estimates: the planner would assume a fixed selectivity for row-level security. */
export interface LocationScope {
  actor: Pick<Actor, 'locations'>;
  /** The table whose policy limits users to their locations. */
  table: string;
  /** The query's column with the location of a row; SQL selects it as `location_id`. */
  column: string;
  /** The single location in the query's own conditions. */
  location: string | undefined;
  /** A query with about as many rows, if the planner estimates it better. It may contain duplicates. */
  estimated?: Matching | undefined;
}

interface Plan {
  'Plan Rows': number;
  'Parent Relationship'?: string;
  Plans?: Plan[];
}

/** The planner's estimate of a list's rows. */
export async function estimatedRows(
  tx: Tx,
  matching: Matching,
  scope: LocationScope | undefined,
): Promise<number> {
  const query = scope?.estimated ?? matching;
  if (scope?.actor.locations) return estimatedInScope(tx, query, scope);
  const { rows } = await sql<Explained>`EXPLAIN (FORMAT json) ${rowsOf(query)}`.execute(tx);
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
}
interface Explained {
  'QUERY PLAN': [{ Plan: Plan }];
}

/**
 * A policy calls a function for the actor's locations, so the planner assumes a fixed selectivity for it: the ratio between the
 * table with the policy applied twice and once. The estimate replaces this ratio by the statistics of the actual locations, or
 * of the one in the query.
 */
async function estimatedInScope(
  tx: Tx,
  query: Matching,
  { table, column, location }: LocationScope,
): Promise<number> {
  const withLocation = isQuery(query) ? sql`${query.select(sql.ref(column).as('location_id'))}` : query;
  const inScope = location === undefined ? sql`location_id = ANY (actor_locations())` : sql`true`;
  const whole = sql.table(table);
  // OFFSET 0 prevents the planner from merging the subquery.
  const { rows } = await sql<Explained>`
    EXPLAIN (FORMAT json) SELECT 1 FROM (SELECT FROM (${withLocation}) AS rows WHERE ${inScope} OFFSET 0) AS found
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

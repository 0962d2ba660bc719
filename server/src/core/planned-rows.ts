import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Tx } from './db.ts';
import type { SomeQuery } from './list-total.ts';

/** Whose locations the rows of a list lie at. */
export interface Located {
  actor: Pick<Actor, 'locations'>;
  /** Keeps people of single locations to theirs, by its policy. */
  table: string;
  /** Where the query has the location of a row of it. */
  column: string;
  /** The one that the query itself names. */
  location: string | undefined;
}

interface Plan {
  'Plan Rows': number;
  'Parent Relationship'?: string;
  Plans?: Plan[];
}
const one = sql<number>`1`.as('one');

/** How many rows the planner expects of a query. */
export async function plannedRows(
  tx: Tx,
  query: SomeQuery<unknown>,
  located: Located | undefined,
): Promise<number> {
  if (located?.actor.locations) return rowsInReach(tx, query, located);
  const [row] = (await query.select(one).explain('json')) as [{ 'QUERY PLAN': [{ Plan: Plan }] }];
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}

/**
 * A policy finds the actor's locations out when it is asked, so that the planner takes them for a share of its own
 * making: the one that a table shrinks by when it is asked the same twice. In its place comes what the planner knows
 * of these locations, or of the one that the query names.
 */
async function rowsInReach(tx: Tx, query: SomeQuery<unknown>, { table, column, location }: Located) {
  const theirs = sql<boolean>`${sql.ref(column)} = ANY (actor_locations())`;
  const found = (location === undefined ? query.where(theirs) : query).select(one);
  const there = sql.table(table);
  // Planned by itself: OFFSET 0 keeps what is found from becoming one with the rest.
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    EXPLAIN (FORMAT json) SELECT 1 FROM (${found} OFFSET 0) AS found
    UNION ALL SELECT 1 FROM ${there}
    UNION ALL SELECT 1 FROM ${there} WHERE location_id = ANY ((SELECT actor_locations())::uuid[])`.execute(
    tx,
  );
  const { Plans: parts = [] } = rows[0]!['QUERY PLAN'][0].Plan;
  const [twice = 1, once = 1, most = 0] = parts
    .filter((part) => part['Parent Relationship'] === 'Member')
    .map((part) => part['Plan Rows'])
    .toReversed();
  return Math.round((most * once) / twice);
}

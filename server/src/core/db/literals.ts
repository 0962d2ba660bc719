import { type RawBuilder, sql } from 'kysely';

/**
 * Hides a parameter from the planner. Otherwise PostgreSQL may plan a long statement anew for each request, which takes longer
 * than the better plan saves.
 */
export const unplanned = (parameter: RawBuilder<unknown>) => sql`(SELECT ${parameter})`;

/**
 * Builds `o.status IN ('cancelled', …)`. Literals instead of parameters let the planner estimate the rows and use a matching
 * partial index.
 */
export const isOneOf = (column: string, constants: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} IN (${sql.join(constants.map((constant) => sql.lit(constant)))})`;

export const isNoneOf = (column: string, constants: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`NOT (${isOneOf(column, constants)})`;

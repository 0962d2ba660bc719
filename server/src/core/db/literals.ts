import { type RawBuilder, sql } from 'kysely';

/**
 * A parameter that no plan is made for: else PostgreSQL may plan a long statement anew for each request, which takes longer
 * than the better plan saves.
 */
export const unplanned = (parameter: RawBuilder<unknown>) => sql`(SELECT ${parameter})`;

/**
 * `o.status IN ('cancelled', …)`. Constants as literals rather than parameters: the planner then sees how many rows
 * they mean, and that a partial index fits.
 */
export const isOneOf = (column: string, constants: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} IN (${sql.join(constants.map((constant) => sql.lit(constant)))})`;

export const isNoneOf = (column: string, constants: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`NOT (${isOneOf(column, constants)})`;

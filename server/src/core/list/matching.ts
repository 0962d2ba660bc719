import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: which tables and columns rows come from makes no difference to a list.
export type SomeQuery<Row = any> = SelectQueryBuilder<any, any, Row>;

/**
 * The rows of a list without their columns: a query, or SQL without a limit. SQL selects `location_id` if the list has a
 * `locationScope`.
 */
export type Matching = SomeQuery | RawBuilder<unknown>;

export const isQuery = (matching: Matching): matching is SomeQuery => 'modifyEnd' in matching;

const one = sql<number>`1`.as('one');
/** The rows as SQL, for counting or estimating. */
export const rowsOf = (matching: Matching): RawBuilder<unknown> =>
  isQuery(matching) ? sql`${matching.select(one)}` : matching;

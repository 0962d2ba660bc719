import { type NumberKind, type NumberRange, numbersBeginning } from '@aisle/contract/core/numbers';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { maxCounted } from './total.ts';

interface Numbering {
  column?: string;
  /** The maximum number of rows read from each range of numbers. */
  max?: number;
  /** Limits the rows to this location, for a table with an index that starts with the location. */
  location?: RawBuilder<unknown>;
}
/** One more than lists count, so that the total of a truncated list isn't taken as exact. */
const maxOfRange = maxCounted + 1;

/** The rows of a table with numbers in the ranges: a bounded index scan for each range. */
export function numberedRows(
  table: string,
  columns: RawBuilder<unknown>,
  ranges: readonly NumberRange[],
  { column = 'number', max = maxOfRange, location }: Numbering = {},
): RawBuilder<unknown> {
  const number = sql.ref(column);
  const here = location ? sql`location_id = ${location} AND` : sql``;
  return sql`
  SELECT numbered.* FROM unnest(${ranges.map(([from]) => from)}::bigint[], ${ranges.map(([, to]) => to)}::bigint[]) AS range (low, high)
  CROSS JOIN LATERAL (SELECT ${columns} FROM ${sql.table(table)} WHERE ${here} ${number} BETWEEN range.low AND range.high
    ORDER BY ${number} DESC LIMIT ${sql.lit(max)}) AS numbered`;
}

/**
 * Whether a row of a large table has a number in one of the ranges. Looks the numbers up first, because the planner would
 * otherwise scan a list from its newest row to an old one.
 */
export const hasNumber = (
  column: string,
  table: string,
  ranges: readonly NumberRange[],
): RawBuilder<SqlBool> => {
  if (ranges.length === 0) return sql`false`;
  const own = column.slice(column.indexOf('.') + 1);
  const found = numberedRows(table, sql`${sql.ref(own)} AS number`, ranges, { column: own });
  return sql`${sql.ref(column)} = ANY (ARRAY(${found}))`;
};

/** Whether a row's number starts as typed. For a small table or the rows of one record, which are read anyway. */
export const isNumbered = (column: string, kind: NumberKind, search: string): RawBuilder<SqlBool> => {
  const ranges = numbersBeginning(kind, search, 1);
  if (ranges.length === 0) return sql`false`;
  const parts = ranges.map(([from, to]) => sql`${sql.ref(column)} BETWEEN ${from}::bigint AND ${to}::bigint`);
  return sql`(${sql.join(parts, sql` OR `)})`;
};

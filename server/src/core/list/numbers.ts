import type { NumberRange } from '@aisle/contract/core/numbers';
import { type RawBuilder, sql } from 'kysely';

/** From each range of numbers no more than this is read. */
const maxOfRange = 200;

/** The rows of a table whose `number` is in one of the ranges: a bounded scan of its index for each. */
export const numberedRows = (
  table: string,
  columns: RawBuilder<unknown>,
  ranges: readonly NumberRange[],
  max = maxOfRange,
): RawBuilder<unknown> => sql`
  SELECT numbered.* FROM unnest(${ranges.map(([from]) => from)}::bigint[], ${ranges.map(([, to]) => to)}::bigint[]) AS range (low, high)
  CROSS JOIN LATERAL (SELECT ${columns} FROM ${sql.table(table)} WHERE number BETWEEN range.low AND range.high
    ORDER BY number DESC LIMIT ${sql.lit(max)}) AS numbered`;

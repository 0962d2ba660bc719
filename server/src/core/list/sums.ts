import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Matching } from './matching.ts';

export interface Sums {
  columns: readonly string[];
  /** All rows of the list, with these columns. */
  rows: Matching;
}

/** Adding up more rows would delay the page. Users narrow a longer list, usually to a period. */
const maxSummed = 10_000;

/** The sums of all rows of a list; null if there are too many of them. */
export async function sumsOf(
  tx: Tx,
  { columns, rows: matching }: Sums,
  totalRecords: number,
): Promise<Record<string, number> | null> {
  if (totalRecords > maxSummed) return null;
  const sums = columns.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint AS ${sql.ref(name)}`);
  const { rows } = await sql<{ _rows: number }>`
    SELECT count(*) AS _rows, ${sql.join(sums)} FROM (${matching} LIMIT ${sql.lit(maxSummed + 1)}) AS summed`.execute(
    tx,
  );
  const { _rows: count, ...totals } = rows[0]!;
  return count > maxSummed ? null : totals;
}

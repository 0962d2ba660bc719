import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { List } from './list.ts';
import { maxCounted } from './total.ts';

/** Counts several lists in one statement, each up to `maxCounted` + 1; null for one that can't be counted cheaply. */
export async function countLists(
  tx: Tx,
  lists: readonly (List<unknown> | null)[],
): Promise<(number | null)[]> {
  const counts: RawBuilder<unknown>[] = [];
  for (const list of lists) {
    const rows = await list?.matching();
    counts.push(rows ? sql`(SELECT count(*) FROM (${rows} LIMIT ${maxCounted + 1}) AS found)` : sql`NULL`);
  }
  const { rows } = await sql<{ counts: (number | null)[] }>`
    SELECT ARRAY[${sql.join(counts)}]::int[] AS counts`.execute(tx);
  return rows[0]!.counts;
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { rowsOf } from './matching.ts';
import { type Counting, maxCounted } from './total.ts';

/** A page size that no request can ask for: the list is counted and not read. */
export const countOnly = 0;

/** Leaves a list's handler where it would read its page; `rows` finds what it would list, up to a maximum. */
class CountInstead {
  readonly rows: RawBuilder<unknown> | null;
  constructor(rows: RawBuilder<unknown> | null) {
    this.rows = rows;
  }
}

/** For `listPage`: hands over what a list counts, if that is all that is asked for. */
export function countInstead(counting: Counting): void {
  if (counting.request.limit !== countOnly) return;
  // What a list does not count because it would cost too much is not counted here either.
  throw new CountInstead(
    counting.exactUpTo === 0 ? null : sql`${rowsOf(counting.matching)} LIMIT ${maxCounted + 1}`,
  );
}

/**
 * Counts several lists in one statement, each up to `maxCounted` + 1. A list is its handler's call with `countOnly` as the
 * size of its page; null where it can't be counted cheaply.
 */
export async function countLists(
  tx: Tx,
  lists: readonly (() => Promise<unknown>)[],
): Promise<(number | null)[]> {
  const found: (RawBuilder<unknown> | null)[] = [];
  for (const list of lists) found.push(await foundBy(list));
  const counts = found
    .filter((rows) => rows !== null)
    .map((rows) => sql`(SELECT count(*) FROM (${rows}) AS found)`);
  if (counts.length === 0) return found.map(() => null);
  const { rows } = await sql<{ counts: number[] }>`SELECT ARRAY[${sql.join(counts)}] AS counts`.execute(tx);
  const counted = rows[0]!.counts.values();
  return found.map((one) => (one === null ? null : Number(counted.next().value)));
}

async function foundBy(list: () => Promise<unknown>): Promise<RawBuilder<unknown> | null> {
  try {
    await list();
    return null;
  } catch (thrown) {
    if (thrown instanceof CountInstead) return thrown.rows;
    throw thrown;
  }
}

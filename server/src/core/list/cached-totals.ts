import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../db/db.ts';
import { perDatabase } from '../db/per-database.ts';

export interface CachedTotal {
  /** The list, with everything that decides which rows it has. */
  key: string;
  /** Whether any row may have changed since a snapshot. Must be faster than counting. */
  changedSince: (snapshot: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

/** Totals with the snapshot in which they were counted. Each reader checks whether the total is still valid. */
const totalsOf = perDatabase(
  () => new LRUCache<string, { total: number; snapshot: string }>({ max: 2000, ttl: 5 * 60_000 }),
);

export const cacheTotal = (tx: Tx, { key }: CachedTotal, total: number, snapshot: string): void =>
  void totalsOf(tx).set(key, { total, snapshot });

/** The total of the last count, which may be outdated. */
export const lastTotal = (tx: Tx, { key }: CachedTotal): number | undefined => totalsOf(tx).get(key)?.total;

/** The cached total as a column; null if there is none, or if it may have changed. */
export function totalIfUnchanged(tx: Tx, kept: CachedTotal | string | undefined): RawBuilder<number | null> {
  const known = typeof kept === 'object' && totalsOf(tx).get(kept.key);
  if (!known) return sql`NULL::bigint`;
  const changed = kept.changedSince(sql`${known.snapshot}::pg_snapshot`);
  return sql`(SELECT CASE WHEN NOT ${changed} THEN ${known.total}::bigint END)`;
}

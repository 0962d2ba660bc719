import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';

export interface KeptTotal {
  /** The list and all that decides which rows it has. */
  key: string;
  /** Whether any of its rows may have changed since a snapshot, in less time than counting takes. */
  changedSince: (snapshot: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

/** Totals with the snapshot that they were counted in: each reader checks that it still holds. */
const totals = new LRUCache<string, { total: number; snapshot: string }>({ max: 2000, ttl: 5 * 60_000 });

/** For tests, which open one database after the other. */
export const forgetTotals = (): void => totals.clear();

export const keepTotal = ({ key }: KeptTotal, total: number, snapshot: string): void =>
  void totals.set(key, { total, snapshot });

/** The total as of the last count, whether or not it still holds. */
export const lastTotal = ({ key }: KeptTotal): number | undefined => totals.get(key)?.total;

/** The kept total as a column: null when there is none, or it may have changed. */
export function totalIfUnchanged(kept: KeptTotal | undefined): RawBuilder<number | null> {
  const known = kept && totals.get(kept.key);
  if (!known) return sql`NULL::bigint`;
  const changed = kept.changedSince(sql`${known.snapshot}::pg_snapshot`);
  return sql`(SELECT CASE WHEN NOT ${changed} THEN ${known.total}::bigint END)`;
}

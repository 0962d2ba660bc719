import { type PageRequest, pageSizes } from '@aisle/contract/core/page';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../db/db.ts';
import { perDatabase } from '../db/per-database.ts';
import { type CachedTotal, cacheTotal } from './cached-totals.ts';
import { estimatedRows, type LocationScope } from './estimated-rows.ts';
import { type Matching, rowsOf } from './matching.ts';

/** A request counts at most this many rows; above it, the total is the planner's estimate. */
export const maxCounted = 1000;
/** Lists of the catalog count up to this: users add rows one by one and expect to see the total change. */
export const maxExact = 50_000;

/** Recent estimates, so that a list that many users open isn't counted and planned for each of them. */
const estimatesOf = perDatabase(() => new LRUCache<string, Total>({ max: 1000, ttl: 20_000 }));

export interface Counting {
  request: PageRequest;
  matching: Matching;
  /** Counts exactly up to this many rows. If counting would cost too much, 0 makes the total an estimate at once. */
  exactUpTo?: number | undefined;
  locationScope?: LocationScope | undefined;
  /**
   * Identifies the list and the users who see the same rows: they share an estimate for some seconds. A `CachedTotal` is shared
   * until its rows change: the total, or the fact that there are more than `exactUpTo` rows.
   */
  sharedBy?: string | CachedTotal | undefined;
}

/**
 * A limit. As a literal, it lets PostgreSQL keep the plan of a prepared statement instead of planning each request, which takes
 * longer than reading a page. As a parameter, the statement is planned each time: a search needs this, because the best plan
 * depends on how rare the text is.
 */
export function maxRows(rows: number, { limit, search }: PageRequest): RawBuilder<number> {
  const isUsual = (pageSizes as readonly number[]).includes(limit);
  return isUsual && !search ? sql.lit(rows) : sql<number>`${rows}`;
}

interface Total {
  totalRecords: number;
  totalIsEstimate?: boolean;
  totalIsMinimum?: boolean;
}
const exactly = (total: number): Total => ({ totalRecords: total });
const about = (total: number): Total => ({ totalRecords: total, totalIsEstimate: true });
const moreThan = (total: number): Total => ({ ...about(total), totalIsMinimum: true });

interface FoundPage {
  rows: number;
  hasMore: boolean;
  /** The number that the page's statement counted, up to `exactUpTo` + 1. */
  total: number | undefined;
}
/** The total of a list: from the page itself if possible, else counted, else estimated. */
export async function totalOf(tx: Tx, counting: Counting, found: FoundPage): Promise<Total> {
  const { page, limit, cursor } = counting.request;
  const isLastPage = cursor === undefined && !found.hasMore && (page === 1 || found.rows > 0);
  if (isLastPage) return exactly((page - 1) * limit + found.rows);
  const { exactUpTo = maxCounted } = counting;
  if (found.total === undefined || found.total === exactUpTo + 1) {
    return countOrEstimate(tx, counting, found.total);
  }
  return found.total <= exactUpTo ? exactly(found.total) : about(found.total);
}

async function countOrEstimate(tx: Tx, counting: Counting, alreadyCounted?: number): Promise<Total> {
  const { matching, locationScope, exactUpTo = maxCounted } = counting;
  const key = estimateKey(counting);
  const recent = key && estimatesOf(tx).get(key);
  if (recent) return recent;
  const total = alreadyCounted ?? (exactUpTo === 0 ? 0 : await count(tx, counting));
  if (exactUpTo > 0 && total <= exactUpTo) return exactly(total);
  const estimate = await estimatedRows(tx, matching, locationScope);
  const found = estimate <= total ? moreThan(total - 1) : about(estimate);
  if (key) estimatesOf(tx).set(key, found);
  return found;
}

async function count(
  tx: Tx,
  { matching, request, exactUpTo = maxCounted, sharedBy }: Counting,
): Promise<number> {
  const some = sql`${rowsOf(matching)} LIMIT ${maxRows(exactUpTo + 1, request)}`;
  if (typeof sharedBy !== 'object') {
    const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (${some}) AS found`.execute(
      tx,
    );
    return rows[0]!.total;
  }
  const { rows } = await sql<{ total: number; snapshot: string }>`
    SELECT count(*) AS total, pg_current_snapshot()::text AS snapshot FROM (${some}) AS found`.execute(tx);
  const { total, snapshot } = rows[0]!;
  cacheTotal(tx, sharedBy, total, snapshot);
  return total;
}

function estimateKey({ sharedBy, request }: Counting): string | undefined {
  if (typeof sharedBy !== 'string') return sharedBy?.key;
  const { page: _page, limit: _limit, cursor: _cursor, sort: _sort, ...matching } = request;
  return `${sharedBy} ${JSON.stringify(matching)}`;
}

import { type PageRequest, pageSizes } from '@aisle/contract/core/page';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../db/db.ts';
import { perDatabase } from '../db/per-database.ts';
import { estimatedRows, type LocationScope } from './estimated-rows.ts';
import { type KeptTotal, keepTotal } from './kept-totals.ts';

// biome-ignore lint/suspicious/noExplicitAny: which tables and columns rows come from makes no difference to a list.
export type SomeQuery<Row = any> = SelectQueryBuilder<any, any, Row>;

/** A request counts no more rows than this; beyond it the total is the planner's estimate. */
export const maxCounted = 1000;
/** What lists of the catalog count up to: people add to it one by one and expect to see that. */
export const maxExact = 50_000;

/** Recent estimates, so that a list that many users open is not counted and planned for each of them. */
const estimatesOf = perDatabase(() => new LRUCache<string, Total>({ max: 1000, ttl: 20_000 }));

export interface Counting {
  request: PageRequest;
  /** As many rows as the list has, found with the least work. */
  counted: () => SomeQuery;
  /** The same rows as SQL, without a limit, for a list that is counted too often for a query builder. */
  countedSql?: (() => RawBuilder<unknown>) | undefined;
  /** About as many rows, if the planner estimates these better; may contain duplicates. */
  estimated?: (() => SomeQuery) | undefined;
  /** Counting would cost too much: the total is an estimate at once; a number is one that is known already. */
  estimateTotal?: boolean | number | undefined;
  locationScope?: LocationScope | undefined;
  /** The list and the people who see the same rows of it: they share an estimate for some seconds. */
  sharedBy?: string | undefined;
  /** One plan fits every search (see `maxRows`). */
  hasFixedPlan?: boolean | undefined;
  /** Counts exactly up to this many rows. */
  exactUpTo?: number | undefined;
  /** What was counted is kept until that changes: the total, or that there are more than `exactUpTo`. */
  keptTotal?: KeptTotal | undefined;
}

/**
 * A limit. As a literal it lets PostgreSQL keep the plan of a prepared statement instead of planning each request, which
 * takes longer than a page. As a parameter a statement is planned each time: a search needs it, unless one plan fits
 * whatever is searched for, because how rare a text is decides how to find it.
 */
export function maxRows(
  rows: number,
  { request, hasFixedPlan }: Pick<Counting, 'request' | 'hasFixedPlan'>,
): RawBuilder<number> {
  const isUsual = (pageSizes as readonly number[]).includes(request.limit);
  return isUsual && (hasFixedPlan || !request.search) ? sql.lit(rows) : sql<number>`${rows}`;
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
  /** What the page's statement counted, if it did: up to `maxCounted` + 1, unless it is the exact total. */
  total: number | undefined;
  totalIsExact: boolean;
}
/** How many rows a list has: from the page itself if it tells, else counted, else estimated. */
export async function totalOf(tx: Tx, counting: Counting, found: FoundPage): Promise<Total> {
  const { page, limit, cursor } = counting.request;
  const isLastPage = cursor === undefined && !found.hasMore && (page === 1 || found.rows > 0);
  if (isLastPage) return exactly((page - 1) * limit + found.rows);
  const { exactUpTo = maxCounted } = counting;
  if (found.total !== undefined && found.total <= exactUpTo) return exactly(found.total);
  if (found.total !== undefined && found.totalIsExact) return about(found.total);
  return countOrEstimate(tx, counting, found.total);
}

/** An estimate that is remembered for some seconds. */
export function recentEstimate(
  tx: Tx,
  counting: Pick<Counting, 'request' | 'sharedBy' | 'keptTotal'>,
): number | undefined {
  const key = estimateKey(counting);
  return key === undefined ? undefined : estimatesOf(tx).get(key)?.totalRecords;
}

async function countOrEstimate(tx: Tx, counting: Counting, alreadyCounted?: number): Promise<Total> {
  const { counted, estimated, estimateTotal, locationScope, exactUpTo = maxCounted } = counting;
  const key = estimateKey(counting);
  const known = key && estimatesOf(tx).get(key);
  if (known) return known;
  const total = alreadyCounted ?? (estimateTotal ? 0 : await count(tx, counting));
  if (!estimateTotal && total <= exactUpTo) return exactly(total);
  if (typeof estimateTotal === 'number') {
    return estimateTotal > exactUpTo + 1 ? about(estimateTotal) : moreThan(exactUpTo);
  }
  const estimate = await estimatedRows(tx, (estimated ?? counted)(), locationScope);
  const found = estimate <= total ? moreThan(total - 1) : about(estimate);
  if (key) estimatesOf(tx).set(key, found);
  return found;
}

/** At most so many of the rows, each as good as empty. */
export function someRows(
  { counted, countedSql }: Pick<Counting, 'counted' | 'countedSql'>,
  most: RawBuilder<number>,
): RawBuilder<unknown> {
  return countedSql ? sql`${countedSql()} LIMIT ${most}` : sql`${counted().select(one).limit(most)}`;
}

async function count(tx: Tx, counting: Counting): Promise<number> {
  const { exactUpTo = maxCounted, keptTotal } = counting;
  const some = someRows(counting, maxRows(exactUpTo + 1, counting));
  if (!keptTotal) {
    const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (${some}) AS found`.execute(
      tx,
    );
    return rows[0]!.total;
  }
  const { rows } = await sql<{ total: number; snapshot: string }>`
    SELECT count(*) AS total, pg_current_snapshot()::text AS snapshot FROM (${some}) AS found`.execute(tx);
  const { total, snapshot } = rows[0]!;
  keepTotal(tx, keptTotal, total, snapshot);
  return total;
}
const one = sql<number>`1`.as('one');

function estimateKey({
  sharedBy,
  request,
  keptTotal,
}: Pick<Counting, 'request' | 'sharedBy' | 'keptTotal'>): string | undefined {
  if (keptTotal) return keptTotal.key;
  if (sharedBy === undefined) return undefined;
  const { page: _page, limit: _limit, cursor: _cursor, sort: _sort, ...matching } = request;
  return `${sharedBy} ${JSON.stringify(matching)}`;
}

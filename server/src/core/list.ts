import { type Page, type PageRequest, pageSizes } from '@aisle/contract/core/page';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from './db.ts';
import { wrongField } from './problem.ts';

interface Order {
  columns: readonly Expression<unknown>[];
  direction: 'asc' | 'desc';
}
interface ListOptions<Tables, From extends keyof Tables, Row> {
  request: PageRequest;
  /** Never null, the last one unique; all run the same way, so that a page can go on behind a row. */
  order: Order;
  /** Adds what a row shows; joins that neither filter nor sort belong here, so that counting skips them. */
  // biome-ignore lint/suspicious/noExplicitAny: joins add tables, and which ones is the caller's affair.
  select: (query: SelectQueryBuilder<Tables, From, unknown>) => SelectQueryBuilder<any, any, Row>;
  /** As many rows, found with less work: what neither adds nor takes away any is left out. */
  // biome-ignore lint/suspicious/noExplicitAny: it may come from other tables.
  counted?: SelectQueryBuilder<any, any, unknown> | undefined;
  /**
   * Where finding a page finds all rows there are, which are counted on the way: the columns that a row is known by,
   * and the rows again that go by these in `found`, so that what a row shows is read for those of the page alone.
   */
  bounded?: {
    columns: readonly string[];
    // biome-ignore lint/suspicious/noExplicitAny: it may come from other tables.
    rowsOf: (found: any) => SelectQueryBuilder<Tables, From, unknown>;
  };
  /** Where finding the rows is work, their number is the planner's guess at once. */
  guessTotal?: boolean;
  /** Who sees the same rows: a total beyond counting is remembered for all of them for some seconds. */
  sharedBy?: string;
}

/** Nothing counts more rows than this in a request; what lies beyond is the planner's guess. */
const mostCounted = 1000;
/** Skipping rows costs as much as reading them: past this many only a cursor goes on. */
const mostSkipped = 100_000;

/**
 * One page of a filtered query: its rows, how many there are, and the cursor that goes on behind them. Two
 * statements, a third where the total is a guess; none when the page itself tells the total.
 */
export async function listPage<Tables, From extends keyof Tables, Row extends object>(
  tx: Tx,
  filtered: SelectQueryBuilder<Tables, From, unknown>,
  {
    request,
    order,
    select,
    counted = filtered,
    bounded,
    guessTotal = false,
    sharedBy,
  }: ListOptions<Tables, From, Row>,
): Promise<Page<Row>> {
  const { page, limit, cursor } = request;
  const skipped = cursor === undefined ? (page - 1) * limit : 0;
  if (skipped > mostSkipped) throw wrongField('page', 'Go on with a cursor, or narrow the list down');

  const keys = order.columns.map((column, index) => sql<string>`${column}::text`.as(`_key${index}`));
  // biome-ignore lint/suspicious/noExplicitAny: which tables a page comes from makes no difference here.
  type Some = SelectQueryBuilder<any, any, any>;
  const sorted = (query: Some): Some =>
    order.columns.reduce<Some>((so, column) => so.orderBy(column, order.direction), query);
  const whole = (query: SelectQueryBuilder<Tables, From, unknown>): Some => select(query).select(keys);

  let pageQuery: Some = bounded
    ? (filtered as Some).select([...bounded.columns, sql<number>`count(*) OVER ()`.as('_total')])
    : whole(filtered);
  pageQuery = sorted(pageQuery).limit(bounded ? literal(limit + 1, request) : atMost(limit + 1, request));
  if (skipped > 0) pageQuery = pageQuery.offset(skipped);
  if (cursor !== undefined) pageQuery = pageQuery.where(behind(order, cursor));
  const rowsQuery = bounded
    ? sorted(whole(bounded.rowsOf(pageQuery)).select('found._total as _total'))
    : pageQuery;

  const found = (await rowsQuery.execute()) as (Row & Record<string, string> & { _total?: number })[];
  const more = found.length > limit;
  const nextCursor = more ? cursorOf(found[limit - 1]!, order.columns.length) : null;
  const records = withoutKeys<Row>(found.slice(0, limit));
  if (cursor === undefined && !more && (page === 1 || records.length > 0)) {
    return { records, totalRecords: skipped + records.length, nextCursor };
  }
  const total = cursor === undefined ? found[0]?._total : undefined;
  if (total !== undefined) return { records, ...asCounted(total), nextCursor };
  return { records, ...(await countUpTo(tx, counted, request, { guessTotal, sharedBy })), nextCursor };
}

/** A total as lists tell it: past what a request counts it is no more than about so many. */
const asCounted = (total: number) =>
  total > mostCounted ? { totalRecords: total, totalIsEstimate: true } : { totalRecords: total };

/**
 * A limit that is part of the text lets the database keep its plan rather than make one for each request, which
 * takes longer than a page. A search is planned for what it looks for: whether that is rare decides how to find it.
 */
const atMost = (rows: number, request: PageRequest) => (request.search ? rows : literal(rows, request));
const literal = (rows: number, { limit }: PageRequest) =>
  (pageSizes as readonly number[]).includes(limit) ? sql.lit(rows) : rows;

/** Copied rather than deleted from: an object that lost a member is slow ever after. */
function withoutKeys<Row extends object>(rows: readonly (Row & Record<string, string>)[]): Row[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !name.startsWith('_key') && name !== '_total');
  return rows.map((row) => {
    const copy: Record<string, unknown> = {};
    for (const name of names) copy[name] = row[name];
    return copy as Row;
  });
}

const cursorOf = (row: Record<string, string>, keys: number): string =>
  Buffer.from(JSON.stringify(Array.from({ length: keys }, (_, index) => row[`_key${index}`]))).toString(
    'base64url',
  );

/** The rows behind the one that a cursor names. */
function behind({ columns, direction }: Order, cursor: string): Expression<SqlBool> {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    values = null;
  }
  const fits =
    Array.isArray(values) &&
    values.length === columns.length &&
    values.every((value) => typeof value === 'string');
  if (!fits) throw wrongField('cursor', 'This cursor is not from this list');
  const compare = sql.raw(direction === 'asc' ? '>' : '<');
  return sql<SqlBool>`(${sql.join(columns)}) ${compare} (${sql.join(values as string[])})`;
}

/** Totals that were guessed lately: a list that many look at does not count and plan for each of them. */
const guesses = new LRUCache<string, number>({ max: 1000, ttl: 20_000 });
/** For whoever opens another database. */
export const forgetTotals = (): void => guesses.clear();

async function countUpTo<Tables, From extends keyof Tables>(
  tx: Tx,
  filtered: SelectQueryBuilder<Tables, From, unknown>,
  request: PageRequest,
  { guessTotal, sharedBy }: { guessTotal: boolean; sharedBy: string | undefined },
) {
  const some = filtered.select(sql<number>`1`.as('one'));
  const compiled = sharedBy === undefined ? undefined : some.compile();
  const key = compiled && `${sharedBy} ${compiled.sql} ${JSON.stringify(compiled.parameters)}`;
  const guessed = key && guesses.get(key);
  if (guessed) return { totalRecords: guessed, totalIsEstimate: true };
  let total = 0;
  if (!guessTotal) {
    const counting = sql<{
      total: number;
    }>`SELECT count(*) AS total FROM (${some.limit(atMost(mostCounted + 1, request))}) AS found`;
    total = (await counting.execute(tx)).rows[0]!.total;
    if (total <= mostCounted) return { totalRecords: total };
  }
  const plan = (await some.explain('json')) as [{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }];
  const guess = Math.max(total, plan[0]['QUERY PLAN'][0].Plan['Plan Rows']);
  if (key) guesses.set(key, guess);
  return { totalRecords: guess, totalIsEstimate: true };
}

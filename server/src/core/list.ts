import type { Page, PageRequest } from '@aisle/contract/core/page';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from './db.ts';
import { asCounted, atMost, literal, type SomeQuery, Total } from './list-total.ts';
import { wrongField } from './problem.ts';

interface Order {
  columns: readonly Expression<unknown>[];
  direction: 'asc' | 'desc';
}
export interface Lead<Row> {
  /** One row, of which `ok` tells whether the page is as it should be. */
  rows: Expression<unknown>;
  /** What a page is sorted by, as its rows show it. */
  sortedBy: readonly string[];
  /** The page where it is not. */
  otherwise: () => Promise<Page<Row>>;
}
interface ListOptions<Tables, From extends keyof Tables, Row> {
  request: PageRequest;
  /** Never null, the last one unique; all run the same way, so that a page can go on behind a row. */
  order: Order;
  /** Adds what a row shows; joins that neither filter nor sort belong here, so that counting skips them. */
  select: (query: SelectQueryBuilder<Tables, From, unknown>) => SomeQuery<Row>;
  /** As many rows, found with less work: what neither adds nor takes away any is left out. */
  counted?: SomeQuery<unknown> | undefined;
  /**
   * Where what is sorted and counted is less than what a row shows: the columns that a row is known by, and the rows
   * that go by these in `found`, so that only those of the page are read whole.
   */
  late?: {
    columns: readonly string[];
    rowsOf: (found: SomeQuery) => SelectQueryBuilder<Tables, From, unknown>;
    /** Finding a page finds all rows there are, and counts them; else they are counted beside it. */
    isBounded: boolean;
  };
  /** About as many rows, where a guess of these comes nearer: some of them are met twice. */
  guessed?: SomeQuery<unknown> | undefined;
  /** What is found out first, and the page at the same time; its rows come from what stands in `lead`. */
  lead?: Lead<Row> | undefined;
  /** Where finding the rows is work, their number is the planner's guess at once. */
  guessTotal?: boolean;
  /** Who sees the same rows: a total beyond counting is remembered for all of them for some seconds. */
  sharedBy?: string;
}

/** Skipping rows costs as much as reading them: past this many only a cursor goes on. */
const mostSkipped = 100_000;

/**
 * One page of a filtered query: its rows, how many there are, and the cursor that goes on behind them. Two
 * statements, a third where the total is a guess; one when the page itself tells the total.
 */
export async function listPage<Tables, From extends keyof Tables, Row extends object>(
  tx: Tx,
  filtered: SelectQueryBuilder<Tables, From, unknown>,
  {
    request,
    order,
    select,
    counted = filtered,
    guessed = counted,
    late,
    lead,
    guessTotal = false,
    sharedBy,
  }: ListOptions<Tables, From, Row>,
): Promise<Page<Row>> {
  const { page, limit, cursor } = request;
  const skipped = cursor === undefined ? (page - 1) * limit : 0;
  if (skipped > mostSkipped) throw wrongField('page', 'Go on with a cursor, or narrow the list down');

  const keys = order.columns.map((column, index) => sql<string>`${column}::text`.as(`_key${index}`));
  const sorted = (query: SomeQuery): SomeQuery =>
    order.columns.reduce<SomeQuery>((so, column) => so.orderBy(column, order.direction), query);
  const whole = (query: SelectQueryBuilder<Tables, From, unknown>): SomeQuery => select(query).select(keys);

  const total = new Total(counted, { request, guessed, guessTotal, sharedBy });
  let pageQuery: SomeQuery = late ? (filtered as SomeQuery).select(late.columns) : whole(filtered);
  pageQuery = sorted(pageQuery).limit(late ? literal(limit + 1, request) : atMost(limit + 1, request));
  if (late?.isBounded) pageQuery = pageQuery.select(sql<number>`count(*) OVER ()`.as('_total'));
  if (skipped > 0) pageQuery = pageQuery.offset(skipped);
  if (cursor !== undefined) pageQuery = pageQuery.where(behind(order, cursor));
  let rowsQuery = late ? sorted(whole(late.rowsOf(pageQuery))) : pageQuery;
  if (late?.isBounded) rowsQuery = rowsQuery.select('found._total as _total');
  else if (late && cursor === undefined && !total.isGuessed) rowsQuery = rowsQuery.select(total.asColumn());

  type Read = Row & Record<string, string> & { _total?: number; _ok?: boolean };
  let found = lead
    ? ((await led(lead, rowsQuery, order.direction).execute(tx)).rows as Read[])
    : ((await rowsQuery.execute()) as Read[]);
  if (lead && found[0]?._ok !== true) return lead.otherwise();
  if (lead && found[0]?._key0 === null) found = [];
  const more = found.length > limit;
  const nextCursor = more ? cursorOf(found[limit - 1]!, order.columns.length) : null;
  const records = withoutKeys<Row>(found.slice(0, limit));
  if (cursor === undefined && !more && (page === 1 || records.length > 0)) {
    return { records, totalRecords: skipped + records.length, nextCursor };
  }
  const known = cursor === undefined ? found[0]?._total : undefined;
  if (late?.isBounded && known !== undefined) return { records, ...asCounted(known), nextCursor };
  return { records, ...(await total.read(tx, known)), nextCursor };
}

/** The page beside the one row that it is made from, which is there also where the page is empty. */
function led<Row>({ rows, sortedBy }: Lead<Row>, page: SomeQuery, direction: 'asc' | 'desc') {
  const sorted = sortedBy.map((name) => sql`${sql.ref(`page.${name}`)} ${sql.raw(direction)}`);
  return sql`SELECT lead.ok AS "_ok", page.* FROM (${rows}) AS lead
    LEFT JOIN LATERAL (${page.clearOrderBy()}) AS page ON true ORDER BY ${sql.join(sorted)}`;
}

/** Copied rather than deleted from: an object that lost a member is slow ever after. */
function withoutKeys<Row extends object>(rows: readonly (Row & Record<string, string>)[]): Row[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !name.startsWith('_') || name === '_id');
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
export function behind({ columns, direction }: Order, cursor: string): Expression<SqlBool> {
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

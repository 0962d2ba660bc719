import type { Page, PageRequest } from '@aisle/contract/core/page';
import {
  type AliasedExpression,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Tx } from './db.ts';
import { atMost, literal, type SomeQuery, Total, totalOf } from './list-total.ts';
import type { Located } from './planned-rows.ts';
import { wrongField } from './problem.ts';

export interface Order {
  columns: readonly Expression<unknown>[];
  direction: 'asc' | 'desc';
}
/**
 * Where what is sorted and counted is less than what a row shows: the columns that a row is known by, and the rows
 * that go by these in `found`, so that only those of the page are read whole.
 */
export interface Late<Rows = SomeQuery> {
  columns: readonly string[];
  rowsOf: (found: SomeQuery) => Rows;
  /** Finding a page finds all rows there are, and counts them; else they are counted beside it. */
  isBounded: boolean;
}
interface ListOptions<Tables, From extends keyof Tables, Row> {
  request: PageRequest;
  /** Never null, the last one unique; all run the same way, so that a page can go on behind a row. */
  order: Order;
  /** Adds what a row shows; joins that neither filter nor sort belong here, so that counting skips them. */
  select: (query: SelectQueryBuilder<Tables, From, unknown>) => SomeQuery<Row>;
  /** As many rows, found with less work: what neither adds nor takes away any is left out. */
  counted?: SomeQuery<unknown> | undefined;
  late?: Late<SelectQueryBuilder<Tables, From, unknown>>;
  /** About as many rows, where a guess of these comes nearer: some of them are met twice. */
  guessed?: SomeQuery<unknown> | undefined;
  /** Where finding the rows is work, their number is the planner's guess at once. */
  guessTotal?: boolean;
  /** Where every row lies at a location, and `guessed` goes to the table itself: a guess minds whose they are. */
  located?: Located | undefined;
  /** Who sees the same rows: a total beyond counting is remembered for all of them for some seconds. */
  sharedBy?: string;
}

/** Skipping rows costs as much as reading them: past this many only a cursor goes on. */
const mostSkipped = 100_000;
export function skippedBy({ page, limit, cursor }: PageRequest): number {
  const skipped = cursor === undefined ? (page - 1) * limit : 0;
  if (skipped > mostSkipped) throw wrongField('page', 'Go on with a cursor, or narrow the list down');
  return skipped;
}

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
    guessTotal = false,
    located,
    sharedBy,
  }: ListOptions<Tables, From, Row>,
): Promise<Page<Row>> {
  const { limit, cursor } = request;
  const skipped = skippedBy(request);
  const keys = order.columns.map((column, index) => sql<string>`${column}::text`.as(`_key${index}`));
  const total = new Total({
    request,
    counted: () => counted,
    guessed: () => guessed,
    guessTotal,
    located,
    sharedBy,
  });
  const isCountedBeside = late && cursor === undefined && !total.isGuessed;
  const rows = rowsOfPage(filtered, {
    order,
    late: late as Late | undefined,
    whole: (query) => select(query).select(keys),
    most: late ? literal(limit + 1, request) : atMost(limit + 1, request),
    offset: skipped > 0 ? skipped : undefined,
    behind: cursor === undefined ? undefined : behind(order, readCursor(cursor, order.columns.length)),
    total: isCountedBeside ? totalOf(counted, request) : undefined,
  });

  type Read = Row & Record<string, string> & { _total?: number };
  const found = (await rows.execute()) as Read[];
  const more = found.length > limit;
  const last = found[limit - 1];
  const nextCursor = more && last ? cursorOf(keys.map((_, index) => last[`_key${index}`])) : null;
  const records = withoutKeys<Row>(found.slice(0, limit));
  const known = cursor === undefined ? found[0]?._total : undefined;
  const told = { rows: records.length, more, known, isBounded: late?.isBounded };
  return { records, ...(await total.of(tx, told)), nextCursor };
}

interface Rows {
  order: Order;
  late: Late | undefined;
  /** Adds all that a row shows. */
  whole: (query: SomeQuery) => SomeQuery;
  most: number | RawBuilder<number>;
  offset: number | RawBuilder<number> | undefined;
  behind: Expression<SqlBool> | undefined;
  /** How many there are, where it is asked along. */
  total: AliasedExpression<number, '_total'> | undefined;
}
/** The rows of one page, in their order. */
export function rowsOfPage(filtered: SomeQuery, how: Rows): SomeQuery {
  const { order, late, whole, most, offset, total } = how;
  const sorted = (query: SomeQuery): SomeQuery =>
    order.columns.reduce<SomeQuery>((so, column) => so.orderBy(column, order.direction), query);
  let page = sorted(late ? filtered.select(late.columns) : whole(filtered)).limit(most);
  if (late?.isBounded) page = page.select(sql<number>`count(*) OVER ()`.as('_total'));
  if (offset !== undefined) page = page.offset(offset);
  if (how.behind) page = page.where(how.behind);
  if (!late) return page;
  const rows = sorted(whole(late.rowsOf(page)));
  if (late.isBounded) return rows.select('found._total as _total');
  return total ? rows.select(total) : rows;
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

export const cursorOf = (values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(values.map(String))).toString('base64url');

/** What the row that a cursor names is sorted by. */
export function readCursor(cursor: string, columns: number): string[] {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    values = null;
  }
  const fits =
    Array.isArray(values) && values.length === columns && values.every((value) => typeof value === 'string');
  if (!fits) throw wrongField('cursor', 'This cursor is not from this list');
  return values as string[];
}

/** The rows behind the one that is sorted by these values. */
export const behind = ({ columns, direction }: Order, values: readonly unknown[]) =>
  sql<SqlBool>`(${sql.join(columns)}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`;

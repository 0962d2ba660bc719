import type { Page, PageRequest } from '@aisle/contract/core/page';
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { wrongField } from '../problem.ts';
import { countInstead } from './count-lists.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { totalIfUnchanged } from './kept-totals.ts';
import { type Counting, maxRows, recentEstimate, type SomeQuery, totalOf } from './total.ts';

export type SortDirection = 'asc' | 'desc';
/** Never null, the last one unique, all in one direction: a page can go on after any row. */
export type SortColumns = readonly Expression<unknown>[];

/** The parts of a page's statement that follow from the request. */
export interface PageSql {
  /** The columns that the next cursor is made of. */
  cursor: RawBuilder<unknown>;
  /** Rows after the cursor; true without one. */
  after: RawBuilder<SqlBool>;
  orderBy: RawBuilder<unknown>;
  /** LIMIT and OFFSET: one row more than the page, which tells whether another follows. */
  limit: RawBuilder<unknown>;
  /** How many rows that takes from the first one on. */
  lastRow: RawBuilder<number>;
  /** The number of rows is asked for and not known yet: the statement may count up to `maxCounted` + 1 as `_total`. */
  needsTotal: () => boolean;
  /** The total that is kept of the list, if it still holds; to be returned as `_total`. */
  keptTotal: RawBuilder<number | null>;
}

interface ListOptions extends Omit<Counting, 'counted'> {
  request: PageRequest;
  sort: { columns: SortColumns; direction: SortDirection };
  counted?: SomeQuery | undefined;
}
/** Adds what a row shows; joins that neither filter nor sort belong here, so that counting skips them. */
interface Selecting<Query, Row> {
  select: (query: Query) => SomeQuery<Row>;
}
/** The whole statement as SQL, for a list that is built too often for a query builder or joins its rows late (decision 6). */
interface Written<Read, Row> {
  rows: (page: PageSql) => RawBuilder<Read>;
  /** Makes what is answered of a row; it must not copy the columns of the cursor. */
  toRow: (row: Read) => Row;
  /** What a row is sorted by, for rows that show it: the statement then leaves out the columns of the cursor (decision 37). */
  sortedBy?: (row: Read) => readonly string[];
  /** The statement always returns the whole total as `_total`: finding its page finds all rows. */
  totalIsExact?: boolean;
}

/**
 * One page of a filtered query: its rows, their total, and the cursor of the next page. One statement if the page
 * itself tells the total, a second to count, a third if the total is an estimate. The query may be a function: a list
 * that writes its statement builds it to count alone.
 */
export async function listPage<
  Tables,
  From extends keyof Tables,
  Selected,
  Row extends object,
  Read extends object,
>(
  tx: Tx,
  filtered: SelectQueryBuilder<Tables, From, Selected> | (() => SelectQueryBuilder<Tables, From, Selected>),
  options: ListOptions & (Selecting<SelectQueryBuilder<Tables, From, Selected>, Row> | Written<Read, Row>),
): Promise<Page<Row>> {
  const { request, sort, counted } = options;
  const { limit, cursor } = request;
  const query = () => (typeof filtered === 'function' ? filtered() : filtered);
  const counting = { ...options, counted: () => counted ?? query() };
  countInstead(counting);
  const page = {
    ...pageSql(options),
    needsTotal: () => cursor === undefined && recentEstimate(tx, counting) === undefined,
    keptTotal: totalIfUnchanged(tx, options.keptTotal),
  };
  const rows =
    'rows' in options
      ? (await options.rows(page).execute(tx)).rows
      : await builtPage(
          options.select(query()),
          sort.columns,
          page,
          options.keptTotal !== undefined,
        ).execute();
  const found = rows as Keys[];

  const hasMore = found.length > limit;
  const last = found[limit - 1];
  const sortedBy = 'rows' in options && options.sortedBy;
  const lastKeys = () => (sortedBy ? sortedBy(rows[limit - 1] as Read) : keysOf(last!, sort.columns));
  const nextCursor = hasMore && last ? cursorOf(lastKeys()) : null;
  const shown = found.slice(0, limit);
  const records = 'rows' in options ? (shown as Read[]).map(options.toRow) : withoutKeys<Row>(shown);
  const total = await totalOf(tx, counting, {
    rows: records.length,
    hasMore,
    total: cursor === undefined || options.keptTotal ? (found[0]?._total ?? undefined) : undefined,
    totalIsExact: 'rows' in options && options.totalIsExact === true,
  });
  return { records, ...total, nextCursor };
}

type Keys = { _total?: number | null } & { [key: `_key${number}`]: string };
const keyColumns = (columns: SortColumns) =>
  columns.map((column, index) => sql<string>`${column}::text`.as(`_key${index}`));
const keysOf = (row: Keys, columns: SortColumns) => columns.map((_, index) => row[`_key${index}`]!);

const builtPage = <Row>(
  query: SomeQuery<Row>,
  columns: SortColumns,
  { after, orderBy, limit, keptTotal }: PageSql,
  keepsTotal: boolean,
) =>
  query
    .select(keepsTotal ? [...keyColumns(columns), keptTotal.as('_total')] : keyColumns(columns))
    .where(after)
    .modifyEnd(sql`${orderBy} ${limit}`);

function pageSql({
  request,
  sort: { columns, direction },
  ...options
}: ListOptions): Omit<PageSql, 'needsTotal' | 'keptTotal'> {
  const { limit, cursor } = request;
  const directed = sql.raw(direction);
  const skipped = skippedBy(request);
  const rows = maxRows(limit + 1, { request, ...options });
  // As a sub-query it is unknown to the planner: a known one is planned anew for each page, longer than reading takes.
  const offset = options.hasFixedPlan ? sql`(SELECT ${skipped}::bigint)` : sql`${skipped}`;
  return {
    cursor: sql.join(keyColumns(columns)),
    after: cursor === undefined ? sql`true` : isAfter(columns, direction, readCursor(cursor, columns.length)),
    orderBy: sql`ORDER BY ${sql.join(columns.map((column) => sql`${column} ${directed}`))}`,
    limit: skipped > 0 ? sql`LIMIT ${rows} OFFSET ${offset}` : sql`LIMIT ${rows}`,
    lastRow: skipped > 0 ? sql<number>`${skipped + limit + 1}` : rows,
  };
}

/** Skipping rows costs as much as reading them: past this many only a cursor goes on. */
const maxSkipped = 100_000;
function skippedBy({ page, limit, cursor }: PageRequest): number {
  const skipped = cursor === undefined ? (page - 1) * limit : 0;
  if (skipped > maxSkipped) throw wrongField('page', 'Use a cursor to continue, or narrow the list');
  return skipped;
}

/** Whether a row comes after the one with these values in the columns that it is sorted by. */
export const isAfter = (columns: SortColumns, direction: SortDirection, values: readonly string[]) =>
  sql<SqlBool>`(${sql.join(columns)}) ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join(values)})`;

/** Copied instead of deleted from: an object that lost a member stays slow. */
function withoutKeys<Row>(rows: readonly object[]): Row[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !name.startsWith('_') || name === '_id');
  return rows.map((row) => {
    const copy: Record<string, unknown> = {};
    for (const name of names) copy[name] = row[name as keyof typeof row];
    return copy as Row;
  });
}

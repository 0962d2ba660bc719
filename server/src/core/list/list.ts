import type { Page, PageRequest } from '@aisle/contract/core/page';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { wrongField } from '../problem.ts';
import { totalIfUnchanged } from './cached-totals.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { rowsOf, type SomeQuery } from './matching.ts';
import { type Sums, sumsOf } from './sums.ts';
import { type Counting, maxRows, totalOf } from './total.ts';

type SortDirection = 'asc' | 'desc';
/** Columns without nulls, the last one unique, all in the same direction, so that a page can continue after any row. */
export type SortColumns = readonly Expression<unknown>[];

/** The parts of a page's statement that depend on the request. */
export interface PageSql {
  /** The columns of the next cursor. */
  cursor: RawBuilder<unknown>;
  /** The condition for rows after the cursor and for selected rows; true without both. */
  after: RawBuilder<SqlBool>;
  /** The condition for selected rows alone, for a statement with its own cursor. */
  selected: RawBuilder<SqlBool>;
  orderBy: RawBuilder<unknown>;
  /** LIMIT and OFFSET. Reads one row more than the page has, to detect a next page. */
  limit: RawBuilder<unknown>;
  /** The number of the last row that the page reads, counted from the first row of the list. */
  lastRow: RawBuilder<number>;
  /** Counts the rows in a statement that finds all of them; null after a cursor, which skips rows. */
  rowCount: RawBuilder<number | null>;
  /** The cached total of the list, if it is still valid; returned as `_total`. */
  keptTotal: RawBuilder<number | null>;
}

interface ListOptions extends Omit<Counting, 'matching'> {
  sort: { columns: SortColumns; direction: SortDirection };
  /** Adds up columns of all rows of the list. */
  sums?: Sums;
  /** The ID of a row, if it isn't the last column to sort by. */
  id?: Expression<unknown>;
  /** Whether a row is one of these, if it has no UUID. */
  isOneOf?: (ids: readonly string[]) => RawBuilder<SqlBool>;
}
/** Adds the columns of a row. Put joins that neither filter nor sort here, so that counting skips them. */
interface Selecting<Query, Row> {
  select: (query: Query) => SomeQuery<Row>;
}
/**
 * Writes the whole statement as SQL, for a list that is too frequent for a query builder or joins its rows late (decision 6).
 */
interface Written<Read, Row> {
  /** May return the list's total as `_total`, or `exactUpTo` + 1 if it stopped counting there. */
  rows: (page: PageSql) => RawBuilder<Read>;
  /** Creates the row of the response; it must not copy the cursor's columns. */
  toRow: (row: Read) => Row;
}

/** A list whose page has not been read yet. */
export class List<Response> {
  readonly page: () => Promise<Response>;
  /** All rows of the list, for counting; null if counting them would cost too much. */
  readonly matching: () => Promise<RawBuilder<unknown> | null>;

  constructor(page: List<Response>['page'], matching: List<Response>['matching']) {
    this.page = page;
    this.matching = matching;
  }

  /** Returns a list that transforms each page after it is read. */
  map<Changed>(change: (page: Response) => Changed | Promise<Changed>): List<Changed> {
    return new List(async () => change(await this.page()), this.matching);
  }

  mapRows<Row, Changed>(this: List<Page<Row>>, toRow: (row: Row) => Changed): List<Page<Changed>> {
    return this.map((page) => ({ ...page, records: page.records.map(toRow) }));
  }
}

/** A list that saved views can count, because its handler returns it unread. Takes the parameters of `listPage`. */
export function listOf<Query extends SomeQuery, Row extends object, Read extends object>(
  tx: Tx,
  matching: Query | RawBuilder<unknown>,
  options: ListOptions & (Selecting<Query, Row> | Written<Read, Row>),
): List<Page<Row>> {
  const isCounted = options.exactUpTo !== 0;
  return new List(
    () => listPage(tx, matching, options),
    async () => (isCounted ? rowsOf(matching) : null),
  );
}

/**
 * Reads one page: its rows, the total, and the cursor of the next page. Takes one statement if the page itself determines the
 * total, a second one to count, and a third one if the total is an estimate. A list with its own statement may pass SQL for the
 * matching rows; it selects `location_id` if the list has a `locationScope`.
 */
export async function listPage<Query extends SomeQuery, Row extends object, Read extends object>(
  tx: Tx,
  matching: Query | RawBuilder<unknown>,
  options: ListOptions & (Selecting<Query, Row> | Written<Read, Row>),
): Promise<Page<Row>> {
  const { request, sort } = options;
  const { limit } = request;
  const page = pageSql(tx, options);
  const rows =
    'rows' in options
      ? (await options.rows(page).execute(tx)).rows
      : await builtPage(options.select(matching as Query), options, page).execute();
  const found = rows as Keys[];

  const hasMore = found.length > limit;
  const last = found[limit - 1];
  const nextCursor = hasMore && last ? cursorOf(keysOf(last, sort.columns)) : null;
  const shown = found.slice(0, limit);
  const records = 'rows' in options ? (shown as Read[]).map(options.toRow) : withoutKeys<Row>(shown);
  const total = await totalOf(
    tx,
    { ...options, matching },
    {
      rows: records.length,
      hasMore,
      total: found[0]?._total ?? undefined,
    },
  );
  const totals = options.sums && { totals: await sumsOf(tx, options.sums, total.totalRecords) };
  return { records, ...total, nextCursor, ...totals };
}

type Keys = { _total?: number | null } & { [key: `_key${number}`]: string };
const keyColumns = (columns: SortColumns) =>
  columns.map((column, index) => sql<string>`${column}::text`.as(`_key${index}`));
const keysOf = (row: Keys, columns: SortColumns) => columns.map((_, index) => row[`_key${index}`]!);

const builtPage = <Row>(query: SomeQuery<Row>, { sort: { columns }, sharedBy }: ListOptions, page: PageSql) =>
  query
    .select(
      typeof sharedBy === 'object'
        ? [...keyColumns(columns), page.keptTotal.as('_total')]
        : keyColumns(columns),
    )
    .where(page.after)
    .modifyEnd(sql`${page.orderBy} ${page.limit}`);

function pageSql(tx: Tx, options: ListOptions): PageSql {
  const { request, sort, sharedBy } = options;
  const { columns, direction } = sort;
  const { limit, cursor } = request;
  const selected = isSelected(options);
  const directed = sql.raw(direction);
  const skipped = skippedBy(request);
  const rows = maxRows(limit + 1, request);
  return {
    cursor: sql.join(keyColumns(columns)),
    after:
      cursor === undefined
        ? selected
        : sql`${isAfter(columns, direction, readCursor(cursor, columns.length))} AND ${selected}`,
    selected,
    orderBy: sql`ORDER BY ${sql.join(columns.map((column) => sql`${column} ${directed}`))}`,
    limit: skipped > 0 ? sql`LIMIT ${rows} OFFSET ${skipped}` : sql`LIMIT ${rows}`,
    lastRow: skipped > 0 ? sql<number>`${skipped + limit + 1}` : rows,
    rowCount: cursor === undefined ? sql`count(*) OVER ()` : sql`NULL::bigint`,
    keptTotal: totalIfUnchanged(tx, sharedBy),
  };
}

/** Whether a row is among the selected ones. Works for every list, so none has its own filter on IDs. */
function isSelected({ request: { ids }, sort, id, isOneOf }: ListOptions): RawBuilder<SqlBool> {
  if (!ids) return sql`true`;
  if (isOneOf) return isOneOf(ids);
  return sql`${id ?? sort.columns.at(-1)!} = ANY (${ids})`;
}

/**
 * The limits of a statement whose best plan doesn't depend on the search, so that PostgreSQL keeps its plan (see `maxRows`). A
 * subquery hides the offset from the planner: a known offset is planned for each page, which takes longer than reading.
 */
export function fixedLimits(request: PageRequest): Pick<PageSql, 'limit' | 'lastRow'> {
  const skipped = skippedBy(request);
  const rows = maxRows(request.limit + 1, { ...request, search: undefined });
  return skipped === 0
    ? { limit: sql`LIMIT ${rows}`, lastRow: rows }
    : {
        limit: sql`LIMIT ${rows} OFFSET (SELECT ${skipped}::bigint)`,
        lastRow: sql`${skipped + request.limit + 1}`,
      };
}

/** Skipping rows costs as much as reading them, so beyond this number a cursor is required. */
const maxSkipped = 100_000;
function skippedBy({ page, limit, cursor }: PageRequest): number {
  const skipped = cursor === undefined ? (page - 1) * limit : 0;
  if (skipped > maxSkipped) throw wrongField('page', 'Use a cursor to continue, or narrow the list');
  return skipped;
}

/** Whether a row comes after the one with these values in the sort columns. */
const isAfter = (columns: SortColumns, direction: SortDirection, values: readonly string[]) =>
  sql<SqlBool>`(${sql.join(columns)}) ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join(values)})`;

/** Copies rows instead of deleting their keys, since objects with deleted keys stay slow. */
function withoutKeys<Row>(rows: readonly object[]): Row[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !name.startsWith('_') || name === '_id');
  return rows.map((row) => {
    const copy: Record<string, unknown> = {};
    for (const name of names) copy[name] = row[name as keyof typeof row];
    return copy as Row;
  });
}

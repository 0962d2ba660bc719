import type { Page, PageRequest } from '@aisle/contract/core/page';
import { type RawBuilder, sql } from 'kysely';
import { rowsOf, type Tx } from './db.ts';
import { type Given, given, slot, statementOfShape } from './kept-statements.ts';
import { behind, cursorOf, type Late, type Order, readCursor, rowsOfPage, skippedBy } from './list.ts';
import { isUsual, type SomeQuery, Total, totalOf } from './list-total.ts';
import type { Located } from './planned-rows.ts';

/** What the statements of a page are told when they are sent. */
export interface Asked<Request extends PageRequest = PageRequest> {
  request: Request;
  /** What the row that a cursor names is sorted by. */
  after: readonly string[];
}
/** Whether a page has to tell how many rows there are: not behind another, nor where a guess of so many is remembered. */
export type WhatTotal = 'wanted' | 'guessed' | 'unwanted';
export interface Made {
  filtered: SomeQuery;
  late?: Omit<Late, 'isBounded'>;
  /** As many rows as there are, and about as many, found with less work. */
  counted?: SomeQuery;
  guessed?: SomeQuery;
  /**
   * What is found out first and the page at the same time, which is made from what stands in `lead`: one row, of which
   * `ok` tells whether the page is as it should be, and `total` how many rows there are, as far as lists count.
   */
  lead?: RawBuilder<unknown>;
}
export interface KeptList<Told extends Asked, Read, Row> {
  /** What tells its statements from all others, but for values. */
  shape: string;
  told: Omit<Told, 'after'>;
  /** With a slot wherever a value differs between requests of one shape. */
  make: (given: Given<Told>, total: WhatTotal) => Made;
  order: Order;
  /** The columns of the order as a row has them. */
  sortedBy: readonly (keyof Read & string)[];
  /** Adds all that a row shows. */
  whole: (query: SomeQuery) => SomeQuery;
  read: (row: Read) => Row;
  /** Finding a page finds all rows there are, and counts them. */
  isBounded: boolean;
  /** As in `listPage`. */
  located?: Located | undefined;
  /** Who sees the same rows. */
  sharedBy: string;
  /** The page where a lead tells that it is not as it should be. */
  otherwise?: () => Promise<Page<Row>>;
}

/** A page as `listPage` gives it, of a list so often asked for that its statements are kept. */
export async function keptPage<Told extends Asked, Read extends object, Row>(
  tx: Tx,
  list: KeptList<Told, Read, Row>,
): Promise<Page<Row>> {
  const { make, order, sortedBy, sharedBy, located, isBounded } = list;
  const { request } = list.told;
  const { page, limit, cursor, sort, ...counted } = request;
  const skipped = skippedBy(request);
  const after = cursor === undefined ? [] : readCursor(cursor, order.columns.length);
  const told = { ...list.told, after } as unknown as Told;
  const total = new Total({
    request,
    counted: () => countedIn(make(given(told), 'unwanted')),
    guessed: () => guessedIn(make(given(told), 'unwanted')),
    guessTotal: false,
    located,
    sharedBy,
    name: `${list.shape} ${JSON.stringify(counted)}`,
  });
  const place = cursor === undefined ? (skipped > 0 ? 'skipping' : 'first') : 'behind';
  const wanted = total.isGuessed ? 'guessed' : cursor === undefined ? 'wanted' : 'unwanted';
  const shape = [list.shape, order.direction, place, isUsual(limit) ? limit : 'any', wanted].join(' ');
  const build = () => pageQuery(list, make(slot, wanted), place, wanted === 'wanted');

  type Found = Read & { _ok?: boolean; _total?: number | null };
  const rows = await rowsOf<Found>(tx, statementOfShape(tx, { shape, told, build }));
  const first = rows[0];
  if (list.otherwise && first?._ok !== true) return list.otherwise();
  // Beside the row that leads there is always one of the page, if only an empty one.
  const found = first && first[sortedBy[0]!] === null ? [] : rows;
  const more = found.length > limit;
  const last = found[limit - 1];
  const nextCursor = more && last ? cursorOf(sortedBy.map((name) => last[name])) : null;
  const records = found.slice(0, limit).map(list.read);
  const known = cursor === undefined ? (first?._total ?? undefined) : undefined;
  return { records, ...(await total.of(tx, { rows: records.length, more, known, isBounded })), nextCursor };
}

const countedIn = ({ filtered, counted = filtered }: Made) => counted;
const guessedIn = ({ guessed, ...made }: Made) => guessed ?? countedIn(made);

function pageQuery<Told extends Asked, Read, Row>(
  { told: { request }, order, sortedBy, whole, isBounded }: KeptList<Told, Read, Row>,
  { lead, late, filtered, ...made }: Made,
  place: 'first' | 'skipping' | 'behind',
  wantsTotal: boolean,
) {
  const told = slot as Given<Asked>;
  const counted = countedIn({ filtered, ...made });
  const after = order.columns.map((_, index) => told((asked) => asked.after[index]));
  const page = rowsOfPage(filtered, {
    order,
    late: late && { ...late, isBounded },
    whole,
    most: isUsual(request.limit) ? sql.lit(request.limit + 1) : told((asked) => asked.request.limit + 1),
    offset: place === 'skipping' ? told((asked) => skippedBy(asked.request)) : undefined,
    behind: place === 'behind' ? behind(order, after) : undefined,
    total: late && wantsTotal && !isBounded && !lead ? totalOf(counted, request) : undefined,
  });
  if (!lead) return page;
  const sorted = sortedBy.map((name) => sql`${sql.ref(`page.${name}`)} ${sql.raw(order.direction)}`);
  const total = wantsTotal && !isBounded ? sql`lead.total AS "_total",` : sql``;
  return sql`SELECT lead.ok AS "_ok", ${total} page.* FROM (${lead}) AS lead
    LEFT JOIN LATERAL (${page.clearOrderBy()}) AS page ON true ORDER BY ${sql.join(sorted)}`;
}

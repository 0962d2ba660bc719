import { type PageRequest, pageSizes } from '@aisle/contract/core/page';
import { type SelectQueryBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from './db.ts';
import { type Located, plannedRows } from './planned-rows.ts';

// biome-ignore lint/suspicious/noExplicitAny: which tables and columns rows come from makes no difference to a list.
export type SomeQuery<Row = any> = SelectQueryBuilder<any, any, Row>;

/** Nothing counts more rows than this in a request; what lies beyond is the planner's guess. */
export const mostCounted = 1000;

/** Totals that were guessed lately: a list that many look at does not count and plan for each of them. */
const guesses = new LRUCache<string, number>({ max: 1000, ttl: 20_000 });
/** For whoever opens another database. */
export const forgetTotals = (): void => guesses.clear();

/**
 * A limit that is part of the text lets the database keep its plan rather than make one for each request, which
 * takes longer than a page. A search is planned for what it looks for: whether that is rare decides how to find it.
 */
export const atMost = (rows: number, request: PageRequest) =>
  request.search ? rows : literal(rows, request);
export const literal = (rows: number, { limit }: PageRequest) => (isUsual(limit) ? sql.lit(rows) : rows);
export const isUsual = (limit: number): boolean => (pageSizes as readonly number[]).includes(limit);

interface Told {
  totalRecords: number;
  totalIsEstimate?: boolean;
}
const about = (total: number): Told => ({ totalRecords: total, totalIsEstimate: true });

const one = sql<number>`1`.as('one');

interface Counting {
  request: PageRequest;
  /** As many rows as there are. */
  counted: () => SomeQuery<unknown>;
  /** About as many. */
  guessed: () => SomeQuery<unknown>;
  guessTotal: boolean;
  located: Located | undefined;
  /** Who sees the same rows. */
  sharedBy: string | undefined;
  /** What is counted, by name; else it is told apart by its statement. */
  name?: string;
}
interface Page {
  rows: number;
  more: boolean;
  /** What was asked along with the page. */
  known: number | undefined;
  /** Whether that is all there are, and not only as far as lists count. */
  isBounded?: boolean | undefined;
}
/** How many rows a query has: counted as far as a request counts, beyond that the planner's guess. */
export class Total {
  readonly #how: Counting;
  #key: string | undefined;

  constructor(how: Counting) {
    this.#how = how;
  }

  get isGuessed(): boolean {
    return this.#guess() !== undefined;
  }

  /** As the page tells it, or else counted. */
  async of(tx: Tx, { rows, more, known, isBounded }: Page): Promise<Told> {
    const { page, limit, cursor } = this.#how.request;
    if (cursor === undefined && !more && (page === 1 || rows > 0))
      return { totalRecords: (page - 1) * limit + rows };
    if (isBounded && known !== undefined) return known > mostCounted ? about(known) : { totalRecords: known };
    return this.#read(tx, known);
  }

  async #read(tx: Tx, known: number | undefined): Promise<Told> {
    const guess = this.#guess();
    if (guess) return about(guess);
    const { guessTotal } = this.#how;
    let total = known ?? 0;
    if (!guessTotal && known === undefined) {
      const { counted, request } = this.#how;
      total = (await counting(counted(), request).execute(tx)).rows[0]!.total;
    }
    if (total <= mostCounted && (known !== undefined || !guessTotal)) return { totalRecords: total };
    const planned = await plannedRows(tx, this.#how.guessed(), this.#how.located);
    const guessed = Math.max(total, planned);
    if (this.#key) guesses.set(this.#key, guessed);
    return about(guessed);
  }

  #guess(): number | undefined {
    const { sharedBy, counted, name } = this.#how;
    if (sharedBy === undefined) return undefined;
    this.#key ??= `${sharedBy} ${name ?? textOf(counted())}`;
    return guesses.get(this.#key);
  }
}
/** As far as lists count; to be asked along with a page. */
export const totalOf = (counted: SomeQuery<unknown>, request: PageRequest) =>
  sql<number>`(${counting(counted, request)})`.as('_total');
function counting(counted: SomeQuery<unknown>, request: PageRequest) {
  const some = counted.select(one).limit(atMost(mostCounted + 1, request));
  return sql<{ total: number }>`SELECT count(*) AS total FROM (${some}) AS found`;
}
function textOf(counted: SomeQuery<unknown>): string {
  const { sql: text, parameters } = counted.select(one).compile();
  return `${text} ${JSON.stringify(parameters)}`;
}

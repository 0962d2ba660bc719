import { type PageRequest, pageSizes } from '@aisle/contract/core/page';
import { type SelectQueryBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from './db.ts';

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
export const literal = (rows: number, { limit }: PageRequest) =>
  (pageSizes as readonly number[]).includes(limit) ? sql.lit(rows) : rows;

interface Told {
  totalRecords: number;
  totalIsEstimate?: boolean;
}
const about = (total: number): Told => ({ totalRecords: total, totalIsEstimate: true });
/** A total as lists tell it: past what a request counts it is no more than about so many. */
export const asCounted = (total: number): Told =>
  total > mostCounted ? about(total) : { totalRecords: total };

const one = sql<number>`1`.as('one');

interface Counting {
  request: PageRequest;
  guessed: SomeQuery<unknown>;
  guessTotal: boolean;
  sharedBy: string | undefined;
}
/** How many rows a query has: counted as far as a request counts, beyond that the planner's guess. */
export class Total {
  readonly #some: SomeQuery;
  readonly #how: Counting;
  #key: string | undefined;

  constructor(counted: SomeQuery, how: Counting) {
    this.#some = counted.select(one);
    this.#how = how;
  }

  get isGuessed(): boolean {
    return this.#guess() !== undefined;
  }

  /** To be asked along with a page. */
  asColumn() {
    return sql<number>`(${this.#counting()})`.as('_total');
  }

  /** `known` where it was asked along. */
  async read(tx: Tx, known: number | undefined): Promise<Told> {
    const guess = this.#guess();
    if (guess) return about(guess);
    let total = known ?? 0;
    if (!this.#how.guessTotal && known === undefined) {
      total = (await this.#counting().execute(tx)).rows[0]!.total;
    }
    if (total <= mostCounted && (known !== undefined || !this.#how.guessTotal))
      return { totalRecords: total };
    const plan = (await this.#how.guessed.select(one).explain('json')) as [
      { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] },
    ];
    const guessed = Math.max(total, plan[0]['QUERY PLAN'][0].Plan['Plan Rows']);
    if (this.#key) guesses.set(this.#key, guessed);
    return about(guessed);
  }

  #counting() {
    const some = this.#some.limit(atMost(mostCounted + 1, this.#how.request));
    return sql<{ total: number }>`SELECT count(*) AS total FROM (${some}) AS found`;
  }

  #guess(): number | undefined {
    const { sharedBy } = this.#how;
    if (sharedBy === undefined) return undefined;
    if (!this.#key) {
      const compiled = this.#some.compile();
      this.#key = `${sharedBy} ${compiled.sql} ${JSON.stringify(compiled.parameters)}`;
    }
    return guesses.get(this.#key);
  }
}

import type { OrderPage } from '@aisle/contract/orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { behind } from '../core/list.ts';
import { literal, mostCounted } from '../core/list-total.ts';
import type { OrdersQuery } from './order-filter.queries.ts';
import { areGoods, customersCalled, isNumberOrPhone, ordersWith } from './order-search.queries.ts';

/** Orders as `location_id`, `id` and `created_at`: what a page is sorted by, and they themselves found by. */
export interface NamedOrders {
  query: OrdersQuery;
  /** As many as a list counts, found by themselves. */
  counted: OrdersQuery;
  /** About as many, where these are too many to count. */
  guessed: OrdersQuery;
  /** So few that finding a page finds all of them. */
  isBounded: boolean;
}
/** The same, of what is found out in the same statement: one row `lead`, and whether it holds what was needed. */
export interface NamedAtOnce extends NamedOrders {
  lead: RawBuilder<unknown>;
}

/** More different words than these hold three letters that are everywhere: then people are looked up instead. */
const mostWords = 20;
/** What is known of an order where its name is. */
const known = ['locationId', 'from', 'to'];

/** Whether orders are looked for by a name, in the order of their age, and by nothing that an index of names does not know. */
const isByName = ({ search = '', sort, filters }: OrderPage): boolean =>
  search.length >= 3 &&
  !isNumberOrPhone(search) &&
  (!sort || sort.field === 'createdAt') &&
  Object.keys(filters).every((name) => known.includes(name));
const isOneWord = (search: string) => /^\S+$/.test(search);

/** The orders that a name alone leads to, should it be no word for goods; null where more is asked than that. */
export function ordersAtOnce(tx: Tx, actor: Actor, request: OrderPage): NamedAtOnce | null {
  if (!isByName(request)) return null;
  const search = request.search!;
  return isOneWord(search) ? ofWord(tx, actor, request, search) : ofName(tx, actor, request, search);
}

/** One word: in the name on an order, or in the name that whoever ordered bears now, however many share it. */
function ofWord(tx: Tx, actor: Actor, request: OrderPage, search: string): NamedAtOnce {
  const fits = conditionsOf(actor, request.filters);
  const words = wordsHolding(search);
  return {
    lead: sql`SELECT words IS NOT NULL AND NOT goods AS ok, CASE WHEN NOT goods THEN words END AS held
      FROM (SELECT ${words} AS words, ${areGoods(search)} AS goods OFFSET 0) AS meant`,
    query: eachWord(tx, sql`lead.held`, pageOf(request, fits)),
    counted: ordersCounted(tx, words, fits),
    guessed: ordersIn(tx, bearing(sql`word = ANY (${words}) AND ${fits}`)),
    isBounded: false,
  };
}

/** Several: of a few customers, one after the other. */
function ofName(tx: Tx, actor: Actor, { filters }: OrderPage, search: string): NamedAtOnce {
  const fits = conditionsOf(actor, filters);
  const theirs = (ids: RawBuilder<unknown>) =>
    ordersIn(
      tx,
      sql`SELECT theirs.* FROM unnest(${ids}) AS customer (id) CROSS JOIN LATERAL (
        SELECT location_id, id, created_at FROM orders WHERE customer_id = customer.id AND ${fits} OFFSET 0) AS theirs`,
    );
  const counted = theirs(sql`(SELECT ids FROM ${customersCalled(search)} AS called)`);
  return {
    lead: sql`SELECT NOT many AND NOT goods AS ok, CASE WHEN NOT goods THEN ids END AS held
      FROM (SELECT ids, many, ${areGoods(search)} AS goods FROM ${customersCalled(search)} AS called OFFSET 0) AS meant`,
    query: theirs(sql`lead.held`),
    counted,
    guessed: counted,
    isBounded: true,
  };
}

/**
 * One word that also goods are called by, and not too many people: the orders of both. Null where it is in too many
 * words, or more is asked than the index of these words can tell.
 */
export async function ordersOfBoth(tx: Tx, actor: Actor, request: OrderPage): Promise<NamedOrders | null> {
  if (!isByName(request) || !isOneWord(request.search!)) return null;
  const search = request.search!;
  const { words, many } = await meant(tx, search);
  if (!words) return null;
  const fits = conditionsOf(actor, request.filters);
  const borne = bearing(sql`word = ANY (${words}::text[]) AND ${fits}`);
  const guessed = ordersIn(tx, borne);
  if (many) {
    // What everybody is called is nobody's word for goods.
    const held = sql`(SELECT ${words}::text[])`;
    const counted = ordersCounted(tx, sql`${words}::text[]`, fits);
    return { query: eachWord(tx, held, pageOf(request, fits)), counted, guessed, isBounded: false };
  }
  const sold = sql`SELECT location_id, id, created_at FROM (${ordersWith(actor, search)}) AS sold WHERE ${fits}`;
  const query = ordersIn(tx, sql`${borne} UNION ${sold}`);
  return { query, counted: query, guessed, isBounded: true };
}

const wordsHolding = (search: string) =>
  sql<string[] | null>`words_holding(${search}, ${sql.lit(mostWords)})`;
async function meant(tx: Tx, search: string): Promise<{ words: string[] | null; many: boolean }> {
  const { rows } = await sql<{ words: string[] | null; many: boolean }>`
    SELECT ${wordsHolding(search)} AS words, many FROM ${customersCalled(search)} AS called`.execute(tx);
  return rows[0]!;
}

const bearing = (conditions: RawBuilder<unknown>) => sql`
  SELECT location_id, order_id AS id, created_at FROM order_words WHERE ${conditions}`;
const ordersIn = (tx: Tx, rows: RawBuilder<unknown>) =>
  tx.selectFrom(sql`(${rows})`.as('o')) as never as OrdersQuery;

/** Word by word, each list in its order and no further than asked; an order whose name holds several comes once. */
const eachWord = (tx: Tx, words: RawBuilder<unknown>, conditions: RawBuilder<unknown>) =>
  ordersIn(
    tx,
    sql`SELECT DISTINCT borne.* FROM unnest(${words}) AS held (word)
      CROSS JOIN LATERAL (${bearing(sql`order_words.word = held.word COLLATE "C" AND ${conditions}`)}) AS borne`,
  );

/** As far as lists count. None can come twice where the word is one, and telling them apart takes as long as the rest. */
function ordersCounted(tx: Tx, words: RawBuilder<unknown>, fits: RawBuilder<SqlBool>): OrdersQuery {
  const most = sql`${fits} LIMIT ${sql.lit(mostCounted + 1)}`;
  const several = eachWord(tx, sql`(CASE WHEN cardinality(words) > 1 THEN words END)`, most);
  return ordersIn(
    tx,
    sql`SELECT borne.* FROM (SELECT ${words} AS words OFFSET 0) AS meant CROSS JOIN LATERAL (
      (${bearing(sql`cardinality(words) = 1 AND word = words[1] AND ${most}`)})
      UNION ALL ${several.select(['o.location_id', 'o.id', 'o.created_at'])}) AS borne`,
  );
}

/** The first of them up to the end of a page. */
function pageOf(request: OrderPage, fits: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const { sort, cursor, page, limit } = request;
  const direction = sort?.order ?? 'desc';
  const order = { columns: [sql.ref('created_at'), sql.ref('order_id')], direction };
  const going = cursor === undefined ? fits : sql`${fits} AND ${behind(order, cursor)}`;
  const ordered = sql.join(order.columns.map((column) => sql`${column} ${sql.raw(direction)}`));
  const most = cursor === undefined && page > 1 ? page * limit + 1 : literal(limit + 1, request);
  return sql`${going} ORDER BY ${ordered} LIMIT ${most}`;
}

function conditionsOf(actor: Actor, { locationId, from, to }: OrderPage['filters']): RawBuilder<SqlBool> {
  const location = locationOf(actor, locationId);
  const parts = [sql<SqlBool>`true`];
  if (location !== undefined) parts.push(sql`location_id = ${location}`);
  if (from !== undefined) parts.push(sql`created_at >= ${from}`);
  if (to !== undefined) parts.push(sql`created_at < ${to}`);
  return sql`${sql.join(parts, sql` AND `)}`;
}

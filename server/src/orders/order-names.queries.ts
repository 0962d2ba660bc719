import type { OrderPage } from '@aisle/contract/orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { behind } from '../core/list.ts';
import { literal, mostCounted } from '../core/list-total.ts';
import type { OrdersQuery } from './order-filter.queries.ts';
import { areGoods, customersCalled, isNumberOrPhone, ordersWith } from './order-search.queries.ts';

interface NamedOrders {
  /** As `location_id`, `id` and `created_at`: what a page is sorted by, and the orders themselves found by. */
  query: OrdersQuery;
  /** As many as a list counts. */
  counted: OrdersQuery;
  /** About as many, where these are too many to count. */
  guessed: OrdersQuery;
  /** So few that finding a page finds all of them. */
  isBounded: boolean;
}

/** More different words than these hold three letters that are everywhere: then people are looked up instead. */
const mostWords = 20;
/** What is known of an order where its words are. */
const known = ['locationId', 'from', 'to'];

/**
 * The orders with one word in the name on them, or in the name that whoever ordered bears now, in the order of
 * their age and however many share it; null where more is asked than the index of these words can tell.
 */
export async function ordersNamed(tx: Tx, actor: Actor, request: OrderPage): Promise<NamedOrders | null> {
  const { search, sort, filters } = request;
  if (!search || !/^\S{3,}$/.test(search) || isNumberOrPhone(search)) return null;
  if ((sort && sort.field !== 'createdAt') || Object.keys(filters).some((name) => !known.includes(name))) {
    return null;
  }
  const { words, goods } = await meant(tx, search);
  if (!words) return null;
  const fits = conditionsOf(actor, filters);
  const guessed = ordersIn(tx, bearing(sql`word = ANY (${words}::text[]) AND ${fits}`));
  if (goods) {
    const sold = sql`SELECT location_id, id, created_at FROM (${ordersWith(actor, search)}) AS sold WHERE ${fits}`;
    const query = ordersIn(tx, sql`${bearing(sql`word = ANY (${words}::text[]) AND ${fits}`)} UNION ${sold}`);
    return { query, counted: query, guessed, isBounded: true };
  }
  if (words.length === 1) {
    const query = ordersIn(tx, bearing(sql`word = ${words[0]} AND ${fits}`));
    return { query, counted: query, guessed, isBounded: false };
  }
  const counted = eachWord(tx, words, sql`${fits} LIMIT ${sql.lit(mostCounted + 1)}`);
  return { query: eachWord(tx, words, pageOf(request, fits)), counted, guessed, isBounded: false };
}

const bearing = (conditions: RawBuilder<unknown>) => sql`
  SELECT location_id, order_id AS id, created_at FROM order_words WHERE ${conditions}`;
const ordersIn = (tx: Tx, rows: RawBuilder<unknown>) =>
  tx.selectFrom(sql`(${rows})`.as('o')) as never as OrdersQuery;

/**
 * Word by word, each list in its order and no further than asked; an order whose name holds several comes once. The
 * SELECT hides from the planner how many words they are: one plan serves all.
 */
const eachWord = (tx: Tx, words: readonly string[], conditions: RawBuilder<unknown>) =>
  ordersIn(
    tx,
    sql`SELECT DISTINCT borne.* FROM unnest((SELECT ${words}::text[])) AS held (word)
      CROSS JOIN LATERAL (${bearing(sql`order_words.word = held.word COLLATE "C" AND ${conditions}`)}) AS borne`,
  );

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

/** Which words hold what was typed, and whether goods do; what everybody is called is nobody's word for goods. */
async function meant(tx: Tx, search: string): Promise<{ words: string[] | null; goods: boolean }> {
  const { rows } = await sql<{ words: string[] | null; goods: boolean }>`
    SELECT words_holding(${search}, ${sql.lit(mostWords)}) AS words,
      CASE WHEN ${areGoods(search)} THEN NOT (SELECT many FROM ${customersCalled(search)} AS called) ELSE false END
        AS goods`.execute(tx);
  return rows[0]!;
}

function conditionsOf(actor: Actor, { locationId, from, to }: OrderPage['filters']): RawBuilder<SqlBool> {
  const location = locationOf(actor, locationId);
  const parts = [sql<SqlBool>`true`];
  if (location !== undefined) parts.push(sql`location_id = ${location}`);
  if (from !== undefined) parts.push(sql`created_at >= ${from}`);
  if (to !== undefined) parts.push(sql`created_at < ${to}`);
  return sql`${sql.join(parts, sql` AND `)}`;
}

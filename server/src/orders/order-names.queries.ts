import type { OrderPage } from '@aisle/contract/order-list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { Asked, Made, WhatTotal } from '../core/kept-list.ts';
import { type Given, given } from '../core/kept-statements.ts';
import { behind } from '../core/list.ts';
import { isUsual, mostCounted } from '../core/list-total.ts';
import type { OrdersQuery } from './order-filter.queries.ts';
import { areGoods, goodsMeant, ordersWith, placesOf } from './order-goods.queries.ts';
import {
  customersCalled,
  isCommon,
  isName,
  isNameOf,
  isNumberOrPhone,
  isOneWord,
  wordsHolding,
} from './order-search.queries.ts';

/** What orders are asked for with; the location is the one that is asked for or the only one of whoever asks. */
export interface OrdersAsked extends Asked<OrderPage> {
  location: string | undefined;
}

type WhatOrders = Omit<OrdersAsked, 'after'>;

/** What is known of an order where its name is. */
const known = ['locationId', 'from', 'to'];

/** Whether orders are looked for by a name, in the order of their age, and by nothing that an index of names does not know. */
export const isByName = ({ search = '', sort, filters }: OrderPage): boolean =>
  search.length >= 3 &&
  !isNumberOrPhone(search) &&
  (!sort || sort.field === 'createdAt') &&
  Object.keys(filters).every((name) => known.includes(name));

/**
 * One word: in the name on an order, or in the name that whoever ordered bears now, however many share it. What may be
 * a word for goods as well is none where many bear it.
 */
export function ordersOfWord(tx: Tx, told: Given<OrdersAsked>, asked: WhatOrders, wanted: WhatTotal): Made {
  const search = searched(told);
  const fits = conditionsOf(told, asked);
  const words = wordsHolding(search);
  const most = sql`${fits} LIMIT ${sql.lit(mostCounted + 1)}`;
  const isMeant = sql`${isName(search)} OR NOT ${areGoods(search)} OR ${isCommon(sql`meant.words`)}`;
  const held = sql`(SELECT ${words} AS words OFFSET 0)`;
  const leads: Record<WhatTotal, RawBuilder<unknown>> = {
    wanted: sql`SELECT words, total, words IS NOT NULL AND (${isNameOf(sql`words`, sql`total`, search)} OR ${isMeant}) AS ok
      FROM (SELECT words, ${totalBorne(tx, sql`held.words`, most)} AS total FROM ${held} AS held OFFSET 0) AS meant`,
    // So many bear it that they were not counted.
    guessed: sql`SELECT words, words IS NOT NULL AS ok FROM ${held} AS meant`,
    unwanted: sql`SELECT words, words IS NOT NULL AND (${isMeant}) AS ok FROM ${held} AS meant`,
  };
  return {
    filtered: eachWord(tx, sql`lead.words`, pageOf(told, asked, fits)),
    counted: eachWord(tx, words, most),
    guessed: ordersIn(tx, bearing(sql`word = ANY (${words}) AND ${fits}`)),
    lead: leads[wanted],
  };
}

/** Several words: of a few customers, one after the other. What is in somebody's name is not looked for among goods. */
export function ordersOfName(tx: Tx, told: Given<OrdersAsked>, asked: WhatOrders): Made {
  const search = searched(told);
  const fits = conditionsOf(told, asked);
  const theirs = (ids: RawBuilder<unknown>) =>
    ordersIn(
      tx,
      sql`SELECT theirs.* FROM unnest(${ids}) AS customer (id) CROSS JOIN LATERAL (
        SELECT location_id, id, created_at FROM orders WHERE customer_id = customer.id AND ${fits} OFFSET 0) AS theirs`,
    );
  const called = sql`${customersCalled(search)} AS called`;
  return {
    filtered: theirs(sql`lead.ids`),
    counted: theirs(sql`(SELECT ids FROM ${called})`),
    lead: sql`SELECT NOT many AND (ids <> '{}' OR NOT ${areGoods(search)}) AS ok, ids FROM ${called}`,
  };
}

interface Both {
  query: OrdersQuery;
  counted: OrdersQuery;
  guessed: OrdersQuery;
  isBounded: true;
  isCut: boolean;
}
/**
 * One word that also goods are called by, and not many people: the orders of both. Null where it is in too many words, or
 * more is asked than the index of these words can tell.
 */
export async function ordersOfBoth(tx: Tx, actor: Actor, asked: WhatOrders): Promise<Both | null> {
  const { search = '' } = asked.request;
  if (!isByName(asked.request) || !isOneWord(search)) return null;
  const { rows } = await sql<{
    words: string[] | null;
  }>`SELECT ${wordsHolding(given(search))} AS words`.execute(tx);
  const words = rows[0]?.words;
  if (!words) return null;
  const fits = conditionsOf(given({ ...asked, after: [] }), asked);
  const borne = bearing(sql`word = ANY (${words}::text[]) AND ${fits}`);
  const at = placesOf(actor, asked.location);
  const goods = await goodsMeant(tx, search, at);
  const sold = sql`SELECT location_id, id, created_at FROM (${ordersWith(goods, at)}) AS sold WHERE ${fits}`;
  const query = ordersIn(tx, sql`${borne} UNION ${sold}`);
  return { query, counted: query, guessed: ordersIn(tx, borne), isBounded: true, isCut: goods.isCut };
}

/** What was typed, of what is told. */
const searched =
  (told: Given<OrdersAsked>): Given<string> =>
  (of) =>
    told(({ request }) => of(request.search!));

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

/** How many. None can come twice where the word is one, and telling them apart takes as long as the rest. */
const totalBorne = (tx: Tx, words: RawBuilder<unknown>, most: RawBuilder<unknown>) => sql`
  CASE WHEN cardinality(${words}) = 1
    THEN (SELECT count(*) FROM (${bearing(sql`word = (${words})[1] AND ${most}`)}) AS few)
    ELSE (SELECT count(*) FROM (${eachWord(tx, words, most).select('o.id')}) AS few) END`;

/** The first of them up to the end of a page. */
function pageOf(
  told: Given<OrdersAsked>,
  { request }: Pick<OrdersAsked, 'request'>,
  fits: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const { sort, cursor, page, limit } = request;
  const direction = sort?.order ?? 'desc';
  const order = { columns: [sql.ref('created_at'), sql.ref('order_id')], direction };
  const after = [told((asked) => asked.after[0]), told((asked) => asked.after[1])];
  const going = cursor === undefined ? fits : sql`${fits} AND ${behind(order, after)}`;
  const ordered = sql.join(order.columns.map((column) => sql`${column} ${sql.raw(direction)}`));
  const toTheEnd = (asked: OrdersAsked) => asked.request.page * asked.request.limit + 1;
  const most =
    cursor === undefined && page > 1
      ? told(toTheEnd)
      : isUsual(limit)
        ? sql.lit(limit + 1)
        : told((asked) => asked.request.limit + 1);
  return sql`${going} ORDER BY ${ordered} LIMIT ${most}`;
}

function conditionsOf(
  told: Given<OrdersAsked>,
  { location, request: { filters } }: WhatOrders,
): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`true`];
  if (location !== undefined) parts.push(sql`location_id = ${told((asked) => asked.location)}`);
  if (filters.from !== undefined) {
    parts.push(sql`created_at >= ${told(({ request }) => request.filters.from)}`);
  }
  if (filters.to !== undefined) parts.push(sql`created_at < ${told(({ request }) => request.filters.to)}`);
  return sql`${sql.join(parts, sql` AND `)}`;
}

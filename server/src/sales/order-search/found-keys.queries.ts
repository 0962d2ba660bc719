import type { NumberRange } from '@aisle/contract/core/numbers';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { DB } from '../../core/db/db-types.generated.ts';
import type { PageSql } from '../../core/list/list.ts';
import { numberedRows } from '../../core/list/numbers.ts';
import { containing } from '../../core/list/search-text.ts';
import { maxCounted } from '../../core/list/total.ts';
import { keysByItems, type Locations } from './items.queries.ts';
import type { Meaning } from './meaning.queries.ts';

// Keys of orders (location_id, id, created_at), each from the index that finds it; see README.md.

/** The keys of all orders that a search matches, each once. Each part is bounded (README.md). */
export function keysOf(search: string, meaning: Meaning, locations: Locations): RawBuilder<unknown> {
  const { words, customerIds, numbers, checkouts, goods } = meaning;
  const parts = [
    ...(words.length > 0 ? [keysByWords(words)] : []),
    ...(customerIds.length > 0 ? [keysByCustomers(sql`(SELECT ${customerIds}::uuid[])`)] : []),
    ...(numbers.length > 0
      ? [sql`(${numberedRows('orders', sql`location_id, id, created_at`, numbers)})`]
      : []),
    ...(checkouts.length > 0 ? [keysByCheckouts(checkouts)] : []),
    ...(goods ? [keysByItems(goods, locations)] : []),
    keysByOtherName(search),
  ];
  return sql.join(parts, sql` UNION `);
}

/** Finds orders whose name differs from their account's, by that name. */
export const keysByOtherName = (search: string): RawBuilder<unknown> => sql`
  (SELECT location_id, id, created_at FROM orders WHERE contact ? 'firstName'
    AND customer_name ILIKE ${containing(search.replace(/\s+/g, ' '))} LIMIT ${sql.lit(maxCounted)})`;

const wordKeys = sql`SELECT word, location_id, created_at, order_id AS id FROM order_words`;

const keysByWords = (words: readonly string[]) => sql`
  SELECT DISTINCT location_id, id, created_at FROM (${wordKeys}) AS named WHERE word = ANY (${words}::text[])`;

/**
 * OFFSET 0 makes the planner look up customer by customer instead of walking all orders by age. The subquery hides
 * the length of the array from the planner, so that one plan fits all.
 */
export const keysByCustomers = (ids: RawBuilder<unknown>) => sql`
  SELECT theirs.* FROM unnest(${ids}) AS customer (id)
  CROSS JOIN LATERAL (SELECT location_id, id, created_at FROM orders WHERE customer_id = customer.id OFFSET 0) AS theirs`;

const keysByCheckouts = (ranges: readonly NumberRange[]) => sql`
  SELECT theirs.* FROM (${numberedRows('main_orders', sql`id`, ranges)}) AS checkout
  CROSS JOIN LATERAL (SELECT location_id, id, created_at FROM orders WHERE main_order_id = checkout.id OFFSET 0) AS theirs`;

/** Looks up the orders of keys one by one, because the planner would otherwise read the whole table. */
export const ordersOfKeys = (keys: RawBuilder<unknown>) => sql`
  SELECT whole.* FROM (${keys}) AS found
  CROSS JOIN LATERAL (SELECT * FROM orders WHERE location_id = found.location_id AND id = found.id OFFSET 0) AS whole`;

/** Types rows as `orders o` for conditions. If the rows are only keys, conditions can use only key columns. */
export const keysAsOrders = (tx: Tx, rows: RawBuilder<unknown>) =>
  tx.selectFrom(sql<DB['orders']>`(${rows})`.as('o'));

/** A page of orders by words, newest first. Reads each word only to the end of the page, and returns each order once. */
export const pageOfWords = (
  words: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
  { after, orderBy, lastRow }: PageSql,
) => eachWord(words, sql`${conditions} AND ${after} ${orderBy} LIMIT ${lastRow}`);

/** Like `pageOfWords`, up to the maximum count of a list. */
export const countedOfWords = (words: RawBuilder<unknown>, conditions: RawBuilder<unknown>) =>
  eachWord(words, sql`${conditions} LIMIT ${sql.lit(maxCounted + 1)}`);

const eachWord = (words: RawBuilder<unknown>, conditions: RawBuilder<unknown>) => sql`
  SELECT DISTINCT named.* FROM unnest(${words}) AS wanted (word)
  CROSS JOIN LATERAL (SELECT o.location_id, o.id, o.created_at FROM (${wordKeys}) AS o
    WHERE o.word = wanted.word COLLATE "C" AND ${conditions}) AS named`;

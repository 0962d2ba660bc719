import { normalPhone } from '@aisle/contract/core/fields';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { type Given, given } from '../core/kept-statements.ts';
import { mostCounted } from '../core/list-total.ts';
import { beginningWith, containing } from '../core/search-text.ts';
import { areGoods, goodsMeant, ordersWith, type Places } from './order-goods.queries.ts';

/** So many customers' orders are looked up one by one; a more common name is met soon enough by reading on. */
const mostCustomers = 300;

interface Customers {
  ids: string[];
  /** More than are worth looking up. */
  many: boolean;
}
interface Asked {
  pattern: string;
  byPhone: boolean;
  /** Whose name or phone fits; null where nobody's is looked for. */
  customers: RawBuilder<Customers> | null;
}
/** An order's number, a checkout's or a telephone's, or the beginning of one. */
export const isNumberOrPhone = (search: string) => /^(?:[om]-?)?[+(]?\d[\d ().-]*$/i.test(search);

function asked(search: string): Asked {
  const byPhone = isNumberOrPhone(search);
  if (byPhone) {
    const digits = normalPhone(search);
    const pattern = containing(digits);
    return { pattern, byPhone, customers: digits.length < 4 ? null : matching(pattern, byPhone) };
  }
  if (search.length >= 3) {
    return { pattern: containing(search), byPhone, customers: customersCalled(given(search)) };
  }
  // Fewer than three letters are looked for at the beginning alone: there would be too many.
  const pattern = beginningWith(search);
  return { pattern, byPhone, customers: matching(pattern, byPhone) };
}
/** Several words are looked for as one name. */
export const isOneWord = (search: string) => /^\S+$/.test(search);

/** Whose name holds the text, of three letters at least. */
export const customersCalled = (search: Given<string>) =>
  sql<Customers>`customers_called(${search(asTyped)}, ${sql.lit(mostCustomers)})`;
const matching = (pattern: string, byPhone: boolean) =>
  sql<Customers>`customers_matching(${pattern}, ${byPhone}, ${sql.lit(mostCustomers)})`;

/** Whose name or phone fits; `many` when these are more than are worth looking up. */
export async function customersFor(
  tx: Tx,
  search: string,
): Promise<Customers & { pattern: string; byPhone: boolean }> {
  const { customers, ...how } = asked(search);
  if (!customers) return { ids: [], many: false, ...how };
  const { rows } = await sql<Customers>`SELECT ids, many FROM ${customers}`.execute(tx);
  return { ...useful(rows[0]!), ...how };
}

const asTyped = (search: string) => search;

/** Of too many, which they are says nothing: some were left out. */
const useful = ({ ids, many }: Customers): Customers => ({ ids: many ? [] : ids, many });

interface Found {
  from?: unknown;
  where?: ReturnType<typeof sql<boolean>>;
  common?: boolean;
  /** Of what is looked for, more orders were placed than are looked at. */
  isCut?: boolean;
}

/**
 * Orders by their number, by the name or phone of whoever ordered, or by what is on them: bounded work, however
 * many there are. Of something that everybody buys, the latest orders. What is a name is not looked for among goods.
 */
export async function findBySearch(tx: Tx, search: string, at: Places): Promise<Found> {
  const number = /^(?:o-?)?\s*(\d{1,15})$/i.exec(search)?.[1];
  const isWord = number === undefined && search.length >= 3 && !isNumberOrPhone(search) && isOneWord(search);
  const meant = (isWord && (await wordMeant(tx, search))) || (await customersMeant(tx, search, number));
  if (!meant.named) return { where: sql<boolean>`o.customer_name ILIKE ${containing(search)}`, common: true };
  const { orders, isOther } = meant.named;
  const byNumber = sql`UNION ALL SELECT * FROM orders WHERE number = ${Number(number)} AND ${isOther}`;
  const goods = meant.goods ? await goodsMeant(tx, search, at) : null;
  const byGoods = goods && sql`UNION ALL SELECT * FROM (${ordersWith(goods, at)}) AS orders WHERE ${isOther}`;
  const others = sql`${number === undefined ? sql`` : byNumber} ${byGoods ?? sql``}`;
  const from = tx.selectFrom(sql<DB['orders']>`(${orders} ${others})`.as('o'));
  return { from, isCut: goods?.isCut ?? false };
}

interface Meant {
  /** Null where everybody is called so. */
  named: Named | null;
  goods: boolean;
}
/** Null where it is in too many words to look up. */
async function wordMeant(tx: Tx, search: string): Promise<Meant | null> {
  const text = given(search);
  const { rows } = await sql<{ words: string[] | null; common: boolean; goods: boolean }>`
    SELECT words, common, NOT common AND NOT ${isName(text)} AND ${areGoods(text)} AS goods
    FROM (SELECT words, ${isCommon(sql`held.words`)} AS common
      FROM (SELECT ${wordsHolding(text)} AS words OFFSET 0) AS held OFFSET 0) AS meant`.execute(tx);
  const { words, common, goods } = rows[0]!;
  return words && { named: common ? null : namedSo(words), goods };
}
async function customersMeant(tx: Tx, search: string, number: string | undefined): Promise<Meant> {
  const { customers, byPhone } = asked(search);
  const mayBeGoods = search.length >= 3 && (number === undefined || number.length >= 8);
  const isNamed = byPhone ? sql`false` : sql`many OR ids <> '{}'`;
  const { rows } = await sql<Customers & { goods: boolean }>`
    SELECT ids, many, ${mayBeGoods ? sql`NOT (${isNamed}) AND ${areGoods(given(search))}` : sql.lit(false)} AS goods
    FROM ${customers ?? sql`(SELECT '{}'::uuid[], false) AS nobody (ids, many)`}`.execute(tx);
  const { goods } = rows[0]!;
  const { ids, many } = useful(rows[0]!);
  return { named: many && !byPhone ? null : orderedBy(ids), goods };
}

interface Named {
  orders: RawBuilder<unknown>;
  /** Of a row of `orders`: whether it is none of them. */
  isOther: RawBuilder<unknown>;
}
/** Orders with these words in the name on them, or in that of whoever ordered. */
const namedSo = (words: readonly string[]): Named => ({
  orders: sql`SELECT orders.* FROM (
      SELECT DISTINCT location_id, order_id FROM order_words WHERE word = ANY (${words}::text[])) AS borne
    JOIN orders ON orders.location_id = borne.location_id AND orders.id = borne.order_id`,
  isOther: sql`NOT EXISTS (SELECT FROM order_words borne WHERE borne.location_id = orders.location_id
    AND borne.word = ANY (${words}::text[]) AND borne.created_at = orders.created_at AND borne.order_id = orders.id)`,
});
/**
 * Customer by customer, kept so by the OFFSET: walking all orders by age until 25 of these turn up may take forever, and
 * so does fetching all of a location to see whose they are. The SELECT hides how many they are from the planner: one
 * plan serves all.
 */
const orderedBy = (customers: readonly string[]): Named => ({
  orders: sql`SELECT theirs.* FROM unnest((SELECT ${customers}::uuid[])) AS customer (id)
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE customer_id = customer.id OFFSET 0) AS theirs`,
  isOther: sql`customer_id <> ALL (${customers}::uuid[])`,
});

/** Words of names that hold three letters which are everywhere are too many. */
const mostWords = 20;
/** The words of names that hold what was typed; null where they are too many. */
export const wordsHolding = (search: Given<string>) =>
  sql<string[] | null>`words_holding(${search(asTyped)}, ${sql.lit(mostWords)})`;

/** A word that more orders than these bear is a name, whatever goods are called: theirs would hide those of the people. */
const mostBorne = 200;
/** Of the orders that whoever asks may see. */
export const isName = (search: Given<string>) => isBorne(sql`ARRAY[lower(${search(asTyped)})]`, mostBorne);
/** The same where orders that bear the only word which holds the text are counted already. */
export const isNameOf = (words: RawBuilder<unknown>, total: RawBuilder<unknown>, search: Given<string>) =>
  sql<boolean>`(${words} = ARRAY[lower(${search(asTyped)})] AND ${total} > ${sql.lit(mostBorne)})`;
/** Whether more orders bear words of names than a list counts: nobody looks for goods by what is within all these. */
export const isCommon = (words: RawBuilder<unknown>) => isBorne(words, mostCounted);
const isBorne = (words: RawBuilder<unknown>, most: number) =>
  sql<boolean>`borne_by_more(${words}, ${sql.lit(most)})`;

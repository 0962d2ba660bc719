import { nameWords } from '@aisle/contract/core/fold-text';
import { type NumberRange, numbersBeginning, parseNumber } from '@aisle/contract/core/numbers';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { maxCounted } from '../../core/list/total.ts';
import { customerSearch, isNumberOrPhone } from '../../customers/customers/customer-search.queries.ts';
import { canBeItem, findGoods, type Goods, type Locations } from './items.queries.ts';

/** What the text of a search can mean; an order matches if any of it fits. */
export interface Meaning {
  /** Too many customers or orders match to look them up: orders are scanned for the name. */
  isCommon: boolean;
  /** Words of names, found by `order_words`. */
  words: string[];
  customerIds: string[];
  /** Numbers of orders, whole or as far as they were typed. */
  numbers: readonly NumberRange[];
  goods: Goods | null;
}
const nothing: Meaning = { isCommon: false, words: [], customerIds: [], numbers: [], goods: null };

/** A text within more words than this is too common to look up. */
const maxWords = 20;
/** A word in the names on more orders than this is taken for a name: orders of goods with it would bury them. */
const maxOrdersOfGoods = 200;

/** One word of three letters or more, looked for among the words of names. */
export function isWord(search: string): boolean {
  const [only = '', ...others] = nameWords(search);
  return only.length >= 3 && others.length === 0 && !isNumberOrPhone(search);
}
const wordOf = (search: string): string => nameWords(search)[0] ?? '';

/** The words of names that contain a word; null if these are too many. */
export const wordsHolding = (search: string) =>
  sql<string[] | null>`words_containing(${wordOf(search)}, ${sql.lit(maxWords)})`;

/** The same as one row; no row where the text is not plainly a name. */
export const wordsOfNames = (search: string): RawBuilder<unknown> => sql`
  SELECT words FROM ${foundWords(search)} WHERE words <> '{}' AND NOT ${wordMayMeanGoods(search)}`;

/** The customers whose name contains several words, in one row; no row where these are none, or too many. */
export const customersOfName = (search: string): RawBuilder<unknown> => sql`
  SELECT ids FROM ${customerSearch(search).customers} WHERE NOT many AND ids <> '{}'`;

/** Works out what a text means at these locations; `scansWords` if a list can read common words in order. */
export async function meaningOf(
  tx: Tx,
  search: string,
  { locations, scansWords }: { locations: Locations; scansWords: boolean },
): Promise<Meaning> {
  const found =
    (isWord(search) && (await wordMeaning(tx, search, scansWords))) || (await customerMeaning(tx, search));
  const { mayMeanGoods, ...meaning } = found;
  return mayMeanGoods ? { ...meaning, goods: await findGoods(tx, search, locations) } : meaning;
}

type Found = Meaning & { mayMeanGoods: boolean };

const foundWords = (search: string) => sql`(SELECT ${wordsHolding(search)} AS words OFFSET 0) AS held`;
const isOnMany = sql`is_frequent_word(words, ${sql.lit(maxCounted)})`;
const wordMayMeanGoods = (search: string) => sql`CASE
  WHEN words IS NULL OR is_frequent_word(ARRAY[${wordOf(search)}::text], ${sql.lit(maxOrdersOfGoods)}) THEN false
  ELSE ${canBeItem(search)} AND NOT ${isOnMany} END`;

/** The words of names that contain it; null if these are too many. */
async function wordMeaning(tx: Tx, search: string, scansWords: boolean): Promise<Found | null> {
  const { rows } = await sql<{ words: string[] | null; isCommon: boolean; mayMeanGoods: boolean }>`
    SELECT words, ${scansWords ? sql`false` : isOnMany} AS "isCommon", ${wordMayMeanGoods(search)} AS "mayMeanGoods"
    FROM ${foundWords(search)}`.execute(tx);
  const { words, ...how } = rows[0]!;
  return words && { ...nothing, ...how, words };
}

/** Customers by name or phone, an order by its number. A text in a customer's name is not searched among goods. */
async function customerMeaning(tx: Tx, search: string): Promise<Found> {
  const number = parseNumber('order', search);
  const { customers, byPhone } = customerSearch(search);
  const isLongEnough = search.length >= 3 && (number === undefined || search.replace(/\D/g, '').length >= 8);
  const hasName = byPhone ? sql`false` : sql`many OR ids <> '{}'`;
  const mayMeanGoods = isLongEnough ? sql`NOT (${hasName}) AND ${canBeItem(search)}` : sql`false`;
  const { rows } = await sql<{ ids: string[]; many: boolean; mayMeanGoods: boolean }>`
    SELECT ids, many, ${mayMeanGoods} AS "mayMeanGoods" FROM ${customers}`.execute(tx);
  const found = rows[0]!;
  return {
    ...nothing,
    customerIds: found.many ? [] : found.ids,
    isCommon: found.many && !byPhone,
    numbers: numbersBeginning('order', search),
    mayMeanGoods: found.mayMeanGoods,
  };
}

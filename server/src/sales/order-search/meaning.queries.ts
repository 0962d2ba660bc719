import { nameWords } from '@aisle/contract/core/fold-text';
import { type NumberRange, numbersBeginning, parseNumber } from '@aisle/contract/core/numbers';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { maxCounted } from '../../core/list/total.ts';
import { customerSearch, isNumberOrPhone } from '../../customers/customers/customer-search.queries.ts';
import { canBeItem, findItems, type Goods, type Locations } from './items.queries.ts';

/** The possible meanings of a search text. An order matches if any of them applies. */
export interface Meaning {
  /** Too many customers or orders match to look them up, so the search scans orders for the name. */
  isCommon: boolean;
  /** Words of names, found by `order_words`. */
  words: string[];
  customerIds: string[];
  /** Order numbers, complete or partially typed. */
  numbers: readonly NumberRange[];
  /** Checkout numbers, typed with their letter: digits alone are an order number. */
  checkouts: readonly NumberRange[];
  goods: Goods | null;
}
const nothing: Meaning = {
  isCommon: false,
  words: [],
  customerIds: [],
  numbers: [],
  checkouts: [],
  goods: null,
};

/** A text that occurs in more words than this is too common to look up. */
const maxWords = 20;
/** A word in the names on more orders than this counts as a name, because it would bury the orders of matching items. */
const maxOrdersOfItems = 200;

/** Whether the text is one word of at least three letters, which can be looked up in the words of names. */
export function isWord(search: string): boolean {
  const [only = '', ...others] = nameWords(search);
  return only.length >= 3 && others.length === 0 && !isNumberOrPhone(search);
}
const wordOf = (search: string): string => nameWords(search)[0] ?? '';

/** The words in names that contain a word; null if there are too many. */
export const wordsContaining = (search: string) =>
  sql<string[] | null>`words_containing(${wordOf(search)}, ${sql.lit(maxWords)})`;

/**
 * The words in names that contain a word, as a row. No row if there are none or too many, or if the word may also mean an item.
 */
export const wordsOfNames = (search: string): RawBuilder<unknown> => sql`
  SELECT words FROM ${foundWords(search)} WHERE words <> '{}' AND NOT ${wordCanMeanItems(search)}`;

/** The customers whose name contains several words, as a row. No row if there are none or too many. */
export const customersOfName = (search: string): RawBuilder<unknown> => sql`
  SELECT ids FROM ${customerSearch(search).customers} WHERE NOT many AND ids <> '{}'`;

/** Determines the meaning of a text at these locations. `scansWords` means that a list can read common words in order. */
export async function meaningOf(
  tx: Tx,
  search: string,
  { locations, scansWords }: { locations: Locations; scansWords: boolean },
): Promise<Meaning> {
  const found =
    (isWord(search) && (await wordMeaning(tx, search, scansWords))) || (await customerMeaning(tx, search));
  const { mayMeanGoods, ...meaning } = found;
  return mayMeanGoods ? { ...meaning, goods: await findItems(tx, search, locations) } : meaning;
}

type Found = Meaning & { mayMeanGoods: boolean };

const foundWords = (search: string) => sql`(SELECT ${wordsContaining(search)} AS words OFFSET 0) AS held`;
const isFrequent = sql`is_frequent_word(words, ${sql.lit(maxCounted)})`;
const wordCanMeanItems = (search: string) => sql`CASE
  WHEN words IS NULL OR is_frequent_word(ARRAY[${wordOf(search)}::text], ${sql.lit(maxOrdersOfItems)}) THEN false
  ELSE ${canBeItem(search)} AND NOT ${isFrequent} END`;

/** Finds the words in names that contain the text; null if there are too many. */
async function wordMeaning(tx: Tx, search: string, scansWords: boolean): Promise<Found | null> {
  const { rows } = await sql<{ words: string[] | null; isCommon: boolean; mayMeanGoods: boolean }>`
    SELECT words, ${scansWords ? sql`false` : isFrequent} AS "isCommon", ${wordCanMeanItems(search)} AS "mayMeanGoods"
    FROM ${foundWords(search)}`.execute(tx);
  const { words, ...how } = rows[0]!;
  return words && { ...nothing, ...how, words };
}

/** Finds customers by name or phone, and orders by number. A text in a customer's name is not searched in items. */
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
    checkouts: /^\s*m/i.test(search) ? numbersBeginning('checkout', search) : [],
    mayMeanGoods: found.mayMeanGoods,
  };
}

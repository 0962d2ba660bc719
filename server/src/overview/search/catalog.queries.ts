import { type Found, maxResults } from '@aisle/contract/overview/search';
import { type RawBuilder, sql } from 'kysely';
import { itemsMatching, rankedBy, soldLately } from '../../catalog/sub-products/item-search.queries.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { itemNamesOf } from '../../core/list/item-names.ts';
import { containing, folded, isBarcode } from '../../core/list/search-text.ts';
import { beginningsOf, lettersOf, meantText, patternsOf, type Word, wordsOf } from './words.ts';

/** Maximum number of matches from which the best are chosen. High enough that the planner uses the index. */
const maxCandidates = 2000;

/**
 * Whether every word is in one of the columns, as typed or as corrected. Uses an OR per pattern, because with ANY the planner
 * expects too many rows and reads the whole table instead of the index.
 */
function holds(words: readonly Word[], columns: readonly Column[]): RawBuilder<boolean> {
  const each = words.map((word) => like(columns, patternsOf(word)));
  return each.length === 0 ? sql`true` : sql`${sql.join(each, sql` AND `)}`;
}
function like(columns: readonly Column[], patterns: readonly string[]): RawBuilder<boolean> {
  const either = columns.flatMap((matches) => patterns.map(matches));
  return sql`(${sql.join(either, sql` OR `)})`;
}
/** Names and codes have different kinds of indexes. */
type Column = (pattern: string) => RawBuilder<unknown>;
const name =
  (column: string): Column =>
  (pattern) =>
    sql`${folded(sql.ref(column))} LIKE ${pattern}`;
const code =
  (column: string): Column =>
  (pattern) =>
    sql`${sql.ref(column)} ILIKE ${pattern}`;
const asTyped = (text: string): Word[] => wordsOf(text).map((typed) => ({ typed, meant: null }));

/**
 * Corrects the words of a search. If no name in the catalog has all of them as typed, each word that isn't in the catalog, or
 * every word if all are, can also match the most similar word.
 */
export async function findWords(tx: Tx, text: string): Promise<FoundWords> {
  const typed = asTyped(text);
  const letters = typed.map((word) => lettersOf(word.typed));
  const { rows } = await sql<{ likely: string | null; known: boolean; nothing: boolean }>`
    WITH typed AS (
      SELECT letters, place, char_length(letters) < 4
        OR EXISTS (SELECT FROM catalogue_words WHERE catalogue_words.word LIKE pattern) AS known
      FROM unnest(${letters}::text[], ${letters.map(containing)}::text[]) WITH ORDINALITY
        AS word (letters, pattern, place)
    ), held AS MATERIALIZED (
      SELECT count(*) = 0 AS nothing FROM (${matching(text, typed)} LIMIT ${maxCandidates}) AS found
    )
    SELECT CASE WHEN (NOT known OR (SELECT bool_and(known) FROM typed)) AND nothing
      THEN likely_word(letters) END AS likely, known, nothing
    FROM typed, held ORDER BY place`.execute(tx);
  const words = typed.map((word, index) => ({ ...word, meant: rows[index]?.likely ?? null }));
  const nothing = rows[0]?.nothing === true;
  const isInNoName = rows.some(
    ({ known, likely }, index) => !known && likely === null && /^[a-z0-9]+$/.test(letters[index]!),
  );
  return {
    words,
    canBeItem: !nothing || words.some(({ meant }) => meant !== null),
    mayBeProducts: !nothing || !isInNoName,
  };
}

export interface FoundWords {
  words: Word[];
  /** False if nothing in the catalog matches the typed words, and no correction was found. */
  canBeItem: boolean;
  /** False if one of the words is in no name of the catalog. Stock codes may still contain it. */
  mayBeProducts: boolean;
}

/** For counting. With EXISTS, the planner expects an early match and reads whole tables. */
const matching = (text: string, words: readonly Word[]) => sql`
  SELECT FROM sub_products s WHERE ${isBarcode(sql.ref('s.barcode'), text)} OR (${holds(words, [name('s.name'), code('s.sku')])})
  UNION ALL SELECT FROM products p WHERE ${holds(words, [name('p.name')])}
  UNION ALL SELECT FROM brands b JOIN products p ON p.brand_id = b.id
    WHERE ${like([name('b.name')], words.flatMap(patternsOf))} AND ${holds(words, [name('p.name'), name('b.name')])}
  UNION ALL SELECT FROM brands b WHERE ${holds(words, [name('b.name')])}`;

/**
 * Finds products by their own name, or by their name and their brand's together. Best sellers come first, then names that begin
 * with the search, then short ones.
 */
export async function findProducts(tx: Tx, actor: Actor, words: readonly Word[]): Promise<Found['products']> {
  const { rows } = await sql<Found['products'][number]>`
    SELECT p.id AS "_id", p.name, brand.name AS "brandName" FROM (
      (SELECT id, name, brand_id FROM products p WHERE ${holds(words, [name('p.name')])} LIMIT ${maxCandidates})
      UNION
      (SELECT p.id, p.name, p.brand_id FROM brands b JOIN products p ON p.brand_id = b.id
       WHERE ${like([name('b.name')], words.flatMap(patternsOf))} AND ${holds(words, [name('p.name'), name('b.name')])} LIMIT ${maxCandidates})
    ) p LEFT JOIN brands brand ON brand.id = p.brand_id
    ORDER BY (SELECT coalesce(sum(${soldLately(actor)}), 0) FROM sub_products s WHERE s.product_id = p.id) DESC,
      ${begins(words, name('p.name'))} DESC, length(p.name), p.name COLLATE aisle_names, p.id LIMIT ${maxResults}`.execute(
    tx,
  );
  return rows;
}

const begins = (words: readonly Word[], column: Column) =>
  words.length === 0 ? sql<boolean>`true` : like([column], beginningsOf(words[0]!));

/** The items that a text or its corrected words mean, in the order of every search for items. */
export async function findSubProducts(
  tx: Tx,
  actor: Actor,
  { text, words }: { text: string; words: readonly Word[] },
): Promise<Found['subProducts']> {
  const { rows } = await sql<Found['subProducts'][number]>`
    SELECT s.id AS "_id", s.product_id AS "productId", s.name, ${itemNamesOf('s')}, s.sku, s.barcode, s.price
    FROM ${itemsMatching(meantText(words) ?? text)} s
    ORDER BY ${rankedBy(text, actor)} LIMIT ${maxResults}`.execute(tx);
  return rows;
}

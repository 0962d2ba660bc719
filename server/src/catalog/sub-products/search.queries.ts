import { isGtin } from '@aisle/contract/catalog/sub-products';
import { searchWords } from '@aisle/contract/core/fold-text';
import { type RawBuilder, sql } from 'kysely';
import { beginningWith, containing, folded, isBarcode } from '../../core/list/search-text.ts';

// Every half of a UNION uses a trigram index; an OR over two tables would read all of both. Fewer than three characters form no
// trigram inside a word, so they are matched only at the beginning of words.

const isShort = (word: string): boolean => word.length < 3;

/** Whether a name contains this word. */
const inName = (column: RawBuilder<unknown>, word: string, bind: Bind = asIs): RawBuilder<boolean> =>
  isShort(word)
    ? sql`(${folded(column)} LIKE ${bind(beginningWith(word))} OR ${folded(column)} LIKE ${bind(`% ${beginningWith(word)}`)})`
    : sql`${folded(column)} LIKE ${bind(containing(word))}`;
const hasAll = (column: RawBuilder<unknown>, words: readonly string[], bind?: Bind): RawBuilder<boolean> =>
  words.length === 0
    ? sql`true`
    : sql`(${sql.join(
        words.map((word) => inName(column, word, bind)),
        sql` AND `,
      )})`;
const inCode = (search: string) => (isShort(search) ? beginningWith(search) : containing(search));

type Bind = (text: string) => RawBuilder<string>;
const asIs: Bind = (text) => sql`${text}`;
/** Hides a text from the planner, because planning for each text takes longer than finding it. */
const unplanned: Bind = (text) => sql`(SELECT ${text}::text)`;

/** Finds a full barcode in all its forms, even if it was scanned with more leading zeros than stored. */
const orScanned = (search: string) =>
  isGtin(search) ? sql`OR ${isBarcode(sql.ref('found.barcode'), search)}` : sql``;
const byCode = (search: string, bind: Bind) =>
  sql`found.sku ILIKE ${bind(inCode(search))} OR found.barcode ILIKE ${bind(inCode(search))} ${orScanned(search)}`;

/** The sub-products that another system knows by this ID. */
const byExternalId = (search: string) => sql`
  SELECT known.sub_product_id FROM external_ids known
  WHERE lower(known.external_id) = lower(${search}) AND known.sub_product_id IS NOT NULL`;

/** A subquery of the IDs of products with all words in their name, or with the text in the SKU or barcode of a variant. */
export const productsMatching = (search: string): RawBuilder<unknown> => sql`(
  SELECT found.id FROM products found WHERE ${hasAll(sql.ref('found.name'), searchWords(search), unplanned)}
  UNION
  SELECT found.product_id FROM sub_products found WHERE ${byCode(search, unplanned)}
  UNION
  SELECT found.product_id FROM sub_products found WHERE found.id IN (${byExternalId(search)}))`;

/**
 * A subquery of the IDs of sub-products with the text in their SKU or barcode, or with all words in their name and their
 * product's name together.
 */
export const subProductsMatching = (search: string): RawBuilder<unknown> => sql`(
  SELECT found.id FROM sub_products found WHERE ${byCode(search, asIs)}
  UNION
  ${byExternalId(search)}
  UNION
  ${subProductsCalled(searchWords(search))})`;

function subProductsCalled(words: readonly string[]): RawBuilder<unknown> {
  const long = words.filter((word) => !isShort(word));
  if (long.length === 0) return withWords(words);
  const found = sql.join(
    long.map((word) => sql`(${withWords([word])})`),
    sql` INTERSECT `,
  );
  if (long.length === words.length) return sql`(${found})`;
  const name = sql`owner.name || ' ' || own.name`;
  const short = words.filter(isShort);
  return sql`
    SELECT own.id FROM (${found}) AS found (id) JOIN sub_products own ON own.id = found.id
    JOIN products owner ON owner.id = own.product_id WHERE ${hasAll(name, short)}`;
}

const withWords = (words: readonly string[]) => sql`
  SELECT found.id FROM sub_products found WHERE ${hasAll(sql.ref('found.name'), words)}
  UNION
  SELECT found.id FROM sub_products found JOIN products owner ON owner.id = found.product_id
  WHERE ${hasAll(sql.ref('owner.name'), words)}`;

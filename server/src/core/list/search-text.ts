import { wholeGtin } from '@aisle/contract/catalog/sub-products';
import { normalPhone } from '@aisle/contract/core/fields';
import { searchWords } from '@aisle/contract/core/fold-text';
import { type RawBuilder, sql } from 'kysely';

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
/** A search text as a LIKE pattern that matches anywhere, with wildcards escaped. */
export const containing = (text: string): string => `%${escaped(text)}%`;
/** A LIKE pattern that matches at the beginning only. */
export const beginningWith = (text: string): string => `${escaped(text)}%`;

/** A text without accents, apostrophes and case, in the form that name indexes use. */
export const folded = (column: RawBuilder<unknown>) => sql<string>`fold_text(${column})`;

/**
 * Whether every word of a search is in one of these texts, in any order. The words for one person may be in several columns,
 * such as a name and an email.
 */
export function hasWords(search: string, ...columns: readonly (RawBuilder<unknown> | string)[]) {
  const texts = columns.map((column) => folded(typeof column === 'string' ? sql.ref(column) : column));
  const each = searchWords(search).map((word) => {
    const isIn = texts.map((text) => sql`${text} LIKE ${containing(word)}`);
    return sql`(${sql.join(isIn, sql` OR `)})`;
  });
  return each.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(each, sql` AND `)})`;
}

/** Whether a text is searched among phone numbers, by its digits. */
export const isPhoneLike = (text: string): boolean =>
  /^[+(\d][\d ().-]*$/.test(text) && normalPhone(text).length >= 4;
/** Like `hasWords`, and also matches a phone number with these digits in any format. */
export function hasWordsOrPhone(
  search: string,
  phone: string,
  columns: readonly (RawBuilder<unknown> | string)[],
) {
  const words = hasWords(search, ...columns);
  if (!isPhoneLike(search)) return words;
  const digits = sql`regexp_replace(${sql.ref(phone)}, '\\D', '', 'g')`;
  return sql<boolean>`(${words} OR ${digits} LIKE ${containing(normalPhone(search))})`;
}

/** A barcode column in the form that the index of sub_products uses: GTINs padded to full length. */
export const wholeGtinOf = (column: RawBuilder<unknown>) => sql<string | null>`lpad(${column}, 14, '0')`;
/** Whether a barcode is the one that was typed or scanned, in any of its forms. */
export const isBarcode = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`${wholeGtinOf(column)} = ${wholeGtin(text)}`;

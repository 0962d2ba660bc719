import { limitMarks } from './normal-text.ts';

// Searches ignore accents, apostrophes and case. The database folds names in the same way (fold_text, migration 0094).

const apostrophes = /['`\u00B4\u2018\u2019\u201B\u02B9\u02BB\u02BC\u2032\uFF07]/g;
/** Accents and vowel points. Marks that are letters, such as Indic vowels, stay. */
const marks =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the marks are removed one by one
  /[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g;
const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
  '⁄': '/',
};
const others = /[ßæœþøłđðħıŋŧς\u2044\u2010-\u2015\u2212]/g;

/** "José Muñoz-García" as "jose munoz-garcia", "O’Reilly" as "oreilly". */
export const foldText = (text: string): string =>
  limitMarks(text.replace(apostrophes, ''))
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(others, (letter) => spelled[letter] ?? '-');

/** Names have fewer words than this; a search ignores the words beyond it. */
const maxWords = 12;

/**
 * The distinct folded words of a search. Names are written with and without hyphens, so hyphens between letters separate words;
 * hyphens in codes don't.
 */
export const searchWords = (search: string): string[] =>
  uniqueWords(foldText(search).replace(/(?<=\p{L})-(?=\p{L})/gu, ' '), /[\s,;]+/);

/** The folded words of a person's name, equal to those in the index of names. `name_parts` in SQL does the same. */
export const nameWords = (search: string): string[] => uniqueWords(foldText(search), /[\s\-,.;:/()"]+/);

const uniqueWords = (text: string, separator: RegExp): string[] =>
  [...new Set(text.split(separator))].filter((word) => word !== '').slice(0, maxWords);

/** Whether a text contains every word of a search. */
export function hasEveryWord(text: string, search: string): boolean {
  const folded = foldText(text);
  return searchWords(search).every((word) => folded.includes(word));
}

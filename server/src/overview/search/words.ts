import { searchWords } from '@aisle/contract/core/fold-text';
import { beginningWith, containing } from '../../core/list/search-text.ts';
import { trimEnds } from '../../core/trim-text.ts';

const maxWords = 8;

/** The words of a search, which can match in any order. */
export const wordsOf = (text: string): string[] => searchWords(text).slice(0, maxWords);

/** The letters of a word without punctuation around them, as in the dictionary of names. */
export const lettersOf = (word: string): string => trimEnds(word, /[^\p{L}\p{N}]/u);

/** A word and its correction, if any. */
export interface Word {
  typed: string;
  meant: string | null;
}

/**
 * LIKE patterns for folded texts: the word as typed or as corrected. Words of fewer than three letters match only at the
 * beginning of a word.
 */
export const patternsOf = ({ typed, meant }: Word): string[] => [
  ...(typed.length < 3 ? [beginningWith(typed), `% ${beginningWith(typed)}`] : [containing(typed)]),
  ...(meant === null ? [] : [containing(meant)]),
];
/** The same for names that begin with the word. */
export const beginningsOf = ({ typed, meant }: Word): string[] =>
  [typed, meant].filter((word) => word !== null).map(beginningWith);

/** The corrected search ("strawbery yogurt" → "strawberry yogurt"); null without corrections. */
export const meantText = (words: readonly Word[]): string | null =>
  words.some(({ meant }) => meant !== null)
    ? words.map(({ typed, meant }) => meant ?? typed).join(' ')
    : null;

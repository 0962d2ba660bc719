import { searchWords } from '@aisle/contract/core/fold-text';
import { beginningWith, containing } from '../../core/list/search-text.ts';
import { trimEnds } from '../../core/trim-text.ts';

const maxWords = 8;

/** The words of a search, which can match in any sequence. */
export const wordsOf = (text: string): string[] => searchWords(text).slice(0, maxWords);

/** The letters of a word without punctuation around them, as the dictionary of names has them. */
export const lettersOf = (word: string): string => trimEnds(word, /[^\p{L}\p{N}]/u);

/** A word, and what may have been meant by it. */
export interface Word {
  typed: string;
  meant: string | null;
}

/** Patterns for LIKE on folded texts: the word as typed or as meant. What is shorter than a triple begins a word. */
export const patternsOf = ({ typed, meant }: Word): string[] => [
  ...(typed.length < 3 ? [beginningWith(typed), `% ${beginningWith(typed)}`] : [containing(typed)]),
  ...(meant === null ? [] : [containing(meant)]),
];
/** The same for names that begin with it. */
export const beginningsOf = ({ typed, meant }: Word): string[] =>
  [typed, meant].filter((word) => word !== null).map(beginningWith);

/** "strawbery yogurt" → "strawberry yogurt"; null where nothing is taken for anything else. */
export const meantText = (words: readonly Word[]): string | null =>
  words.some(({ meant }) => meant !== null)
    ? words.map(({ typed, meant }) => meant ?? typed).join(' ')
    : null;

import { describe, expect, test } from 'vitest';
import { beginningsOf, lettersOf, meantText, patternsOf, wordsOf } from './words.ts';

test.each([
  ['  Oat  MILK ', ['oat', 'milk']],
  ['', []],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
])('splits %j into the words %j', (typed, words) => {
  expect(wordsOf(typed)).toEqual(words);
});

test.each([
  ['(milk),', 'milk'],
  ["o'brien", "o'brien"],
  ['O-100042', 'O-100042'],
  ['"Käse"', 'Käse'],
  ['--', ''],
])('reduces the word %j to the letters %j', (word, letters) => {
  expect(lettersOf(word)).toBe(letters);
});

describe('a word', () => {
  test('matches anywhere in a name if it is long enough', () => {
    expect(patternsOf({ typed: 'milk', meant: null })).toEqual(['%milk%']);
  });

  test('matches only at the beginning of a word if it is short', () => {
    expect(patternsOf({ typed: 'oa', meant: null })).toEqual(['oa%', '% oa%']);
  });

  test('matches its correction too', () => {
    expect(patternsOf({ typed: 'mikl', meant: 'milk' })).toEqual(['%mikl%', '%milk%']);
    expect(beginningsOf({ typed: 'mikl', meant: 'milk' })).toEqual(['mikl%', 'milk%']);
  });

  test('matches literally, with wildcards escaped', () => {
    expect(patternsOf({ typed: '50%_off', meant: null })).toEqual(['%50\\%\\_off%']);
  });
});

test('returns a corrected search only if a word was corrected', () => {
  expect(meantText([{ typed: 'oat', meant: null }])).toBeNull();
  expect(
    meantText([
      { typed: 'strawbery', meant: 'strawberry' },
      { typed: 'yogurt', meant: null },
    ]),
  ).toBe('strawberry yogurt');
});

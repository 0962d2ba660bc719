import { describe, expect, test } from 'vitest';
import { beginningsOf, lettersOf, meantText, patternsOf, wordsOf } from './words.ts';

test.each([
  ['  Oat  MILK ', ['oat', 'milk']],
  ['', []],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
])('%j is looked for by %j', (typed, words) => {
  expect(wordsOf(typed)).toEqual(words);
});

test.each([
  ['(milk),', 'milk'],
  ["o'brien", "o'brien"],
  ['O-100042', 'O-100042'],
  ['"Käse"', 'Käse'],
  ['--', ''],
])('of the word %j the letters are %j', (word, letters) => {
  expect(lettersOf(word)).toBe(letters);
});

describe('a word is found', () => {
  test('anywhere in a name, where it is long enough', () => {
    expect(patternsOf({ typed: 'milk', meant: null })).toEqual(['%milk%']);
  });

  test('at the beginning of a word, where it is short', () => {
    expect(patternsOf({ typed: 'oa', meant: null })).toEqual(['oa%', '% oa%']);
  });

  test('as it was meant, too', () => {
    expect(patternsOf({ typed: 'mikl', meant: 'milk' })).toEqual(['%mikl%', '%milk%']);
    expect(beginningsOf({ typed: 'mikl', meant: 'milk' })).toEqual(['mikl%', 'milk%']);
  });

  test('as what it is, not as a pattern', () => {
    expect(patternsOf({ typed: '50%_off', meant: null })).toEqual(['%50\\%\\_off%']);
  });
});

test('what was meant is said only where something was taken for something else', () => {
  expect(meantText([{ typed: 'oat', meant: null }])).toBeNull();
  expect(
    meantText([
      { typed: 'strawbery', meant: 'strawberry' },
      { typed: 'yogurt', meant: null },
    ]),
  ).toBe('strawberry yogurt');
});

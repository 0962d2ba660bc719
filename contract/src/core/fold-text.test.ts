import { describe, expect, test } from 'vitest';
import { foldText, hasEveryWord, nameWords, searchWords } from './fold-text.ts';

test.each([
  ['José Muñoz-García', 'jose munoz-garcia'],
  ['O’Reilly', 'oreilly'],
  ["O'REILLY", 'oreilly'],
  ['Crème brûlée', 'creme brulee'],
  ['Cre\u0300me', 'creme'],
  ['Łódź Straße Ærø Œuf Þór', 'lodz strasse aero oeuf thor'],
  ['İstanbul ısı', 'istanbul isi'],
  ['Ｍｉｌｋ ﬁne', 'milk fine'],
  ['Ёлка', 'елка'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['이명 李明', `${'이명'.normalize('NFKD')} 李明`],
  ['Kellogg’s® 2–4', 'kelloggs® 2-4'],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ['García, José', ['garcia', 'jose']],
  ['  Jose   JOSÉ ', ['jose']],
  ['Coca-Cola SKU-12', ['coca', 'cola', 'sku-12']],
  [' , ', []],
])('splits the search %j into %j', (search, words) => {
  expect(searchWords(search)).toEqual(words);
});

test('splits names at punctuation', () => {
  expect(nameWords('Dr. Ana-María "Anita" (Muñoz)')).toEqual(['dr', 'ana', 'maria', 'anita', 'munoz']);
});

describe('a search for several words', () => {
  test('ignores the order of words', () => {
    expect(hasEveryWord('Organic Jalapeño, 1 lb', 'jalapeno organic')).toBe(true);
  });

  test('requires every word', () => {
    expect(hasEveryWord('Organic Jalapeño, 1 lb', 'jalapeno fresh')).toBe(false);
  });

  test('matches every text if it is empty', () => {
    expect(hasEveryWord('Organic', '  ')).toBe(true);
  });
});

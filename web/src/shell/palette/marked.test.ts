import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './marked.ts';

const marked = (text: string, words: string) =>
  partsOf(text, words)
    .map(({ part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

test('every typed word is marked at each place, in upper and lower case', () => {
  expect(marked('Organic Whole Milk, organic', 'milk ORGANIC')).toBe('[Organic] Whole [Milk], [organic]');
});

test('special characters are literal, and a single letter marks nothing', () => {
  expect(marked('50% (best) c++', '50% (be')).toBe('[50%] [(be]st) c++');
  expect(marked('Apples', 'a')).toBe('Apples');
});

test('the pieces of a text are the whole of it, each where it says', () => {
  const text = fc.string({ unit: fc.constantFrom('m', 'i', 'l', 'k', ' ', '.', '(', 'É'), maxLength: 30 });
  forAll(text, text, (whole, words) => {
    const parts = partsOf(whole, words);

    expect(parts.map(({ part }) => part).join('')).toBe(whole);
    for (const { at, part } of parts) expect(whole.slice(at, at + part.length)).toBe(part);
  });
});

test('every piece that is marked is one of the words', () => {
  const word = fc.constantFrom('milk', 'oat', 'a.b', '(x)');
  forAll(fc.array(word, { minLength: 1, maxLength: 3 }), fc.array(word, { maxLength: 6 }), (words, typed) => {
    const marked = partsOf(typed.join(' and ').toUpperCase(), words.join(' ')).filter(
      ({ isFound }) => isFound,
    );

    for (const { part } of marked) expect(words).toContain(part.toLowerCase());
  });
});

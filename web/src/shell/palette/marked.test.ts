import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './marked.ts';

const marked = (text: string, words: string) =>
  partsOf(text, words)
    .map(({ part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

test('marks every typed word at each position, ignoring case', () => {
  expect(marked('Organic Whole Milk, organic', 'milk ORGANIC')).toBe('[Organic] Whole [Milk], [organic]');
});

test('treats special characters literally and marks no single letters', () => {
  expect(marked('50% (best) c++', '50% (be')).toBe('[50%] [(be]st) c++');
  expect(marked('Apples', 'a')).toBe('Apples');
});

test('splits a text into consecutive parts at their positions', () => {
  const text = fc.string({ unit: fc.constantFrom('m', 'i', 'l', 'k', ' ', '.', '(', 'É'), maxLength: 30 });
  forAll(text, text, (whole, words) => {
    const parts = partsOf(whole, words);

    expect(parts.map(({ part }) => part).join('')).toBe(whole);
    for (const { at, part } of parts) expect(whole.slice(at, at + part.length)).toBe(part);
  });
});

test('marks only parts that equal one of the words', () => {
  const word = fc.constantFrom('milk', 'oat', 'a.b', '(x)');
  forAll(fc.array(word, { minLength: 1, maxLength: 3 }), fc.array(word, { maxLength: 6 }), (words, typed) => {
    const marked = partsOf(typed.join(' and ').toUpperCase(), words.join(' ')).filter(
      ({ isFound }) => isFound,
    );

    for (const { part } of marked) expect(words).toContain(part.toLowerCase());
  });
});

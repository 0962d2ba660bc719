import { expect, test } from 'vitest';
import { partsOf } from './marked.ts';

const marked = (text: string, words: string) =>
  partsOf(text, words)
    .map(({ part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

test('every word that was typed is marked wherever it stands, whatever the case', () => {
  expect(marked('Organic Whole Milk, organic', 'milk ORGANIC')).toBe('[Organic] Whole [Milk], [organic]');
});

test('signs stand for themselves, and a single letter marks nothing', () => {
  expect(marked('50% (best) c++', '50% (be')).toBe('[50%] [(be]st) c++');
  expect(marked('Apples', 'a')).toBe('Apples');
});

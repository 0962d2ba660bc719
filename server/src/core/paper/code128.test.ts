import { expect, test } from 'vitest';
import { barsOf } from './code128.ts';

const symbols = (text: string): string[] =>
  barsOf(text)
    .join('')
    .match(/.{1,6}/g)!;

test('encodes trailing digits as pairs, and weights the check symbol by position', () => {
  // Start, O, -, then the pairs 10 00 42, the check symbol and the stop.
  expect(symbols('O-100042')).toEqual([
    '211214',
    '133121',
    '122132',
    '113141',
    '221312',
    '212222',
    '112133',
    '113123',
    '233111',
    '2',
  ]);
});

test('encodes an odd digit with the letters', () => {
  expect(symbols('M-50001').slice(0, 4)).toEqual(['211214', '113123', '122132', '213212']);
});

test('makes every symbol eleven modules wide and the stop thirteen', () => {
  for (let first = 32; first < 127; first += 1) {
    const text = String.fromCharCode(first);
    const modules = barsOf(text).reduce((sum, width) => sum + width, 0);
    expect(modules).toBe(3 * 11 + 13);
  }
});

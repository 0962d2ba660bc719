import { expect, test } from 'vitest';
import { barsOf, symbolsOf } from './code128.ts';

test('digits at the end go in pairs, and the check symbol is weighed by place', () => {
  // O, -, then 10 00 42 in pairs.
  expect(symbolsOf('O-100042').slice(0, -2)).toEqual([104, 47, 13, 99, 10, 0, 42]);
  expect(symbolsOf('O-100042').at(-2)).toBe((104 + 47 + 2 * 13 + 3 * 99 + 4 * 10 + 0 + 6 * 42) % 103);
});

test('an odd digit stays with the letters', () => {
  expect(symbolsOf('M-50001').slice(0, 4)).toEqual([104, 45, 13, 21]);
});

test('every symbol is eleven modules wide, the last one thirteen', () => {
  for (let first = 32; first < 127; first += 1) {
    const text = String.fromCharCode(first);
    const modules = barsOf(text).reduce((sum, width) => sum + width, 0);
    expect(modules).toBe(3 * 11 + 13);
  }
});

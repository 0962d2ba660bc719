import { expect, test } from 'vitest';
import { readable } from './pdf.ts';

/** A font of Latin letters. */
const latin = (code: number): boolean => code < 0x250;

test.each([
  ['Crème brûlée 2 × 100 g ®', 'Crème brûlée 2 × 100 g ®'],
  ['Carrots 🥕 fresh', 'Carrots fresh'],
  ['王小明', '[Chinese]'],
  ['Tofu 豆腐 400 g', 'Tofu [Chinese] 400 g'],
  ['おにぎり 鮭', '[Japanese]'],
  ['김치 찌개, hot', '[Korean], hot'],
  ['Χαλβάς\nplain', '[another script]\nplain'],
  ['ข้าวหอม', '[Thai]'],
])('%s is printed as %s', (text, printed) => {
  expect(readable(text, latin)).toBe(printed);
});

import { expect, test } from 'vitest';
import { readable, wrap } from './pdf.ts';

/** A font with Latin letters only. */
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
])('prints %s as %s', (text, printed) => {
  expect(readable(text, latin)).toBe(printed);
});

test('breaks a long word into lines that fit, in time proportional to the word', () => {
  let measuredLetters = 0;
  const measured = (text: string) => {
    measuredLetters += text.length;
    return text.length;
  };

  const lines = wrap(`Note ${'x'.repeat(10_000)} end`, 40, measured);

  expect(lines.every((line) => line.length <= 40)).toBe(true);
  expect(lines.join('').replace(' ', '')).toBe(`Note${'x'.repeat(10_000)}end`);
  expect(measuredLetters).toBeLessThan(200_000);
});

test.each([
  ['a Thai vowel', 'กำลังน้ำใจ', ['กำ', 'ลัง', 'น้ำ', 'ใจ']],
  ['Chinese punctuation', '谢谢你！请进。', ['谢谢', '你！请', '进。']],
])('never starts a line with %s', (_, text, lines) => {
  expect(wrap(text, 3, ({ length }) => length)).toEqual(lines);
});

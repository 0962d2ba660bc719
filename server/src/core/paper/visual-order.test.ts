import { expect, test } from 'vitest';
import { paragraphOrder } from './visual-order.ts';

/** Shows the parts as a font draws them: it reverses words of Hebrew and Arabic. */
const shown = (text: string, start = 0, end = text.length) =>
  paragraphOrder(text)(start, end)
    .map((part) => (/\p{Script=Hebrew}|\p{Script=Arabic}/u.test(part) ? [...part].reverse().join('') : part))
    .join('');

test('leaves a line from left to right in one piece', () => {
  expect(paragraphOrder('Ada Byron, 12 Oak St (rear)')(0, 27)).toEqual(['Ada Byron, 12 Oak St (rear)']);
});

// The right column has the glyphs in their drawing order, from the left.
test.each([
  ['words', 'שלום עולם', 'םלוע םולש'],
  ['digits within a word', 'חלב500מל', 'למ500בלח'],
  ['digits within an Arabic word', 'حليب500مل', 'لم500بيلح'],
  ['decimals', 'קולה 1.5ל', 'ל1.5 הלוק'],
  ['brackets', 'קולה (בקבוק)', '(קובקב) הלוק'],
  ['a number between words', 'הרצל 5 תל אביב', 'ביבא לת 5 לצרה'],
  ['Latin letters within a word', 'A4חלב', 'A4בלח'],
  ['a word among Latin ones', 'Milk חלב 3%', 'Milk 3% בלח'],
  ['Arabic digits', 'حليب ٥٠٠ مل', 'لم ٥٠٠ بيلح'],
  ['a sentence that ends in a punctuation mark', 'שלום.', '.םולש'],
])('draws %s', (_, text, drawn) => {
  expect(shown(text)).toBe(drawn);
});

test('orders each line of a paragraph by its preceding context', () => {
  const text = 'قهوة عربية 500 غرام';

  expect(shown(text, 0, 10)).toBe('ةيبرع ةوهق');
  expect(shown(text, 11)).toBe('مارغ 500');
});

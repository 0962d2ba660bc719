import { expect, test } from 'vitest';
import { readPdfText } from '../../../test/pdf-text.ts';
import { openPdf, papers } from './pdf.ts';

/** The glyphs of a document from left to right, line by line. */
async function glyphs(text: string, size: keyof typeof papers = 'a4'): Promise<string[]> {
  const pdf = await openPdf('Paper', { name: 'Aisle', color: '#0f766e', logo: null });
  pdf.paper(papers[size], { footer: 'Footer' }, (paper) => paper.text(text));
  const [page] = readPdfText(await pdf.end());
  // Maps presentation forms of Arabic letters back to the letters.
  return page!.lines
    .slice(0, -1)
    .map((line) => line.replaceAll('|', '').normalize('NFKC').replace(/\s+/g, ' '));
}

test.each([
  ['digits within Hebrew', 'חלב500מל', 'למ500בלח'],
  ['decimals and brackets', 'קולה1.5ל (בקבוק)', '(קובקב) ל1.5הלוק'],
  ['Latin before Hebrew', 'A4חלב', 'A4בלח'],
  ['Hebrew among Latin', 'Kosher חלב (3%) milk', 'Kosher (3%) בלח milk'],
])('draws %s', async (_, text, drawn) => {
  expect((await glyphs(text)).join(' ').replaceAll(' ', '')).toBe(drawn.replaceAll(' ', ''));
});

test('draws digits within Arabic from left to right', async () => {
  const [line] = await glyphs('حليب500مل 1.5ل');

  expect(line).toContain('500');
  expect(line).toContain('1.5');
});

test('draws each line of a long text from right to left', async () => {
  const lines = await glyphs(`${'מים מינרלים 1.5 ליטר (שישייה) '.repeat(6)}סוף`, 'thermal');

  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line).not.toMatch(/5\.1|\)[א-ת]+\(/);
  expect(lines.at(-1)).toContain('ףוס');
});

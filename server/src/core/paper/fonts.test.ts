import { expect, test } from 'vitest';
import { readPdfText } from '../../../test/pdf-text.ts';
import { openPdf, papers } from './pdf.ts';

/** The letters that a document shows of a text, without spaces. */
async function printed(text: string): Promise<string> {
  const pdf = await openPdf('Paper', { name: 'Aisle', color: '#0f766e', logo: null });
  pdf.paper(papers.a4, { footer: 'Footer' }, (paper) => paper.text(text, { bold: true }));
  const [page] = readPdfText(await pdf.end());
  return page!.lines[0]!.replace(/[| ]/g, '');
}

test.each([
  ['Simplified Chinese', '王小明 老干妈香辣酱 210克'],
  ['Traditional Chinese', '臺灣鳳梨酥（12入）'],
  ['Japanese', 'おにぎり 鮭、コシヒカリ 2袋'],
  ['Korean', '김치 찌개, 500g'],
  ['Thai', 'กาแฟ ยาดม'],
  ['Chinese among Latin', 'Tofu豆腐 400 g'],
])('prints %s', async (_, text) => {
  expect(await printed(text)).toBe(text.replaceAll(' ', ''));
});

test('prints Chinese beside Hebrew', async () => {
  expect(await printed('חלב豆腐 5')).toBe('豆腐5בלח');
});

import type { Archive } from '../archive.ts';
import { unreadable } from '../text-encoding.ts';
import { clean } from './cell-text.ts';
import { readWholeXml } from './xml.ts';

/** The only part that has to be in memory; with these limits it stays below about 250 MB. */
const maxBytes = 96 * 1024 * 1024;
const maxTexts = 1_200_000;

/** Reads the texts that cells refer to by number. */
export async function readSharedTexts(archive: Archive, part: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (part === undefined || !archive.has(part)) return texts;
  let current = '';
  let isText = false;
  let isSpelling = false;
  await readWholeXml(archive.read(part, maxBytes), {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') isSpelling = true;
      if (name === 't') isText = !isSpelling;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isSpelling = false;
      if (name === 'si') texts.push(clean(current));
      if (texts.length > maxTexts)
        throw unreadable('This Excel file has too much text. Split it into smaller files');
    },
    text(text) {
      if (isText) current += text;
    },
  });
  return texts;
}

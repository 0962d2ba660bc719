import type { Archive } from '../archive.ts';
import { readWholeXml } from './xml.ts';

/** How to read a number: as it is, as a date or time, or as a code with this many digits. */
export type NumberFormat = 'number' | 'date' | { digits: number };

/** Reads cell formats, by their number in the workbook's styles. */
export async function readFormats(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (part === undefined || !archive.has(part)) return formats;
  const own = new Map<number, string>();
  let isOfCells = false;
  await readWholeXml(archive.read(part), {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') own.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) formats.push(formatOf(Number(numFmtId), own));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

function formatOf(id: number, own: ReadonlyMap<number, string>): NumberFormat {
  const code = own.get(id);
  if (code !== undefined) return formatOfCode(code);
  // Built-in date and time formats of every workbook, including those of East Asia.
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58) ? 'date' : 'number';
}

function formatOfCode(code: string): NumberFormat {
  if (/^0{2,}$/.test(code)) return { digits: code.length };
  // Only the section for positive numbers, without quoted text, colors, countries and padding.
  const bare = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';', 1)[0]!
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/AM\/PM|A\/P/gi, '')
    .replace(/s\.0+/gi, 's')
    .replace(/General/gi, '');
  return /[ymdhs]/i.test(bare) && !/[0#?]/.test(bare) ? 'date' : 'number';
}

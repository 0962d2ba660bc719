import type { Archive } from '../archive.ts';
import { readWholeXml } from './xml.ts';

/** How a number is to be read: as itself, as a date or time, or as a code with so many digits. */
export type NumberFormat = 'number' | 'date' | { digits: number };

/** The formats of cells, by their number in the workbook's styles. */
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
  // The dates and times that every workbook knows, those of Eastern Asia among them.
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58) ? 'date' : 'number';
}

function formatOfCode(code: string): NumberFormat {
  if (/^0{2,}$/.test(code)) return { digits: code.length };
  // Only the part for positive numbers, without quoted text, colours, countries and filling.
  const bare = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';', 1)[0]!
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/AM\/PM|A\/P/gi, '')
    .replace(/s\.0+/gi, 's')
    .replace(/General/gi, '');
  return /[ymdhs]/i.test(bare) && !/[0#?]/.test(bare) ? 'date' : 'number';
}

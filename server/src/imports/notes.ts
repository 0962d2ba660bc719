import type { ImportMapping } from '@aisle/contract/import-fields';
import type { Encoding } from '../tables/text-encoding.ts';

const encodings: Record<Exclude<Encoding, 'utf-8'>, string> = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252, as older spreadsheets write it: see whether letters with accents are right',
};

/** What a person should know of a file before they import it. */
export function notesOf(encoding: Encoding, columns: readonly string[], mapping: ImportMapping): string[] {
  const used = new Set(Object.values(mapping));
  const pictures = columns.filter(
    (column) => /image|picture|photo|thumbnail/i.test(column) && !used.has(column),
  );
  return [
    ...(encoding === 'utf-8' ? [] : [`The file was read as ${encodings[encoding]}.`]),
    ...(pictures.length > 0
      ? [`Pictures are left out (${pictures.join(', ')}): add them at the product itself.`]
      : []),
  ];
}

/** Rows to put right come as CSV, whatever they came in. */
export const nameOfErrors = (fileName: string): string =>
  `Rows to correct - ${fileName.replace(/\.xls[xm]$/i, '.csv')}`;

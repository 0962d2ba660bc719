import type { Encoding } from '../tables/text-encoding.ts';

const encodings: Record<Exclude<Encoding, 'utf-8'>, string> = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252, used by older spreadsheets. Check that accented letters are correct',
};

/** Tells how the file was decoded, if a user should check it. */
export const encodingNotes = (encoding: Encoding): string[] =>
  encoding === 'utf-8' ? [] : [`The file was read as ${encodings[encoding]}.`];

/** The error file is always CSV, whatever the format of the upload. */
export const nameOfErrors = (fileName: string): string =>
  `Rows to correct - ${fileName.replace(/\.xls[xm]$/i, '.csv')}`;

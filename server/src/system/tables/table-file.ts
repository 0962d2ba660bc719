import { isHtml, refuseOtherText } from './other-formats.ts';
import { encodingOf, isPacked, startOfText } from './text-encoding.ts';
import type { SheetFile } from './workbook/sheet-file.ts';

/** A table that came, as CSV. */
export interface TableFile {
  /** The uploaded file, or the CSV file that a sheet or web page was converted to. */
  path: string;
  book: SheetFile | undefined;
  /** How it was read, for the person. */
  notes: string[];
  /** Of a CSV file that was written here. */
  delimiter?: ',';
}

/** Of a workbook: the sheet asked for, else the first with rows. The readers of other formats are loaded when needed. */
export async function asCsv(file: string, sheet?: string): Promise<TableFile> {
  const path = `${file}.csv`;
  if (await isPacked(file)) {
    const { writeSheet } = await import('./workbook/sheet-file.ts');
    const book = await writeSheet(file, path, sheet);
    return { path, book, notes: book.notes, delimiter: ',' };
  }
  const start = await startOfText(file);
  refuseOtherText(start);
  if (!isHtml(start)) return { path: file, book: undefined, notes: [] };
  const { writeHtmlTable } = await import('./html-table.ts');
  await writeHtmlTable(file, await encodingOf(file), path);
  const notes = ['The file is a web page (HTML). Its largest table is read.'];
  return { path, book: undefined, notes, delimiter: ',' };
}

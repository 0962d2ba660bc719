import { isPacked } from './text-encoding.ts';
import type { SheetFile } from './workbook/sheet-file.ts';

/** A table that came, as CSV. */
export interface TableFile {
  /** What came, or what a sheet of it was written as, beside it. */
  path: string;
  book: SheetFile | undefined;
}

/** Of a workbook: the sheet asked for, else the first with rows. What reads them is loaded with the first of them. */
export async function asCsv(file: string, sheet?: string): Promise<TableFile> {
  if (!(await isPacked(file))) return { path: file, book: undefined };
  const { writeSheet } = await import('./workbook/sheet-file.ts');
  const path = `${file}.csv`;
  return { path, book: await writeSheet(file, path, sheet) };
}

import { encodingOf, isPacked, startOfText, unreadable } from './text-encoding.ts';
import type { SheetFile } from './workbook/sheet-file.ts';

/** An uploaded table, as CSV. */
export interface TableFile {
  /** The uploaded file, or the CSV file that a sheet or web page was converted to. */
  path: string;
  book: SheetFile | undefined;
  /** Notes for the user on how the file was read. */
  notes: string[];
  /** Set for a CSV file that was written here. */
  delimiter?: ',';
}

/** Reads the given sheet of a workbook, or the first with rows. Loads the readers of other formats when needed. */
export async function asCsv(file: string, sheet?: string): Promise<TableFile> {
  const path = `${file}.csv`;
  if (await isPacked(file)) {
    const { writeSheet } = await import('./workbook/sheet-file.ts');
    const book = await writeSheet(file, path, sheet);
    return { path, book, notes: book.notes, delimiter: ',' };
  }
  const start = await startOfText(file);
  rejectOtherText(start);
  if (!isHtml(start)) return { path: file, book: undefined, notes: [] };
  const { writeHtmlTable } = await import('./html-table.ts');
  await writeHtmlTable(file, await encodingOf(file), path);
  const notes = ['The file is a web page (HTML). Its largest table is read.'];
  return { path, book: undefined, notes, delimiter: ',' };
}

/** Rejects text that isn't a table, and names its format. */
function rejectOtherText(start: string): void {
  if (/^[[{]\s*(?:["{[\]}]|$)/.test(start)) {
    throw unreadable('This is a JSON file. Export the list as CSV (UTF-8) or XLSX');
  }
  if (start.startsWith('{\\rtf')) {
    throw unreadable('This is a text document (RTF). Export the list as CSV (UTF-8) or XLSX');
  }
  if (/^mime-version:/i.test(start)) {
    throw unreadable('This is a web archive (MHTML). Save it as XLSX or CSV (UTF-8)');
  }
  if (start.includes('urn:schemas-microsoft-com:office:spreadsheet')) {
    throw unreadable('This is an older Excel format (XML). Save it as XLSX or CSV (UTF-8)');
  }
  if (isXml(start) && !isHtml(start)) {
    throw unreadable('This is an XML file. Export the list as CSV (UTF-8) or XLSX');
  }
}

/** Whether the text is a web page, or just a table of one. */
function isHtml(start: string): boolean {
  if (!start.startsWith('<')) return false;
  const text = start.toLowerCase();
  if (text.includes('<html') || text.startsWith('<!doctype html')) return true;
  return !text.startsWith('<?xml') && /<tr[\s>]/.test(text);
}

const isXml = (start: string): boolean =>
  /^<(?:\?xml|!--|[a-z][\w:.-]{0,60}[\s>])/i.test(start) && start.includes('</');

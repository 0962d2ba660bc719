import { encodingOf, isPacked, startOfText, unreadable } from './text-encoding.ts';
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

/** Refuses text that is no table, and says what it is. */
function refuseOtherText(start: string): void {
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

/** A page, or only a table of one. */
function isHtml(start: string): boolean {
  if (!start.startsWith('<')) return false;
  const text = start.toLowerCase();
  if (text.includes('<html') || text.startsWith('<!doctype html')) return true;
  return !text.startsWith('<?xml') && /<tr[\s>]/.test(text);
}

const isXml = (start: string): boolean =>
  /^<(?:\?xml|!--|[a-z][\w:.-]{0,60}[\s>])/i.test(start) && start.includes('</');

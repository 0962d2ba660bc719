import { Readable } from 'node:stream';
import { type ExportFormat, maxWorkbookRows } from '@aisle/contract/system/exports';
import { stringify } from 'csv-stringify';
import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { neutral } from '../../core/files/spreadsheet-text.ts';
import type { Storage } from '../../core/files/storage.ts';
import { problem } from '../../core/problem.ts';
import type { CellKind, CellValue, Column } from './columns.ts';

export type Rows = AsyncIterable<readonly object[]>;
type Columns = readonly Column<object>[];

interface FileContent {
  format: ExportFormat;
  columns: Columns;
  pages: Rows;
}
/** Writes a heading and then every row, page by page as they come. */
export async function writeFile(
  storage: Storage,
  key: string,
  { format, columns, pages }: FileContent,
): Promise<void> {
  if (format === 'xlsx') return storage.put(key, await workbook(columns, pages));
  const lines = stringify();
  const source = Readable.from(csvLines(columns, pages));
  source.on('error', (error) => lines.destroy(error));
  await storage.putStream(key, source.pipe(lines));
}

async function* csvLines(columns: Columns, pages: Rows): AsyncGenerator<string[]> {
  yield columns.map(({ header }) => neutral(header));
  for await (const page of pages) {
    for (const row of page) yield columns.map(({ kind, read }) => csvCell(kind, read(row)));
  }
}

export function csvCell(kind: CellKind, value: CellValue): string {
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'money':
      return (Number(value) / 100).toFixed(2);
    case 'number':
      return String(value);
    case 'yesNo':
      return value ? 'yes' : 'no';
    case 'instant':
      return instantText(String(value));
    default:
      return neutral(String(value));
  }
}

/** "2026-11-21 14:05", in UTC: spreadsheets read it as a date. */
const instantText = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** All rows as an Excel workbook, which is made in memory. */
export async function workbook(columns: Columns, pages: Rows): Promise<Buffer> {
  const sheet: Cell[][] = [columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const }))];
  for await (const page of pages) {
    for (const row of page) sheet.push(columns.map(({ kind, read }) => workbookCell(kind, read(row))));
    if (sheet.length > maxWorkbookRows + 1) throw problem('exports.too-many', { most: maxWorkbookRows });
  }
  const widths = columns.map(({ header, kind }) => ({
    width: Math.max(header.length + 2, kind === 'text' ? 24 : 12),
  }));
  return writeWorkbook(sheet, { columns: widths, stickyRowsCount: 1 }).toBuffer();
}

function workbookCell(kind: CellKind, value: CellValue): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'money') return { type: Number, value: Number(value) / 100, format: '#,##0.00' };
  if (kind === 'number') return { type: Number, value: Number(value) };
  return { type: String, value: csvCell(kind, value) };
}

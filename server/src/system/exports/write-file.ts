import { Readable } from 'node:stream';
import { type ExportFormat, maxWorkbookRows } from '@aisle/contract/system/exports';
import { stringify } from 'csv-stringify';
import { neutral } from '../../core/files/spreadsheet-text.ts';
import type { Storage } from '../../core/files/storage.ts';
import { problem } from '../../core/problem.ts';
import { openWork } from '../../core/work/threads.ts';
import { csvCell } from './cells.ts';
import type { Column } from './columns.ts';
import type { WorkbookCalls } from './workbook-work.ts';

export type Rows = AsyncIterable<readonly object[]>;
type Columns = readonly Column<object>[];

interface FileContent {
  format: ExportFormat;
  /** Names the sheet of a workbook. */
  title?: string;
  columns: Columns;
  pages: Rows;
}
/** Writes a heading and then every row, page by page as they come. */
export async function writeFile(
  storage: Storage,
  key: string,
  { format, title = 'Export', columns, pages }: FileContent,
): Promise<void> {
  if (format === 'xlsx') return storage.put(key, await workbook(title, columns, pages));
  const lines = stringify();
  const source = Readable.from(csvLines(columns, pages));
  source.on('error', (error) => lines.destroy(error));
  await storage.putStream(key, source.pipe(lines));
}

async function* csvLines(columns: Columns, pages: Rows): AsyncGenerator<string[]> {
  yield csvHeading(columns);
  for await (const page of pages) {
    for (const row of page) yield csvRow(columns, row);
  }
}
export const csvHeading = (columns: Columns): string[] => columns.map(({ header }) => neutral(header));
export const csvRow = (columns: Columns, row: object): string[] =>
  columns.map(({ kind, read }) => csvCell(kind, read(row)));

/** All rows as an Excel workbook, which is made in the memory of a thread. */
export async function workbook(title: string, columns: Columns, pages: Rows): Promise<Buffer> {
  const work = openWork<WorkbookCalls>(new URL('./workbook-work.ts', import.meta.url), { seconds: 120 });
  try {
    await work.call('open', { title, columns: columns.map(({ header, kind }) => ({ header, kind })) });
    let count = 0;
    for await (const page of pages) {
      count += page.length;
      if (count > maxWorkbookRows) throw problem('exports.too-many', { most: maxWorkbookRows });
      await work.call(
        'add',
        page.map((row) => columns.map(({ read }) => read(row))),
      );
    }
    return Buffer.from(await work.call('end', null));
  } finally {
    work.close();
  }
}

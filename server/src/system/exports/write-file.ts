import { Readable } from 'node:stream';
import { type ExportFormat, maxWorkbookRows } from '@aisle/contract/system/exports';
import { stringify } from 'csv-stringify';
import { neutral } from '../../core/files/spreadsheet-text.ts';
import type { Storage } from '../../core/files/storage.ts';
import { problem } from '../../core/problem.ts';
import { openWork } from '../../core/work/threads.ts';
import { csvCell, headingOf } from './cells.ts';
import type { Column } from './columns.ts';
import type { WorkbookCalls } from './workbook-work.ts';

export type Rows = AsyncIterable<readonly object[]>;
type Columns = readonly Column<object>[];

interface FileContent {
  format: ExportFormat;
  /** Title of a workbook's sheet. */
  title?: string;
  columns: Columns;
  pages: Rows;
  /** Time zone of its times. */
  timeZone?: string;
}
/** Without this mark, Excel reads CSV in a legacy encoding. */
export const asCsv = { bom: true } as const;

/** Writes the heading and then the rows, page by page. */
export async function writeFile(
  storage: Storage,
  key: string,
  { format, title = 'Export', columns, pages, timeZone = 'UTC' }: FileContent,
): Promise<void> {
  if (format === 'xlsx') return storage.put(key, await workbook(title, columns, pages, timeZone));
  const lines = stringify(asCsv);
  const source = Readable.from(csvLines(columns, pages, timeZone));
  source.on('error', (error) => lines.destroy(error));
  await storage.putStream(key, source.pipe(lines));
}

async function* csvLines(columns: Columns, pages: Rows, timeZone: string): AsyncGenerator<string[]> {
  yield csvHeading(columns, timeZone);
  for await (const page of pages) {
    for (const row of page) yield csvRow(columns, row, timeZone);
  }
}
export const csvHeading = (columns: Columns, timeZone: string): string[] =>
  columns.map(({ header, kind }) => neutral(headingOf(header, kind, timeZone)));
export const csvRow = (columns: Columns, row: object, timeZone: string): string[] =>
  columns.map(({ kind, read }) => csvCell(kind, read(row), timeZone));

/** Builds an Excel workbook of all rows in the memory of a thread. */
export async function workbook(
  title: string,
  columns: Columns,
  pages: Rows,
  timeZone = 'UTC',
): Promise<Buffer> {
  const work = openWork<WorkbookCalls>(new URL('./workbook-work.ts', import.meta.url), { seconds: 120 });
  try {
    await work.call('open', {
      title,
      timeZone,
      columns: columns.map(({ header, kind }) => ({ header: headingOf(header, kind, timeZone), kind })),
    });
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

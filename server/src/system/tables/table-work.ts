// Runs in a thread, so that no other user waits while a file is read.
import { createReadStream } from 'node:fs';
import type { ColumnFacts } from '@aisle/contract/system/imports/import-numbers';
import { serveCalls } from '../../core/work/in-thread.ts';
import type { TableValues } from './column-values.ts';
import { type CsvRow, type CsvShape, type CsvWriting, readRows, readShape, writingOf } from './csv-file.ts';
import { surveyColumns } from './survey-columns.ts';
import { asCsv, type TableFile } from './table-file.ts';
import { textOf, unreadable } from './text-encoding.ts';

/** More rows than a spreadsheet's sheet can have, and more lines than a person would write. */
export const maxLines = 1_100_000;
const rowsAtOnce = 500;
const charactersAtOnce = 500_000;

export interface WrittenTable extends Omit<TableFile, 'delimiter'>, CsvWriting {}
export interface DescribedTable extends TableFile {
  shape: CsvShape;
  values: TableValues;
  lineCount: number;
  /** Facts about columns from all rows. */
  columnFacts: Record<string, ColumnFacts>;
}
interface SheetRequest {
  path: string;
  sheet?: string | undefined;
}
interface ShapeRequest extends SheetRequest {
  headingRow?: number | undefined;
  /** Delimiter of a text file; by default the likeliest. */
  delimiter?: string | undefined;
}

const begin = () => {
  let rows: AsyncGenerator<CsvRow> | undefined;
  return {
    /** Describes a table by its beginning. */
    describe: async ({ path, sheet, headingRow, ...chosen }: ShapeRequest): Promise<DescribedTable> => {
      const table = await asCsv(path, sheet);
      const lineCount = await countLines(table.path);
      const delimiter = table.delimiter ?? chosen.delimiter;
      const shape = await readShape(table.path, { headingRow, delimiter });
      const columns = await surveyColumns(table.path, shape, table.book?.decimalColumns);
      return { ...table, shape, lineCount, ...columns };
    },
    /** Returns how a table is written, with or without a heading. */
    inspect: async ({ path, sheet }: SheetRequest): Promise<WrittenTable> => {
      const table = await asCsv(path, sheet);
      await countLines(table.path);
      return { ...table, ...(await writingOf(table.path, table.delimiter)) };
    },
    open: ({ path, encoding, delimiter, most }: CsvWriting & { path: string; most?: number | undefined }) => {
      rows = readRows(textOf(path, encoding), delimiter, most);
    },
    /** Returns the next rows; empty at the end. */
    next: async (_: null): Promise<CsvRow[]> => {
      const batch: CsvRow[] = [];
      let characters = 0;
      while (rows && batch.length < rowsAtOnce && characters < charactersAtOnce) {
        const { value, done } = await rows.next();
        if (done) rows = undefined;
        else {
          batch.push(value);
          for (const cell of value.cells) characters += cell.length;
        }
      }
      return batch;
    },
  };
};
export type TableCalls = ReturnType<typeof begin>;

// The parser creates an error object for each row of a different length, which is cheap without a stack.
Error.stackTraceLimit = 0;
export default serveCalls(begin);

async function countLines(path: string): Promise<number> {
  let count = 0;
  let last = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
    // A carriage return ends a line unless a line feed follows it.
    for (let at = chunk.indexOf(13); at !== -1; at = chunk.indexOf(13, at + 1)) {
      if (at + 1 < chunk.length && chunk[at + 1] !== 10) count += 1;
    }
    if (last === 13 && chunk[0] !== 10) count += 1;
    last = chunk.at(-1) ?? 0;
    if (count > maxLines)
      throw unreadable('The file has more than 1,000,000 rows. Split it into smaller files');
  }
  return count;
}

// Runs in a thread, as server/src/import-reading.ts: reads a table and the cells of its rows.
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import type { ImportExtra } from '@aisle/contract/system/imports/import-rows';
import { type CsvRow, readRows } from '../../tables/csv-file.ts';
import { textOf } from '../../tables/text-encoding.ts';
import type { ReadRow, RowReading } from '../imported-resource.ts';
import type { ImportPlan } from '../imports.queries.ts';
import { ExcludedRows } from './rows-between.ts';
import { recordRows } from './section-categories.ts';

/** Batches of long rows are smaller, to bound the characters in memory. */
const batchCharacters = 500_000;
/** Rows that belong together can make a batch up to this many times larger. */
const maxStretch = 3;

interface ReadingRequest {
  /** Path of the table, in UTF-8. */
  path: string;
  plan: ImportPlan;
  /** Rows in a batch. */
  size: number;
}

/** Loads how the rows of each kind are read. */
type Readings = Readonly<Record<ImportKind, () => Promise<RowReading>>>;

export const readingCalls = (readings: Readings) => () => {
  const leftOut = new ExcludedRows();
  let batches: AsyncGenerator<CsvRow[]>;
  let read: (rows: readonly CsvRow[]) => ReadRow[];
  return {
    open: async (request: ReadingRequest): Promise<void> => {
      const { plan } = request;
      const reading = await readings[plan.kind]();
      batches = batchesOf(request, reading, leftOut);
      read = reading.startReading(plan);
    },
    /** Returns the next batch, empty at the end. */
    next: async (_: null): Promise<ReadRow[]> => {
      const { value, done } = await batches.next();
      return done ? [] : read(value);
    },
    /** Returns the rows without a record, after the last batch. */
    leftOut: (_: null): ImportExtra[] => leftOut.list(),
  };
};
export type ReadingCalls = ReturnType<ReturnType<typeof readingCalls>>;

/** Always splits at the same rows, so that a batch is written as a whole or not at all. */
async function* batchesOf(
  { path, plan, size }: ReadingRequest,
  reading: RowReading,
  leftOut: ExcludedRows,
): AsyncGenerator<CsvRow[]> {
  const recordOf = recordRows(plan, reading.table, (row) => leftOut.add(row));
  const continues = reading.continues?.(plan);
  let batch: CsvRow[] = [];
  let characters = 0;
  // The heading row of files read by earlier versions is unknown (0): it is their first row.
  let isHeading = plan.headingRow === 0;
  for await (const found of readRows(textOf(path, 'utf-8'), plan.delimiter)) {
    if (isHeading || found.number <= plan.headingRow) {
      isHeading = false;
      continue;
    }
    const row = recordOf(found);
    if (!row) continue;
    const before = batch.at(-1);
    const isFull = before && (batch.length >= size || characters >= batchCharacters);
    if (isFull && !(batch.length < size * maxStretch && continues?.(before, row))) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(row);
    for (const cell of row.cells) characters += cell.length;
  }
  if (batch.length > 0) yield batch;
}

import { Problem } from '../../core/problem.ts';
import { openWork, type Work } from '../../core/work/threads.ts';
import type { CsvRow, CsvWriting } from './csv-file.ts';
import type { DescribedTable, TableCalls, WrittenTable } from './table-work.ts';
import { unreadable } from './text-encoding.ts';

const file = new URL('./table-work.ts', import.meta.url);
/** The largest workbook that can be uploaded takes a quarter of this. */
export const maxSeconds = 60;

interface TableRequest {
  path: string;
  /** Sheet of a workbook; by default the first with rows. */
  sheet?: string | undefined;
  /** Row that names the columns; by default the likeliest. */
  headingRow?: number | undefined;
  /** Delimiter of a text file; by default the likeliest. */
  delimiter?: string | undefined;
  /** Aborts the reading. */
  signal?: AbortSignal | undefined;
}

/** Returns the columns of a table and its first rows; rejects files without a table. */
export const describeTable = (request: TableRequest): Promise<DescribedTable> =>
  withTable(request, (work) => {
    const { headingRow, delimiter } = request;
    return work.call('describe', { ...fileOf(request), headingRow, delimiter });
  });

/** Returns how a table is written; it needs no heading. */
export const inspectTable = (request: TableRequest): Promise<WrittenTable> =>
  withTable(request, (work) => work.call('inspect', fileOf(request)));

interface RowsRequest extends CsvWriting {
  path: string;
  most?: number;
  signal?: AbortSignal | undefined;
}
/** Yields the rows that aren't empty, on demand. */
export async function* rowsOfTable({ signal, ...request }: RowsRequest): AsyncGenerator<CsvRow> {
  const work = openTable(signal);
  try {
    await work.call('open', request);
    for (;;) {
      const rows = await work.call('next', null);
      if (rows.length === 0) return;
      yield* rows;
    }
  } catch (error) {
    throw inWords(error);
  } finally {
    work.close();
  }
}

const openTable = (signal: AbortSignal | undefined) =>
  openWork<TableCalls>(file, { seconds: maxSeconds, signal });
const fileOf = ({ path, sheet }: TableRequest) => ({ path, sheet });

async function withTable<Result>(
  { signal }: TableRequest,
  ask: (work: Work<TableCalls>) => Promise<Result>,
): Promise<Result> {
  const work = openTable(signal);
  try {
    return await ask(work);
  } catch (error) {
    throw inWords(error);
  } finally {
    work.close();
  }
}

/** Exceeding the limits of time or memory becomes an error that asks for a smaller file. */
export function inWords(error: unknown): unknown {
  const isTooMuch = error instanceof Problem && error.code === 'too-large';
  return isTooMuch ? unreadable('The file takes too long to read. Split it into smaller files') : error;
}

import { Problem } from '../../core/problem.ts';
import { openWork, type Work } from '../../core/work/threads.ts';
import type { CsvRow, CsvWriting } from './csv-file.ts';
import type { DescribedTable, TableCalls, WrittenTable } from './table-work.ts';
import { unreadable } from './text-encoding.ts';

const file = new URL('./table-work.ts', import.meta.url);
/** The largest workbook that may be uploaded takes a quarter of it. */
export const maxSeconds = 60;

interface TableRequest {
  path: string;
  /** Of a workbook; without one, the first with rows. */
  sheet?: string | undefined;
  /** The row that names the columns; without one, the likeliest. */
  headingRow?: number | undefined;
  /** Between the cells of a text file; without one, the likeliest. */
  delimiter?: string | undefined;
  /** Ends the reading. */
  signal?: AbortSignal | undefined;
}

/** The columns of a table and its first rows; refuses what is none. */
export const describeTable = (request: TableRequest): Promise<DescribedTable> =>
  withTable(request, (work) => {
    const { headingRow, delimiter } = request;
    return work.call('describe', { ...fileOf(request), headingRow, delimiter });
  });

/** How a table is written, which may have no heading. */
export const inspectTable = (request: TableRequest): Promise<WrittenTable> =>
  withTable(request, (work) => work.call('inspect', fileOf(request)));

interface RowsRequest extends CsvWriting {
  path: string;
  most?: number;
  signal?: AbortSignal | undefined;
}
/** The rows that are not empty, read as they are asked for. */
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

/** What went beyond the bounds of time or memory is a file to be made smaller. */
export function inWords(error: unknown): unknown {
  const isTooMuch = error instanceof Problem && error.code === 'too-large';
  return isTooMuch ? unreadable('The file takes too long to read. Split it into smaller files') : error;
}

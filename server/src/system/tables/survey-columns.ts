import { type ColumnFacts, ColumnSurvey } from '@aisle/contract/system/imports/import-numbers';
import { Problem } from '../../core/problem.ts';
import { ColumnTally, type TableValues } from './column-values.ts';
import { type CsvShape, readRows } from './csv-file.ts';
import { textOf } from './text-encoding.ts';

interface ColumnsOfTable {
  values: TableValues;
  /** How the cells of each column are written, by heading. */
  columnFacts: Record<string, ColumnFacts>;
}

/**
 * Reads a file once to its end, because a column with empty first rows can have values below, and because the first rows often
 * don't show how numbers are written. An unreadable row ends the survey; the check reports that row.
 */
export async function surveyColumns(
  path: string,
  { encoding, delimiter, columns, headingRow }: CsvShape,
  decimalColumns: readonly number[] = [],
): Promise<ColumnsOfTable> {
  const surveys = columns.map(() => new ColumnSurvey());
  const tallies = columns.map((name) => new ColumnTally(name));
  let rows = 0;
  try {
    for await (const { number, cells } of readRows(textOf(path, encoding), delimiter)) {
      if (number <= headingRow) continue;
      rows += 1;
      for (const [at, cell] of cells.entries()) surveys[at]?.add(cell);
      for (const [at, tally] of tallies.entries()) tally.add((cells[at] ?? '').trim());
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  for (const at of decimalColumns) surveys[at]?.addReal();
  const found = columns.map((column, at) => [column, surveys[at]!.result()] as const);
  return {
    values: { rows, columns: tallies.map((tally) => tally.result()) },
    columnFacts: Object.fromEntries(
      found.filter(([, { style, unclear, isGuarded }]) => style !== null || unclear !== null || isGuarded),
    ),
  };
}

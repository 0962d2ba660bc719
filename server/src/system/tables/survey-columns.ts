import { type ColumnFacts, ColumnSurvey } from '@aisle/contract/system/import-numbers';
import { Problem } from '../../core/problem.ts';
import { type CsvShape, readRows } from './csv-file.ts';
import { textOf } from './text-encoding.ts';

/** How the cells of each column are written, from all rows: the first ones often don't show it. */
export async function surveyColumns(
  path: string,
  { encoding, delimiter, columns, headingRow }: CsvShape,
  decimalColumns: readonly number[] = [],
): Promise<Record<string, ColumnFacts>> {
  const surveys = columns.map(() => new ColumnSurvey());
  try {
    for await (const { number, cells } of readRows(textOf(path, encoding), delimiter)) {
      if (number <= headingRow) continue;
      for (const [at, cell] of cells.entries()) surveys[at]?.add(cell);
    }
  } catch (error) {
    // The check says which row can't be read; the rows before it show how cells are written.
    if (!(error instanceof Problem)) throw error;
  }
  for (const at of decimalColumns) surveys[at]?.addReal();
  const found = columns.map((column, at) => [column, surveys[at]!.result()] as const);
  return Object.fromEntries(
    found.filter(([, { style, unclear, isGuarded }]) => style !== null || unclear !== null || isGuarded),
  );
}

import { Problem } from '../../core/problem.ts';
import { type CsvShape, readRows } from './csv-file.ts';
import { textOf } from './text-encoding.ts';

/** Facts about one column, from all rows of a file. */
export interface ColumnFacts {
  /** Rows with a value. */
  filled: number;
  /** The first different values, in the order of the file. */
  values: string[];
  /** Whether no value occurs twice. */
  isUnique: boolean;
}
export interface TableValues {
  rows: number;
  columns: ColumnFacts[];
}

const valuesKept = 50;
const longestValue = 200;
/** The maximum number of values that are compared to find duplicates. */
const valuesCompared = 5000;

/**
 * Reads a file to its end, because a column whose first rows are empty may have values further down. A row that can't be
 * read ends it: the check reports that row.
 */
export async function readColumnFacts(path: string, shape: CsvShape): Promise<TableValues> {
  const columns = shape.columns.map((name) => new ColumnTally(name));
  let rows = 0;
  try {
    for await (const { number, cells } of readRows(textOf(path, shape.encoding), shape.delimiter)) {
      if (number <= shape.headingRow) continue;
      rows += 1;
      for (const [at, column] of columns.entries()) column.add((cells[at] ?? '').trim());
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return { rows, columns: columns.map((column) => column.facts()) };
}

class ColumnTally {
  readonly #name: string;
  readonly #values = new Set<string>();
  readonly #seen = new Set<string>();
  #filled = 0;
  #isUnique = true;

  constructor(name: string) {
    this.#name = name;
  }

  add(cell: string): void {
    // Printed lists repeat the headings at the top of each page.
    if (cell === '' || cell === this.#name) return;
    const value = cell.slice(0, longestValue);
    this.#filled += 1;
    if (this.#values.size < valuesKept) this.#values.add(value);
    if (!this.#isUnique) return;
    if (this.#seen.has(value)) this.#isUnique = false;
    else if (this.#seen.size < valuesCompared) this.#seen.add(value);
  }

  facts(): ColumnFacts {
    return { filled: this.#filled, values: [...this.#values], isUnique: this.#isUnique };
  }
}
